"""What a program costs by Python call stacks: for profilers, in flame graphs, and beside its source."""
