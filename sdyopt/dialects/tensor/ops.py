"""The operations of the tensor dialect: https://mlir.llvm.org/docs/Dialects/TensorOps/."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.dialects.arith.attributes import unit_word
from sdyopt.dialects.tensor import verification
from sdyopt.ir import attributes as t
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, pure_op
from sdyopt.mlir.declare.type_kinds import ANY, INDEX, RANKED_TENSOR, SIGNLESS_INTEGER, TENSOR, tensor_of

_TENSORS = (t.RankedTensorType, t.UnrankedTensorType)


_STATIC = TypeConstraint(
    "statically shaped tensor of any non-token type values",
    lambda type: isinstance(type, t.RankedTensorType) and type.has_static_shape,
    t.RankedTensorType,
    "builtin.tensor",
)
_NUMBERS = TypeConstraint(
    "tensor of signless integer or unsigned integer or signed integer or floating-point values",
    lambda type: isinstance(type, _TENSORS) and isinstance(type.element_type, (t.IntegerType, t.FloatType)),
    _TENSORS,
)
_NOT_SCALAR = TypeConstraint(
    "non-0-ranked or unranked tensor", lambda type: isinstance(type, _TENSORS) and type.dimensions != (), _TENSORS
)
_INDICES = tensor_of(SIGNLESS_INTEGER, INDEX, is_ranked=True)
_SHAPE = tensor_of(SIGNLESS_INTEGER, INDEX, rank=1)
_REASSOCIATION = Attr(
    "reassociation",
    attr.array_of("Array of 64-bit integer array attributes", attr.array_of("", attr.I64.accepts).accepts),
)
_SLICE = [Operand("offsets", INDEX, "*"), Operand("sizes", INDEX, "*"), Operand("strides", INDEX, "*")]
_STATIC_SLICE = [
    Attr("static_offsets", attr.I64_ARRAY),
    Attr("static_sizes", attr.I64_ARRAY),
    Attr("static_strides", attr.I64_ARRAY),
]
_SLICE_FORMAT = (
    "custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) "
    "custom<DynamicIndexList>($strides, $static_strides) attr-dict `:`"
)
_RESULT = [Result("result", RANKED_TENSOR)]
_UNIQUE = Attr("unique", unit_word("unique"), optional=True)
_FUNCTIONAL = "attr-dict `:` functional-type(operands, results)"


def _names(name: str) -> Callable[[Operation], list[str]]:
    return lambda op: [name]


BITCAST = pure_op(
    "tensor.bitcast",
    operands=[Operand("source", _NUMBERS)],
    results=[Result("dest", _NUMBERS)],
    format="$source attr-dict `:` type($source) `to` type($dest)",
    verifiers=[verification.bitcast],
)
"""The same bits as elements of another type of the same width."""

CAST = pure_op(
    "tensor.cast",
    operands=[Operand("source", TENSOR)],
    results=[Result("dest", TENSOR)],
    format="$source attr-dict `:` type($source) `to` type($dest)",
    result_names=_names("cast"),
    verifiers=[verification.cast],
)
"""The same tensor, of whose shape more, or less, is known."""

COLLAPSE_SHAPE = pure_op(
    "tensor.collapse_shape",
    operands=[Operand("src", RANKED_TENSOR)],
    results=_RESULT,
    attributes=[_REASSOCIATION],
    format="$src $reassociation attr-dict `:` type($src) `into` type($result)",
    result_names=_names("collapsed"),
    verifiers=[verification.collapse_shape],
)
"""Makes one dimension of each group of neighbours."""

CONCAT = pure_op(
    "tensor.concat",
    operands=[Operand("inputs", RANKED_TENSOR, "*")],
    results=_RESULT,
    attributes=[Attr("dim", attr.I64)],
    format=f"`dim` `(` $dim `)` $inputs {_FUNCTIONAL}",
    result_names=_names("concat"),
    verifiers=[verification.concat],
)
"""Joins tensors along a dimension."""

DIM = pure_op(
    "tensor.dim",
    operands=[Operand("source", _NOT_SCALAR), Operand("index", INDEX)],
    results=[Result("result", INDEX)],
    format="attr-dict $source `,` $index `:` type($source)",
    result_names=_names("dim"),
)
"""The size of a dimension."""

EMPTY = pure_op(
    "tensor.empty",
    operands=[Operand("dynamicSizes", INDEX, "*")],
    results=_RESULT,
    format="`(` $dynamicSizes `)` attr-dict `:` type($result)",
    verifiers=[verification.dynamic_sizes],
)
"""A tensor whose elements are not defined."""

EXPAND_SHAPE = pure_op(
    "tensor.expand_shape",
    operands=[Operand("src", RANKED_TENSOR), Operand("output_shape", INDEX, "*")],
    results=_RESULT,
    attributes=[_REASSOCIATION, Attr("static_output_shape", attr.I64_ARRAY)],
    format="$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) "
    "attr-dict `:` type($src) `into` type($result)",
    result_names=_names("expanded"),
    verifiers=[verification.expand_shape],
)
"""Makes neighbours of each dimension."""

EXTRACT = pure_op(
    "tensor.extract",
    operands=[Operand("tensor", RANKED_TENSOR), Operand("indices", INDEX, "*")],
    results=[Result("result", ANY)],
    format="$tensor `[` $indices `]` attr-dict `:` type($tensor)",
    result_names=_names("extracted"),
    infer=verification.infer_extract,
    verifiers=[verification.extract],
)
"""An element."""

EXTRACT_SLICE = OpDef(
    "tensor.extract_slice",
    operands=[Operand("source", RANKED_TENSOR), *_SLICE],
    results=_RESULT,
    attributes=_STATIC_SLICE,
    traits=["AttrSizedOperandSegments", "Pure"],
    format=f"$source `` {_SLICE_FORMAT} type($source) `to` type($result)",
    result_names=_names("extracted_slice"),
    verifiers=[verification.extract_slice],
)
"""A part of a tensor, without some or all of its dimensions of size 1."""

FROM_ELEMENTS = pure_op(
    "tensor.from_elements",
    operands=[Operand("elements", ANY, "*")],
    results=[Result("result", _STATIC)],
    format="$elements attr-dict `:` type($result)",
    result_names=_names("from_elements"),
    infer=verification.infer_from_elements,
    verifiers=[verification.from_elements],
)
"""A tensor of these elements."""

GATHER = pure_op(
    "tensor.gather",
    operands=[Operand("source", RANKED_TENSOR), Operand("indices", _INDICES)],
    results=_RESULT,
    attributes=[Attr("gather_dims", attr.I64_ARRAY), _UNIQUE],
    format=f"$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` ($unique^)? {_FUNCTIONAL}",
    result_names=_names("gather"),
    verifiers=[verification.gather],
)
"""The parts of a tensor that indices give."""

GENERATE = OpDef(
    "tensor.generate",
    operands=[Operand("dynamicExtents", INDEX, "*")],
    results=_RESULT,
    regions=[RegionDef("body", max_blocks=1)],
    traits=["SingleBlock", "SingleBlockImplicitTerminator<tensor.yield>", "RecursiveMemoryEffects"],
    format="$dynamicExtents $body attr-dict `:` type($result)",
    result_names=_names("generated"),
    verifiers=[verification.dynamic_sizes, verification.generate],
)
"""A tensor whose elements the body computes from their indices."""

INSERT = pure_op(
    "tensor.insert",
    operands=[Operand("scalar", ANY), Operand("dest", RANKED_TENSOR), Operand("indices", INDEX, "*")],
    results=_RESULT,
    format="$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)",
    result_names=_names("inserted"),
    infer=verification.infer_insert,
    verifiers=[verification.insert],
)
"""The tensor with another element at that place."""

INSERT_SLICE = OpDef(
    "tensor.insert_slice",
    operands=[Operand("source", RANKED_TENSOR), Operand("dest", RANKED_TENSOR), *_SLICE],
    results=_RESULT,
    attributes=_STATIC_SLICE,
    traits=["AttrSizedOperandSegments", "Pure"],
    format=f"$source `into` $dest `` {_SLICE_FORMAT} type($source) `into` type($dest)",
    result_names=_names("inserted_slice"),
    infer=verification.infer_insert_slice,
    verifiers=[verification.insert_slice],
)
"""The tensor with another part at that place."""

PAD = OpDef(
    "tensor.pad",
    operands=[Operand("source", RANKED_TENSOR), Operand("low", INDEX, "*"), Operand("high", INDEX, "*")],
    results=_RESULT,
    attributes=[
        Attr("static_low", attr.I64_ARRAY),
        Attr("static_high", attr.I64_ARRAY),
        Attr("nofold", unit_word("nofold"), optional=True),
    ],
    regions=[RegionDef("region", max_blocks=1)],
    traits=["AttrSizedOperandSegments", "SingleBlock", "SingleBlockImplicitTerminator<tensor.yield>", "Pure"],
    format="$source ($nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) "
    "`high` `` custom<DynamicIndexList>($high, $static_high) $region attr-dict `:` type($source) `to` type($result)",
    result_names=_names("padded"),
    verifiers=[verification.pad, verification.pad_region],
)
"""Puts elements around a tensor, which the region computes from their indices."""

PARALLEL_INSERT_SLICE = OpDef(
    "tensor.parallel_insert_slice",
    operands=[Operand("source", RANKED_TENSOR), Operand("dest", RANKED_TENSOR), *_SLICE],
    attributes=_STATIC_SLICE,
    traits=["AttrSizedOperandSegments"],
    format=f"$source `into` $dest `` {_SLICE_FORMAT} type($source) `into` type($dest)",
    context_verifiers=[verification.parallel_insert_slice],
)
"""The slice that a thread of a parallel loop puts into the tensor that all threads share."""

RANK = pure_op(
    "tensor.rank",
    operands=[Operand("tensor", TENSOR)],
    results=[Result("result", INDEX)],
    format="$tensor attr-dict `:` type($tensor)",
    result_names=_names("rank"),
)
"""The number of dimensions."""

RESHAPE = pure_op(
    "tensor.reshape",
    operands=[Operand("source", TENSOR), Operand("shape", _SHAPE)],
    results=[Result("result", TENSOR)],
    format=f"$source `(` $shape `)` {_FUNCTIONAL}",
    result_names=_names("reshape"),
    verifiers=[verification.reshape],
)
"""The same elements in another shape, which an operand gives."""

SCATTER = pure_op(
    "tensor.scatter",
    operands=[Operand("source", RANKED_TENSOR), Operand("dest", RANKED_TENSOR), Operand("indices", _INDICES)],
    results=_RESULT,
    attributes=[Attr("scatter_dims", attr.I64_ARRAY), _UNIQUE],
    format=f"$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` ($unique^)? {_FUNCTIONAL}",
    result_names=_names("scatter"),
    verifiers=[verification.scatter],
)
"""The tensor with other parts at the places that indices give."""

SPLAT = pure_op(
    "tensor.splat",
    operands=[Operand("input", ANY), Operand("dynamicSizes", INDEX, "*")],
    results=[Result("aggregate", RANKED_TENSOR)],
    format="$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)",
    result_names=_names("splat"),
    infer=verification.infer_splat,
    verifiers=[verification.splat],
)
"""A tensor all of whose elements are the same."""

YIELD = OpDef(
    "tensor.yield",
    operands=[Operand("value", ANY)],
    traits=["HasParent<tensor.generate, tensor.pad>", "IsTerminator", "Pure", "ReturnLike"],
    format="$value attr-dict `:` type($value)",
)
"""The element that a body computes."""

OPERATIONS = tuple([value for value in list(vars().values()) if isinstance(value, OpDef)])
"""All of them."""
