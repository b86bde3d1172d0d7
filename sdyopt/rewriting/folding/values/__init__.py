"""The values that folders compute with: elements of constants, arithmetic on integers and floats in all formats."""
