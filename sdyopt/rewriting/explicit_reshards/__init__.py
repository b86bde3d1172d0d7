"""The insertion of explicit reshards: what is put in front of uses, and around operations."""
