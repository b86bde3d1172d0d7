"""The context of verifiers: the symbols around an operation, and where errors are reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import is_
from typing import Any, NoReturn, TypeAlias, TypeVar

from sdyopt.ir.attribute import Location, Type, checked
from sdyopt.ir.attributes import (
    DYNAMIC,
    NO_ATTRIBUTES,
    DictionaryAttr,
    IntegerType,
    RankedTensorType,
    ShapedType,
    UnrankedTensorType,
    VectorType,
    type_of,
)
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import module_around, symbols
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.attr_kinds import is_typed
from sdyopt.mlir.declare.definition import Mark, OpDef, Verifier
from sdyopt.mlir.diagnostics import CompilationError, InferenceError, Note, error, prefixed
from sdyopt.mlir.write.attributes import text_of

T = TypeVar("T")


class Verification:
    """One verification of one module: what verifiers ask, and where they say what is wrong.

    `describe` gives the text of an operation as messages show it. After a pass, as `is_parsed` says, MLIR does not look
    up the symbols that attributes of the module itself name.
    """

    def __init__(self, module: Operation, describe: Callable[[Operation], str], is_parsed: bool = True) -> None:
        self.module = module
        self.is_parsed = is_parsed
        self.describe = describe
        self.tables: dict[Operation, dict[str, Operation]] = {}
        """The symbols of symbol tables."""
        self._symbols_around: dict[Block | None, dict[str, Operation]] = {}
        """By the block in which a name stands."""
        self._around: dict[tuple[object, ...], Any] = {}

    def error(
        self, op: Operation, message: str, notes: Sequence[Note] = (), location: Location | int | None = None
    ) -> NoReturn:
        """Raises the error that `op` is wrong; MLIR's prefix with the name of the operation comes before `message`."""
        self.plain_error(op.location if location is None else location, prefixed(f"'{op.name}' op ", message), notes)

    def plain_error(self, location: Location | int, message: str, notes: Sequence[Note] = ()) -> NoReturn:
        """Raises an error that no operation's name comes before."""
        raise CompilationError([error(message, location, notes)])

    def error_if(self, op: Operation, is_wrong: object, message: str) -> None:
        """Raises the error that `op` is wrong, as `error` does, if it is."""
        if is_wrong:
            self.error(op, message)

    def plain_error_if(self, location: Location | int, is_wrong: object, message: str) -> None:
        """Raises an error that no operation's name comes before, if something is wrong."""
        if is_wrong:
            self.plain_error(location, message)

    def symbol(self, op: Operation, name: str) -> Operation | None:
        """The operation that the symbol `name` means at `op`; inside, if `op` is a symbol table itself."""
        if "SymbolTable" in op.definition.traits:
            return self.symbols_in(op).get(name)
        block = op.parent
        if (known := self._symbols_around.get(block)) is None:
            known = self._symbols_around[block] = self._find_symbols_around(op)
        return known.get(name)

    def _find_symbols_around(self, op: Operation) -> dict[str, Operation]:
        """The symbols that have a name where `op` stands."""
        table = op.parent_op
        while table is not None and "SymbolTable" not in table.definition.traits:
            if len(table.regions) == 1 and not isinstance(table.definition, OpDef):
                return {}  # What is not registered may be a symbol table.
            table = table.parent_op
        return {} if table is None else self.symbols_in(table)

    def symbols_like(self, op: Operation, kind: str) -> list[str]:
        """The names of the operations called `kind` in the module around `op`; hints suggest them."""
        table = self.around(op, module_around)
        symbols = {} if table is None else self.symbols_in(table)
        return [name for name, symbol in symbols.items() if symbol.name == kind]

    def symbols_in(self, table: Operation) -> dict[str, Operation]:
        """The symbols of a symbol table, by their names."""
        if (known := self.tables.get(table)) is None:
            known = self.tables[table] = symbols(table)
        return known

    def around(self, op: Operation, find: Callable[[Operation], T]) -> T:
        """Returns what `find` finds around `op`: the same for all operations of a block; it is called once for each."""
        key = op.parent, find
        if key not in self._around:
            self._around[key] = find(op)
        found: T = self._around[key]
        return found

    def named_around(self, op: Operation, name: str, find: Callable[[str, Operation, Verification], T]) -> T:
        """Returns what `find` finds of that name around `op`: it is called once for each block and name."""
        key = op.parent, find, name
        if key not in self._around:
            self._around[key] = find(name, op, self)
        found: T = self._around[key]
        return found


# Result types that follow from the rest of an operation: by one function, which verifiers and builders use.

