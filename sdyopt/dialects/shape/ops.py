"""The operations of the shape dialect: https://mlir.llvm.org/docs/Dialects/ShapeDialect/."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdyopt.dialects.func.ops import verify_function
from sdyopt.dialects.shape import verification
from sdyopt.dialects.shape.verification import WITNESS
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import (
    ArrayAttr,
    BoolAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    NoneType,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare.attr_kinds import DICTIONARY
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint, Operand, RegionDef, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, Verifier, pure_op
from sdyopt.mlir.declare.type_kinds import ANY, I1, INDEX, NON_TOKEN_SHAPED
from sdyopt.mlir.formats.state import Directive, OperationState, Writer
from sdyopt.mlir.literals.attributes import dense_elements, elements_of
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import symbol_token

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


_BINARY = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
_UNARY = "$arg attr-dict `:` type($arg) `->` type($result)"
_VARIADIC = "$shapes attr-dict `:` type($shapes)"
_RETURNED = "attr-dict ($operands^ `:` type($operands))?"
_SHAPES = [Operand("shapes", verification.SHAPE_OR_EXTENTS, "*")]
_ERROR = Attr("error", attr.STRING, optional=True)
_WITNESS = [Result("result", verification.ONLY_WITNESS)]
_TRUTH = [Result("result", I1)]
_PASSED = [Operand("operands", ANY, "*")]

_INDEX_TYPE = a.IndexType()
_INDEX_ELEMENTS = AttrConstraint(
    "index elements attribute",
    lambda attribute: (
        isinstance(attribute, a.DenseElementsAttr) and getattr(attribute.type, "element_type", None) is _INDEX_TYPE
    ),
    is_kind=attr.INTEGER_ELEMENTS.accepts,
)


def _binary(
    name: str,
    operand: TypeConstraint,
    result: TypeConstraint,
    verifiers: Sequence[Verifier] = (),
    traits: Sequence[str] = ("Pure", "Commutative"),
    rhs: TypeConstraint | None = None,
    names: tuple[str, str] = ("lhs", "rhs"),
) -> OpDef:
    """An operation on two values."""
    format = _BINARY.replace("$lhs", f"${names[0]}").replace("$rhs", f"${names[1]}")
    return OpDef(
        f"shape.{name}",
        operands=[Operand(names[0], operand), Operand(names[1], rhs or operand)],
        results=[Result("result", result)],
        traits=traits,
        format=format,
        verifiers=verifiers,
    )


def _unary(name: str, operand: TypeConstraint, result: TypeConstraint, verifiers: Sequence[Verifier] = ()) -> OpDef:
    """An operation on one value."""
    return OpDef(
        f"shape.{name}",
        operands=[Operand("arg", operand)],
        results=[Result("result", result)],
        traits=["Pure"],
        format=_UNARY,
        verifiers=verifiers,
    )


def _constant_name(op: Operation) -> list[str]:
    """`c4` for the size 4."""
    value = op.properties.find(a.IntegerAttr, "value")
    return [f"c{value.value}"]


ADD = _binary("add", verification.SIZE_OR_INDEX, verification.SIZE_OR_INDEX, [verification.propagates_size])
"""The sum of two sizes."""

DIV = _binary("div", verification.SIZE_OR_INDEX, verification.SIZE_OR_INDEX, [verification.propagates_size], ["Pure"])
"""The quotient of two sizes, rounded down."""

MUL = _binary("mul", verification.SIZE_OR_INDEX, verification.SIZE_OR_INDEX, [verification.propagates_size])
"""The product of two sizes."""

MAX = _binary("max", verification.SHAPE_OR_SIZE, verification.SHAPE_OR_SIZE, [verification.like_operands])
"""The larger of two sizes, or the larger sizes of two shapes."""

MIN = _binary("min", verification.SHAPE_OR_SIZE, verification.SHAPE_OR_SIZE, [verification.like_operands])
"""The smaller of two sizes, or the smaller sizes of two shapes."""

CONCAT = _binary("concat", verification.SHAPE_OR_EXTENTS, verification.SHAPE_OR_EXTENTS, traits=["Pure"])
"""The sizes of one shape, then those of another one."""

DIM = _binary(
    "dim", NON_TOKEN_SHAPED, verification.SIZE_OR_INDEX, (), ["Pure"], verification.SIZE_OR_INDEX, ("value", "index")
)
"""A size of the shape of a value."""

GET_EXTENT = _binary(
    "get_extent",
    verification.SHAPE_OR_EXTENTS,
    verification.SIZE_OR_INDEX,
    [verification.propagates_size],
    ["Pure"],
    verification.SIZE_OR_INDEX,
    ("shape", "dim"),
)
"""A size of a shape."""

NUM_ELEMENTS = _unary(
    "num_elements", verification.SHAPE_OR_EXTENTS, verification.SIZE_OR_INDEX, [verification.propagates_size]
)
"""The number of elements that a tensor with that shape has."""

RANK = _unary("rank", verification.SHAPE_OR_EXTENTS, verification.SIZE_OR_INDEX, [verification.propagates_size])
"""The number of dimensions of a shape."""

SHAPE_OF = _unary(
    "shape_of", verification.SHAPED_OR_VALUE_SHAPE, verification.SHAPE_OR_EXTENTS, [verification.shape_of]
)
"""The shape of a value."""

TO_EXTENT_TENSOR = _unary("to_extent_tensor", verification.SHAPE_OR_EXTENTS, verification.INDEX_TENSOR)
"""The sizes of a shape, in a tensor."""

VALUE_AS_SHAPE = _unary("value_as_shape", verification.INTEGERS_OR_VALUE_SHAPE, verification.SHAPE_OR_EXTENTS)
"""The shape whose sizes a value holds."""

ANY_OF = OpDef(
    "shape.any",
    operands=[Operand("inputs", verification.SHAPE_OR_EXTENTS, "*")],
    results=[Result("result", verification.SHAPE_OR_EXTENTS)],
    traits=["Pure", "Commutative"],
    format="$inputs attr-dict `:` type($inputs) `->` type($result)",
)
"""Any of several shapes."""

BROADCAST = OpDef(
    "shape.broadcast",
    operands=_SHAPES,
    results=[Result("result", verification.SHAPE_OR_EXTENTS)],
    attributes=[_ERROR],
    traits=["Pure", "Commutative"],
    format="$shapes attr-dict `:` type($shapes) `->` type($result)",
    verifiers=[verification.propagates_shape],
)
"""The shape to which values of several shapes can be broadcast."""

CONST_SHAPE = OpDef(
    "shape.const_shape",
    results=[Result("result", verification.SHAPE_OR_EXTENTS)],
    attributes=[Attr("shape", _INDEX_ELEMENTS)],
    traits=["ConstantLike", "Pure"],
    format="custom<ConstShape>",
    verifiers=[verification.const_shape],
)
"""A shape."""

CONST_SIZE = OpDef(
    "shape.const_size",
    results=[Result("result", verification.ONLY_SIZE)],
    attributes=[Attr("value", attr.number_of(_INDEX_TYPE, "index attribute"))],
    traits=["ConstantLike", "Pure"],
    format="$value attr-dict",
    result_names=_constant_name,
)
"""A size."""

CONST_WITNESS = OpDef(
    "shape.const_witness",
    results=_WITNESS,
    attributes=[Attr("passing", attr.BOOL)],
    traits=["ConstantLike", "Pure"],
    format="$passing attr-dict",
)
"""A witness that holds, or does not."""

CSTR_BROADCASTABLE = OpDef(
    "shape.cstr_broadcastable",
    operands=_SHAPES,
    results=_WITNESS,
    traits=["Commutative"],
    format=_VARIADIC,
    verifiers=[verification.several_shapes],
)
"""Requires that values of several shapes can be broadcast to one."""

CSTR_EQ = OpDef("shape.cstr_eq", operands=_SHAPES, results=_WITNESS, traits=["Commutative"], format=_VARIADIC)
"""Requires that all shapes are equal."""

CSTR_REQUIRE = OpDef(
    "shape.cstr_require",
    operands=[Operand("pred", I1)],
    results=_WITNESS,
    attributes=[Attr("msg", attr.STRING)],
    format="$pred `,` $msg attr-dict",
)
"""Requires that a predicate holds."""

ASSUMING_ALL = OpDef(
    "shape.assuming_all",
    operands=[Operand("inputs", verification.ONLY_WITNESS, "*")],
    results=_WITNESS,
    traits=["Pure", "Commutative"],
    format="$inputs attr-dict",
    verifiers=[verification.assuming_all],
)
"""A witness that holds if all of several do."""

ASSUMING = OpDef(
    "shape.assuming",
    operands=[Operand("witness", verification.ONLY_WITNESS)],
    results=[Result("results", ANY, "*")],
    regions=[RegionDef("doRegion", max_blocks=1)],
    traits=["SingleBlock", "SingleBlockImplicitTerminator<shape.assuming_yield>", "RecursiveMemoryEffects"],
    format="custom<AssumingOp>",
    verifiers=[verification.assuming],
)
"""Runs its region, which may rely on what the witness shows."""

ASSUMING_YIELD = OpDef(
    "shape.assuming_yield",
    operands=_PASSED,
    traits=["HasParent<shape.assuming>", "IsTerminator", "Pure", "ReturnLike"],
    format=_RETURNED,
)
"""Ends the region of `shape.assuming` and gives its results."""

DEBUG_PRINT = OpDef(
    "shape.debug_print",
    operands=[Operand("input", verification.SHAPE_OR_SIZE)],
    results=[Result("output", verification.SHAPE_OR_SIZE)],
)
"""Prints a shape or a size, and gives it."""

FROM_EXTENT_TENSOR = pure_op(
    "shape.from_extent_tensor",
    operands=[Operand("input", verification.EXTENTS)],
    results=[Result("result", verification.ONLY_SHAPE)],
    format="$input attr-dict `:` type($input)",
)
"""The shape whose sizes a tensor holds."""

FROM_EXTENTS = pure_op(
    "shape.from_extents",
    operands=[Operand("extents", verification.SIZE_OR_INDEX, "*")],
    results=[Result("shape", verification.ONLY_SHAPE)],
    format="$extents attr-dict `:` type($extents)",
)
"""The shape with these sizes."""

INDEX_TO_SIZE = pure_op(
    "shape.index_to_size",
    operands=[Operand("arg", INDEX)],
    results=[Result("result", verification.ONLY_SIZE)],
    format="$arg attr-dict",
)
"""An index as a size."""

IS_BROADCASTABLE = OpDef(
    "shape.is_broadcastable", operands=_SHAPES, results=_TRUTH, traits=["Commutative"], format=_VARIADIC
)
"""Whether values of several shapes can be broadcast to one."""

MEET = OpDef(
    "shape.meet",
    operands=[Operand("arg0", verification.ANY_SHAPE_OR_SIZE), Operand("arg1", verification.ANY_SHAPE_OR_SIZE)],
    results=[Result("result", verification.ANY_SHAPE_OR_SIZE)],
    attributes=[_ERROR],
    traits=["Commutative"],
    format="$arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:` type($arg0) `,` type($arg1) `->` type($result)",
    verifiers=[verification.meet],
)
"""The common part of two shapes, or of two sizes."""

REDUCE = OpDef(
    "shape.reduce",
    operands=[Operand("shape", verification.SHAPE_OR_EXTENTS), Operand("initVals", ANY, "*")],
    results=[Result("result", ANY, "*")],
    regions=[RegionDef("region", max_blocks=1)],
    traits=["SingleBlock"],
    format="`` custom<ShapeReduceOp>",
    verifiers=[verification.reduce],
)
"""Combines the sizes of a shape, one after another, by its region."""

RETURN = OpDef(
    "shape.return",
    operands=_PASSED,
    traits=["HasParent<shape.func>", "IsTerminator", "Pure", "ReturnLike"],
    format=_RETURNED,
)
"""Ends a function and gives its results."""

SHAPE_EQ = OpDef("shape.shape_eq", operands=_SHAPES, results=_TRUTH, traits=["Pure", "Commutative"], format=_VARIADIC)
"""Whether all shapes are equal."""

SIZE_TO_INDEX = pure_op(
    "shape.size_to_index",
    operands=[Operand("arg", verification.SIZE_OR_INDEX)],
    results=[Result("result", INDEX)],
    format="$arg attr-dict `:` type($arg)",
)
"""A size as an index."""

SPLIT_AT = pure_op(
    "shape.split_at",
    operands=[Operand("operand", verification.SHAPE_OR_EXTENTS), Operand("index", verification.SIZE_OR_INDEX)],
    results=[Result("head", verification.SHAPE_OR_EXTENTS), Result("tail", verification.SHAPE_OR_EXTENTS)],
    result_names=lambda op: ["head", "tail"],
)
"""The sizes of a shape before an index, and those from it on."""

VALUE_OF = pure_op(
    "shape.value_of",
    operands=[Operand("arg", verification.ONLY_VALUE_SHAPE)],
    results=[Result("result", NON_TOKEN_SHAPED)],
    format="$arg attr-dict `:` type($result)",
)
"""The value of a value with its shape."""

WITH_SHAPE = pure_op(
    "shape.with_shape",
    operands=[Operand("operand", verification.SHAPED_OR_VALUE_SHAPE), Operand("shape", verification.SHAPE_OR_EXTENTS)],
    results=[Result("result", verification.ONLY_VALUE_SHAPE)],
    format="operands attr-dict `:` type($operand) `,` type($shape)",
)
"""A value with a shape that it is said to have."""

YIELD = OpDef(
    "shape.yield",
    operands=_PASSED,
    traits=["HasParent<shape.reduce, shape.function_library>", "IsTerminator", "Pure", "ReturnLike"],
    format=_RETURNED,
    context_verifiers=[verification.shape_yield],
)
"""Ends the region of a reduction and gives its results."""

FUNC = OpDef(
    "shape.func",
    attributes=[
        Attr("sym_name", attr.SYMBOL_NAME),
        Attr("function_type", attr.FUNCTION_TYPE),
        Attr("arg_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("res_attrs", attr.DICTIONARY_ARRAY, optional=True),
        Attr("sym_visibility", attr.STRING, optional=True),
    ],
    regions=[RegionDef("body")],
    traits=["IsolatedFromAbove", "Symbol", "FunctionOpInterface", "AffineScope", "AutomaticAllocationScope"],
    format="custom<Function>",
    default_dialect="shape",
    verifiers=[verify_function],
)
"""A function that computes shapes."""

FUNCTION_LIBRARY = OpDef(
    "shape.function_library",
    attributes=[
        Attr("sym_name", attr.SYMBOL_NAME),
        Attr("sym_visibility", attr.STRING, optional=True),
        Attr("mapping", attr.DICTIONARY),
    ],
    regions=[RegionDef("body")],
    traits=[
        "IsolatedFromAbove",
        "SymbolTable",
        "Symbol",
        "NoTerminator",
        "NoRegionArguments",
        "SingleBlock",
        "AffineScope",
    ],
    format="custom<FunctionLibrary>",
    default_dialect="shape",
)
"""Functions that compute the shapes of operations' results, and which one belongs to which operation."""

