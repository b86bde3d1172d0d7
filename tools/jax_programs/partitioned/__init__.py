"""Programs of JAX that become the program of each device, and are run beside the originals."""
