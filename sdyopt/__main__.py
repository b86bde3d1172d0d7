"""`python -m sdyopt`: the sdy-opt command."""

from sdyopt.cli.process import sdy_opt

sdy_opt()
