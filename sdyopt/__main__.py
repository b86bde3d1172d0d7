"""`python -m sdyopt`: the sdy-opt command."""

from sdyopt.cli import main

main()
