"""From text to operations. Printing is in `sdyopt.mlir.write`."""
