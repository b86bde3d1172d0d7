"""For golden tests: the command that writes their CHECK lines, and the one that makes failing programs small."""
