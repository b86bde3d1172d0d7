"""Random modules with what passes look for, and random pipelines of passes."""
