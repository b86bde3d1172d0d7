"""Programs that `tools.programs.make_corpus` lowers with JAX."""
