"""FileCheck, started in half the time: what the `filecheck` command does, without what Python and it load beside.

SITE_PACKAGES, where the package is, comes before the arguments of FileCheck.
"""

import sys

sys.path.append(sys.argv.pop(1))

from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options

for stream in (sys.stdin, sys.stdout, sys.stderr):
    stream.reconfigure(encoding="utf-8")
sys.exit(Matcher.from_opts(parse_argv_options(sys.argv)).run())
