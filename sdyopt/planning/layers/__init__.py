"""Repeated layers of a program: where they are, programs with fewer of them, and costs of more from those of fewer."""
