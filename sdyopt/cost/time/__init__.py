"""How long a partitioned program takes on devices: a model of operations, memory traffic, and collectives.

The formulas are public: rooflines and collectives of https://jax-ml.github.io/scaling-book, operations counted as XLA's
`HloCostAnalysis` does. `Step.cost` sums up a whole program; all times are estimates.
"""
