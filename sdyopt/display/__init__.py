"""Output of the commands for people: messages, tables, colours, numbers with units."""
