"""Plans as text, JSON, Python and pages."""
