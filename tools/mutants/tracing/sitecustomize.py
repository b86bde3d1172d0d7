"""On PYTHONPATH, has each Python process that a test starts write what it executes."""

import os
import sys

if "LINES_OF_TESTS" in os.environ and "tools.mutants.executed_lines" not in sys.argv:
    from tools.mutants.executed_lines import trace_commands

    trace_commands()
