"""Numbers, floating-point formats, and elements of tensors, as text has them."""
