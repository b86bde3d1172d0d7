"""Inputs and outputs: files, the parts of an input, and files replaced as a whole."""
