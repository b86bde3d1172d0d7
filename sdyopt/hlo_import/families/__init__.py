"""A function for each opcode, in files by family: see `sdyopt.hlo_import.instructions`."""
