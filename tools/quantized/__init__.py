"""A judge of programs with quantized types, which the reference lacks: a model of the rules, and random programs.

The rules are written apart from the verifiers of sdy-opt, and import nothing of it.

types          quantized elements and tensors as data; their text; how they relate
type_checks    what is checked when a type is read
constraints    which elements operands and results may have
operations     operations as data, and the rules that many of them share
moving         transposes, reshapes, broadcasts
products       additions, products, quantizations, constants
reducers       operations with a computation that accumulates
chlo           operations of CHLO
model          all rules in their order, and how they are read where they leave a choice
templates      operations with the shapes and attributes of their programs
drafts         random shapes and attributes of operations
elements       random elements, and changes of them
programs       random programs, and what the model says of them
"""
