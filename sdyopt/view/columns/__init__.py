"""Columns, each declared once for tables, JSON and pages. How a form is laid out is said in `render`."""
