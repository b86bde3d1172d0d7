"""The pass `-sdy-import-gspmd-shardings`: the annotations that JAX and XLA write for GSPMD become those of SDY."""
