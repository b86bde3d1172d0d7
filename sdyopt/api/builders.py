"""Builders for Python programs: attributes and types from text, and operations from their parts."""

from __future__ import annotations

import operator
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, TypeAlias, TypeVar, overload

from sdyopt.api.module import Module, definition
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from sdyopt.ir import attributes as t
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import (
    I1,
    I32,
    I64,
    UNIT,
    ArrayAttr,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    TypeAttr,
)
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.constraints import SEGMENT_SIZES, Attr, any_attribute
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Source, listed
from sdyopt.mlir.literals.attributes import check_shaped, element_format
from sdyopt.mlir.literals.dense import ElementFormat, text_of_bits
from sdyopt.mlir.literals.numbers import rounded_double
from sdyopt.mlir.read.parser import parse_as
from sdyopt.mlir.read.parser import parse_attribute as parse_attribute_text
from sdyopt.mlir.verify.verification import inferred_results

# Attributes from Python values: `attribute(4)`, `attribute([1.5, 2.0], tensor)`, `dimension=1` of an operation.

AttributeValue: TypeAlias = Any
"""The values of attributes: an Attribute, a Type, None, bool, int, float, str, or sequences and mappings of these."""

_F32, _F64, _INDEX = t.FloatType("f32"), t.FloatType("f64"), t.IndexType()


def attribute(value: AttributeValue, type: Type | None = None) -> Attribute:
    """Returns the attribute that a Python value stands for. Attributes are returned as they are.

    None is `unit`, a bool `true` or `false`, an int `4 : i64`, a float `1.5 : f64`, a str `"text"`, a sequence
    `[1, "a"]`, a mapping a dictionary, and a type a type. With a `type` numbers have that one; with that of a tensor,
    a vector or a memref a number, or nested sequences, are `dense<…>`: bool, int, float and complex as it holds them.

    Raises TypeError for other values, and ValueError for numbers and shapes that do not fit.
    """
    if isinstance(value, Attribute):
        return TypeAttr(value) if isinstance(value, Type) else value
    if isinstance(type, t.ShapedType):
        return _elements(value, type)
    if type is not None:
        return _number(value, type)
    if value is None:
        return UNIT
    if isinstance(value, bool):
        return BoolAttr(value)
    if isinstance(value, str):
        return StringAttr(value)
    if isinstance(value, float):
        return _number(value, _F64)
    if isinstance(value, Mapping):
        return DictionaryAttr.of({name: attribute(one) for name, one in value.items()})
    if isinstance(value, Sequence):
        return ArrayAttr(tuple([attribute(one) for one in value]))
    return _number(value, I64)


def declared_attribute(declared: Attr, value: AttributeValue, dialect: str) -> Attribute:
    """Returns the attribute that `value` stands for where an operation of a dialect declares one.

    That is the first of those that are accepted; a str may be the text of the attribute in the operation's format.
    Raises TypeError if there is none.
    """
    if isinstance(value, Attribute):
        return attribute(value)
    constraint = declared.constraint
    candidates = _parsed(declared, value, dialect) if isinstance(value, str) else ()
    if (accepted := next(filter(constraint.accepts, chain(_candidates(value), candidates)), None)) is None:
        raise TypeError(f"attribute '{declared.name}': expected {constraint.summary}, got {value!r:.100}")
    return accepted


def _parsed(declared: Attr, text: str, dialect: str) -> Iterator[Attribute]:
    """Yields what a text is in the format of operations, or as an attribute of the dialect without its name."""
    if (written := parse_as(declared.constraint.parse, text, REGISTRY)) is not None:
        yield written
    found = REGISTRY.dialects.get(dialect)
    for one in () if found is None else found.attribute_named.values():
        full = f"#{dialect}<{one.mnemonic}{'' if text.startswith('<') else ' '}{text}>"
        if (parsed := parse_as(any_attribute, full, REGISTRY)) is not None:
            yield parsed


def _candidates(value: AttributeValue) -> Iterator[Attribute]:
    """Yields what a Python value may stand for, the most usual first."""
    if isinstance(value, bool | str | Mapping) or value is None:
        yield attribute(value)
        if value is True:
            yield UNIT
    elif isinstance(value, float):
        yield from (_number(value, type) for type in (_F32, _F64))
    elif isinstance(value, Sequence):
        yield from _arrays(value)
    else:
        yield from (_number(value, type) for type in (I64, I32, _INDEX))


def _arrays(value: Sequence[Any]) -> Iterator[Attribute]:
    if all(isinstance(one, bool) for one in value):
        yield DenseArrayAttr(I1, tuple(map(int, value)))
    if all(hasattr(one, "__index__") and not isinstance(one, bool) for one in value):
        yield from (DenseArrayAttr(type, tuple(map(operator.index, value))) for type in (I64, I32))
    yield attribute(value)


def _number(value: Any, type: Type) -> Attribute:
    bits = _bits(value, element_format(type))
    if type is I1:
        return BoolAttr(bool(bits))
    if isinstance(type, t.FloatType):
        return FloatAttr(bits, type)
    if isinstance(type, t.IntegerType | t.IndexType):
        return IntegerAttr(operator.index(value), type)
    raise TypeError(f"there are no numbers of type {type}")


