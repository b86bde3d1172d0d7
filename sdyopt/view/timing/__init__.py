"""How long a step takes: the estimates of `sdyopt.cost.time` by operation and by line, as tables and JSON."""
