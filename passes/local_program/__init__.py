"""The conversion of a sharded program to the program that each device runs.

conversion    the walk over the operations
shardings     shardings and local types of values
values        the values that take the place of others
originals     what errors show of operations that have been converted
errors        errors of this project's own
signatures    the signatures of new operations, each made once
emission      new operations in front of the one that is converted
structure     functions, calls, manual and named computations, and operations that only get local types
collectives   collectives of SDY become those of StableHLO
constants     constants and iotas
slices        slices, pads and concatenations
contractions  dot products, convolutions and windows
indexing      what gathers and scatters share: indices relative to the part of a device
gathers       gathers
scatters      scatters
patterns      which of these converts which operation
decisions     what remarks say of all that
"""
