"""The driver: the run from text to text, of one input or of several, remarks and instruments."""
