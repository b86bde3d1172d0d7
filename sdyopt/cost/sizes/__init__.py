"""What one device has of a tensor: its block, its bytes, its share of a mesh."""
