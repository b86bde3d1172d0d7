"""Analyses of programs that passes share, under the names that the literature gives them."""
