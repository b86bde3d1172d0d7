"""How the builtin types, attributes and locations are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from math import gcd, prod
from threading import get_ident
from typing import Any

from sdyopt.ir import attributes as a
from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import I64, DenseElementsAttr, SparseElementsAttr
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.diagnostics import inner_mark
from sdyopt.mlir.literals.attributes import check_shaped, element_format
from sdyopt.mlir.literals.dense import HEX_THRESHOLD, ElementFormat, read_dense_literal, reprint
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, float_text, integer_text
from sdyopt.mlir.write.attributes import (
    OTHER_TEXTS,
    PRINTERS,
    define_alias,
    entry_name,
    parts_of,
    string_token,
    symbol_token,
    text_of,
    texts_of,
)

LONGEST_PLAIN_TUPLE = 16
"""A tuple of more types gets an alias."""

_PLAIN_TYPES = {id(a.I64), id(a.FloatType("f64"))}


def elided_text(attribute: Attribute) -> str:
    """The text without the type where MLIR omits it: of i64 and of decimal f64 numbers inside arrays."""
    if isinstance(attribute, a.IntegerAttr) and attribute.type is a.I64:
        return str(attribute.value)
    if isinstance(attribute, a.FloatAttr) and id(attribute.type) in _PLAIN_TYPES:
        text = float_literal(attribute.bits, attribute.type)
        if not text.startswith("0x"):
            return text
    return text_of(attribute)


def float_literal(bits: int, type: Type) -> str:
    """A number of a float type, without the type."""
    assert isinstance(type, a.FloatType)
    return float_text(bits, FLOAT_FORMATS[type.name])


# Types and attributes.


def _function_type(type: a.FunctionType) -> str:
    results = texts_of(type.results)
    if len(type.results) != 1 or isinstance(type.results[0], a.FunctionType):
        results = f"({results})"
    return f"({texts_of(type.inputs)}) -> {results}"


def _opaque(sigil: str, attribute: a.OpaqueType | a.OpaqueAttr) -> str:
    from sdyopt.mlir.declare.dialect import dialect_symbol

    return dialect_symbol(sigil + attribute.dialect, attribute.body)


def _with_type(text: str, type: Type | None) -> str:
    return text if type is None else f"{text} : {text_of(type)}"


def dimensions_text(shape: tuple[int, ...]) -> str:
    """`4x?x`."""
    return "".join([("?" if size == a.DYNAMIC else str(size)) + "x" for size in shape])


def _ranked_tensor_type(type: a.RankedTensorType) -> str:
    encoding = "" if type.encoding is None else f", {text_of(type.encoding)}"
    return f"tensor<{dimensions_text(type.shape)}{text_of(type.element_type)}{encoding}>"


def _vector_type(type: a.VectorType) -> str:
    scalable = type.scalable or (False,) * len(type.shape)
    sizes = [f"[{size}]x" if bracket else f"{size}x" for size, bracket in zip(type.shape, scalable, strict=True)]
    return f"vector<{''.join(sizes)}{text_of(type.element_type)}>"


def _memref_type(type: a.MemRefType) -> str:
    parts = [elided_text(part) for part in (type.layout, type.memory_space) if part is not None]
    return f"memref<{', '.join([dimensions_text(type.shape) + text_of(type.element_type), *parts])}>"


def _unranked_memref_type(type: a.UnrankedMemRefType) -> str:
    space = "" if type.memory_space is None else f", {elided_text(type.memory_space)}"
    return f"memref<*x{text_of(type.element_type)}{space}>"


def dictionary_entry(name: str, value: Attribute) -> str:
    """`name = value`, or just `name` for a unit attribute."""
    return entry_name(name) if value is a.UNIT else f"{entry_name(name)} = {text_of(value)}"


def _dense_array(attribute: a.DenseArrayAttr) -> str:
    elements = f": {array_elements(attribute)}" if attribute.values else ""
    return f"array<{text_of(attribute.element_type)}{elements}>"


def array_elements(attribute: a.DenseArrayAttr) -> str:
    """The elements alone, with commas."""
    if attribute.element_type is a.I1:
        return ", ".join(["true" if value else "false" for value in attribute.values])
    if isinstance(attribute.element_type, a.FloatType):
        return ", ".join([float_literal(bits, attribute.element_type) for bits in attribute.values])
    return ", ".join([str(value) for value in attribute.values])


def _sparse_elements(attribute: a.SparseElementsAttr) -> str:
    parts = f"{attribute.indices}, {attribute.values}" if attribute.indices else ""
    return f"sparse<{parts}> : {text_of(attribute.type)}"


def _strided_layout(attribute: a.StridedLayoutAttr) -> str:
    strides = ", ".join(["?" if stride is None else str(stride) for stride in attribute.strides])
    offset = "" if attribute.offset == 0 else f", offset: {'?' if attribute.offset is None else attribute.offset}"
    return f"strided<[{strides}]{offset}>"


def _distinct(attribute: a.DistinctAttr) -> str:
    return f"distinct[{attribute.id}]<{'' if attribute.referenced is a.UNIT else text_of(attribute.referenced)}>"


_PRINTERS: dict[type[Attribute], Callable[[Any], str]] = {
    a.IntegerType: lambda type: f"{type.signedness}i{type.width}",
    a.FloatType: lambda type: str(type.name),
    a.IndexType: lambda type: "index",
    a.NoneType: lambda type: "none",
    a.BuiltinTokenType: lambda type: "token",
    a.ComplexType: lambda type: f"complex<{text_of(type.element_type)}>",
    a.FunctionType: _function_type,
    a.OpaqueType: lambda type: _opaque("!", type),
    a.RankedTensorType: _ranked_tensor_type,
    a.UnrankedTensorType: lambda type: f"tensor<*x{text_of(type.element_type)}>",
    a.VectorType: _vector_type,
    a.MemRefType: _memref_type,
    a.UnrankedMemRefType: _unranked_memref_type,
    a.OpaqueAttr: lambda attribute: _with_type(_opaque("#", attribute), attribute.type),
    a.UnitAttr: lambda attribute: "unit",
    a.BoolAttr: lambda attribute: "true" if attribute.value else "false",
    a.IntegerAttr: lambda attribute: f"{integer_text(attribute.value)} : {text_of(attribute.type)}",
    a.FloatAttr: lambda attribute: f"{float_literal(attribute.bits, attribute.type)} : {text_of(attribute.type)}",
    a.StringAttr: lambda attribute: _with_type(string_token(attribute.value), attribute.type),
    a.TypeAttr: lambda attribute: text_of(attribute.type),
    a.ArrayAttr: lambda attribute: f"[{', '.join([elided_text(element) for element in attribute.elements])}]",
    a.DictionaryAttr: lambda attribute: f"{{{', '.join([dictionary_entry(*entry) for entry in attribute.entries])}}}",
    a.SymbolRefAttr: lambda attribute: "::".join([symbol_token(name) for name in attribute.path]),
    a.DenseElementsAttr: lambda attribute: f"dense<{attribute.text}> : {text_of(attribute.type)}",
    a.DenseArrayAttr: _dense_array,
    a.SparseElementsAttr: _sparse_elements,
    a.StridedLayoutAttr: _strided_layout,
    a.BareProperties: lambda properties: text_of(properties.given),
}
"""How values of a class are written, except those that may get an alias."""

PRINTERS |= _PRINTERS

define_alias(
    a.TupleType,
    "tuple",
    lambda type: f"tuple<{texts_of(type.types)}>",
    lambda type: len(type.types) > LONGEST_PLAIN_TUPLE,
)
define_alias(
    a.DenseResourceAttr,
    "",
    lambda attribute: f"dense_resource<{entry_name(attribute.key)}> : {text_of(attribute.type)}",
)
define_alias(a.AffineMapAttr, "map", lambda attribute: f"affine_map<{attribute.text}>")
define_alias(a.IntegerSetAttr, "set", lambda attribute: f"affine_set<{attribute.text}>")
define_alias(a.DistinctAttr, "distinct", _distinct)


# Locations.


for _cls in (l.UnknownLoc, l.FileLineColRange, l.NameLoc, l.CallSiteLoc, l.FusedLoc):
    define_alias(_cls, "loc", lambda location: f"loc({location_body(location, inner_mark)})")


def location_body(location: Location, inner_text: Callable[[Location], str]) -> str:
    """Returns the text between the parentheses of `loc(…)`; `inner_text` gives the text of locations inside."""
    if isinstance(location, l.FileLineColRange):
        return _file_location(location)
    if isinstance(location, l.NameLoc):
        child = "" if location.child is None else f"({inner_text(location.child)})"
        return string_token(location.name) + child
    if isinstance(location, l.CallSiteLoc):
        return f"callsite({inner_text(location.callee)} at {inner_text(location.caller)})"
    if isinstance(location, l.FusedLoc):
        metadata = "" if location.metadata is None else f"<{text_of(location.metadata)}>"
        parts = ", ".join([inner_text(part) for part in location.locations])
        return f"fused{metadata}[{parts}]"
    return "unknown"


def _file_location(location: l.FileLineColRange) -> str:
    text = f"{string_token(location.file)}:{location.line}:{location.column}"
    if location.end_line is None:
        return text
    line = "" if location.end_line == location.line else str(location.end_line)
    return f"{text} to {line}:{location.end_column}"


# Affine expressions: `d0 + s0 * 2`, as they stand in affine maps and integer sets.

ADD, MULTIPLY, FLOOR_DIVIDE, CEIL_DIVIDE, MODULO = "+", "*", "floordiv", "ceildiv", "mod"
_HALF = 1 << 63


class Expression:
    """A dimension or symbol (`name`), a constant (`value`) or an `operation` on two expressions.

    Equal expressions have equal keys. `depth` is that of the tree. `divisor` is the largest number that is known to
    divide the expression, whatever its dimensions and symbols are.
    """

    __slots__ = ("depth", "divisor", "is_symbolic", "key", "left", "name", "number", "operation", "right", "value")

    left: Expression
    right: Expression
    key: object

    def __init__(self, name: str = "", value: int | None = None, operation: str = "") -> None:
        self.name = name
        self.number = int(name[1:] or 0)
        self.value = value
        self.operation = operation
        self.depth = 0
        self.is_symbolic = not name.startswith("d")
        self.divisor = 1 if value is None else abs(value)
        self.key = name if value is None else value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@cache
def identifier(name: str) -> Expression:
    """Dimension `d0`, symbol `s1`."""
    return Expression(name)


@cache
def constant(value: int) -> Expression:
    """A number, wrapped around to 64 bits."""
    return Expression(value=_wrapped(value))


_numbers = count()
_keys: dict[tuple[str, object, object], int] = {}
"""Numbers for operations, by their operands' keys, so that however deep expressions are, they are compared at once."""