OPERATIONS = tuple([value for value in list(vars().values()) if isinstance(value, OpDef)])
"""All of them."""


# The formats of `shape.const_shape`, `shape.assuming` and `shape.reduce`.


class ConstShape(Directive):
    """The sizes of a shape: `[1, 2] : tensor<2xindex>`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        attributes = parser.parse_optional_dictionary()
        at = parser.start
        if not isinstance(sizes := parser.parse_attribute(), ArrayAttr):
            raise parser.say("invalid kind of attribute specified", at)
        if not all(isinstance(size, (IntegerAttr, BoolAttr)) for size in sizes):
            raise parser.say("expected integers", at)
        parser.parse_token(":", "expected ':'")
        state.result_types = [parser.parse_type()]
        numbers = [_number(size) for size in sizes]
        state.duplicate = "shape" if "shape" in attributes else ""
        state.add_attributes(attributes)
        state.properties["shape"] = dense_elements(str(numbers), RankedTensorType((len(numbers),), _INDEX_TYPE))

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.attributes_without(op, "shape")
        given = op.properties.find(DenseElementsAttr, "shape")
        writer.text(f"[{', '.join(map(str, elements_of(given)))}] : ")
        writer.type(op.signature.result_types[0])


def _number(attribute: Attribute) -> int:
    """The value of an integer; MLIR's `true` is an integer of one bit, which is the sign."""
    assert isinstance(attribute, (IntegerAttr, BoolAttr))
    return -attribute.value if isinstance(attribute, BoolAttr) else attribute.value


