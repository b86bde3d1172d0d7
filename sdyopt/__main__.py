"""`python -m sdyopt`: the sdy-opt command."""

from sdyopt.process import sdy_opt

sdy_opt()
