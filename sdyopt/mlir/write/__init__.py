"""From operations, attributes, types and locations to text: names, aliases, the printer."""
