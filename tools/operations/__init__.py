"""Programs of one operation, their mutations, and the golden tests of verification errors that follow."""
