"""FileCheck, started in half the time: what the `filecheck` command does, without what Python and it load beside.

    python -I -S file_check.py SITE_PACKAGES ARGUMENTS...
"""

import sys

sys.path.append(sys.argv.pop(1))

from filecheck.matcher import Matcher  # noqa: E402 (only now can it be found)
from filecheck.options import parse_argv_options  # noqa: E402

for stream in (sys.stdin, sys.stdout, sys.stderr):
    stream.reconfigure(encoding="utf-8")
sys.exit(Matcher.from_opts(parse_argv_options(sys.argv)).run())
