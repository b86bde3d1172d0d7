"""Custom calls on buffers: three of them make or convert buffers, others give back those that they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.dialects.stablehlo.attributes import OutputOperandAlias
from sdyopt.dialects.stablehlo.verification.compatibility import ranked_shapes_fit
from sdyopt.dialects.stablehlo.verification.reading import listed
from sdyopt.dialects.stablehlo.verification.reporting import fail_naming
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import MemRefType, RankedTensorType, TupleType, UnrankedTensorType
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, ToleratedError
from sdyopt.mlir.verify.type_relations import element_or_self

_TENSOR = (RankedTensorType, UnrankedTensorType)
_CONVERSIONS: dict[str, tuple[str, str]] = {"Pin": ("tensor", "memref"), "Unpin": ("memref", "tensor")}
"""What calls with these targets take and give."""


def check_buffers(op: Operation, target: str, aliases: Sequence[tuple[OutputOperandAlias, Type]], output: Type) -> None:
    """Checks the buffers of a call; `aliases` come with the part of an operand that each names."""
    if target == "CreateBuffer":
        _check_created(op)
    elif target in _CONVERSIONS:
        _check_converted(op, target)
    else:
        _check_aliases(op, aliases, output)


def _check_created(op: Operation) -> None:
    if op.operands:
        fail_naming(op, "CreateBuffer custom_call shouldn't have any inputs")
    if len(op.results) != 1:
        fail_naming(op, "CreateBuffer custom_call should have one result")
    if not isinstance(op.results[0].type, MemRefType):
        fail_naming(op, "CreateBuffer custom_call should have a memref result")


def _check_converted(op: Operation, target: str) -> None:
    """There is one tensor and one buffer, of the same elements and a shape that may be the same."""
    for side, kind, types in zip(
        ("input", "output"),
        _CONVERSIONS[target],
        (op.signature.operand_types, op.signature.result_types),
        strict=True,
    ):
        if len(types) != 1:
            fail_naming(op, f"{target} custom_call should have one {side}")
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
        if parts > MAX_PARTS:
            fail_naming(op, f"has outputs of more than {MAX_PARTS} parts")
        if isinstance(part, TupleType):
            work += [((*path, index), element) for index, element in enumerate(part.types)][::-1]
        elif isinstance(part, MemRefType):
            yield path