def _operation(operation: str, left: Expression, right: Expression) -> Expression:
    made = Expression(operation=operation)
    made.left, made.right = left, right
    made.depth = 1 + max(left.depth, right.depth)
    made.is_symbolic = left.is_symbolic and right.is_symbolic
    made.divisor = _divisor(operation, left, right)
    made.key = (operation, _keys.setdefault((operation, left.key, right.key), next(_numbers)))
    return made


def _divisor(operation: str, left: Expression, right: Expression) -> int:
    if operation == MULTIPLY:
        return abs(_wrapped(left.divisor * right.divisor))
    if operation in (ADD, MODULO):
        return gcd(left.divisor, right.divisor)
    if right.value and left.divisor % right.value == 0:
        return abs(left.divisor // right.value)
    return 1


def _wrapped(value: int) -> int:
    return (value + _HALF) % (2 * _HALF) - _HALF


def binary(operation: str, left: Expression, right: Expression) -> Expression:
    """`left operation right`, simplified as MLIR does."""
    while True:
        if (simplified := _SIMPLIFIERS[operation](left, right)) is None:
            return _operation(operation, left, right)
        if isinstance(simplified, Expression):
            return simplified
        operation, left, right = simplified


def subtract(left: Expression, right: Expression) -> Expression:
    """`left - right`, which is `left + right * -1`."""
    return binary(ADD, left, negate(right))


def negate(operand: Expression) -> Expression:
    """`-operand`."""
    return binary(MULTIPLY, operand, constant(-1))


_Simplified = Expression | tuple[str, Expression, Expression] | None
"""A simpler expression; one that is still to be simplified, in its parts; or None: it stays as it is."""


def _fits(value: int) -> bool:
    return -_HALF <= value < _HALF


def _simplify_add(left: Expression, right: Expression) -> _Simplified:
    if left.value is not None and right.value is not None:
        return constant(left.value + right.value) if _fits(left.value + right.value) else None
    if left.value is not None or (left.is_symbolic and not right.is_symbolic) or _is_later(left, right):
        return ADD, right, left
    if right.value == 0:
        return left
    added = left.right.value if left.operation == ADD else None
    if added is not None and right.value is not None:
        return ADD, left.left, constant(added + right.value)
    (factor, first), (other, second) = _scaled(left), _scaled(right)
    if first == second:
        return MULTIPLY, first, constant(factor + other)
    if added is not None:
        return ADD, binary(ADD, left.left, right), left.right
    return _remainder(left, right)


def _is_later(left: Expression, right: Expression) -> bool:
    """Whether both are dimensions or both symbols, but not in their order."""
    return left.name[:1] == right.name[:1] != "" and left.number > right.number


def _scaled(expression: Expression) -> tuple[int, Expression]:
    """Returns what `expression` is a multiple of, and how often."""
    if expression.operation == MULTIPLY and expression.right.value is not None:
        return expression.right.value, expression.left
    return 1, expression


def _remainder(left: Expression, right: Expression) -> _Simplified:
    """`left - (left floordiv q) * q` is `left mod q`; of a sum on the left, too, it may be the last summand that is."""
    if right.operation != MULTIPLY:
        return None
    product, factor = right.left, right.right
    if factor.value == -1 and product.operation == MULTIPLY:
        quotient, divisor = product.left, product.right
        if quotient.operation == FLOOR_DIVIDE and quotient.right == divisor and quotient.left == left:
            return MODULO, left, divisor
    if product.operation != FLOOR_DIVIDE:
        return None
    divisor = product.right
    if product.left == left and divisor.value is not None and divisor.value > 0 and factor.value == -divisor.value:
        return MODULO, left, divisor
    if left.operation == ADD and _simplify_add(left.right, right) is not None:
        return ADD, left.left, binary(ADD, left.right, right)
    return None


def _simplify_multiply(left: Expression, right: Expression) -> _Simplified:
    if left.value is not None and right.value is not None:
        return constant(left.value * right.value) if _fits(left.value * right.value) else None
    if not right.is_symbolic or left.value is not None or _is_later(left, right):
        return MULTIPLY, right, left
    if right.value == 1:
        return left
    if right.value == 0:
        return right
    factor = left.right.value if left.operation == MULTIPLY else None
    if factor is None:
        return None
    if right.value is not None:
        return MULTIPLY, left.left, constant(factor * right.value)
    return MULTIPLY, binary(MULTIPLY, left.left, right), left.right


def _simplify_floor_divide(left: Expression, right: Expression) -> _Simplified:
    simplified = _simplify_divide(left, right, lambda dividend, divisor: dividend // divisor)
    if simplified is None and right.value and left.operation == ADD:
        first, second = left.left, left.right
        if first.divisor % right.value == 0 or second.divisor % right.value == 0:
            return ADD, binary(FLOOR_DIVIDE, first, right), binary(FLOOR_DIVIDE, second, right)
    return simplified


def _simplify_ceil_divide(left: Expression, right: Expression) -> _Simplified:
    return _simplify_divide(left, right, lambda dividend, divisor: -(-dividend // divisor))


def _simplify_divide(left: Expression, right: Expression, quotient: Callable[[int, int], int]) -> _Simplified:
    if not right.value:
        return constant(1) if left == right and right.value is None else None
    if left.value is not None:
        result = quotient(left.value, right.value)
        return constant(result) if _fits(result) else None
    if right.value == 1:
        return left
    factor = left.right.value if left.operation == MULTIPLY else None
    if factor is not None and factor % right.value == 0:
        return MULTIPLY, left.left, constant(factor // right.value)
    return None


def _simplify_modulo(left: Expression, right: Expression) -> _Simplified:
    if right.value is None or right.value < 1:
        return constant(0) if left == right and right.value is None else None
    if left.value is not None:
        return constant(left.value % right.value)
    if left.divisor % right.value == 0:
        return constant(0)
    if left.operation == ADD:
        if left.left.divisor % right.value == 0:
            return MODULO, left.right, right
        if left.right.divisor % right.value == 0:
            return MODULO, left.left, right
    if left.operation == MODULO:
        inner = left.right.value
        if inner is not None and inner >= 1 and inner % right.value == 0:
            return MODULO, left.left, right
    return None


_SIMPLIFIERS: dict[str, Callable[[Expression, Expression], _Simplified]] = {
    ADD: _simplify_add,
    MULTIPLY: _simplify_multiply,
    FLOOR_DIVIDE: _simplify_floor_divide,
    CEIL_DIVIDE: _simplify_ceil_divide,
    MODULO: _simplify_modulo,
}


def expression_text(root: Expression) -> str:
    """`root` as MLIR prints it. Does not recurse."""
    out: list[str] = []
    work: list[str | tuple[Expression, bool]] = [(root, False)]
    while work:
        if isinstance(part := work.pop(), str):
            out.append(part)
        else:
            work += reversed(_parts(*part))
    return "".join(out)


def _parts(expression: Expression, is_tight: bool) -> list[str | tuple[Expression, bool]]:
    """An expression's text in pieces; where it `is_tight`, an operation needs parentheses."""
    if expression.value is not None:
        return [str(expression.value)]
    if not expression.operation:
        return [expression.name]
    left, right = expression.left, expression.right
    if expression.operation == ADD:
        parts = _sum(left, right)
    elif expression.operation == MULTIPLY and right.value == -1:
        parts = ["-", (left, True)]
    else:
        parts = [(left, True), f" {expression.operation} ", (right, True)]
    return ["(", *parts, ")"] if is_tight else parts


def _sum(left: Expression, right: Expression) -> list[str | tuple[Expression, bool]]:
    """A sum, in which a negative part is taken away."""
    factor = right.right.value if right.operation == MULTIPLY else None
    if factor == -1:
        return [(left, False), " - ", (right.left, right.left.operation == ADD)]
    if factor is not None and factor < -1:
        return [(left, False), " - ", (right.left, True), f" * {-factor}"]
    if right.value is not None and right.value < 0:
        return [(left, False), f" - {-right.value}"]
    return [(left, False), " + ", (right, False)]


# How a program is printed.

NO_HEX = -1
"""In place of a number of elements: none are printed in hexadecimal."""


class PrintOptions(NamedTuple):
    """The printing options of mlir-opt; by default it prints without any."""

    generic: bool = False
    """All operations in generic form."""
    debug_info: bool = False
    """With locations."""
    local_scope: bool = False
    """Everything is written in place: no aliases, and no resources after the program."""
    value_users: bool = False
    """The users of each value follow it as a comment."""
    skip_regions: bool = False
    """`{...}` in place of regions."""
    elide_elements: int | None = None
    """More different elements than this are elided."""
    hex_elements: int = HEX_THRESHOLD
    """More different elements than this are printed as one hexadecimal string; see NO_HEX."""
    names_from_locations: bool = False
    """Values have the name in their location, if it has one."""

    @property
    def changes_elements(self) -> bool:
        """Whether any elements may be shown otherwise than usual."""
        return self.elide_elements is not None or self.hex_elements != HEX_THRESHOLD


PLAIN = PrintOptions()
"""The text that mlir-opt prints without options."""


# Elements that are printed in hexadecimal or elided, depending on their number.


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
            if waiting := [part for part in parts if part not in found]:
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
        if (shape := read_dense_literal(text).shape) is not None:
            return shape[0]
    return 1
