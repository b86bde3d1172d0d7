"""The pass `-sdy-insert-explicit-reshards`: reshards in front of uses, and around operations.

choose  which shardings let an operation be partitioned on its own, as arithmetic on factors and axes

What collectives a reshard becomes is decided in `passes/collectives`.
"""
