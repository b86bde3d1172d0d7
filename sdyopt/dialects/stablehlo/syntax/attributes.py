"""Attributes of StableHLO: how they are read and written."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import (
    I1,
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    FloatType,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    SymbolRefAttr,
    i64_array,
)
from sdyopt.ir.attributes import I64 as I64_TYPE
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.parameters import (
    ATTRIBUTE,
    BOOL,
    I64,
    INTEGERS,
    STRING,
    TYPE,
    AttributeDef,
    Parameter,
    attribute_of_class,
    enum,
    list_of,
)
from sdyopt.mlir.diagnostics import Hinted, UnknownName
from sdyopt.mlir.formats.state import Directive, OperationState, Writer
from sdyopt.mlir.literals.attributes import dense_elements, element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, short_integer
from sdyopt.mlir.read.tokens import Failed
from sdyopt.mlir.tokens import pattern
from sdyopt.mlir.write.attributes import string_token, text_of, texts_of
from sdyopt.mlir.write.builtin import float_literal

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


_F64 = FloatType("f64")
_LEAST = -(1 << 63)


def enum_attribute(cls: type[s.EnumAttr], mnemonic: str, format: str = "$value") -> AttributeDef:
    """Returns the definition of an enumeration."""
    prefix = {"stablehlo": "StableHLO", "chlo": "CHLO"}[cls.dialect]
    value = enum(cls.cases, cls.type_name())
    return AttributeDef(cls, mnemonic, {"value": value}, format, title=f"{prefix}_{cls.__name__}Attr")


COMPARISON_DIRECTION = enum_attribute(s.ComparisonDirection, "comparison_direction")
COMPARISON_TYPE = enum_attribute(s.ComparisonType, "comparison_type")
FFT_TYPE = enum_attribute(s.FftType, "fft_type")
PRECISION = enum_attribute(s.Precision, "precision")
RNG_ALGORITHM = enum_attribute(s.RngAlgorithm, "rng_algorithm")
RNG_DISTRIBUTION = enum_attribute(s.RngDistribution, "rng_distribution")
TRANSPOSE = enum_attribute(s.Transpose, "transpose")
RESULT_ACCURACY_MODE = enum_attribute(s.ResultAccuracyMode, "result_accuracy_mode", "`<` $value `>`")
CHANNEL_HANDLE = AttributeDef(
    s.ChannelHandle,
    "channel_handle",
    {"handle": I64, "type": I64},
    "`<` struct(params) `>`",
    title="StableHLO_ChannelHandle",
)
DOT_ALGORITHM = AttributeDef(
    s.DotAlgorithm,
    "dot_algorithm",
    {
        **dict.fromkeys(("lhsPrecisionType", "rhsPrecisionType", "accumulationType"), TYPE),
        **dict.fromkeys(("lhsComponentCount", "rhsComponentCount", "numPrimitiveOperations"), I64),
        "allowImpreciseAccumulation": BOOL,
    },
    "`<` `lhs_precision_type` `=` $lhsPrecisionType `,` `rhs_precision_type` `=` $rhsPrecisionType `,` "
    "`accumulation_type` `=` $accumulationType `,` `lhs_component_count` `=` $lhsComponentCount `,` "
    "`rhs_component_count` `=` $rhsComponentCount `,` `num_primitive_operations` `=` $numPrimitiveOperations `,` "
    "`allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`",
    title="StableHLO_DotAlgorithm",
)
OUTPUT_OPERAND_ALIAS = AttributeDef(
    s.OutputOperandAlias,
    "output_operand_alias",
    {"outputTupleIndices": INTEGERS, "operandIndex": I64, "operandTupleIndices": INTEGERS},
    "`<` `output_tuple_indices` `=` $outputTupleIndices `,` `operand_index` `=` $operandIndex `,` "
    "`operand_tuple_indices` `=` $operandTupleIndices `>`",
    title="StableHLO_OutputOperandAlias",
)


def _parse_accuracy(parser: Parser) -> Any:
    """`<atol = 1.0, rtol = 0.5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`."""
    parser.parse_token("<", "expected '<'")
    found = {"atol": 0, "rtol": 0, "ulps": 0}
    for name in found:
        if parser.consume_if(name):
            parser.parse_token("=", "expected '='")
            found[name] = parser.parse_integer() if name == "ulps" else parser.parse_float(FLOAT_FORMATS["f64"])
            parser.parse_token(",", "expected ','")
    parser.parse_literals("mode", "=")
    mode = parser.parse_of_class(s.ResultAccuracyMode)
    parser.parse_token(">", "expected '>'")
    return parser.legal(s.ResultAccuracy, parser.last_end, *found.values(), mode)


def _accuracy_text(attribute: s.ResultAccuracy) -> str:
    parts = []
    if attribute.atol:
        parts.append(f"atol = {float_literal(attribute.atol, _F64)}")
    if attribute.rtol:
        parts.append(f"rtol = {float_literal(attribute.rtol, _F64)}")
    if attribute.ulps:
        parts.append(f"ulps = {attribute.ulps}")
    return f"<{', '.join([*parts, f'mode = {text_of(attribute.mode)}'])}>"


def _parse_bound(parser: Parser) -> int | None:
    """Reads a number or a `?`. The least 64-bit integer stands for one that is not known: so MLIR keeps it."""
    if parser.consume_if("?"):
        return None
    bound = parser.parse_integer()
    return None if bound == _LEAST else bound


def _parse_extensions(parser: Parser) -> Any:
    """`<bounds = [4, ?]>`."""
    parser.parse_literals("<", "bounds", "=")
    bounds = parser.parse_list("[", "]", "", lambda: _parse_bound(parser))
    parser.parse_token(">", "expected '>'")
    return s.TypeExtensions(tuple(bounds))


def _parse_bounds(parser: Parser) -> Any:
    """`<4, ?>`. MLIR reports a bracket that is missing, and yet goes on."""
    if parser.token != "<":
        parser.wrong_token("expected '<'")
        return s.TypeExtensions(())
    return s.TypeExtensions(tuple(parser.parse_list("<", ">", "", lambda: _parse_bound(parser))))


def _bounds_text(attribute: s.TypeExtensions) -> str:
    return f"<{', '.join(['?' if bound is None else str(bound) for bound in attribute.bounds])}>"


RESULT_ACCURACY = AttributeDef(s.ResultAccuracy, "result_accuracy", parse=_parse_accuracy, write=_accuracy_text)
TYPE_EXTENSIONS = AttributeDef(s.TypeExtensions, "type_extensions", parse=_parse_extensions, write=_bounds_text)
BOUNDS = AttributeDef(s.TypeExtensions, "bounds", parse=_parse_bounds, write=_bounds_text)


# Properties with a syntax of their own in formats.

_I32 = IntegerType(32)


def parse_precision(parser: Parser) -> ArrayAttr:
    """Reads `[DEFAULT, HIGHEST]`."""
    return ArrayAttr(tuple(parser.parse_list("[", "]", "", lambda: PRECISION.parse(parser))))


def precision_text(config: Any) -> str:
    """`[DEFAULT, HIGHEST]`."""
    return f"[{', '.join([element.value for element in config])}]"


def parse_dot_dimensions(parser: Parser) -> s.DotDimensionNumbers:
    """Reads `batching_dims = [0] x [0], contracting_dims = [1] x [1]`."""
    batching: tuple[s.Dimensions, s.Dimensions] = ((), ())
    if parser.consume_if("batching_dims"):
        batching = _parse_pair(parser)
        parser.parse_token(",", "expected ','")
    parser.parse_keyword("contracting_dims")
    return s.DotDimensionNumbers(*batching, *_parse_pair(parser))


def _parse_pair(parser: Parser) -> tuple[s.Dimensions, s.Dimensions]:
    """Reads `= [0] x [1]`."""
    parser.parse_token("=", "expected '='")
    lhs = parser.parse_integers_of_array()
    parser.parse_keyword("x")
    return lhs, parser.parse_integers_of_array()


def dot_dimensions_text(numbers: s.DotDimensionNumbers) -> str:
    """`batching_dims = [0] x [0], contracting_dims = [1] x [1]`."""
    lhs, rhs = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    batching = f"batching_dims = {INTEGERS.text(lhs)} x {INTEGERS.text(rhs)}, " if lhs or rhs else ""
    lhs, rhs = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    return f"{batching}contracting_dims = {INTEGERS.text(lhs)} x {INTEGERS.text(rhs)}"


class PrecisionConfigAndAlgorithm(Directive):
    """`, precision = […]`, then `, algorithm = <…>`; each may be missing."""

    sees_types = False

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        if not parser.consume_if(","):
            return
        if parser.token != "algorithm":
            parser.parse_literals("precision", "=")
            state.properties[names[0]] = parse_precision(parser)
            if not parser.consume_if(","):
                return
        parser.parse_literals("algorithm", "=")
        state.properties[names[1]] = DOT_ALGORITHM.parse(parser)

    @classmethod
    def write(cls, writer: Writer, op: Operation, precision: str, algorithm: str) -> None:
        for name, text in ((precision, precision_text), (algorithm, DOT_ALGORITHM.write)):
            if name in op.properties:
                writer.text(f", {name.removesuffix('_config')} = {text(op.properties[name])}")


class SliceRanges(Directive):
    """`[0:4, 1:8:2]`."""

    sees_types = False

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        ranges: list[tuple[int, int, int]] = []
        parser.parse_token("[", "expected '['")
        while not parser.consume_if("]"):
            start = parser.parse_integer()
            parser.parse_token(":", "expected ':'")
            limit = parser.parse_integer()
            ranges.append((start, limit, parser.parse_integer() if parser.consume_if(":") else 1))
            if parser.consume_if("]"):
                break
            parser.parse_token(",", "expected ','")
        for index, name in enumerate(names):
            state.properties[name] = i64_array([bounds[index] for bounds in ranges])

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        bounds: list[Any] = [op.properties[name] for name in names]
        ranges = zip(*[bound.values for bound in bounds], strict=True)
        texts = [f"{start}:{limit}" + (f":{stride}" if stride != 1 else "") for start, limit, stride in ranges]
        writer.text(f"[{', '.join(texts)}]")


class ExponentMantissa(Directive):
    """`e5m10`."""

    sees_types = False

    _FORMAT = pattern(r"e(\d+)m(\d+)", re.ASCII)

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        at = parser.start
        word = parser.parse_any_keyword()
        if (match := cls._FORMAT.fullmatch(word)) is None:
            raise parser.say(f"expected exponent mantissa in format e#m#, saw {word}", at)
        for name, what, digits in zip(names, ("exponent", "mantissa"), match.groups(), strict=True):
            if (number := short_integer(digits)) >= 1 << 31:
                raise parser.say(f"unable to parse {what} '{digits}'", at)
            state.properties[name] = IntegerAttr(number, _I32)

    @classmethod
    def write(cls, writer: Writer, op: Operation, exponent: str, mantissa: str) -> None:
        bits: list[Any] = [op.properties[exponent], op.properties[mantissa]]
        writer.text(f"e{bits[0].value}m{bits[1].value}")


# Convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` and `window = {…}`.

MAX_LISTED = 10
"""Of the spatial dimensions that are missing the first ones are said."""


class DimensionList:
    """A list while it is being read: where the dimensions of its two letters stand, and each spatial dimension."""

    def __init__(self, letters: str) -> None:
        self.found: dict[str, int | None] = dict.fromkeys(letters)
        self.spatial: dict[int, int] = {}
        self.count = 0

    @property
    def missing_letters(self) -> list[str]:
        """The letters that have not come yet."""
        return [letter for letter, position in self.found.items() if position is None]

    @property
    def letters(self) -> tuple[int, int]:
        """Where the dimensions of the letters stand."""
        first, second = [position for position in self.found.values() if position is not None]
        return first, second

    @property
    def places(self) -> s.Dimensions:
        """Where the spatial dimensions stand, from the first to the last."""
        return tuple([self.spatial[dimension] for dimension in range(len(self.spatial))])

    def refusal(self, name: int | str) -> str | None:
        """Returns why the next entry may not be `name`: a letter, or the number of a spatial dimension."""
        if isinstance(name, int):
            if name < 0:
                return f"Unexpected dimension {name}"
            return f"Duplicate entries for spatial dimension {name}" if name in self.spatial else None
        expected = self.missing_letters
        if len(name) != 1 or not expected:
            return f"Unexpected keyword {name}"
        return None if name in expected else f"Unexpected dimension {name}, expecting {', '.join(expected)}"

    def add(self, name: int | str) -> None:
        """Takes an entry, which must be none that is refused."""
        if isinstance(name, int):
            self.spatial[name] = self.count
        else:
            self.found[name] = self.count
        self.count += 1

    def missing_spatial_dimensions(self) -> str:
        """Returns the error if a spatial dimension below the highest is missing; nothing if all exist."""
        spatial = self.spatial
        absent = list(islice((n for n in range(max(spatial, default=0)) if n not in spatial), MAX_LISTED))
        return f"Expected spatial dimensions {', '.join(map(str, absent))} not specified" if absent else ""


def _parse_dimensions(parser: Parser, letters: str) -> DimensionList:
    """Reads `[b, 0, 1, f]`; each name is checked where it stands."""
    listed = DimensionList(letters)
    parser.parse_token("[", "expected '['")
    if parser.token != "]":
        parser.parse_several(lambda: _parse_dimension(parser, listed))
    if listed.missing_letters:
        raise parser.say(f"Expected dimensions {', '.join(listed.missing_letters)} not specified")
    parser.parse_token("]", "expected ']'")
    if message := listed.missing_spatial_dimensions():
        raise parser.say(message)
    return listed


def _parse_dimension(parser: Parser, listed: DimensionList) -> None:
    at = parser.start
    is_number = parser.kind == "INTEGER" or parser.token in ("-", "true", "false")
    name = parser.parse_integer() if is_number else parser.parse_any_keyword()
    if (wrong := listed.refusal(name)) is not None:
        raise parser.say(wrong, at)
    listed.add(name)


def conv_dimensions(parser: Parser) -> s.ConvDimensionNumbers:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""
    input = _parse_dimensions(parser, "bf")
    parser.parse_keyword("x")
    kernel = _parse_dimensions(parser, "io")
    parser.parse_token("->", "expected '->'")
    output = _parse_dimensions(parser, "bf")
    return s.ConvDimensionNumbers(
        *input.letters, input.places, *kernel.letters, kernel.places, *output.letters, output.places
    )


def field_text(value: int | s.Dimensions) -> str:
    """`0`, or `[0, 1]`."""
    return str(value) if isinstance(value, int) else INTEGERS.text(value)


def conv_lists(n: s.ConvDimensionNumbers) -> str:
    """The body of the attribute: the three lists, or all parameters if a dimension lies outside of its list."""
    lists = [
        _dimension_list("bf", (n.input_batch_dimension, n.input_feature_dimension), n.input_spatial_dimensions),
        _dimension_list(
            "io", (n.kernel_input_feature_dimension, n.kernel_output_feature_dimension), n.kernel_spatial_dimensions
        ),
        _dimension_list("bf", (n.output_batch_dimension, n.output_feature_dimension), n.output_spatial_dimensions),
    ]
    if None in lists:
        fields = [f"{field} = {field_text(getattr(n, field))}" for field in type(n).fields]
        return f"raw {', '.join(fields)}"
    return f"{lists[0]}x{lists[1]}->{lists[2]}"


def _dimension_list(letters: str, positions: tuple[int, int], spatial: s.Dimensions) -> str | None:
    """One list: what comes later overwrites, and what is not given is a zero, as in the reference."""
    names = ["0"] * (len(positions) + len(spatial))
    for name, position in [*zip(letters, positions, strict=True), *enumerate(spatial)]:
        if not 0 <= position < len(names):
            return None
        names[position] = str(name)
    return f"[{', '.join(names)}]"


class WindowAttributes(Directive):
    """The entries between the braces of `window = {…}`, in any order."""

    sees_types = False

    _KEYWORDS = {
        "window_strides": "stride",
        "padding": "pad",
        "lhs_dilation": "lhs_dilate",
        "rhs_dilation": "rhs_dilate",
        "window_reversal": "reverse",
    }

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        missing = {cls._KEYWORDS[name]: name for name in names}
        while parser.kind == "WORD":
            keyword = parser.parse_any_keyword()
            if not (name := missing.pop(keyword, "")):
                raise parser.say(f"Unexpected keyword {keyword}")
            parser.parse_token("=", "expected '='")
            if name == "padding":
                rows = parser.parse_list("[", "]", "", lambda: _parse_padding(parser))
                literal = f"[{', '.join([INTEGERS.text(row) for row in rows])}]" if rows else ""
                state.properties[name] = dense_elements(literal, RankedTensorType((len(rows), 2), I64_TYPE))
            elif name == "window_reversal":
                flags = tuple([int(bool(flag)) for flag in parser.parse_integers()])
                state.properties[name] = DenseArrayAttr(I1, flags)
            else:
                state.properties[name] = i64_array(parser.parse_integers())
            if not parser.consume_if(","):
                break

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        values: list[tuple[str, Any]] = [(name, op.properties.get(name)) for name in names]
        texts = [f"{cls._KEYWORDS[name]} = {_window_text(value)}" for name, value in values if value is not None]
        writer.text(", ".join(texts))


def _parse_padding(parser: Parser) -> s.Dimensions:
    if len(row := parser.parse_integers()) != 2:
        raise parser.say(f"Expected array with 2 elements, got {len(row)} elements instead")
    return row


def _window_text(value: Any) -> str:
    if isinstance(value, DenseElementsAttr):
        rows: Any = value.type
        numbers = elements(value.text, rows.shape, element_format(rows.element_type))
        width = rows.shape[-1] if len(rows.shape) == 2 else 1
        starts = range(0, len(numbers), width)
        return f"[{', '.join([INTEGERS.text(tuple(numbers[start : start + width])) for start in starts])}]"
    if value.element_type is I1:
        return f"[{', '.join(['true' if flag else 'false' for flag in value.values])}]"
    return INTEGERS.text(value.values)


# Attributes that list numbers of dimensions by name: how they are read and written.


def _any_fields(parser: Parser, cls: type[Attribute]) -> Any:
    """Reads `name = value, …>` of any fields of `cls`, each at most once; a comma may stand before the bracket."""
    fields = cls.fields
    found: dict[str, Any] = {}
    while not parser.consume_if(">"):
        if (name := parser.token) not in fields:
            names = ", ".join([f"`{name}`" for name in fields])
            raise parser.say(f"expected one of: {names}")
        parser.consume()
        if name in found:
            raise parser.say(f"duplicated `{name}` entry")
        parser.parse_token("=", "expected '='")
        is_list = not name.endswith(("_dim", "_dimension"))
        found[name] = parser.parse_integers() if is_list else parser.parse_integer()
        if not parser.consume_if(","):
            parser.parse_token(">", "expected '>'")
            break
    return cls(**found)


def dimension_numbers(cls: type[Attribute], mnemonic: str, words: str = "") -> AttributeDef:
    """Returns the definition of `<name = value, …>`, without what is zero or empty; `words` name it in messages."""

    def parse(parser: Parser) -> Any:
        parser.parse_token("<", "expected '<'")
        try:
            return _any_fields(parser, cls)
        except Failed:
            raise parser.say(f"failed parsing {words or mnemonic} dimension numbers attribute") from None

    def write(numbers: Attribute) -> str:
        values = [(field, getattr(numbers, field)) for field in cls.fields]
        return f"<{', '.join([f'{field} = {field_text(value)}' for field, value in values if value])}>"

    return AttributeDef(cls, mnemonic, parse=parse, write=write)


def _parse_conv(parser: Parser) -> Any:
    """`<[b, 0, f]x[0, i, o]->[b, 0, f]>`, or `<raw …>` with all parameters by name."""
    parser.parse_token("<", "expected '<'")
    if parser.consume_if("raw"):
        try:
            return _any_fields(parser, s.ConvDimensionNumbers)
        except Failed:
            raise parser.say("failed parsing dot dimension numbers attribute") from None
    dimensions = conv_dimensions(parser)
    parser.parse_token(">", "expected '>'")
    return dimensions


CONV = AttributeDef(s.ConvDimensionNumbers, "conv", parse=_parse_conv, write=lambda numbers: f"<{conv_lists(numbers)}>")


# Attributes of meshes, and replica groups as the axes of one: how they are read and written.


def _groups(mesh: Attribute, axes: tuple[Attribute, ...]) -> s.ReplicaGroupMeshAxes:
    """Returns replica groups; the axes of a mesh that is there are checked, those of a mesh's name are not."""
    if not isinstance(mesh, (s.Mesh, SymbolRefAttr)) or (isinstance(mesh, SymbolRefAttr) and len(mesh.path) > 1):
        raise ValueError("mesh must be a FlatSymbolRefAttr or MeshAttr")
    known = [axis.name for axis in mesh.axes] if isinstance(mesh, s.Mesh) else []
    for axis in axes if isinstance(mesh, s.Mesh) else ():
        if not isinstance(axis, s.AxisRef):
            raise ValueError("expected AxisRefAttr in axes list")
        if axis.name not in known:
            message = f"axis '{axis.name}' not found in mesh definition"
            raise ValueError(Hinted(message, UnknownName(axis.name, lambda: known, string_token)))
    return s.ReplicaGroupMeshAxes(mesh, axes)


