"""The resolution of permutation factors: reversals on other device orders, and reshards around other operations."""
