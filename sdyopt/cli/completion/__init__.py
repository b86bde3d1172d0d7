"""Completion of command lines in bash, zsh and fish, over Click's.

A shell runs the command with `_SDY_OPT_COMPLETE=bash_complete` and its line in other variables; the answer tells what
may stand at the cursor. What the shell needs for that is in `scripts`; `sdy-opt -completion=bash` prints it.
"""
