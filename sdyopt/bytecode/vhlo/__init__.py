"""VHLO, the versioned form of StableHLO in portable artifacts: https://openxla.org/stablehlo/vhlo.

Its attributes and types are read as the builtin and StableHLO ones that they stand for.
"""
