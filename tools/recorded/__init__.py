"""Programs that XLA compiled, with its numbers; what records them; the tables of the documentation that show them."""
