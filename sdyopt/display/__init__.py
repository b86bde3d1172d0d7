"""What commands put before people: pictures of boxes, colours, numbers with their units."""
