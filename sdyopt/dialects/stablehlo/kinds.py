"""The kinds of types that StableHLO's declarations ask for, with the words of the reference for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sdyopt.dialects.quant import PER_AXIS, PER_TENSOR, UniformQuantizedType
from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.attributes import FutureType, TokenType, TypeExtensions
from sdyopt.dialects.stablehlo.syntax import attributes
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import IndexType, IntegerType
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare import type_kinds
from sdyopt.mlir.declare.constraints import AttrConstraint, TypeConstraint
from sdyopt.mlir.declare.type_kinds import any_of, tensor_of
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS
from sdyopt.mlir.write.attributes import symbol_token

# The kinds of attributes that StableHLO's declarations ask for, with the words of the reference for them.


def _integer(base: AttrConstraint, words: str, least: int) -> AttrConstraint:
    """An integer that is at least `least`."""
    return AttrConstraint(
        f"{base.summary} whose value is {words}",
        lambda attribute: base.accepts(attribute) and attribute.value >= least,  # type: ignore[attr-defined]
        base.parse,
        base.write,
        base.is_kind,
        cls=base.cls,
    )


I64_NON_NEGATIVE = _integer(attr.I64, "non-negative", 0)
I64_POSITIVE = _integer(attr.I64, "positive", 1)
I32_NON_NEGATIVE = _integer(attr.I32, "non-negative", 0)
I32_POSITIVE = _integer(attr.I32, "positive", 1)


def _is_i64_elements(attribute: Attribute) -> bool:
    return isinstance(attribute, a.DenseElementsAttr) and getattr(attribute.type, "element_type", None) is a.I64


def _is_layout(attribute: Attribute) -> bool:
    return attr.is_elements_of(attribute, IndexType) and len(getattr(attribute.type, "shape", ())) == 1  # type: ignore[attr-defined]


COMPARISON_DIRECTION = attr.in_short_form("Which comparison operation to perform.", attributes.COMPARISON_DIRECTION)
COMPARISON_TYPE = attr.in_short_form("Which comparison type to use.", attributes.COMPARISON_TYPE)
FFT_TYPE = attr.in_short_form("XLA fast fourier transform type.", attributes.FFT_TYPE)
RNG_ALGORITHM = attr.in_short_form("XLA PRNG algorithm to be used.", attributes.RNG_ALGORITHM)
RNG_DISTRIBUTION = attr.in_short_form("XLA PRNG distribution to be used.", attributes.RNG_DISTRIBUTION)
TRANSPOSE = attr.in_short_form("Transpose options", attributes.TRANSPOSE)
RESULT_ACCURACY = attr.of_class("The requested accuracy for transcendental unary ops.", s.ResultAccuracy)
CHANNEL_HANDLE = attr.of_class("two 64-bit integers 'handle' and 'type'", s.ChannelHandle)
DOT_DIMENSION_NUMBERS = AttrConstraint(
    "Attribute that models the dimension information for dot.",
    lambda attribute: isinstance(attribute, s.DotDimensionNumbers),
    attributes.parse_dot_dimensions,
    attributes.dot_dimensions_text,
    cls=s.DotDimensionNumbers,
)
DOT_ALGORITHM = attr.of_class(
    "Attribute that models the algorithm constraints to use for computing dot.", s.DotAlgorithm
)
GATHER_DIMENSION_NUMBERS = attr.of_class(
    "Attribute that models the dimension information for gather", s.GatherDimensionNumbers
)
SCATTER_DIMENSION_NUMBERS = attr.of_class(
    "Attribute that models the dimension information for scatter", s.ScatterDimensionNumbers
)
CONV_DIMENSION_NUMBERS = AttrConstraint(
    "Structure of dimension information for conv op",
    lambda attribute: isinstance(attribute, s.ConvDimensionNumbers),
    attributes.conv_dimensions,
    attributes.conv_lists,
    cls=s.ConvDimensionNumbers,
)
PRECISION_CONFIG = AttrConstraint(
    "Precision Config attribute",
    attr.array_of("", lambda attribute: isinstance(attribute, s.Precision)).accepts,
    attributes.parse_precision,
    attributes.precision_text,
    attr.is_array_kind,
    cls=a.ArrayAttr,
)
I64_ELEMENTS = AttrConstraint(
    "64-bit signless integer elements attribute",
    _is_i64_elements,
    is_kind=attr.INTEGER_ELEMENTS.accepts,
    cls=a.DenseElementsAttr,
)
REPLICA_GROUPS = AttrConstraint(
    "64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
    lambda attribute: isinstance(attribute, s.ReplicaGroupMeshAxes) or _is_i64_elements(attribute),
    is_kind=attr.ANY.accepts,
    cls=(a.DenseElementsAttr, s.ReplicaGroupMeshAxes),
)
API_VERSION = AttrConstraint(
    "Custom call API version",
    lambda attribute: (
        isinstance(attribute, a.IntegerAttr) and attribute.type is IntegerType(32) and 0 <= attribute.value <= 4
    ),
    cls=a.IntegerAttr,
)
CALL_TARGET_NAME = AttrConstraint(
    attr.STRING.summary,
    attr.STRING.accepts,
    attr.parse_symbol_name,
    lambda attribute: symbol_token(attribute.value) if attribute.value else "@<<INVALID EMPTY SYMBOL>>",
    cls=a.StringAttr,
)
BACKEND_CONFIG = AttrConstraint(
    "string attribute or dictionary of named attribute values",
    lambda attribute: isinstance(attribute, (a.StringAttr, a.DictionaryAttr)),
    is_kind=attr.ANY.accepts,
    cls=(a.StringAttr, a.DictionaryAttr),
)
FLAT_SYMBOL_REFS = attr.array_of("flat symbol ref array attribute", attr.FLAT_SYMBOL_REF.accepts)
LAYOUTS = attr.array_of("Array of layout (1D tensor of index type) attributes", _is_layout)
TILINGS = attr.array_of(
    "Array of tiling attributes", lambda tiles: isinstance(tiles, a.ArrayAttr) and all(map(_is_layout, tiles.elements))
)
OUTPUT_OPERAND_ALIASES = attr.array_of(
    "Aliasing attribute for outputs and operands of CustomCall",
    lambda attribute: isinstance(attribute, s.OutputOperandAlias),
)


class ElementTypes:
    """A set of element types, and what it is called. Quantized ones are in it by their granularity."""

    __slots__ = ("granularities", "name", "types")

    def __init__(self, name: str, types: Iterable[Type] = (), granularities: tuple[str, ...] = ()) -> None:
        self.name = name
        self.types = frozenset(types)
        self.granularities = granularities

    def __or__(self, other: ElementTypes) -> ElementTypes:
        return ElementTypes(
            f"{self.name} or {other.name}", self.types | other.types, self.granularities + other.granularities
        )

    def accepts_quantized(self, type: a.ShapedType) -> bool:
        """Whether quantized elements are in the set, and such that operations accept a tensor of them."""
        element: Type = type.element_type  # type: ignore[attr-defined]
        if not isinstance(element, UniformQuantizedType) or element.granularity not in self.granularities:
            return False
        return element.is_legal_element and (type.dimensions is None or element.fits(type.dimensions))


def _integers(signednesses: tuple[str, ...]) -> list[Type]:
    return [a.IntegerType(width, sign) for sign in signednesses for width in (2, 4, 8, 16, 32, 64)]


BOOL = ElementTypes("bool", [a.IntegerType(1)])
SIGNLESS = ElementTypes("2/4/8/16/32/64-bit signless integer", _integers(("",)))
INTEGER = ElementTypes("2/4/8/16/32/64-bit integer", _integers(("", "u")))
FLOAT = ElementTypes(
    "4/6/8/16/32/64-bit float",
    [a.FloatType(name) for name in FLOAT_FORMATS if name not in ("f8E5M3FNU", "tf32", "f80", "f128")],
)
WIDE_FLOAT = ElementTypes("32/64-bit float", [a.FloatType("f32"), a.FloatType("f64")])
COMPLEX = ElementTypes("complex type with 32/64-bit float elements", [a.ComplexType(part) for part in WIDE_FLOAT.types])
QUANTIZED = ElementTypes("per-tensor integer quantized", granularities=(PER_TENSOR,))
AXIS_QUANTIZED = ElementTypes("per-axis integer quantized", granularities=(PER_AXIS,))
INDEX = ElementTypes("index", [a.IndexType()])

PLAIN = FLOAT | BOOL | INTEGER | COMPLEX
ANY = PLAIN | QUANTIZED
ANY_OR_AXIS_QUANTIZED = ANY | AXIS_QUANTIZED
PREDICATE_OR_INTEGER = BOOL | INTEGER
FLOAT_OR_COMPLEX = FLOAT | COMPLEX
FLOAT_OR_QUANTIZED = FLOAT | QUANTIZED
NUMBER_OR_QUANTIZED = INTEGER | FLOAT | COMPLEX | QUANTIZED


def _constraint(
    container: str, elements: ElementTypes, shape_fits: Callable[[a.RankedTensorType], bool] | None = None
) -> TypeConstraint:
    plain = elements.types
    accepts_quantized = elements.accepts_quantized

    def accepts(type: Type) -> bool:
        if not isinstance(type, a.RankedTensorType):
            return False
        if shape_fits is not None and not shape_fits(type):
            return False
        return type.element_type in plain or accepts_quantized(type)

    return TypeConstraint(
        f"{container} of {elements.name} values", accepts, cls=a.RankedTensorType, cls_name="builtin.tensor"
    )


def ranked(elements: ElementTypes) -> TypeConstraint:
    """Tensors of these elements, their sizes known or not."""
    return _constraint("ranked tensor", elements)


def static(elements: ElementTypes) -> TypeConstraint:
    """Tensors of these elements all of whose sizes are known."""
    return _constraint("statically shaped tensor", elements, lambda type: a.DYNAMIC not in type.shape)


def static_or_bounded(elements: ElementTypes) -> TypeConstraint:
    """Tensors with at most one unknown size, and that bounded."""
    return _constraint("statically shaped or single bounded dimension tensor", elements, _is_static_or_bounded)


def _is_static_or_bounded(type: a.RankedTensorType) -> bool:
    if not (dynamic := [dimension for dimension, size in enumerate(type.shape) if size == a.DYNAMIC]):
        return True
    encoding = type.encoding
    return len(dynamic) == 1 and isinstance(encoding, TypeExtensions) and encoding.bounds[dynamic[0]] is not None


def of_rank(rank: int, elements: ElementTypes) -> TypeConstraint:
    """Tensors of that rank."""
    return _constraint(f"{rank}D tensor", elements, lambda type: len(type.shape) == rank)


def static_of_rank(rank: int, elements: ElementTypes, name: str = "tensor") -> TypeConstraint:
    """Tensors of that rank whose sizes are known; `name` is what the reference calls them."""
    return _constraint(
        f"statically shaped {rank}-dimensional {name}",
        elements,
        lambda type: len(type.shape) == rank and type.has_static_shape,
    )


def tensor(elements: ElementTypes) -> TypeConstraint:
    """Tensors of these elements, with a rank or without."""
    plain = elements.types
    accepts_quantized = elements.accepts_quantized

    def accepts(type: Type) -> bool:
        if not isinstance(type, (a.RankedTensorType, a.UnrankedTensorType)):
            return False
        return type.element_type in plain or accepts_quantized(type)

    return TypeConstraint(f"tensor of {elements.name} values", accepts, cls=(a.RankedTensorType, a.UnrankedTensorType))


def nested_tuple(*constraints: TypeConstraint) -> TypeConstraint:
    """Tuples, of tuples and so on, of what the constraints accept."""
    inner = any_of(*constraints)

    def accepts(type: Type) -> bool:
        if not isinstance(type, a.TupleType):
            return False
        seen: set[Type] = {type}
        work: list[Type] = [*type.types]
        while work:
            if isinstance(part := work.pop(), a.TupleType):
                # One tuple may be at many places in another one.
                if part not in seen:
                    seen.add(part)
                    work += part.types
            elif not inner.accepts(part):
                return False
        return True

    return TypeConstraint(f"nested tuple with any combination of {inner.summary} values", accepts)


TENSOR = ranked(ANY)
TENSOR_OR_AXIS_QUANTIZED = ranked(ANY_OR_AXIS_QUANTIZED)
AXIS_QUANTIZED_TENSOR = ranked(AXIS_QUANTIZED)
STATIC_TENSOR = static(ANY)
STATIC_TENSOR_OR_AXIS_QUANTIZED = static(ANY_OR_AXIS_QUANTIZED)
SCALAR = of_rank(0, ANY)
SCALAR_INTEGER = of_rank(0, INTEGER)
PREDICATE = ranked(BOOL)
INTEGER_TENSOR = ranked(INTEGER)
FLOAT_TENSOR = ranked(FLOAT)
FLOAT_OR_COMPLEX_TENSOR = ranked(FLOAT_OR_COMPLEX)
FLOAT_OR_QUANTIZED_TENSOR = ranked(FLOAT_OR_QUANTIZED)
FLOAT_COMPLEX_OR_QUANTIZED_TENSOR = ranked(FLOAT | COMPLEX | QUANTIZED)
FLOAT_OR_QUANTIZED_VECTOR = of_rank(1, FLOAT_OR_QUANTIZED)
I32_TENSOR = ranked(ElementTypes("32-bit signless integer", [a.IntegerType(32)]))
U32_TENSOR = ranked(ElementTypes("32-bit unsigned integer", [a.IntegerType(32, "u")]))
SHAPE = static_of_rank(1, INDEX | INTEGER)
INTEGER_LIST = static_of_rank(1, INTEGER, "integer tensor")
INTEGER_TABLE = static_of_rank(2, INTEGER, "integer tensor")
INDICES = tensor_of(type_kinds.INTEGER, type_kinds.INDEX, is_ranked=True)
TOKEN = TypeConstraint("token", lambda type: isinstance(type, TokenType))
FUTURE = TypeConstraint("future", lambda type: isinstance(type, FutureType))
BUFFER = TypeConstraint(
    f"memref of {ANY.name} values", lambda type: isinstance(type, a.MemRefType) and type.element_type in ANY.types
)
TENSOR_OR_TOKEN = any_of(TENSOR, TOKEN)
BRANCH_RESULT = any_of(TENSOR, AXIS_QUANTIZED_TENSOR, TOKEN)
LOOP_VALUE = any_of(TENSOR, AXIS_QUANTIZED_TENSOR, TOKEN, BUFFER)
TUPLE = nested_tuple(TENSOR, BUFFER, AXIS_QUANTIZED_TENSOR, TOKEN)
TENSOR_TOKEN_OR_TUPLE = any_of(TENSOR, AXIS_QUANTIZED_TENSOR, TOKEN, TUPLE)
TUPLE_ELEMENT = any_of(TENSOR_TOKEN_OR_TUPLE, BUFFER)
TRANSFERRED = any_of(STATIC_TENSOR, STATIC_TENSOR_OR_AXIS_QUANTIZED, TOKEN)
_ANY_TENSOR = tensor(ANY_OR_AXIS_QUANTIZED)
CUSTOM_CALL_VALUE = any_of(_ANY_TENSOR, BUFFER, TOKEN, nested_tuple(_ANY_TENSOR, BUFFER, TOKEN), FUTURE)
