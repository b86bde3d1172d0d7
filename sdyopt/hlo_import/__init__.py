"""Programs from HLO text: the modules that JAX hands to XLA, and that XLA dumps before it optimizes them.

The result is what XLA's own translation from HLO to StableHLO gives: each computation is a function, instructions are
operations of StableHLO, or of MHLO where StableHLO has none, and tuples are taken apart where possible. Shardings
become attributes `mhlo.sharding`. `sdyopt.hlo.text` reads the text, `source` makes the module, `computations` makes
functions and regions, and `families` has a function for each opcode.
"""
