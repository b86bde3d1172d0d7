"""Programs that `tools.make_corpus` lowers with JAX."""
