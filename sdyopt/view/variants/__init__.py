"""Variants of a program, with other shardings, constraints or meshes, measured and compared.

`edits` reads what is changed, and changes a copy of the program; `measuring` says what each variant costs, and
`variant_command` shows them.
"""
