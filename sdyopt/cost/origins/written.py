"""What a program says before passes change it: functions of values, their shardings, and their sharding groups."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attributes import IntegerAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value


class Written:
    """What passes, which inline functions and erase groups, do not keep of a program."""

    def __init__(self, module: Operation) -> None:
        self.functions: dict[Value, str] = {}
        """The names of the functions that values are in."""
        self.groups: dict[Value, int] = {}
        """The numbers of the sharding groups of values."""
        arguments: list[Value] = []
        for function in collect_kind(module, FUNC):
            name = symbol_name(function) or ""
            arguments += [argument for block in function.regions[0].blocks for argument in block.arguments]
            for op in function.walk():
                inside = [argument for region in op.regions for block in region.blocks for argument in block.arguments]
                self.functions.update(dict.fromkeys([*op.results, *inside], name))
                if op.signature.definition is SHARDING_GROUP:
                    self.groups[op.operands[0]] = cast(IntegerAttr, op.properties["group_id"]).value
        self.arguments = frozenset(arguments)
        """Those of functions."""
        self._shardings = {value: sharding_of(value) for value in self.functions}

    def sharding(self, value: Value) -> Sharding | None:
        """Returns the sharding that a value has been given."""
        return self._shardings.get(value)
