"""Output of the commands for people: messages, tables, pictures, colours, numbers with units."""
