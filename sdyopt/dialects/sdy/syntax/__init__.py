"""The syntax of SDY: the text after the mnemonics of its attributes, and the directives of its formats."""
