"""The decomposition of CHLO into StableHLO."""