Infer = Callable[[Operation], Sequence[Type]]
"""Returns the types of the results. Raises CompilationError if an operation cannot have any."""


class IncompatibleResults(InferenceError):
    """The result types are not the inferred ones."""

    def __init__(self, op: Operation, inferred: Sequence[Type]) -> None:
        super().__init__(
            op.name,
            f"'{op.name}' op inferred type(s) {quoted(inferred)} are incompatible with return type(s) of operation "
            f"{quoted(op.signature.result_types)}",
            op.location,
        )


def quoted(types: Sequence[Type]) -> str:
    """`'tensor<4xf32>', 'i32'`."""
    return ", ".join([f"'{text_of(type)}'" for type in types])


class Inference:
    """The verifier that the results have the types that `infer` returns, or some that `fit` these.

    A declaration has it among its verifiers. `infer` may look at operands, properties and regions; of results only at
    how many there are, and at their elements where these do not follow from anything else.
    """

    def __init__(self, infer: Infer, fit: Callable[[Type, Type], bool] = is_) -> None:
        self.infer = infer
        self.fit = fit

    def __call__(self, op: Operation, context: Verification) -> None:
        inferred, results = self.types(op), op.signature.result_types
        if len(inferred) != len(results) or not all(map(self.fit, inferred, results)):
            raise IncompatibleResults(op, inferred)

    def types(self, op: Operation) -> Sequence[Type]:
        """Returns the types of the results. Raises InferenceError, also for a type of another package that is none."""
        try:
            return self.infer(op)
        except ValueError as error:  # `check` of an attribute has raised it.
            if self.infer.__module__.startswith("sdyopt."):
                raise
            raise InferenceError(op.name, f"'{op.name}' op {error}", op.location) from error


@Inference
def infers_type_of_first_operand(op: Operation) -> Sequence[Type]:
    """All results have the type of the first operand."""
    return [op.signature.operand_types[0]] * len(op.results)


@cache
def inference_of(definition: OpDefinition) -> Inference | None:
    """Returns what infers the result types of operations of this kind; None if nothing does."""
    if not isinstance(definition, OpDef):
        return None
    verifiers = (*definition.verifiers, *definition.context_verifiers)
    return next((verify for verify in reversed(verifiers) if isinstance(verify, Inference)), None)


def probe(
    signature: Signature, operands: Sequence[Value], regions: Sequence[Region], location: Location | int
) -> Operation:
    """Returns an operation to infer from: it is not a user of its operands, nor the parent of its regions."""
    made = Operation(signature, [], location)
    made.operands, made.regions = list(operands), list(regions)
    return made


def accepts_operands(definition: OpDefinition, operands: Sequence[Value]) -> bool:
    """Returns whether operands are of the declared types, as functions that infer from them may expect."""
    if not isinstance(definition, OpDef):
        return False
    declared = definition.operands
    if not definition.has_fixed_operands:
        return all(any(one.constraint.accepts(operand.type) for one in declared) for operand in operands)
    return len(declared) == len(operands) and all(
        one.constraint.accepts(operand.type) for one, operand in zip(declared, operands, strict=True)
    )


def inferred_results(
    definition: OpDefinition,
    operands: Sequence[Value],
    properties: DictionaryAttr,
    regions: Sequence[Region] = (),
    location: Location | int = UNKNOWN,
) -> tuple[Type, ...]:
    """Returns the types of the results of an operation that is yet to be made.

    Raises TypeError if they do not follow from the rest of it, and CompilationError if there are no such results.
    """
    declared = definition.results if isinstance(definition, OpDef) else ()
    inference = inference_of(definition)
    if not declared or (inference is None and not operands and all(result.arity for result in declared)):
        return ()
    if inference is None and not any(result.arity or result.constraint.only is None for result in declared):
        return tuple([result.constraint.only for result in declared if result.constraint.only is not None])
    value = properties.get("value")
    if inference is None and "ConstantLike" in definition.traits and value is not None and is_typed(value):
        return (type_of(value),)
    if inference is None:
        raise TypeError(f"the result types of '{definition.name}' do not follow from its operands")
    types = tuple([operand.type for operand in operands])
    # The number of results is the declared one, and until they are known they are like the first operand.
    count = 0 if any(result.arity for result in declared) else len(declared)
    signature = Signature.of(definition, types, types[:1] * count, properties, NO_ATTRIBUTES)
    return tuple(inference.types(probe(signature, operands, regions, location)))


# What declarations ask of the types of several operands and results together.

TENSORS = (RankedTensorType, UnrankedTensorType)
_MAPPED = (VectorType, *TENSORS)


