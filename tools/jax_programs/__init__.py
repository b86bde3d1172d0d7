"""Programs that are lowered with JAX, in families."""
