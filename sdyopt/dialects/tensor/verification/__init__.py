"""What operations of the tensor dialect must be."""
