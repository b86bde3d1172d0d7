"""Completion of command lines in bash, zsh and fish, over Click's.

A shell runs the command with `_SDY_OPT_COMPLETE=bash_complete` and its line in other variables; the answer lists what
can be inserted at the cursor. The scripts for the shells are in `scripts`; `sdy-opt -completion=bash` prints one.
"""
