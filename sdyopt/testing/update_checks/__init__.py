"""Updates the CHECK lines of golden tests from the output of their RUN lines."""
