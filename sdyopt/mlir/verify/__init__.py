"""Verification: what declarations, traits and dominance ask."""
