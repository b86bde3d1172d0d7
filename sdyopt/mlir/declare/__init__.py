"""How operations, attributes and types are declared."""
