"""The parts that any dialect of MLIR needs: declaring, reading, writing, verifying, diagnostics. None is named here."""
