"""Elements that are printed in hexadecimal or elided, depending on their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from math import prod

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I64, DenseElementsAttr, SparseElementsAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import LOCK, remembered_table
from sdyopt.mlir.literals.attributes import check_shaped, element_format
from sdyopt.mlir.literals.dense import ElementFormat, reprint
from sdyopt.mlir.literals.dense_literal import read_dense_literal
from sdyopt.mlir.write.attributes import parts_of, printed_by, text_of
from sdyopt.mlir.write.print_options import NO_HEX, PrintOptions


@contextmanager
def elements_shown(attributes: Callable[[], Iterable[Attribute]], options: PrintOptions) -> Iterator[None]:
    """Meanwhile elements among `attributes` and inside them are printed as `options` say."""
    usual = {attribute: attribute.printed for attribute in _with_elements(attributes())}
    try:
        for attribute in usual:
            attribute.printed = None  # type: ignore[misc]
        with printed_by(lambda elements: _printed(elements, options), (DenseElementsAttr, SparseElementsAttr)):
            yield
    finally:
        for attribute in _with_elements(attributes()):
            attribute.printed = usual.get(attribute)  # type: ignore[misc]


def all_with_elements() -> Iterable[Attribute]:
    """Every attribute that is or has many elements: what is printed may be made of those of operations."""
    with LOCK:
        new = attributes_since(_LOOKED_AT)
        _LOOKED_AT.update(instance_counts())
        _FOUND.update(dict.fromkeys(_with_elements(new)))
        return list(_FOUND)


_LOOKED_AT: dict[type[Attribute], int] = remembered_table()
"""How many instances each class had when `all_with_elements` looked last."""

_FOUND: dict[Attribute, None] = remembered_table()
"""What it has found in them."""


def instance_counts() -> dict[type[Attribute], int]:
    """Returns how many attributes of each class there are."""
    counts: dict[type[Attribute], int] = {}
    classes = [Attribute]
    while classes:
        found = classes.pop()
        classes += found.__subclasses__()
        counts[found] = len(found.instances)
    return counts


def attributes_since(counts: dict[type[Attribute], int]) -> list[Attribute]:
    """Returns the attributes that have been made since there were these `counts` of them."""
    return [
        attribute
        for cls, count in instance_counts().items()
        for attribute in islice(reversed(cls.instances.values()), count - counts.get(cls, 0))
    ]


def _with_elements(roots: Iterable[Attribute]) -> list[Attribute]:
    """Those of many elements among `roots` and inside them, and whatever holds any. Does not recurse."""
    holds: dict[Attribute, bool] = {}
    work = list(roots)
    while work:
        attribute = work[-1]
        parts = list(parts_of(attribute))
        waiting = [part for part in parts if part not in holds]
        if waiting:
            work += waiting
        else:
            holds[attribute] = _has_many(attribute) or any(holds[part] for part in parts)
            work.pop()
    return [attribute for attribute, holding in holds.items() if holding]


def _has_many(attribute: Attribute) -> bool:
    """Whether it is elements of which there are more than one: others are shown in one way only."""
    if isinstance(attribute, DenseElementsAttr):
        return attribute.text.startswith(("[", '"'))
    return isinstance(attribute, SparseElementsAttr)


class _Elements(NamedTuple):
    """A literal inside an attribute."""

    text: str
    shape: tuple[int, ...]
    format: ElementFormat

    @property
    def differ(self) -> bool:
        """Whether there are different elements, which are listed one by one."""
        return self.text.startswith("[") or self.is_hex

    @property
    def is_hex(self) -> bool:
        return self.text.startswith('"0x') and self.format.kind != "string"

    def shown(self, limit: int) -> str:
        """The literal, in hexadecimal if it has more than `limit` different elements."""
        wants_hex = limit != NO_HEX and prod(self.shape) > limit
        if not self.differ or self.is_hex == wants_hex:
            return self.text
        return reprint(self.text, self.shape, self.format, limit if wants_hex else None)


def _printed(attribute: DenseElementsAttr | SparseElementsAttr, options: PrintOptions) -> str:
    """The text of elements that are not elided."""
    shape, element_type = check_shaped(attribute.type)
    form = element_format(element_type)
    if isinstance(attribute, DenseElementsAttr):
        elements = _Elements(attribute.text, shape, form)
        literals = [elements]
        text = f"dense<{elements.shown(options.hex_elements)}>"
    else:
        count = _count(attribute, form)
        indices = _Elements(attribute.indices, (count, len(shape)), element_format(I64))
        values = _Elements(attribute.values, (count,), form)
        literals = [indices, values]
        text = f"sparse<{indices.text}, {values.shown(options.hex_elements)}>" if count else "sparse<>"
    limit = options.elide_elements
    if limit is not None and any(literal.differ and prod(literal.shape) > limit for literal in literals):
        text = "dense_resource<__elided__>"
    return f"{text} : {text_of(attribute.type)}"


def _count(attribute: SparseElementsAttr, form: ElementFormat) -> int:
    """The number of elements that a sparse attribute lists; 1 also for several that are equal, at the same place."""
    if not attribute.values:
        return 0
    if form.kind != "string" and attribute.values.startswith('"0x'):
        return len(bytes.fromhex(attribute.values[3:-1])) // form.byte_width
    for text in (attribute.indices, attribute.values):
        shape = read_dense_literal(text).shape
        if shape is not None:
            return shape[0]
    return 1
