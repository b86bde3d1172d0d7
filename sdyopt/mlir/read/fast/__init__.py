"""Lines, heads of regions and symbols whose shape is known are read from templates, without the parser."""
