"""JAX programs that `tools.record_compiled` compiles, in four sets: u, v, w and x.

The first letter of a name is the set. The rules by which the view computes what programs cost were made with u and v;
x has programs of other families, and w those that were compiled for the first time when the rules were there.
"""