class AssumingOp(Directive):
    """`%w -> (index) {…}`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        witness = parser.parse_operand()
        parser.resolve(witness, WITNESS)
        results = parser.parse_function_results() if parser.consume_if("->") else []
        state.operands, state.operand_types, state.result_types = [witness], [WITNESS], results
        state.add_region(parser.parse_region())
        state.add_attributes(parser.parse_optional_dictionary())

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.operand(0)
        if op.results:
            writer.text(" -> (")
            writer.types(op.signature.result_types)
            writer.text(")")
        writer.text(" ")
        writer.region(0, with_arguments=False, with_terminator=bool(op.results))
        writer.attributes_without(op)


class ShapeReduceOp(Directive):
    """`(%shape, %init) : !shape.shape -> !shape.size {…}`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        """The operands are looked up before the region is read."""
        operands = parser.parse_operands_in_parentheses()
        at = parser.last_end - 1
        parser.parse_token(":", "expected ':'")
        shape = parser.parse_type()
        results = parser.parse_function_results() if parser.consume_if("->") else []
        if not operands:
            raise parser.say("expected a shape", at)
        parser.resolve(operands[0], shape)
        parser.resolve_all(operands[1:], results, state.offset)
        state.operands = operands
        state.operand_types, state.result_types = [shape, *results], results
        state.regions.append(parser.parse_region())
        state.add_attributes(parser.parse_optional_dictionary())

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.text("(")
        writer.operand(0)
        writer.text(", ")
        writer.operands(1, len(op.operands))
        writer.text(") : ")
        writer.type(op.signature.operand_types[0])
        if results := op.signature.result_types:
            writer.text(" -> " if len(results) == 1 else " -> (")
            writer.types(results)
            writer.text("" if len(results) == 1 else ")")
        writer.text(" ")
        writer.region(0)
        writer.attributes_without(op)


