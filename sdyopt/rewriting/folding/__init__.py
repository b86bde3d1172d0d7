"""Folding operations to values or constants: the driver, folders by dialect, and arithmetic on elements."""