def _elements(value: Any, type: t.ShapedType) -> DenseElementsAttr:
    """Returns the constant of nested sequences, or of one value for all elements. Raises ValueError, TypeError."""
    shape, element_type = check_shaped(type)
    element = element_format(element_type)
    if isinstance(value, Sequence | Iterator) or hasattr(value, "tolist"):
        bits = [_bits(one, element) for one in _flat(value, shape)]
    else:
        bits = [_bits(value, element)]
    return DenseElementsAttr(text_of_bits(bits, shape, element), type)


def _flat(value: Any, shape: tuple[int, ...]) -> Iterator[Any]:
    """Yields the values in nested sequences, or arrays, the last dimension fastest."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if not shape:
        yield value
        return
    if len(values := list(value)) != shape[0]:
        raise ValueError(f"there are {len(values)} elements where the type has {shape[0]}")
    for one in values:
        yield from _flat(one, shape[1:])


def _bits(value: Any, element: ElementFormat) -> int:
    """Returns a number as it is stored. Raises TypeError for what is no such number, and ValueError out of range."""
    if element.part is not None:
        parts: Sequence[Any] = (complex(value).real, complex(value).imag)
        if element.part.float_format is None:
            parts = [int(part) for part in parts]
        real, imaginary = [_bits(part, element.part) for part in parts]
        return real | imaginary << 8 * element.part.byte_width
    if element.float_format is not None:
        (double,) = struct.unpack("<Q", struct.pack("<d", value))
        return rounded_double(double, element.float_format)
    if element.kind == "string":
        raise TypeError("elements of this type are not numbers")
    number = operator.index(value)
    low = 0 if element.signedness == "unsigned" or element.width == 1 else -(1 << (element.width - 1))
    if not low <= number < 1 << (element.width - (element.signedness == "signed")):
        raise ValueError(f"{number} does not fit into {element}")
    return number & ((1 << element.width) - 1)


A = TypeVar("A", bound=Attribute)

_OPENING = ("<", "{", "[", '"')
"""The beginning of an attribute that is written without the name of its kind."""


@overload
def parse_attribute(text: str) -> Attribute: ...
@overload
def parse_attribute(text: str, kind: type[A]) -> A: ...
def parse_attribute(text: str, kind: type[Attribute] = Attribute) -> Attribute:
    """Returns the attribute in a text: `#sdy.sharding<@mesh, [{"x"}]>`, `[1, "a"]`, `4 : i32`.

    With a `kind` that a dialect declares, the text may have the short form inside operations: `<@mesh, [{"x"}]>` for a
    Sharding. Raises Error if the text is not such an attribute.
    """
    if text.lstrip()[:1] in _OPENING:
        for dialect in REGISTRY.dialects.values():
            for definition in dialect.attribute_named.values():
                if definition.cls is kind:
                    text = f"#{dialect.namespace}<{definition.mnemonic}{text}>"
    source = Source(text, "<string>")
    try:
        attribute = parse_attribute_text(text, REGISTRY)
    except CompilationError as error:
        raise Error(error.diagnostics, source) from None
    if not isinstance(attribute, kind):
        wanted = "a type" if kind is TypeAttr else kind.__name__
        message = f"expected {wanted}, found {type(attribute).__name__}"
        raise Error([Diagnostic("error", message, 0)], source)
    return attribute


def parse_type(text: str) -> Type:
    """Returns the type in a text: `tensor<8x?xf32>`. Raises Error for anything else."""
    return parse_attribute(text, TypeAttr).type


def register_dialect(dialect: Dialect) -> None:
    """Adds a dialect, in this process: programs that are read from then on may use it.

    A second one with its namespace replaces it. Raises ValueError if the namespace is that of a dialect of sdy-opt, or
    if an operation has another prefix, and CompilationError if a format is wrong.
    """
    REGISTRY.register(dialect)


def _property(definition: OpDef, name: str, value: AttributeValue) -> Attribute:
    if (declared := next((one for one in definition.attributes if one.name == name), None)) is not None:
        return declared_attribute(declared, value, definition.dialect)
    if name in SEGMENT_SIZES:
        return value if isinstance(value, Attribute) else DenseArrayAttr(I32, tuple(value))
    names = [one.name for one in definition.attributes]
    has = listed(names, "and") if names else "none"
    raise TypeError(f"'{definition.name}' declares no attribute '{name}': it has {has}")


def create(
    name: str,
    operands: Iterable[Value] = (),
    result_types: Iterable[Type] | None = None,
    properties: Mapping[str, AttributeValue] = {},
    attributes: Mapping[str, AttributeValue] = {},
    regions: Sequence[Region] = (),
    location: Location | int = UNKNOWN,
) -> Operation:
    """Returns a new operation (`sdy.sharding_constraint`) that is not in a block yet: see `Operation.insert_after`.

    `properties` are the attributes that its declaration names, `attributes` all others, as attributes or as values of
    Python (see `sdyopt.attribute`): those of properties become what is declared, `{"permutation": [1, 0]}`. Result
    types that are not given are inferred. The operation is verified with the module into which it is inserted.

    Raises KeyError for a name that no dialect declares, and TypeError for a property that is not declared, or for a
    value that it cannot be. If result types are not given, raises TypeError if they do not
    follow from the rest of the operation, and Error if it cannot have any.
    """
    declared = definition(name)
    inherent = DictionaryAttr.of({key: _property(declared, key, value) for key, value in properties.items()})
    discardable = DictionaryAttr.of({key: attribute(value) for key, value in attributes.items()})
    operands = list(operands)
    if result_types is None:
        try:
            result_types = inferred_results(declared, operands, inherent, regions, location)
        except CompilationError as error:
            raise Error(error.diagnostics, Source("", "<string>")) from None
    return Operation.create(declared, operands, result_types, inherent, discardable, regions, location)


# Programs made operation by operation, each at an insertion point.


class ModuleBuilder:
    """Builds a program: what it creates is inserted at its insertion point `at`, at first the end of the module.

        build = sdyopt.ModuleBuilder()
        with build.function("main", [tensor, tensor]) as (x, y):
            build("func.return", build("stablehlo.add", x, y))
        build.module.verify()

    `location` is that of new operations. A builder of a `module` extends that one.
    """

    def __init__(self, module: Module | None = None, location: Location | int = UNKNOWN) -> None:
        self.module = Module() if module is None else module
        self.at = InsertionPoint.end_of(self.module.operation.regions[0].block)
        self.location = location

    def __call__(
        self,
        name: str,
        *operands: Value | Operation,
        result_types: Iterable[Type] | None = None,
        regions: Sequence[Region] = (),
        **properties: AttributeValue,
    ) -> Operation:
        """Creates an operation and inserts it. An operand that is an operation stands for its only result.

        Keywords are attributes that the operation declares, as values of Python or attributes; None is left out.
        Raises what `sdyopt.create` raises.
        """
        given = {key: value for key, value in properties.items() if value is not None}
        return self.create(name, operands, result_types, given, regions=regions)

    def create(
        self,
        name: str,
        operands: Iterable[Value | Operation] = (),
        result_types: Iterable[Type] | None = None,
        properties: Mapping[str, AttributeValue] = {},
        attributes: Mapping[str, AttributeValue] = {},
        regions: Sequence[Region] = (),
        location: Location | int | None = None,
    ) -> Operation:
        """Creates an operation as `sdyopt.create` does, and inserts it."""
        values = [operand.result if isinstance(operand, Operation) else operand for operand in operands]
        at = self.location if location is None else location
        return self.insert(create(name, values, result_types, properties, attributes, regions, at))

    def insert(self, op: Operation) -> Operation:
        """Inserts an operation, which is not in a block, and returns it."""
        self.at.insert(op)
        return op

    @contextmanager
    def inserting(self, at: InsertionPoint | Block) -> Iterator[None]:
        """Inserts elsewhere meanwhile: at another insertion point, or at the end of a block."""
        before = self.at
        self.at = InsertionPoint.end_of(at) if isinstance(at, Block) else at
        try:
            yield
        finally:
            self.at = before

    @contextmanager
    def region(self, argument_types: Iterable[Type] = ()) -> Iterator[tuple[Region, tuple[BlockArgument, ...]]]:
        """Makes a region with one block, at whose end is inserted meanwhile, for an operation that is created later."""
        region = Region()
        block = region.add_block()
        arguments = tuple([block.add_argument(type, self.location) for type in argument_types])
        with self.inserting(block):
            yield region, arguments

    @contextmanager
    def function(
        self,
        name: str,
        inputs: Iterable[Type],
        results: Iterable[Type] | None = None,
        visibility: str | None = None,
        attributes: Mapping[str, AttributeValue] = {},
    ) -> Iterator[tuple[BlockArgument, ...]]:
        """Makes a function, inside which is inserted meanwhile. Without `results` they are what it returns."""
        types = tuple(inputs)
        with self.region(types) as (body, arguments):
            yield arguments
            returned = body.block.last
            found = () if returned is None else tuple([operand.type for operand in returned.operands])
        type = FunctionType(types, found if results is None else tuple(results))
        properties: dict[str, AttributeValue] = {"sym_name": name, "function_type": type}
        if visibility is not None:
            properties["sym_visibility"] = visibility
        self.create(FUNC.name, (), (), properties, attributes, [body])

    def mesh(self, name: str, axes: Mapping[str, int]) -> Mesh:
        """Adds a mesh with axes of these sizes to the module, and returns it."""
        mesh = Mesh(tuple([MeshAxis(axis, size) for axis, size in axes.items()]))
        self.module.set_mesh(name, mesh)
        return mesh

    def constant(self, value: AttributeValue, type: Type) -> OpResult:
        """Creates a constant of StableHLO: `build.constant([1.0, 2.0], tensor)`, or one number for all elements."""
        return self("stablehlo.constant", value=attribute(value, type)).result
