"""Writes the CHECK lines of golden tests from what is really printed: `python tools/update_checks.py --write FILE…`.

Where sdy-opt is installed, `sdy-update-checks` is the same command.
"""

import sys
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sdyopt.cli.process import sdy_update_checks

if __name__ == "__main__":
    sdy_update_checks()
