"""Assembly formats, and the syntax that dialects add: reading, printing, messages."""
