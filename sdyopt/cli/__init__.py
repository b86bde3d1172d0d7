"""The command line: processes, options and the sdy-opt command."""