def _parse_elements(parser: Parser) -> tuple[Attribute, ...]:
    array: Any = parser.parse_of_class(ArrayAttr)
    return array.elements  # type: ignore[no-any-return]


MESH_AXIS = AttributeDef(
    s.MeshAxis, "mesh_axis", {"name": STRING, "size": I64}, "`<` struct(params) `>`", title="StableHLO_MeshAxis"
)
MESH = AttributeDef(
    s.Mesh,
    "mesh",
    {
        "axes": list_of(MESH_AXIS.parameter("stablehlo::MeshAxisAttr")),
        "device_ids": attribute_of_class(DenseElementsAttr, "DenseIntElementsAttr"),
    },
    "`<` `axes` `` `=` `` `[` $axes `]` (`,` `device_ids` `` `=` `` $device_ids^)? `>`",
    title="StableHLO_Mesh",
)
SUB_AXIS_INFO = AttributeDef(
    s.SubAxisInfo,
    "sub_axis_info",
    {"pre_size": I64, "size": I64},
    "`(` $pre_size `)` `` $size",
    title="StableHLO_SubAxisInfo",
)
AXIS_REF = AttributeDef(
    s.AxisRef,
    "axis_ref",
    {"name": STRING, "sub_axis_info": Parameter("SubAxisInfoAttr", SUB_AXIS_INFO.parse, SUB_AXIS_INFO.write)},
    "`<` struct(params) `>`",
    title="StableHLO_AxisRef",
)
REPLICA_GROUP_MESH_AXES = AttributeDef(
    s.ReplicaGroupMeshAxes,
    "replica_group_mesh_axes",
    {"mesh": ATTRIBUTE, "axes": Parameter("ArrayAttr", _parse_elements, lambda axes: f"[{texts_of(axes)}]")},
    "`<` struct(params) `>`",
    title="StableHLO_ReplicaGroupMeshAxes",
    make=_groups,
)
