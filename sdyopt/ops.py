"""The classes of the operations of all dialects that come with the package: see `sdyopt.api.op_classes`.

    from sdyopt.ops import sdy, stablehlo

    python -m sdyopt.ops [MODULE:DIALECT]

writes the stub of these, or of the dialect of another package, whose module has then `name = op_classes(DIALECT)`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from sdyopt.api.op_classes import OpClasses, stub_of
from sdyopt.dialects import REGISTRY


def __getattr__(name: str) -> Any:
    dialect = None if name.startswith("__") else REGISTRY.dialect(name)
    if dialect is None:
        raise AttributeError(f"no dialect has the namespace '{name}'")
    globals()[name] = found = OpClasses(dialect)
    return found


if __name__ == "__main__":
    module, _, attribute = "".join(sys.argv[1:]).partition(":")
    dialects = [getattr(import_module(module), attribute)] if module else REGISTRY.all_dialects()
    print(stub_of(dialects, f"The classes of the operations of {module or 'all dialects'}."), end="")
