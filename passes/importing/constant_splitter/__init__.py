"""The pass `-sdy-constant-or-scalar-splitter`: which constants are copied for each of their uses.

constant_roles             what an operation is to constants: one, made of them, or neither
constant_preserving        which functions are made of constants alone
constant_sub_computations  the operations that make a constant
backward_slice             the operations that a value is computed from
"""
