"""What passes change, as unified diffs."""
