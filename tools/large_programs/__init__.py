"""JAX programs of real size, whose peaks and collectives compilers for GPUs and TPUs have given.

Those of `known` are the programs with which the rules of the model of memory were chosen. The others were compiled when
the rules were there, and no rule was changed for them.
"""
