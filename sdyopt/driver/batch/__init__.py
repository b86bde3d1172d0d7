"""Many inputs in one run, shared among processes."""
