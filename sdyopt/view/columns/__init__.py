"""Columns, each declared once for tables, JSON, pages and graphs. How a form is laid out is said in `render`."""
