"""What others make of a text: the reference's pass manager, options and expected diagnostics; XLA's reading of HLO."""
