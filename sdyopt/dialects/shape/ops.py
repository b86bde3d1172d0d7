"""The operations of the shape dialect: https://mlir.llvm.org/docs/Dialects/ShapeDialect/."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.func.verification import verify_function
from sdyopt.dialects.shape import types as kind
from sdyopt.dialects.shape import verification as verify
from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint, Operand, RegionDef, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, Verifier, pure_op
from sdyopt.mlir.declare.type_kinds import ANY, I1, INDEX, NON_TOKEN_SHAPED

_BINARY = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
_UNARY = "$arg attr-dict `:` type($arg) `->` type($result)"
_VARIADIC = "$shapes attr-dict `:` type($shapes)"
_RETURNED = "attr-dict ($operands^ `:` type($operands))?"
_SHAPES = [Operand("shapes", kind.SHAPE_OR_EXTENTS, "*")]
_ERROR = Attr("error", attr.STRING, optional=True)
_WITNESS = [Result("result", kind.ONLY_WITNESS)]
_TRUTH = [Result("result", I1)]
_PASSED = [Operand("operands", ANY, "*")]

_INDEX_TYPE = t.IndexType()
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
    value = op.properties["value"]
    assert isinstance(value, a.IntegerAttr)
    return [f"c{value.value}"]


ADD = _binary("add", kind.SIZE_OR_INDEX, kind.SIZE_OR_INDEX, [verify.propagates_size])
"""The sum of two sizes."""

DIV = _binary("div", kind.SIZE_OR_INDEX, kind.SIZE_OR_INDEX, [verify.propagates_size], ["Pure"])
"""The quotient of two sizes, rounded down."""

MUL = _binary("mul", kind.SIZE_OR_INDEX, kind.SIZE_OR_INDEX, [verify.propagates_size])
"""The product of two sizes."""

MAX = _binary("max", kind.SHAPE_OR_SIZE, kind.SHAPE_OR_SIZE, [verify.like_operands])
"""The larger of two sizes, or the larger sizes of two shapes."""

MIN = _binary("min", kind.SHAPE_OR_SIZE, kind.SHAPE_OR_SIZE, [verify.like_operands])
"""The smaller of two sizes, or the smaller sizes of two shapes."""

CONCAT = _binary("concat", kind.SHAPE_OR_EXTENTS, kind.SHAPE_OR_EXTENTS, traits=["Pure"])
"""The sizes of one shape, then those of another one."""

DIM = _binary(
    "dim",
    NON_TOKEN_SHAPED,
    kind.SIZE_OR_INDEX,
    (),
    ["Pure"],
    kind.SIZE_OR_INDEX,
    ("value", "index"),
)
"""A size of the shape of a value."""

GET_EXTENT = _binary(
    "get_extent",
    kind.SHAPE_OR_EXTENTS,
    kind.SIZE_OR_INDEX,
    [verify.propagates_size],
    ["Pure"],
    kind.SIZE_OR_INDEX,
    ("shape", "dim"),
)
"""A size of a shape."""

NUM_ELEMENTS = _unary("num_elements", kind.SHAPE_OR_EXTENTS, kind.SIZE_OR_INDEX, [verify.propagates_size])
"""The number of elements that a tensor with that shape has."""

RANK = _unary("rank", kind.SHAPE_OR_EXTENTS, kind.SIZE_OR_INDEX, [verify.propagates_size])
"""The number of dimensions of a shape."""

SHAPE_OF = _unary("shape_of", kind.SHAPED_OR_VALUE_SHAPE, kind.SHAPE_OR_EXTENTS, [verify.shape_of])
"""The shape of a value."""

TO_EXTENT_TENSOR = _unary("to_extent_tensor", kind.SHAPE_OR_EXTENTS, kind.INDEX_TENSOR)
"""The sizes of a shape, in a tensor."""

VALUE_AS_SHAPE = _unary("value_as_shape", kind.INTEGERS_OR_VALUE_SHAPE, kind.SHAPE_OR_EXTENTS)
"""The shape whose sizes a value holds."""

ANY_OF = OpDef(
    "shape.any",
    operands=[Operand("inputs", kind.SHAPE_OR_EXTENTS, "*")],
    results=[Result("result", kind.SHAPE_OR_EXTENTS)],
    traits=["Pure", "Commutative"],
    format="$inputs attr-dict `:` type($inputs) `->` type($result)",
)
"""Any of several shapes."""

BROADCAST = OpDef(
    "shape.broadcast",
    operands=_SHAPES,
    results=[Result("result", kind.SHAPE_OR_EXTENTS)],
    attributes=[_ERROR],
    traits=["Pure", "Commutative"],
    format="$shapes attr-dict `:` type($shapes) `->` type($result)",
    verifiers=[verify.propagates_shape],
)
"""The shape to which values of several shapes can be broadcast."""

CONST_SHAPE = OpDef(
    "shape.const_shape",
    results=[Result("result", kind.SHAPE_OR_EXTENTS)],
    attributes=[Attr("shape", _INDEX_ELEMENTS)],
    traits=["ConstantLike", "Pure"],
    format="custom<ConstShape>",
    verifiers=[verify.const_shape],
)
"""A shape."""

CONST_SIZE = OpDef(
    "shape.const_size",
    results=[Result("result", kind.ONLY_SIZE)],
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
    verifiers=[verify.several_shapes],
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
    operands=[Operand("inputs", kind.ONLY_WITNESS, "*")],
    results=_WITNESS,
    traits=["Pure", "Commutative"],
    format="$inputs attr-dict",
    verifiers=[verify.assuming_all],
)
"""A witness that holds if all of several do."""

ASSUMING = OpDef(
    "shape.assuming",
    operands=[Operand("witness", kind.ONLY_WITNESS)],
    results=[Result("results", ANY, "*")],
    regions=[RegionDef("doRegion", max_blocks=1)],
    traits=["SingleBlock", "SingleBlockImplicitTerminator<shape.assuming_yield>", "RecursiveMemoryEffects"],
    format="custom<AssumingOp>",
    verifiers=[verify.assuming],
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
    operands=[Operand("input", kind.SHAPE_OR_SIZE)],
    results=[Result("output", kind.SHAPE_OR_SIZE)],
)
"""Prints a shape or a size, and gives it."""

FROM_EXTENT_TENSOR = pure_op(
    "shape.from_extent_tensor",
    operands=[Operand("input", kind.EXTENTS)],
    results=[Result("result", kind.ONLY_SHAPE)],
    format="$input attr-dict `:` type($input)",
)
"""The shape whose sizes a tensor holds."""

FROM_EXTENTS = pure_op(
    "shape.from_extents",
    operands=[Operand("extents", kind.SIZE_OR_INDEX, "*")],
    results=[Result("shape", kind.ONLY_SHAPE)],
    format="$extents attr-dict `:` type($extents)",
)
"""The shape with these sizes."""

INDEX_TO_SIZE = pure_op(
    "shape.index_to_size",
    operands=[Operand("arg", INDEX)],
    results=[Result("result", kind.ONLY_SIZE)],
    format="$arg attr-dict",
)
"""An index as a size."""

IS_BROADCASTABLE = OpDef(
    "shape.is_broadcastable",
    operands=_SHAPES,
    results=_TRUTH,
    traits=["Commutative"],
    format=_VARIADIC,
)
"""Whether values of several shapes can be broadcast to one."""

MEET = OpDef(
    "shape.meet",
    operands=[Operand("arg0", kind.ANY_SHAPE_OR_SIZE), Operand("arg1", kind.ANY_SHAPE_OR_SIZE)],
    results=[Result("result", kind.ANY_SHAPE_OR_SIZE)],
    attributes=[_ERROR],
    traits=["Commutative"],
    format="$arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:` type($arg0) `,` type($arg1) `->` type($result)",
    verifiers=[verify.meet],
)
"""What two shapes, or two sizes, have in common."""

REDUCE = OpDef(
    "shape.reduce",
    operands=[Operand("shape", kind.SHAPE_OR_EXTENTS), Operand("initVals", ANY, "*")],
    results=[Result("result", ANY, "*")],
    regions=[RegionDef("region", max_blocks=1)],
    traits=["SingleBlock"],
    format="`` custom<ShapeReduceOp>",
    verifiers=[verify.reduce],
)
"""Combines the sizes of a shape, one after another, by its region."""

RETURN = OpDef(
    "shape.return",
    operands=_PASSED,
    traits=["HasParent<shape.func>", "IsTerminator", "Pure", "ReturnLike"],
    format=_RETURNED,
)
"""Ends a function and gives its results."""

SHAPE_EQ = OpDef(
    "shape.shape_eq",
    operands=_SHAPES,
    results=_TRUTH,
    traits=["Pure", "Commutative"],
    format=_VARIADIC,
)
"""Whether all shapes are equal."""

SIZE_TO_INDEX = pure_op(
    "shape.size_to_index",
    operands=[Operand("arg", kind.SIZE_OR_INDEX)],
    results=[Result("result", INDEX)],
    format="$arg attr-dict `:` type($arg)",
)
"""A size as an index."""

SPLIT_AT = pure_op(
    "shape.split_at",
    operands=[Operand("operand", kind.SHAPE_OR_EXTENTS), Operand("index", kind.SIZE_OR_INDEX)],
    results=[Result("head", kind.SHAPE_OR_EXTENTS), Result("tail", kind.SHAPE_OR_EXTENTS)],
    result_names=lambda op: ["head", "tail"],
)
"""The sizes of a shape before an index, and those from it on."""

VALUE_OF = pure_op(
    "shape.value_of",
    operands=[Operand("arg", kind.ONLY_VALUE_SHAPE)],
    results=[Result("result", NON_TOKEN_SHAPED)],
    format="$arg attr-dict `:` type($result)",
)
"""The value of a value with its shape."""

WITH_SHAPE = pure_op(
    "shape.with_shape",
    operands=[Operand("operand", kind.SHAPED_OR_VALUE_SHAPE), Operand("shape", kind.SHAPE_OR_EXTENTS)],
    results=[Result("result", kind.ONLY_VALUE_SHAPE)],
    format="operands attr-dict `:` type($operand) `,` type($shape)",
)
"""A value with a shape that it is said to have."""

YIELD = OpDef(
    "shape.yield",
    operands=_PASSED,
    traits=["HasParent<shape.reduce, shape.function_library>", "IsTerminator", "Pure", "ReturnLike"],
    format=_RETURNED,
    context_verifiers=[verify.shape_yield],
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
