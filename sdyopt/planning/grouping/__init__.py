"""What is sharded alike: groups of dimensions, their colours, and classes of arguments."""
