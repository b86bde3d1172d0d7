"""The program in memory: operations, blocks, regions, values and their uses, attributes, types, locations."""

_is_only_ours = False


def run_only_ours() -> None:
    """Says that this process runs code of this project alone, as commands do, before anything else of it is imported.

    Operations have then no attributes by the names that they declare, `op.dot_dimension_numbers`, which our own code
    does not use: before Python 3.12 a class with `__getattr__` makes each access to an attribute slower, and
    propagation by 11 %.
    """
    global _is_only_ours
    _is_only_ours = True


def is_only_ours() -> bool:
    """Whether this process runs code of this project alone."""
    return _is_only_ours
