"""What any dialect of MLIR needs, without naming one: declaring, reading, writing, verifying, diagnostics."""
