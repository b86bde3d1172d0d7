"""Loops, branches, barriers, tuples and what runs asynchronously."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from sdyopt.dialects.func.ops import function_type_of, unknown_function
from sdyopt.dialects.stablehlo.attributes import ChannelHandle, FutureType, OutputOperandAlias, TokenType
from sdyopt.dialects.stablehlo.verification.reading import (
    are_compatible,
    attribute_integers,
    bounds,
    fail,
    fail_if,
    fail_inference,
    fail_inference_if,
    fail_naming,
    fail_naming_if,
    infers_compatible,
    integer,
    listed,
    may_end,
    operand_tensor,
    ranked_shapes_fit,
    returned_types,
    with_bounds,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import (
    DYNAMIC,
    TRUE,
    ArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    TupleType,
    UnrankedTensorType,
)
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, ToleratedError
from sdyopt.mlir.tokens import pattern
from sdyopt.mlir.verify.checks import compares_sizes, symbol_use
from sdyopt.mlir.verify.verification import Inference, Verification, element_or_self, quoted, sees_boundary_only
from sdyopt.mlir.write.attributes import text_of

_BOOL = IntegerType(1)

# Loops.


@sees_boundary_only
@infers_compatible
def while_loop(op: Operation) -> Sequence[Type]:
    """Both regions take what the operands are; the body returns that again, the condition a truth value."""
    condition, body = [region.block for region in op.regions]
    operands = op.signature.operand_types
    for block, name in ((condition, "condition"), (body, "body")):
        _check_carried(op, [argument.type for argument in block.arguments], f"{name} block arguments")
    fail_if(op, not may_end(body), "The while body-region expected to have a terminator")
    _check_carried(op, returned_types(body), "body block return types")
    returned = returned_types(condition)
    fail_if(op, len(returned) != 1, f"expect condition body returns a single value but got {len(returned)}")
    if returned[0] not in (RankedTensorType((), _BOOL), UnrankedTensorType(_BOOL)):
        fail(op, f"expect condition block return a zero-ranked tensor of i1 but got {quoted(returned)}")
    return operands


def _check_carried(op: Operation, types: Sequence[Type], what: str) -> None:
    operands = op.signature.operand_types
    if len(operands) != len(types) or not all(map(are_compatible, operands, types)):
        fail(op, f"expect operands to be compatible with {what} but got {quoted(operands)} vs {quoted(types)}")


# Branches.


@sees_boundary_only
@infers_compatible
def branches(op: Operation) -> Sequence[Type]:
    """Branches take nothing, and all return values of the same types."""
    fail_inference_if(op, not op.regions, "expect at least one branch")
    selector = operand_tensor(op)
    fail_inference_if(op, selector.shape, f"operand should be rank 0 tensor but got rank {len(selector.shape)}")
    inferred: list[Type] = []
    for index, region in enumerate(op.regions):
        block = region.block
        if block.arguments:
            fail_inference(op, f"branch {index} must have 0 arguments, but found {len(block.arguments)}")
        types = returned_types(block)
        if index == 0:
            first, inferred = types, list(types)
        elif len(first) != len(types) or not all(map(are_compatible, first, types)):
            fail_inference(
                op, f"branch 0 and branch {index} have mismatched return types: {quoted(first)} vs {quoted(types)}"
            )
    for region in op.regions[1:]:
        inferred = list(map(_most_general, inferred, returned_types(region.block)))
    return inferred


def _most_general(first: Type, second: Type) -> Type:
    """A type that values of both types have: sizes that differ are unknown, their bound is the larger one."""
    if not isinstance(first, RankedTensorType) or not isinstance(second, RankedTensorType):
        return first
    shape: list[int] = []
    limits: list[int | None] = []
    for size, other, bound, limit in zip(first.shape, second.shape, bounds(first), bounds(second), strict=True):
        if size == other != DYNAMIC:
            shape.append(size)
            limits.append(None)
            continue
        most = [known if known != DYNAMIC else most for known, most in ((size, bound), (other, limit))]
        shape.append(DYNAMIC)
        limits.append(None if None in most else max(most))  # type: ignore[type-var]
    if first.encoding is None:
        limits = [None] * len(limits)
    return with_bounds(tuple(shape), first.element_type, tuple(limits))


# Barriers and tuples.


def same_operands_and_results(op: Operation, context: Verification) -> None:
    """There is a result for each operand, with the same type."""
    operands, results = op.signature.operand_types, op.signature.result_types
    fail_naming_if(op, len(operands) != len(results), "requires the same number of operands and results")
    for index, (operand, result) in enumerate(zip(operands, results, strict=True)):
        fail_naming_if(op, operand is not result, f"requires the same type for operand and result at index {index}")


@Inference
def tuple_of_operands(op: Operation) -> Sequence[Type]:
    """The result is a tuple of the operands."""
    return [TupleType(op.signature.operand_types)]


@infers_compatible
def get_tuple_element(op: Operation) -> Sequence[Type]:
    """The result is an element of the tuple."""
    (operand,) = op.signature.operand_types
    assert isinstance(operand, TupleType)
    index = integer(op, "index")
    if index >= len(operand.types):
        fail_inference(op, f"index {index} is out of bounds of operand with size {len(operand.types)}")
    return [operand.types[index]]


# What runs asynchronously.

_ASYNCHRONOUS = frozenset(
    [
        f"stablehlo.{name}"
        for name in (
            "all_gather",
            "all_reduce",
            "all_to_all",
            "collective_broadcast",
            "collective_permute",
            "dynamic_slice",
            "dynamic_update_slice",
            "reduce_scatter",
            "slice",
        )
    ]
)


@infers_compatible
def async_start(op: Operation) -> Sequence[Type]:
    """The region takes the operands, and returns the value of the one operation in it."""
    block = op.regions[0].block
    if len(list(block.ops)) != 2:
        _fail_naming_inference(op, "region must contain exactly one operation and a return")
    assert block.first is not None
    if block.first.name not in _ASYNCHRONOUS:
        _fail_naming_inference(op, "region must contain a collective or slice operation")
    operands = op.signature.operand_types
    arguments = [argument.type for argument in block.arguments]
    if len(operands) != len(arguments):
        _fail_naming_inference(
            op, f"number of operands ({len(operands)}) must match number of region arguments ({len(arguments)})"
        )
    for index, (operand, argument) in enumerate(zip(operands, arguments, strict=True)):
        if operand is not argument:
            _fail_naming_inference(
                op,
                f"operand type {quoted([operand])} at index {index} must match region argument type "
                f"{quoted([argument])}",
            )
    returned = returned_types(block)
    if len(returned) != 1:
        _fail_naming_inference(op, f"region must return exactly one value, but got {len(returned)}")
    try:
        future = FutureType(returned)
    except ValueError as error:
        fail_inference(op, str(error))
    return [future]


@infers_compatible
def async_done(op: Operation) -> Sequence[Type]:
    """The result is what was to come."""
    (operand,) = op.signature.operand_types
    assert isinstance(operand, FutureType)
    if len(operand.types) != 1:
        _fail_naming_inference(op, f"future must have exactly one type parameter, but got {len(operand.types)}")
    return operand.types


def _fail_naming_inference(op: Operation, message: str) -> NoReturn:
    fail_inference(op, f"'{op.name}' op {message}")


# Custom calls on buffers: three of them make or convert buffers, others give back those that they take.

_TENSOR = (RankedTensorType, UnrankedTensorType)
_CONVERSIONS: dict[str, tuple[str, str]] = {"Pin": ("tensor", "memref"), "Unpin": ("memref", "tensor")}
"""The types that calls with these targets take and give."""


def check_buffers(op: Operation, target: str, aliases: Sequence[tuple[OutputOperandAlias, Type]], output: Type) -> None:
    """Checks the buffers of a call; `aliases` come with the part of an operand that each names."""
    if target == "CreateBuffer":
        _check_created(op)
    elif target in _CONVERSIONS:
        _check_converted(op, target)
    else:
        _check_aliases(op, aliases, output)


def _check_created(op: Operation) -> None:
    fail_naming_if(op, op.operands, "CreateBuffer custom_call shouldn't have any inputs")
    fail_naming_if(op, len(op.results) != 1, "CreateBuffer custom_call should have one result")
    if not isinstance(op.results[0].type, MemRefType):
        fail_naming(op, "CreateBuffer custom_call should have a memref result")


def _check_converted(op: Operation, target: str) -> None:
    """There is one tensor and one buffer, of the same elements and a shape that may be the same."""
    for side, kind, types in zip(
        ("input", "output"), _CONVERSIONS[target], (op.signature.operand_types, op.signature.result_types), strict=True
    ):
        fail_naming_if(op, len(types) != 1, f"{target} custom_call should have one {side}")
        if not isinstance(types[0], _TENSOR if kind == "tensor" else MemRefType):
            fail_naming(op, f"{target} custom_call should have a {kind} {side}")
    (input,), (output,) = op.signature.operand_types, op.signature.result_types
    if not ranked_shapes_fit(input, output) or element_or_self(input) is not element_or_self(output):
        fail_naming(op, f"{target} custom_call should have compatible input and output types")


def _check_aliases(op: Operation, aliases: Sequence[tuple[OutputOperandAlias, Type]], output: Type) -> None:
    """Each buffer among the outputs is an operand. What is one more than once is reported, but no failure."""
    outputs: set[tuple[int, ...]] = set()
    operands: set[tuple[int, tuple[int, ...]]] = set()
    repeated: list[Diagnostic] = []

    def report(what: str) -> None:
        message = f"'{op.name}' op buffer {what} is used in output_operand_alias more than once"
        repeated.append(Diagnostic("error", message, op.location))

    for alias, part in aliases:
        if not isinstance(part, MemRefType):
            continue
        if alias.output_tuple_indices in outputs:
            report(f"output [{listed(alias.output_tuple_indices)}]")
        operand = alias.operand_index, alias.operand_tuple_indices
        if operand in operands:
            report(f"operand {alias.operand_index}[{listed(alias.operand_tuple_indices)}]")
        outputs.add(alias.output_tuple_indices)
        operands.add(operand)
    for path in _buffers(op, output):
        if path not in outputs:
            message = f"'{op.name}' op buffer output [{listed(path)}] is not used in output_operand_alias"
            raise CompilationError([*repeated, Diagnostic("error", message, op.location)])
    if repeated:
        raise ToleratedError(repeated)


MAX_PARTS = 1 << 18
"""How many parts the outputs may have: tuples within tuples that hold each other again and again have any number."""


def _buffers(op: Operation, type: Type) -> Iterator[tuple[int, ...]]:
    """Where in a type, by the indices of tuples, buffers are. Fails if there is too much in it."""
    work: list[tuple[tuple[int, ...], Type]] = [((), type)]
    parts = 0
    while work:
        path, part = work.pop()
        parts += 1
        fail_naming_if(op, parts > MAX_PARTS, f"has outputs of more than {MAX_PARTS} parts")
        if isinstance(part, TupleType):
            work += [((*path, index), element) for index, element in enumerate(part.types)][::-1]
        elif isinstance(part, MemRefType):
            yield path


# Calls of what is written elsewhere: layouts, memory that is shared, decompositions.

_API_VERSIONS = (
    "API_VERSION_UNSPECIFIED",
    "API_VERSION_ORIGINAL",
    "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED",
    "API_VERSION_TYPED_FFI",
)
_TYPED_FFI = 4


@compares_sizes
def custom_call(op: Operation, context: Verification) -> None:
    """Layouts are permutations of dimensions; operands and results that share memory have the same type."""
    operands, results = op.signature.operand_types, op.signature.result_types
    _check_layouts(op, operands, results)
    output: Type = results[0] if len(results) == 1 else TupleType(results)
    aliases = op.properties.get("output_operand_aliases")
    parts: list[tuple[OutputOperandAlias, Type]] = []
    for alias in aliases if isinstance(aliases, ArrayAttr) else ():
        assert isinstance(alias, OutputOperandAlias)
        fail_naming_if(
            op,
            not 0 <= alias.operand_index < len(operands),
            "expects operandIndex in the output_operand_alias attribute to be in range "
            f"[0, {len(operands)}); got: {alias.operand_index}.",
        )
        operand_part = _part(op, operands[alias.operand_index], alias.operand_tuple_indices, "operand_tuple_indices")
        output_part = _part(op, output, alias.output_tuple_indices, "output_tuple_indices")
        if operand_part is not output_part:
            fail_naming(
                op,
                "shapes mismatch in the output_operand_alias attribute: operand part has type "
                f"{quoted([operand_part])} and output part has type {quoted([output_part])}",
            )
        parts.append((alias, operand_part))
    _check_backend_config(op)
    check_buffers(op, op.properties.find(StringAttr, "call_target_name").value, parts, output)


def _check_backend_config(op: Operation) -> None:
    config, version = op.properties.get("backend_config"), op.properties.get("api_version")
    number = version.value if isinstance(version, IntegerAttr) else 1
    wanted, what = (DictionaryAttr, "dictionary") if number == _TYPED_FFI else (StringAttr, "string")
    if config is not None and not isinstance(config, wanted):
        fail_naming(op, f"backend_config for api_version {_API_VERSIONS[number]} must be a {what} attribute.")


def _part(op: Operation, type: Type, indices: tuple[int, ...], name: str) -> Type:
    for index in indices:
        if not isinstance(type, TupleType) or not 0 <= index < len(type.types):
            fail_naming(op, f"{name} in the output_operand_alias attribute out of bounds")
        type = type.types[index]
    return type


def _check_layouts(op: Operation, operands: Sequence[Type], results: Sequence[Type]) -> None:
    operand_layouts, result_layouts = op.properties.get("operand_layouts"), op.properties.get("result_layouts")
    if operand_layouts is None and result_layouts is None:
        return
    if not isinstance(operand_layouts, ArrayAttr) or not isinstance(result_layouts, ArrayAttr):
        fail_naming(op, "Layout attributes should be specified for either both operands and results or none.")
    if len(results) == 1 and isinstance(results[0], TupleType):
        results = results[0].types
    _check_layouts_of(op, operands, operand_layouts, "operand")
    _check_layouts_of(op, results, result_layouts, "result")


def _check_layouts_of(op: Operation, types: Sequence[Type], layouts: ArrayAttr, what: str) -> None:
    if len(types) != len(layouts):
        fail_naming(op, f"Number of {what}s must match the number of {what} layouts, {len(types)} != {len(layouts)}")
    for index, (type, layout) in enumerate(zip(types, layouts, strict=True)):
        assert isinstance(layout, DenseElementsAttr)
        if isinstance(type, TupleType):
            fail_naming(op, "Tuple types are not fully supported with layout constraints yet")
        order = attribute_integers(op, layout)
        if not isinstance(type, (RankedTensorType, UnrankedTensorType, MemRefType)):
            if order:
                fail_naming(
                    op,
                    f"Only tensor types can have non-empty layout: {what} #{index} of type {quoted([type])} has "
                    f"layout {text_of(layout)}",
                )
        elif not isinstance(type, UnrankedTensorType) and sorted(order) != list(range(len(type.shape))):
            fail_naming(
                op,
                f"incorrect layout {text_of(layout)} for type {quoted([type])}, layout must be a permutation of "
                f"[0, {len(type.shape)})",
            )


_NAME = pattern(r"[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+")


@symbol_use
def composite(op: Operation, context: Verification) -> None:
    """The decomposition is a function with the operands and results of the operation."""
    name = op.properties.find(StringAttr, "name")
    fail_if(
        op,
        not _NAME.fullmatch(name.value),
        "name must be a valid namespaced op name, i.e. it must match the following regular expression: "
        f'^{_NAME.pattern}$ e.g. "my_namespace.my_op"',
    )
    reference = op.properties.find(SymbolRefAttr, "decomposition")
    function = context.symbol(op, reference.root)
    if function is None or function.name != "func.func":
        message = f"'{reference.root}' does not reference a valid function"
        fail(op, unknown_function(message, reference.root, op, context))
    type = function_type_of(function, context)
    for what, types, expected in (
        ("operand", op.signature.operand_types, type.inputs),
        ("result", op.signature.result_types, type.results),
    ):
        fail_if(op, len(types) != len(expected), f"has {len(types)} {what}(s), but decomposition has {len(expected)}")
        for index, (found, wanted) in enumerate(zip(types, expected, strict=True)):
            if found is not wanted:
                fail(
                    op,
                    f"{what} at index {index} has type {quoted([found])}, but decomposition has type "
                    f"{quoted([wanted])}",
                )


# Transfers between devices and their host: channels, tokens, layouts.

_DEVICE_TO_DEVICE, _DEVICE_TO_HOST, _HOST_TO_DEVICE = 1, 2, 3


def _wrong_channel(op: Operation, host_channel: int) -> str | None:
    """Returns what is wrong with the type of the channel."""
    channel = op.properties.find(ChannelHandle)
    to_host = op.properties.get("is_host_transfer") is TRUE
    if channel.type == (host_channel if to_host else _DEVICE_TO_DEVICE):
        return None
    if not to_host:
        return "channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false"
    direction = "DEVICE_TO_HOST" if host_channel == _DEVICE_TO_HOST else "HOST_TO_DEVICE"
    return f"channel_type should be {direction} when is_host_transfer is true"


def send(op: Operation, context: Verification) -> None:
    """The channel is one between devices or one to the host."""
    if (wrong := _wrong_channel(op, _DEVICE_TO_HOST)) is not None:
        fail_inference(op, wrong)


def recv(op: Operation, context: Verification) -> None:
    """The channel is one between devices or one from the host; the results are tensors and a token."""
    if (wrong := _wrong_channel(op, _HOST_TO_DEVICE)) is not None:
        fail(op, wrong)
    _check_token_is_last(op, "everything but the last element of result types is expected to be of tensor type")


def _check_token_is_last(op: Operation, message: str) -> None:
    types = op.signature.result_types
    fail_if(op, not types, "result is expected to be at least of size 1, but got 0")
    for type in types[:-1]:
        if isinstance(type, TokenType):
            fail(op, f"{message}, but got {quoted([type])}")
    if not isinstance(types[-1], TokenType):
        fail(op, f"last element of result types is expected to be of token type, but got {quoted(types[-1:])}")


def infeed(op: Operation, context: Verification) -> None:
    """The results are tensors and a token; each tensor may have a layout, a list of numbers."""
    _check_token_is_last(op, "all elements of result types, except the last element, are expected to be of tensor type")
    if not isinstance(layout := op.properties.get("layout"), ArrayAttr):
        return
    count = len(op.results) - 1
    fail_if(
        op,
        len(layout) != count,
        f"layout-attribute size must be {count} (which is the number of op-results - 1 (for token result)), but "
        f"got {len(layout)}",
    )
    for dimensions in layout:
        if not isinstance(dimensions, ArrayAttr):
            fail(op, f"layout-attribute expected to have elements of type array, but got {text_of(dimensions)}")
        for dimension in dimensions:
            if not isinstance(dimension, IntegerAttr):
                fail(
                    op,
                    "layout-attribute's leaf elements are expected to be of type integer, "
                    f"but got {text_of(dimension)}",
                )
