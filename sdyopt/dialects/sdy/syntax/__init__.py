"""The syntax of SDY: what stands after the mnemonics of its attributes, and the directives of its formats."""
