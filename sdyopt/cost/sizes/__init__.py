"""The share of a tensor on one device: its block, its bytes, its share of a mesh."""
