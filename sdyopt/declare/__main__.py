"""`python -m sdyopt.declare NAMESPACE` prints a page about a dialect in Markdown, from its declarations."""

from __future__ import annotations

import sys

from sdyopt.dialects import REGISTRY
from sdyopt.mlir.declare.pages import dialect_page
from sdyopt.mlir.installed import BrokenPackageError


def main(arguments: list[str]) -> int:
    """Prints the page, or what is wrong. Returns the exit status."""
    if len(arguments) != 1:
        print("usage: python -m sdyopt.declare NAMESPACE", file=sys.stderr)
        return 1
    try:
        dialect = REGISTRY.dialect(arguments[0])
    except BrokenPackageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if dialect is None:
        known = ", ".join(sorted(REGISTRY.namespaces))
        print(f"error: there is no dialect '{arguments[0]}': it is one of {known}", file=sys.stderr)
        return 1
    print(dialect_page(dialect), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
