"""Conversion patterns: what replaces operations of one kind when a program is converted, and the driver.

    @conversion(MATMUL, "MatmulToDot")
    def matmul_to_dot(op: Operation, operands: Sequence[Value], rewriter: Rewriter) -> Sequence[Value] | None:
        ...

As in MLIR's dialect conversion every operation is visited once, outer before inner, and what a pattern creates right
after it. Nothing is replaced before all have been visited, and values that change their type are cast where operations
that are not converted use them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import TypeAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import Value
from sdyopt.rewriting.conversion import not_legalized, operations_to_convert
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.rewriting.type_conversion import ConvertedValues

Convert = Callable[[Operation, Sequence[Value], Rewriter], Sequence[Value] | None]


class ConversionPattern(NamedTuple):
    """What replaces operations that `root` defines. Those with more `benefit` are tried first.

    `convert` gets the operation, its operands as they are after the conversion, and a rewriter, with which it creates
    operations before it. It returns what takes the place of the results, or None if it does not apply; then it has
    changed nothing.
    """

    root: OpDefinition
    name: str
    convert: Convert
    benefit: int = 1


def conversion(root: OpDefinition, name: str, benefit: int = 1) -> Callable[[Convert], ConversionPattern]:
    """Makes a function a conversion pattern."""
    return lambda convert: ConversionPattern(root, name, convert, benefit)


class _Creations(Rewriter):
    """The rewriter of patterns: remembers what they create."""

    def __init__(self, outer: Rewriter) -> None:
        super().__init__(outer.listeners)
        self.created: list[Operation] = []

    def on_inserted(self, op: Operation) -> None:
        self.created.append(op)


def convert(
    root: Operation,
    patterns: Iterable[ConversionPattern],
    rewriter: Rewriter,
    *,
    convert_type: Callable[[Type], Type] | None = None,
    is_illegal: Collection[OpDefinition] | Callable[[Operation], bool] = (),
    with_functions: bool = False,
) -> None:
    """Converts the operations inside `root` for which there are patterns, also those that other patterns create.

    Patterns get operands of the types that `convert_type` returns, and of the types in the program without it. Where
    the results that they return have other types than users expect, a `builtin.unrealized_conversion_cast` is between.
    Casts that nothing needs are erased. If it is done `with_functions`, the types of functions, of what they return and
    of their calls are converted, too.

    Raises CompilationError for an operation that stays although it `is_illegal`: one of these kinds, or one for which
    that returns True. The program is then partly converted.
    """
    _ConversionRun(patterns, rewriter, convert_type, is_illegal, with_functions).run(root)


class _ConversionRun:
    def __init__(
        self,
        patterns: Iterable[ConversionPattern],
        outer: Rewriter,
        convert_type: Callable[[Type], Type] | None,
        is_illegal: Collection[OpDefinition] | Callable[[Operation], bool],
        with_functions: bool,
    ) -> None:
        self._patterns: dict[OpDefinition, list[ConversionPattern]] = {}
        if with_functions and convert_type is not None:
            patterns = [*patterns, *_of_functions(convert_type)]
        for one in sorted(patterns, key=lambda one: -one.benefit):
            self._patterns.setdefault(one.root, []).append(one)
        self._outer = outer
        self._convert_type = convert_type if with_functions else None
        self._rewriter = _Creations(outer)
        self._values = ConvertedValues(_wanted(convert_type), self._rewriter)
        self._applied: dict[Operation, tuple[ConversionPattern, ...]] = {}
        """The patterns by which operations have come about. They do not apply to these again."""
        self._is_illegal = is_illegal if callable(is_illegal) else lambda op: op.definition in is_illegal

    def run(self, root: Operation) -> None:
        try:
            waiting = operations_to_convert(root)[::-1]
            self._applied = dict.fromkeys(waiting, ())
            while waiting:
                op = waiting.pop()
                if not _is_inside(op, root):
                    continue  # A pattern has erased it.
                if self._convert_type is not None and op.definition is FUNC:
                    _convert_arguments(op, self._convert_type, self._values, self._rewriter)
                created = self._visit(op) if op is not root else []
                waiting += reversed(created)
            self._values.commit()
        finally:
            self._outer.has_changed |= self._rewriter.has_changed
            self._outer.has_rewired |= self._rewriter.has_rewired

    def _visit(self, op: Operation) -> list[Operation]:
        """Converts an operation if a pattern applies, and returns what that has created.

        Raises CompilationError if the operation is illegal and no pattern applies.
        """
        applied = self._applied[op]
        patterns = [one for one in self._patterns.get(op.definition, ()) if one not in applied]
        count = self._values.cast_count
        operands = [self._values.operand(value, op.location) for value in op.operands] if patterns else []
        self._rewriter.created.clear()
        for one in patterns:
            values = one.convert(op, operands, self._rewriter)
            if values is not None:
                if len(values) != len(op.results):
                    expected = f"{len(op.results)} for the results of '{op.name}'"
                    raise ValueError(f"{one.name} returned {len(values)} values, not {expected}")
                self._values.add(op, values)
                inserted = [inner for new in self._rewriter.created for inner in operations_to_convert(new)]
                created = [inner for inner in inserted if inner not in self._applied]  # Others were moved.
                self._applied.update(dict.fromkeys(created, (*applied, one)))
                return created
        self._values.undo_casts(count)
        if self._is_illegal(op):
            raise not_legalized(op, self._rewriter)
        return []


def _is_inside(op: Operation, root: Operation) -> bool:
    around: Operation | None = op
    while around is not None and around is not root:
        around = around.parent_op
    return around is root


def _of_functions(convert_type: Callable[[Type], Type]) -> list[ConversionPattern]:
    """Returns the patterns of operations that hand values from one function to another."""

    def convert_return(op: Operation, operands: Sequence[Value], rewriter: Rewriter) -> Sequence[Value] | None:
        rewriter.create_before(op, RETURN, operands, (), op.properties, op.attributes, location=op.location)
        return ()

    def convert_call(op: Operation, operands: Sequence[Value], rewriter: Rewriter) -> Sequence[Value] | None:
        types = [convert_type(result.type) for result in op.results]
        made = rewriter.create_before(op, CALL, operands, types, op.properties, op.attributes, location=op.location)
        return made.results

    return [ConversionPattern(RETURN, "return", convert_return, 0), ConversionPattern(CALL, "call", convert_call, 0)]


def _convert_arguments(
    function: Operation, convert_type: Callable[[Type], Type], values: ConvertedValues, rewriter: Rewriter
) -> None:
    """Converts the type of a function, and those of its arguments; see `ConvertedValues.convert_argument`."""
    held = function.attribute_named("function_type", TypeAttr).type
    assert isinstance(held, FunctionType)
    inputs, results = [tuple(map(convert_type, types)) for types in (held.inputs, held.results)]
    rewriter.set_property(function, "function_type", TypeAttr(FunctionType(inputs, results)))
    for block in function.regions[0].blocks[:1]:
        for argument in block.arguments:
            values.convert_argument(argument, convert_type(argument.type))


def _wanted(convert_type: Callable[[Type], Type] | None) -> Callable[[Value], Type]:
    return (lambda value: value.type) if convert_type is None else lambda value: convert_type(value.type)
