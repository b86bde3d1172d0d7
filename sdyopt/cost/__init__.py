"""What a program costs a device: local sizes, bytes sent, runs, live values, peaks. Draws nothing: the view does.

The MLIR reader is `stages`, which partitions a copy of a program as XLA does; that of HLO is `sdyopt.hlo`.
"""
