"""What a Python program uses: modules, and builders of attributes, types and operations."""
