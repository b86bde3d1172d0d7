"""The answers of others to a text: the reference's pass manager, options and expected diagnostics; XLA's HLO reader."""
