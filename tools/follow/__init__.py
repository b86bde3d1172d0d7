"""Compares this project with another release of the reference: which names each knows, and what they answer."""
