"""The pass `-sdy-resolve-permutation-factors`: reversals on other device orders, reshards around other operations.

exchange  what of sharded dimensions can stay sharded, as arithmetic on axes
"""
