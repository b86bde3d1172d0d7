"""From the parameters that the text of an attribute names to the attribute itself.

Which names there are, in what order they must come, and what is said when they do not is as in the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.types import FutureType
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I64, BoolAttr, DenseElementsAttr, StringAttr, SymbolRefAttr
from sdyopt.ods.diagnostics import Note, ParseError
from sdyopt.ods.float_formats import FLOAT_FORMATS
from sdyopt.ods.literals import integer_value
from sdyopt.ods.numbers import LiteralError, float_bits
from sdyopt.ods.quoting import string_value


class Literal(NamedTuple):
    """A number as it is written (or a word that stands where one should), and where."""

    text: str
    offset: int

    def integer(self) -> int:
        """Its value, of 64 bits. Raises ParseError."""
        if "." in self.text or self.text[0] not in "-0123456789":
            raise ParseError("expected integer value", self.offset)
        try:
            return integer_value(self.text, I64)
        except LiteralError:
            raise ParseError("integer value too large", self.offset) from None

    def double_bits(self) -> int:
        """The bits of its value as an f64. Raises ParseError."""
        try:
            return float_bits(self.text, FLOAT_FORMATS["f64"])
        except LiteralError as error:
            notes = [Note(note, self.offset) for note in getattr(error, "notes", ())]
            raise ParseError(str(error), self.offset, notes) from None


class Parameter(NamedTuple):
    """`name = value`. `sign` is where the `=` stands, `place` where the value begins."""

    name: str
    value: Any
    offset: int
    sign: int
    place: int

    def integer(self) -> int:
        if not isinstance(self.value, Literal):
            raise ParseError("expected integer value", self.place)
        return self.value.integer()

    def literal(self) -> Literal:
        literal: Literal = self.of_kind(Literal, "expected floating point literal")
        return literal

    def integers(self) -> tuple[int, ...]:
        if not isinstance(self.value, list):
            raise ParseError("expected '['", self.sign + 1)
        found = []
        for element in self.value:
            if not isinstance(element, Literal):
                raise ParseError("expected integer value", self.place + 1)
            found.append(element.integer())
        return tuple(found)

    def of_kind(self, kind: type | tuple[type, ...], complaint: str) -> Any:
        if not isinstance(self.value, kind):
            raise ParseError(complaint, self.place)
        return self.value


class Parameters(NamedTuple):
    """All between `<` and `>`: what they are, where `<` stands and where `>` does."""

    items: tuple[Parameter, ...]
    start: int
    end: int

    def in_order(self, *names: str, optional: tuple[str, ...] = ()) -> list[Parameter | None]:
        """Those of `optional` (None for one that is not there), then `names`. Raises ParseError at another order."""
        found: list[Parameter | None] = []
        rest = list(self.items)
        for name in (*optional, *names):
            if rest and rest[0].name == name:
                found.append(rest.pop(0))
            elif name in optional:
                found.append(None)
            elif rest or not self.items:
                raise ParseError(f"expected '{name}'", rest[0].offset if rest else self.end)
            else:
                raise ParseError("expected ','", self.end)
        if rest:
            raise ParseError("expected '>'", rest[0].offset)
        return found

    def all_in_order(self, *names: str) -> list[Parameter]:
        """The parameters of `names`, in this order. Raises ParseError."""
        return [item for item in self.in_order(*names) if item is not None]

    def in_any_order(self, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Parameter]:
        """The parameters by name, all of `required` and any of `optional`, each once. Raises ParseError."""
        found: dict[str, Parameter] = {}
        for item in self.items:
            if item.name in found or item.name not in required + optional:
                raise ParseError(f"duplicate or unknown struct parameter name: {item.name}", item.place)
            found[item.name] = item
        if not found:
            raise ParseError("expected valid keyword", self.end)
        for name in required:
            if name not in found:
                if not optional:
                    raise ParseError("expected ','", self.end)
                raise ParseError(f"struct is missing required parameter: {name}", self.end)
        return found


def dimension_numbers(cls: type[Attribute]) -> Callable[[Parameters], Attribute]:
    """What reads an attribute all of whose fields are integers, or lists of them, in any order and any number."""
    lists = {field for field in cls.fields if field not in cls.defaults or cls.defaults[field] == ()}

    def read(parameters: Parameters) -> Attribute:
        values: dict[str, Any] = {}
        for item in parameters.items:
            if item.name not in cls.fields:
                names = ", ".join([f"`{name}`" for name in cls.fields])
                raise ParseError(f"expected one of: {names}", item.offset)
            if item.name in values:
                raise ParseError(f"duplicated `{item.name}` entry", item.sign)
            values[item.name] = item.integers() if item.name in lists else item.integer()
        attribute: Attribute = cls(**values)
        return attribute

    return read


def enum_reader(cls: type[s.EnumAttr]) -> Callable[[Any], Attribute]:
    """What reads an enumeration, of a word or, in formats, of the whole attribute."""

    def read(word: Any) -> Attribute:
        if isinstance(word, Attribute):
            return word
        text = string_value(word.text) if word.text[0] == '"' else word.text
        if text not in cls.cases:
            message = f"expected {cls.type_name} to be one of: {', '.join(cls.cases)}"
            raise ParseError(f"{word.prefix}{message}", word.offset)
        attribute: Attribute = cls(text)
        return attribute

    return read


def channel_handle(parameters: Parameters) -> Attribute:
    found = parameters.in_any_order(("handle", "type"))
    return s.ChannelHandle(found["handle"].integer(), found["type"].integer())


def result_accuracy(parameters: Parameters) -> Attribute:
    atol, rtol, ulps, mode = parameters.in_order("mode", optional=("atol", "rtol", "ulps"))
    absolute, relative = [0 if item is None else item.literal().double_bits() for item in (atol, rtol)]
    assert mode is not None
    kind = mode.of_kind(s.ResultAccuracyMode, "invalid kind of attribute specified")
    try:
        return s.ResultAccuracy(absolute, relative, 0 if ulps is None else ulps.integer(), kind)
    except ValueError as error:
        raise ParseError(str(error), parameters.end + 1) from None


def dot_algorithm(parameters: Parameters) -> Attribute:
    items = parameters.all_in_order(*s.DotAlgorithm.fields)
    lhs, rhs, accumulation = [item.of_kind(Type, "expected non-function type") for item in items[:3]]
    lhs_count, rhs_count, operations = [item.integer() for item in items[3:6]]
    imprecise = items[6].of_kind(BoolAttr, "integer value too large").value
    try:
        return s.DotAlgorithm(lhs, rhs, accumulation, lhs_count, rhs_count, operations, imprecise)
    except ValueError as error:
        raise ParseError(str(error), parameters.start) from None


def output_operand_alias(parameters: Parameters) -> Attribute:
    output, index, operand = parameters.all_in_order(*s.OutputOperandAlias.fields)
    return s.OutputOperandAlias(output.integers(), index.integer(), operand.integers())


def type_extensions(parameters: Parameters) -> Attribute:
    (bounds,) = parameters.all_in_order("bounds")
    return bounds_attribute(bounds.of_kind(list, "expected '['"))


def bounds_attribute(bounds: list[Literal | None]) -> Attribute:
    """A bound that is the least 64-bit integer is one that is not known: so MLIR keeps it."""
    values = [None if bound is None else bound.integer() for bound in bounds]
    return s.TypeExtensions(tuple([None if value == -(1 << 63) else value for value in values]))


def mesh_axis(parameters: Parameters) -> Attribute:
    found = parameters.in_any_order(s.MeshAxis.fields)
    return s.MeshAxis(found["name"].of_kind(StringAttr, "expected string").value, found["size"].integer())


def mesh(parameters: Parameters) -> Attribute:
    names = ("axes", "device_ids") if len(parameters.items) > 1 else ("axes",)
    axes, *rest = parameters.all_in_order(*names)
    listed: list[s.MeshAxis] = []
    for axis in axes.of_kind(list, "expected '['"):
        read = mesh_axis(axis) if isinstance(axis, Parameters) else axis
        if not isinstance(read, s.MeshAxis):
            raise ParseError("expected '<'", axes.place + 1)
        listed.append(read)
    if not listed:
        raise ParseError("expected '<'", axes.place + 1)
    ids = rest[0].of_kind(DenseElementsAttr, "invalid kind of attribute specified") if rest else None
    return s.Mesh(tuple(listed), ids)


def axis_ref(parameters: Parameters) -> Attribute:
    found = parameters.in_any_order(("name",), ("sub_axis_info",))
    info = found["sub_axis_info"].of_kind(s.SubAxisInfo, "expected '('") if "sub_axis_info" in found else None
    return s.AxisRef(found["name"].of_kind(StringAttr, "expected string").value, info)


def replica_group_mesh_axes(parameters: Parameters) -> Attribute:
    found = parameters.in_any_order(s.ReplicaGroupMeshAxes.fields)
    mesh, axes = found["mesh"].value, found["axes"].of_kind(list, "invalid kind of attribute specified")
    if not isinstance(mesh, (s.Mesh, SymbolRefAttr)) or (isinstance(mesh, SymbolRefAttr) and len(mesh.path) > 1):
        raise ParseError("mesh must be a FlatSymbolRefAttr or MeshAttr", parameters.start)
    known = [axis.name for axis in mesh.axes] if isinstance(mesh, s.Mesh) else []
    for axis in axes if isinstance(mesh, s.Mesh) else ():
        if not isinstance(axis, s.AxisRef):
            raise ParseError("expected AxisRefAttr in axes list", parameters.start)
        if axis.name not in known:
            raise ParseError(f"axis '{axis.name}' not found in mesh definition", parameters.start)
    if not all(isinstance(axis, Attribute) for axis in axes):
        raise ParseError("expected attribute value", found["axes"].place + 1)
    return s.ReplicaGroupMeshAxes(mesh, tuple(axes))


_conv_parameters = dimension_numbers(s.ConvDimensionNumbers)


def conv(body: Parameters | s.ConvDimensionNumbers) -> Attribute:
    """A convolution's dimensions, from the parameters behind `raw` or made of the three lists already."""
    return body if isinstance(body, s.ConvDimensionNumbers) else _conv_parameters(body)


def future(body: Any) -> Attribute:
    """A future of the types between the brackets."""
    try:
        return FutureType(tuple(body.types))
    except ValueError as error:
        raise ParseError(str(error), body.offset) from None
