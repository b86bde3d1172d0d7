"""What a device holds at one time: live values, donated arguments, the peak."""
