"""Variants of a program, with other shardings, constraints or meshes, measured and compared.

`specs` reads what is changed, `edits` changes a copy of the program, `measuring` says what each variant costs, and
`columns.variants` and `variant_page` show them.
"""
