"""The command line: processes, options and the sdy-opt command."""

EXIT_FAILURE, EXIT_INTERRUPTED = 1, 130
"""Exit statuses of the commands; 2, for a wrong command line, is Click's."""
