"""The pass `-sdy-resolve-permutation-factors`: reversals on other device orders, reshards around other operations."""
