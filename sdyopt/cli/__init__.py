"""The command line: processes, options, and the commands sdy-opt and sdy-layout."""

EXIT_FAILURE, EXIT_INTERRUPTED = 1, 130
"""The exit statuses of the commands; 2, for an invalid command line, is Click's."""
