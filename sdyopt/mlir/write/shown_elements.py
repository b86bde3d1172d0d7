"""Elements that are printed in hexadecimal or elided, depending on their number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from threading import get_ident

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I64, DenseElementsAttr, SparseElementsAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.literals.attributes import check_shaped, element_format
from sdyopt.mlir.literals.dense import ElementFormat, reprint
from sdyopt.mlir.literals.dense_literal import read_dense_literal
from sdyopt.mlir.write.attributes import OTHER_TEXTS, PRINTERS, parts_of, text_of
from sdyopt.mlir.write.print_options import NO_HEX, PrintOptions


class _ShownElements:
    """The texts of what is, or holds, many elements, as options say."""

    def __init__(self, options: PrintOptions) -> None:
        self.texts: dict[Attribute, str] = {}
        self._options = options
        self._differs: dict[Attribute, bool] = {}

    def write(self, attribute: Attribute) -> str:
        if isinstance(attribute, DenseElementsAttr | SparseElementsAttr):
            return _printed(attribute, self._options)
        return PRINTERS[type(attribute)](attribute)

    def differs(self, attribute: Attribute) -> bool:
        """Whether a value is many elements, or holds any. Does not recurse."""
        found = self._differs
        work = [] if attribute in found else [attribute]
        while work:
            parts = list(parts_of(work[-1]))
            waiting = [part for part in parts if part not in found]
            if waiting:
                work += waiting
            else:
                inner = work.pop()
                found[inner] = _has_many(inner) or any(found[part] for part in parts)
        return found[attribute]


@contextmanager
def elements_shown(options: PrintOptions) -> Iterator[None]:
    """Meanwhile this thread writes elements as `options` say."""
    thread = get_ident()
    before = OTHER_TEXTS.get(thread)
    OTHER_TEXTS[thread] = _ShownElements(options)
    try:
        yield
    finally:
        if before is None:
            del OTHER_TEXTS[thread]
        else:
            OTHER_TEXTS[thread] = before


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
