"""How operations, attributes and types are declared, and what follows from a declaration."""
