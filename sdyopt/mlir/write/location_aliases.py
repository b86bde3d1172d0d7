"""The undefined aliases of locations that MLIR reports; only errors need them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.locations import OpaqueLoc
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.region import Block
from sdyopt.ir.value import BlockArgument
from sdyopt.mlir.tokens import SKIPPED

Located = Operation | BlockArgument


def first_unresolved(text: str, top: Block, aliases: Mapping[str, Attribute]) -> tuple[str, int] | None:
    """The alias, and the offset in `text` where it is used: of what is inside an operation first, then of itself, then
    of the arguments of its blocks.
    """
    for op in top.ops:
        for inner in walk_post(op):
            holders: list[Located] = [inner, *_arguments(inner)]
            for located in holders:
                alias = _alias(located)
                if alias is not None and not isinstance(aliases.get(alias), Location):
                    return alias, _offset(text, top, located, alias)
    return None  # The arguments of a function without a body have no owner.


def _arguments(op: Operation) -> Iterator[BlockArgument]:
    return (argument for region in op.regions for block in region.blocks for argument in block.arguments)


def _alias(located: Located) -> str | None:
    """The alias that stands for a location, if one does."""
    return located.location.alias if isinstance(located.location, OpaqueLoc) else None


def _offset(text: str, top: Block, located: Located, alias: str) -> int:
    """Where the location of an operation or argument is: uses of the same alias come in the order of the text."""
    use = rf"\bloc{SKIPPED}\({SKIPPED}(#{re.escape(alias)}){SKIPPED}\)"
    places = [found.start(1) for found in re.finditer(use, text)]
    number = Counter[str]()
    for other in _in_order(top):
        if other is located:
            break
        number[_alias(other) or ""] += 1
    return places[min(number[alias], len(places) - 1)]


def _in_order(top: Block) -> Iterator[Located]:
    """Operations, each after what is inside it, and arguments of blocks, in the order of the text."""
    work: list[Block | Operation | tuple[Operation]] = [top]
    while work:
        item = work.pop()
        if isinstance(item, Block):
            yield from item.arguments
            work += reversed(list(item.ops))
        elif isinstance(item, tuple):
            yield item[0]
        else:
            work.append((item,))
            work += [block for region in reversed(item.regions) for block in reversed(region.blocks)]
