"""Programs of JAX become the program of each device, which is run on eight simulated devices beside the original."""
