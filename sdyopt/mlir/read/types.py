"""Builtin types: https://mlir.llvm.org/docs/Dialects/Builtin/#types."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sdyopt.ir import attributes as t
from sdyopt.ir.attribute import Attribute, Type, remembered_table
from sdyopt.ir.attributes import (
    AffineMapAttr,
    BoolAttr,
    DictionaryAttr,
    IntegerAttr,
    IntegerSetAttr,
    StridedLayoutAttr,
    StringAttr,
)
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.diagnostics import Hinted
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, short_integer
from sdyopt.mlir.read.tokens import Failed, Tokens
from sdyopt.mlir.releases import since
from sdyopt.mlir.tokens import pattern
from sdyopt.mlir.write import builtin as affine
from sdyopt.mlir.write.attributes import MAX_NESTING, text_of
from sdyopt.mlir.write.builtin import Expression, binary, expression_text

SCALAR_TYPE = rf"(?:[su]?i\d+|index|none|token|{'|'.join(sorted(FLOAT_FORMATS, key=len, reverse=True))})"
_SCALAR = re.compile(SCALAR_TYPE, re.ASCII)
_TENSOR = re.compile(rf"tensor<((?:(?:\d{{1,18}}|\?)x)*)({SCALAR_TYPE})>", re.ASCII).match
"""A tensor of scalars none of whose sizes is too large."""

INTEGER_TYPE = pattern(r"([su]?)i(\d+)", re.ASCII)
MAX_INTEGER_WIDTH = (1 << 24) - 1

_known: dict[str, Type] = remembered_table()
"""Scalars by their text."""


class Types(Tokens):
    """Reads types."""

    def parse_type(self) -> Type:
        return self._parse_arrow_type() if self.token == "(" else self.parse_plain_type()

    def parse_plain_type(self) -> Type:
        """Reads a type that is not a function type."""
        if (found := self._parse_optional_plain_type()) is None:
            raise self._wrong_type()
        return found

    def _wrong_type(self) -> Failed:
        """Reports that a type is missing, with a hint if a word resembles one."""
        from sdyopt.mlir.read.suggestions import type_hint

        message = "expected non-function type"
        word = self.token if self.kind == "WORD" else ""
        return self.wrong_token(Hinted(message, type_hint(word)) if word else message)

    def parse_optional_type(self) -> Type | None:
        return self._parse_arrow_type() if self.token == "(" else self._parse_optional_plain_type()

    def parse_types(self) -> list[Type]:
        """Reads types with commas."""
        return self.parse_several(self.parse_type)

    def parse_types_in_parentheses(self) -> list[Type]:
        """Reads types with commas between parentheses."""
        return self.parse_list("(", ")", "", self.parse_type)

    def parse_function_results(self) -> list[Type]:
        """Reads the types after the arrow of a function type."""
        return self.parse_types_in_parentheses() if self.token == "(" else [self.parse_plain_type()]

    def _parse_arrow_type(self) -> Type:
        self.go_deeper()
        inputs = self.parse_types_in_parentheses()
        self.parse_token("->", "expected '->' in function type")
        results = self.parse_function_results()
        self.depth -= 1
        return t.FunctionType(tuple(inputs), tuple(results))

    def _parse_optional_plain_type(self) -> Type | None:
        token = self.token
        if (known := _known.get(token)) is not None:
            self.consume()
            return known
        if token == "tensor":
            found = _TENSOR(self.text, self.start)
            tensors = None if found is None else tensors_of(found[2])
            if found is not None and tensors is not None:
                self.reset(found.end())
                return tensors[found[1]]
        if (read := _READERS.get(token)) is not None:
            at = self.start
            self.go_deeper()
            self.consume()
            self.parse_token("<", f"expected '<' in {token} type")
            found_type = read(self, at)
            self.depth -= 1
            return found_type
        if self.kind == "BANG":
            symbol: Any = self.parse_symbol(True)
            return symbol  # type: ignore[no-any-return]
        return self._parse_scalar() if self.kind == "WORD" and _SCALAR.fullmatch(token) else None

    def _parse_scalar(self) -> Type:
        try:
            scalar = scalar_type(self.token)
        except ValueError as wrong:
            raise self.error_at(str(wrong), self.start) from None
        _known[self.token] = scalar
        self.consume()
        return scalar

    # Types with parameters: what comes after `<`, of the type at the place `start`.

    def _parse_tensor(self, start: int) -> Type:
        shape = self._parse_dimensions_or_star()
        at = self.start
        try:
            element = self.parse_type()
        except Failed:
            if self.consume_if(","):
                self.parse_optional_attribute()
            raise
        encoding = None
        if self.consume_if(","):
            encoding = self.parse_optional_attribute()
            self._check_encoding(encoding, shape or (), element)
        self.parse_token(">", "expected '>' in tensor type")
        self._check_element("tensor", element, at)
        if shape is None:
            if encoding is not None:
                raise self.error_here("cannot apply encoding to unranked tensor")
            return t.UnrankedTensorType(element)
        return t.RankedTensorType(shape, element) if encoding is None else t.RankedTensorType(shape, element, encoding)

    def _check_encoding(self, encoding: Attribute | None, shape: tuple[int, ...], element: Type) -> None:
        """Lets an encoding say whether it can be that of such a tensor."""
        check: Callable[[tuple[int, ...], str], None] | None = getattr(encoding, "check_encoding", None)
        if check is not None:
            try:
                check(shape, text_of(t.RankedTensorType(shape, element)))
            except ValueError as wrong:
                raise self.error_here(str(wrong)) from None

    def _check_element(self, kind: str, element: Type, at: int) -> None:
        is_builtin = isinstance(element, (*_OF_MEMREFS, *_OF_NEITHER))
        accepted = _OF_TENSORS if kind == "tensor" else _OF_MEMREFS
        if not isinstance(element, accepted) and (is_builtin or kind == "memref"):
            raise self.error_at(f"invalid {kind} element type", at)

    def _parse_memref(self, start: int) -> Type:
        shape = self._parse_dimensions_or_star()
        at = self.start
        element = self.parse_type()
        self._check_element("memref", element, at)
        parameters: list[Attribute] = []
        if not self.consume_if(">"):
            self.parse_token(",", "expected ',' or '>' in memref type")
            self.parse_list_until(">", lambda: self._parse_memref_parameter(shape, parameters), allow_empty=False)
        return self._memref(shape, element, parameters, start)

    def _parse_memref_parameter(self, shape: tuple[int, ...] | None, earlier: list[Attribute]) -> None:
        attribute = self.parse_attribute()
        has_space = any(not isinstance(parameter, _LAYOUTS) for parameter in earlier)
        if isinstance(attribute, _LAYOUTS):
            if shape is None:
                raise self.error_here("cannot have affine map for unranked memref type")
            if has_space:
                raise self.error_here("expected memory space to be last in memref type")
        elif has_space:
            raise self.error_here("multiple memory spaces specified in memref type")
        earlier.append(attribute)

    def _memref(self, shape: tuple[int, ...] | None, element: Type, parameters: list[Attribute], start: int) -> Type:
        layouts = [parameter for parameter in parameters if isinstance(parameter, _LAYOUTS)]
        space = next((parameter for parameter in parameters if not isinstance(parameter, _LAYOUTS)), None)
        layout = layouts[-1] if layouts else None
        rank = len(shape or ())
        if isinstance(layout, AffineMapAttr):
            if layout.dimensions != rank:
                message = f"memref layout mismatch between rank and affine map: {rank} != {layout.dimensions}"
                raise self.error_at(message, start)
            if layout.is_identity:
                layout = None
        elif layout is not None and len(layout.strides) != rank:
            raise self.error_at("expected the number of strides to match the rank", start)
        is_builtin = type(space).__module__.startswith("sdyopt.ir.")
        if is_builtin and type(space) not in _MEMORY_SPACES and not since("0.12.0.1"):
            raise self.error_at("unsupported memory space Attribute", start)
        if isinstance(space, (IntegerAttr, BoolAttr)) and not space.value:
            space = None
        return t.UnrankedMemRefType(element, space) if shape is None else t.MemRefType(shape, element, layout, space)

    def _parse_vector(self, start: int) -> Type:
        shape, scalable = [], []
        while self.kind == "INTEGER" or self.token == "[":
            is_scalable = self.consume_if("[")
            shape.append(self.parse_dimension())
            scalable.append(is_scalable)
            if is_scalable and not self.consume_if("]"):
                raise self.wrong_token("missing ']' closing scalable dimension")
            self.parse_x()
        element = self.parse_type()
        self.parse_token(">", "expected '>' in vector type")
        if not isinstance(element, _NUMBERS):
            raise self.error_at("failed to verify 'elementType': VectorElementTypeInterface instance", start)
        if 0 in shape:
            sizes = ", ".join(map(str, shape))
            raise self.error_at(f"vector types must have positive constant sizes but got {sizes}", start)
        return t.VectorType(tuple(shape), element, tuple(scalable) if any(scalable) else ())

    def _parse_dimensions_or_star(self) -> tuple[int, ...] | None:
        """Reads `4x?x`, or `*x`, for which it returns None."""
        if self.consume_if("*"):
            self.parse_x()
            return None
        shape = []
        while self.kind == "INTEGER" or self.token == "?":
            shape.append(t.DYNAMIC if self.consume_if("?") else self.parse_dimension())
            self.parse_x()
        return tuple(shape)

    def parse_dimension(self) -> int:
        """Reads the size of a dimension."""
        if self.kind != "INTEGER":
            raise self.error_here("invalid dimension")
        if self.token.startswith("0x"):
            self.reset(self.start + 1)
            return 0
        if (size := short_integer(self.token)) >= 1 << 63:
            raise self.error_here("invalid dimension")
        self.consume()
        return size

    def parse_x(self) -> None:
        """Goes past the `x` of a dimension, with which the token may begin that says more."""
        if self.kind != "WORD" or self.token[0] != "x":
            raise self.wrong_token("expected 'x' in dimension list")
        self.reset(self.start + 1)

    def _parse_complex(self, start: int) -> Type:
        at = self.start
        element = self.parse_type()
        self.parse_token(">", "expected '>' in complex type")
        if not isinstance(element, (t.FloatType, t.IntegerType)):
            raise self.error_at("invalid element type for complex", at)
        return t.ComplexType(element)

    def _parse_tuple(self, start: int) -> Type:
        types = [] if self.token == ">" else self.parse_types()
        self.parse_token(">", "expected '>' in tuple type")
        return t.TupleType(tuple(types))


_READERS: dict[str, Callable[[Any, int], Type]] = {
    "tensor": Types._parse_tensor,
    "memref": Types._parse_memref,
    "vector": Types._parse_vector,
    "complex": Types._parse_complex,
    "tuple": Types._parse_tuple,
}
"""By the word that a type begins with."""

_LAYOUTS = (AffineMapAttr, StridedLayoutAttr)
_MEMORY_SPACES = (IntegerAttr, BoolAttr, StringAttr, DictionaryAttr)
"""The builtin attributes that say where a memref is; those of dialects may, too."""

_NUMBERS = (t.IntegerType, t.IndexType, t.FloatType)
_OF_TENSORS = (*_NUMBERS, t.ComplexType, t.VectorType)
_OF_MEMREFS = (*_OF_TENSORS, t.MemRefType, t.UnrankedMemRefType)
_OF_NEITHER = (t.NoneType, t.BuiltinTokenType, t.FunctionType, t.TupleType, t.RankedTensorType, t.UnrankedTensorType)


def scalar_type(name: str) -> Type:
    """Returns the builtin scalar type of this name. Raises ValueError if it is too wide."""
    if integer := INTEGER_TYPE.fullmatch(name):
        if (width := short_integer(integer[2])) >= 1 << 32:
            raise ValueError("invalid integer width")
        if width > MAX_INTEGER_WIDTH:
            raise ValueError(f"integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits")
        return t.IntegerType(width, integer[1])
    if name == "index":
        return t.IndexType()
    if name == "none":
        return t.NoneType()
    if name == "token":
        return t.BuiltinTokenType()
    if name == "f8E5M3FNU" and not since("0.11.1"):
        raise ValueError("expected non-function type")
    return t.FloatType(name)


class TensorTypes(dict[str, Type]):
    """The tensors of scalars of one type, by their sizes, as `4x?x`. They are made when they are looked up."""

    __slots__ = ("element", "text")

    def __init__(self, element: Type) -> None:
        self.element = element
        self.text = text_of(element)

    def __missing__(self, sizes: str) -> Type:
        numbers = sizes.replace("?", _DYNAMIC)[:-1].split("x") if sizes else ()
        made: Type = t.RankedTensorType(tuple(map(int, numbers)), self.element, None)
        if sizes[:1] != "0" and "x0" not in sizes:  # as it is printed
            _set_printed(made, f"tensor<{sizes}{self.text}>")
        self[sizes] = made
        return made


_set_printed = Type.printed.__set__  # type: ignore[union-attr]


_DYNAMIC = str(t.DYNAMIC)

_tensors: dict[str, TensorTypes | None] = remembered_table()
"""By the name of the scalar; None if no tensor has such elements."""


def tensors_of(element: str) -> TensorTypes | None:
    """Returns the tensors of the scalars of that name; None if no tensor has such."""
    if element not in _tensors:
        try:
            scalar = scalar_type(element) if _SCALAR.fullmatch(element) else None
        except ValueError:
            scalar = None
        _tensors[element] = TensorTypes(scalar) if isinstance(scalar, _NUMBERS) else None
    return _tensors[element]


# Affine maps and integer sets: https://mlir.llvm.org/docs/Dialects/Affine/#affine-maps.

_HIGH = {"*": affine.MULTIPLY, "floordiv": "floordiv", "ceildiv": "ceildiv", "mod": "mod"}
"""The operators that bind more than `+` and `-`."""


class AffineFunction(NamedTuple):
    """An affine map with these results or, with `equalities`, an integer set.

    Each expression of a set is 0, or not below it: `equalities` says which.
    """

    dimensions: int
    symbols: int
    expressions: tuple[Expression, ...]
    equalities: tuple[bool, ...] | None = None

    @property
    def attribute(self) -> AffineMapAttr | IntegerSetAttr:
        names = f"({', '.join([f'd{number}' for number in range(self.dimensions)])})"
        if self.symbols:
            names += f"[{', '.join([f's{number}' for number in range(self.symbols)])}]"
        texts = map(expression_text, self.expressions)
        if self.equalities is None:
            return AffineMapAttr(f"{names} -> ({', '.join(texts)})", self.dimensions)
        pairs = zip(texts, self.equalities, strict=True)
        constraints = [f"{text} {'==' if is_equality else '>='} 0" for text, is_equality in pairs]
        return IntegerSetAttr(f"{names} : ({', '.join(constraints)})")


class Affine(Tokens):
    """Reads affine maps and integer sets."""

    names: dict[str, Expression]
    """The dimensions and symbols of the map or set that is being read."""

    def parse_affine(self, is_set: bool) -> Attribute:
        start = self.start
        function = self.parse_affine_function()
        if is_set != (function.equalities is not None):
            kinds = ("AffineMap", "IntegerSet") if is_set else ("IntegerSet", "AffineMap")
            raise self.error_at(f"expected {kinds[1]}, but got {kinds[0]}", start)
        return function.attribute

    def parse_affine_function(self) -> AffineFunction:
        """Reads what is between the brackets of an affine map or an integer set."""
        self.names = {}
        dimensions = self._parse_names("d", "(", ")", " in dimensional identifier list")
        symbols = self._parse_names("s", "[", "]", " in symbol list") if self.token == "[" else 0
        if self.consume_if("->"):
            found = self.parse_list("(", ")", " in affine map range", self._parse_expression)
            return AffineFunction(dimensions, symbols, tuple(found))
        if not self.consume_if(":"):
            raise self.wrong_token("expected '->' or ':'")
        equalities: list[bool] = []
        context = " in integer set constraint list"
        if not (found := self.parse_list("(", ")", context, lambda: self._parse_constraint(equalities))):
            return AffineFunction(dimensions, symbols, (affine.constant(0),), (True,))
        return AffineFunction(dimensions, symbols, tuple(found), tuple(equalities))

    def _parse_names(self, letter: str, opening: str, closing: str, context: str) -> int:
        """Reads the names of dimensions or symbols; returns how many there are."""
        before = len(self.names)
        return len(self.parse_list(opening, closing, context, lambda: self._parse_name(letter, before)))

    def _parse_name(self, letter: str, before: int) -> None:
        if self.kind != "WORD":
            raise self.wrong_token("expected bare identifier")
        if self.token in self.names:
            raise self.error_here(f"redefinition of identifier '{self.token}'")
        self.names[self.token] = affine.identifier(f"{letter}{len(self.names) - before}")
        self.consume()

    def _parse_constraint(self, equalities: list[bool]) -> Expression:
        """Reads what is compared with 0, and adds whether it is to be equal."""
        left = self._parse_expression()
        sign = self.token
        is_relation = sign in (">", "<", "=")
        if is_relation:
            self.consume()
        if not is_relation or not self.consume_if("="):
            raise self.error_here("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
        right = self._parse_expression()
        equalities.append(sign == "=")
        return affine.subtract(right, left) if sign == "<" else affine.subtract(left, right)

    def _parse_expression(self) -> Expression:
        """Reads sums: products bind tighter than sums, and a minus in front of an operand tighter than both."""
        total: Expression | None = None
        low = ""
        while True:
            product = self._parse_product(low)
            if total is None:
                total = product
            else:
                total = self._checked(
                    binary(affine.ADD, total, product) if low == "+" else affine.subtract(total, product)
                )
            if self.token not in ("+", "-"):
                return total
            low = self.token
            self.consume()

    def _parse_product(self, operator: str) -> Expression:
        """Reads a product, or another operation that binds as tight; `operator` precedes it."""
        product = self._parse_operand(operator)
        high = _HIGH.get(self.token)
        while high is not None:
            at, token = self.start, self.token
            self.consume()
            operand = self._parse_operand(token)
            following = _HIGH.get(self.token)
            product = self._product(high, product, operand, at if following is None else self.start)
            high = following
        return product

    def _product(self, operation: str, left: Expression, right: Expression, place: int) -> Expression:
        message = "non-affine expression: "
        if operation == affine.MULTIPLY:
            if not left.is_symbolic and not right.is_symbolic:
                message += "at least one of the multiply operands has to be either a constant or symbolic"
                raise self.error_at(message, place)
        elif not right.is_symbolic:
            message += f"right operand of {operation} has to be either a constant or symbolic"
            raise self.error_at(message, place)
        return self._checked(binary(operation, left, right))

    def _parse_operand(self, operator: str) -> Expression:
        """Reads an operand after `operator`, if that is not empty."""
        if (token := self.token) == "(":
            return self._parse_parentheses()
        if token == "-":
            return self._parse_negation(operator)
        if self.kind == "INTEGER":
            if (value := short_integer(token)) >= (1 << 63) + since("0.11.2"):
                raise self.error_here("constant too large for index")
            self.consume()
            return affine.constant(value)
        if self.kind == "WORD":
            return self._parse_known_name()
        if self.kind == "VALUE":
            raise self.wrong_token("unexpected ssa identifier")
        if operator:
            raise self.error_here("missing right operand of binary operator")
        if token in ("+", "*"):
            raise self.error_here("missing left operand of binary operator")
        raise self.error_here("expected affine expression")

    def _parse_known_name(self) -> Expression:
        if self.token == "symbol":
            self.consume()
            self.parse_token("(", "expected '(' at start of SSA symbol")
            raise self.wrong_token("unexpected ssa identifier")
        if (known := self.names.get(self.token)) is None:
            raise self.wrong_token("use of undeclared identifier")
        self.consume()
        return known

    def _parse_parentheses(self) -> Expression:
        self.go_deeper()
        self.consume()
        if self.token == ")":
            raise self.error_here("no expression inside parentheses")
        expression = self._parse_expression()
        self.parse_token(")", "expected ')'")
        self.depth -= 1
        return expression

    def _parse_negation(self, operator: str) -> Expression:
        self.go_deeper()
        self.consume()
        try:
            operand = self._parse_operand(operator)
        except Failed:
            self.error_here("missing operand of negation")
            raise
        self.depth -= 1
        return affine.negate(operand)

    def _checked(self, expression: Expression) -> Expression:
        if expression.depth > MAX_NESTING:
            raise self.too_deep()
        return expression