class FunctionLibrary(Directive):
    """`@name {…} mapping {…}`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        state.properties["sym_name"] = StringAttr(parser.parse_symbol_name())
        attributes = parser.parse_optional_dictionary("attributes")
        state.duplicate = "mapping" if "mapping" in attributes else ""
        state.add_attributes(attributes)
        state.regions.append(parser.parse_region())
        parser.parse_keyword("mapping")
        state.properties["mapping"] = parser.parse_attribute_of_kind(DICTIONARY.accepts, NoneType())

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.text(symbol_token(op.properties.find(StringAttr, "sym_name").value))
        hidden = ("sym_visibility",) if since("0.11.2") else ()
        writer.attributes_without(op, "sym_name", "mapping", *hidden, keyword="attributes ")
        writer.text(" ")
        writer.region(0, with_arguments=False, with_terminator=False)
        writer.text(" mapping ")
        writer.attribute(op.properties["mapping"])


# `shape.lib`: the libraries of shape functions that belong to a module.

LIBRARY = "shape.function_library"


def verify_library_of(op: Operation, context: Verification) -> None:
    """The attribute names libraries, and these have a function at most for each operation."""
    if "SymbolTable" not in op.definition.traits:
        context.plain_error(op.location, "shape.lib attribute may only be on op implementing SymbolTable")
    if isinstance(value := op.attributes["shape.lib"], SymbolRefAttr):
        _library(op, value, context)
    elif isinstance(value, ArrayAttr):
        known: set[str] = set()
        for reference in value:
            if not isinstance(reference, SymbolRefAttr):
                message = "only SymbolRefAttr allowed in shape.lib attribute array"
                context.plain_error(op.location, message)
            for name in _mapping(_library(op, reference, context)):
                if name in known:
                    message = "only one op to shape mapping allowed, found multiple for "
                    context.plain_error(op.location, f'{message}`"{name}"`')
                known.add(name)
    else:
        message = "only SymbolRefAttr or array of SymbolRefAttrs allowed as shape.lib attribute"
        context.plain_error(op.location, message)


def _library(op: Operation, reference: SymbolRefAttr, context: Verification) -> Operation:
    found = context.symbols_in(op).get(reference.leaf)
    name = symbol_token(reference.leaf)
    if found is None:
        context.plain_error(op.location, f"shape function library {name} not found")
    context.plain_error_if(op.location, found.name != LIBRARY, f"{name} required to be shape function library")
    return found


def _mapping(library: Operation) -> tuple[str, ...]:
    mapping: Attribute | None = library.properties.get("mapping")
    return mapping.keys() if isinstance(mapping, DictionaryAttr) else ()
