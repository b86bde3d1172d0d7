"""The exit statuses of the commands; 2, for a wrong command line, is Click's."""

EXIT_FAILURE, EXIT_INTERRUPTED = 1, 130
