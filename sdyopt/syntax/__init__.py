"""Text to program and back."""
