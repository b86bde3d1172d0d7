"""The pass `-sdy-per-instruction-partitioning`: single operations are partitioned, so that a wrong one can be found.

selection    which operations are selected
outlining    the module with one operation alone, and the manual computation that takes its place
"""
