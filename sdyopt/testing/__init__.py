"""Golden tests: the command that writes their CHECK lines. Expected diagnostics are in `sdyopt.driver`."""
