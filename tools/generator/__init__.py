"""Random modules, to compare ours with the reference on more than people think of.

A generator has a function `module(seed)` that gives the text of one module, always the same for a seed.

operations   types, operations and values as text; sizes may have axes
program      what all blocks of a program share
builder      blocks, and how recipes write operations into them
policy       what policies for shardings decide
functions    functions and modules as text
stablehlo    recipes for operations of StableHLO and CHLO
sdy          recipes for operations of SDY, and the policy of random shardings
sharded      the policy of shardings that fit each other
faults       faults in operations
passes       modules with what passes look for, and pipelines

The other modules are generators: tables of recipes, and what else their programs have.
"""
