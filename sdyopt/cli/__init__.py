"""The command line: processes, options and the sdy-opt command."""

EXIT_FAILURE, EXIT_INTERRUPTED = 1, 130
"""The exit statuses of the commands; 2, for an invalid command line, is Click's."""
