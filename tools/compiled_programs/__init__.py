"""JAX programs that `tools.recorded.record_compiled` compiles, one file a family, in six sets: u, v, x, w, y and z.

The first letter of a name is the set. The rules by which the view computes what programs cost were made with u and v;
x has programs of other families, and w, y and z are those that were compiled for the first time when rules were there.
"""
