"""The library for Python programs: modules, and builders of attributes, types and operations."""