def element_or_self(type: Type) -> Type:
    """Returns the type of the elements of a tensor, vector or memref; else the type itself."""
    return type.element_type if isinstance(type, ShapedType) else type  # type: ignore[attr-defined]


def with_element(type: Type, element: Type) -> Type:
    """Returns a tensor or vector with other elements; of another type just the element."""
    replaced: Type = type.replace(element_type=element) if isinstance(type, ShapedType) else element
    return replaced


def with_i1(type: Type) -> Type:
    """Returns the type of a comparison of values of a type."""
    return with_element(type, IntegerType(1))


def _named(op: Operation, name: str) -> Type:
    """Returns the type of the operand, result or attribute of that name."""
    definition = checked(OpDef, op.definition)
    for declared, types in (
        (definition.operands, op.signature.operand_types),
        (definition.results, op.signature.result_types),
    ):
        for value, type in zip(declared, types, strict=True):
            if value.name == name:
                return type
    raise KeyError(name)


def all_types_match(*names: str) -> Verifier:
    """These operands and results have one type."""

    def verify(op: Operation, context: Verification) -> None:
        if len({_named(op, name) for name in names}) > 1:
            context.error(op, f"failed to verify that all of {{{', '.join(names)}}} have same type")

    return verify


def types_match_with(name: str, result: str, transform: Callable[[Type], Type], message: str) -> Verifier:
    """`result` has the type that `transform` makes of the type of `name`."""

    def verify(op: Operation, context: Verification) -> None:
        if transform(_named(op, name)) is not _named(op, result):
            context.error(op, f"failed to verify that {message}")

    return verify


def i1_of_shape(name: str) -> Verifier:
    """The result is of the type of comparisons of `name`."""
    return types_match_with(name, "result", with_i1, "result type has i1 element type and same shape as operands")


def _shapes_agree(types: list[Type]) -> bool:
    """Whether types may have one shape at run time; what has none has the same as others without."""
    if not (shaped := [type for type in types if isinstance(type, ShapedType)]):
        return True
    scalable = {isinstance(type, VectorType) and any(type.scalable) for type in shaped}
    if len(shaped) < len(types) or len(scalable) > 1:
        return False
    shapes = [shape for type in shaped if (shape := type.dimensions) is not None]
    return len({len(shape) for shape in shapes}) <= 1 and all(
        len(set(sizes) - {DYNAMIC}) <= 1 for sizes in zip(*shapes, strict=True)
    )


def same_operands_and_result_shape(op: Operation, context: Verification) -> None:
    """All operands and results have one shape."""
    first, *others = op.signature.operand_types + op.signature.result_types
    if not all(_shapes_agree([first, other]) for other in others):
        context.error(op, "requires the same shape for all operands and results")


def elementwise(op: Operation, context: Verification) -> None:
    """Tensors and vectors among operands and results have one shape; if any operand is one, all results are."""
    operands = [type for type in op.signature.operand_types if isinstance(type, _MAPPED)]
    results = [type for type in op.signature.result_types if isinstance(type, _MAPPED)]
    if not operands and not results:
        return
    if not operands:
        context.error(op, "if a result is non-scalar, then at least one operand must be non-scalar")
    if not results:
        context.error(op, "if an operand is non-scalar, then there must be at least one non-scalar result")
    if len(results) < len(op.results):
        context.error(op, "if an operand is non-scalar, then all results must be non-scalar")
    types: list[Type] = [*operands, *results]
    if len({type.__class__ for type in types}) > 1 or not _shapes_agree(types):
        context.error(op, "all non-scalar operands/results must have the same shape and base type")


# What can be seen of an operation's regions from outside: their arguments' types, and the operations they end in.

Boundary: TypeAlias = tuple[Type | Signature, ...]
"""Of each region the types of its arguments, then the signature of its last operation."""

sees_boundary_only = Mark()
"""Marks a verifier for which the operation's signature and the boundary of its regions are all that counts.

It may see the meshes of the module and the binders around the operation as well.
"""


def is_verified_by_boundary(definition: OpDef) -> bool:
    """Whether all that is checked of the regions of an operation follows from its signature and their boundary."""
    return bool(definition.regions) and sees_boundary_only.issuperset(definition.verifiers)


def boundary_of(op: Operation) -> Boundary | None:
    """The boundary of the regions of `op`; None unless each is one block that branches nowhere."""
    boundary: list[Type | Signature] = []
    for region in op.regions:
        if len(region.blocks) != 1:
            return None
        block = region.blocks[0]
        if (last := block.last) is None or last.successors:
            return None
        for argument in block.arguments:
            boundary.append(argument.type)
        boundary.append(last.signature)
    return tuple(boundary)
