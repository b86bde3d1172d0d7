"""Where ours and the reference differ, and are to: each difference with its reason and an example."""
