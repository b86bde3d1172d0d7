"""Conversions, as MLIR's dialect conversion does them: one walk that replaces the operations of some kinds.

Nothing is replaced before all operations have been visited, so that an operation still has the operands that it had
before. Operations of other kinds are folded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from sdyopt.dialects.builtin import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.dialects.sdy.shardings.slots import function_type
from sdyopt.ir.attribute import Location, Type, checked
from sdyopt.ir.attributes import FunctionType, TypeAttr
from sdyopt.ir.bodies import listed
from sdyopt.ir.collecting import grouped, is_inside
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, definition_of
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError, failure
from sdyopt.mlir.verify.dominance import dominator_tree
from sdyopt.rewriting.folding import cast_folded, constant_value, fold_unconverted, is_foldable
from sdyopt.rewriting.rewriter import Rewriter

O = TypeVar("O", bound=Operation)  # noqa: E741


def operations_to_convert(root: Operation) -> list[Operation]:
    """Returns `root` and the operations inside it, outer before inner, without blocks that nothing leads to."""
    return listed(root, _first_ops)


class Reachability:
    """Which operations are in blocks that something leads to: conversions leave the others as they are."""

    def __init__(self) -> None:
        self._reached: dict[Region, set[Block]] = {}

    def __contains__(self, op: Operation) -> bool:
        block = op.parent
        while block is not None:
            if (region := block.parent) is None:
                return True
            if len(region.blocks) > 1:
                if region not in self._reached:
                    self._reached[region] = set(_preorder(region.blocks[0]))
                if block not in self._reached[region]:
                    return False
            holder = region.parent
            block = None if holder is None else holder.parent
        return True


def _first_ops(op: Operation) -> list[Operation | None]:
    """Returns the first operation of each block of `op` that is reached, the last block first."""
    regions = op.regions
    if len(regions) == 1 and len(regions[0].blocks) == 1:
        return [regions[0].blocks[0].first]
    return [block.first for region in reversed(regions) for block in reversed(_reached_blocks(region))]


def _reached_blocks(region: Region) -> list[Block]:
    """Returns the blocks that are reached from the first: each, and then those that it dominates.

    Of blocks that are dominated by the same one those come first that a depth-first search finds first.
    """
    if len(region.blocks) < 2:
        return region.blocks
    number = {block: index for index, block in enumerate(_preorder(region.blocks[0]))}
    tree = dominator_tree(region)
    work = [region.blocks[0]]
    found: list[Block] = []
    while work:
        block = work.pop()
        found.append(block)
        work += sorted(tree[block], key=number.__getitem__, reverse=True)
    return found


def _preorder(entry: Block) -> list[Block]:
    """Returns the blocks in the order in which a depth-first search meets them."""
    found: dict[Block, None] = {}
    work = [entry]
    while work:
        if (block := work.pop()) not in found:
            found[block] = None
            work += reversed([] if block.last is None else block.last.successors)
    return list(found)


class Replacements:
    """Operations to be replaced when all have been visited, and the values that are used instead of their results."""

    def __init__(self) -> None:
        self._values: dict[Value, Value] = {}
        self._replaced: list[Operation] = []

    def add(self, op: Operation, values: Sequence[Value]) -> None:
        """Replaces `op` by `values`."""
        self._replaced.append(op)
        for result, value in zip(op.results, values, strict=True):
            if self.of(value) is not result:  # In a graph region values may depend on each other.
                self._values[result] = value

    def of(self, value: Value) -> Value:
        """Returns what is used instead of `value`, or that itself."""
        found = value
        while found in self._values:
            found = self._values[found]
        if found is not value:
            self._values[value] = found
        return found

    def apply(self, rewriter: Rewriter) -> None:
        """Replaces the operations, and erases those that are not used then."""
        for op in self._replaced:
            for result in op.results:
                rewriter.replace_uses(result, self.of(result))
        for op in reversed(self._replaced):
            if not any(result.is_used for result in op.results):
                rewriter.erase(op)


def visit_unconverted(op: Operation, replacements: Replacements, rewriter: Rewriter) -> None:
    """Folds an operation that is not converted, if it can be folded. It becomes the newest user of its operands."""
    op.renew_uses()
    if not is_foldable(op.signature.definition):
        return
    if (values := fold_unconverted(op, constant_value, rewriter)) is not None:
        replacements.add(op, values)
        for result, value in zip(op.results, values, strict=True):
            rewriter.report(cast_folded, result, value)


_ALL = "; -sdy-local-program-pipeline runs all"

_MISSING: Mapping[str, str] = {
    "chlo": "-chlo-legalize-to-stablehlo before this pass, or before the pipeline that runs it",
    "sdy.data_flow_edge": f"-sdy-sink-data-flow-edges before this pass{_ALL}",
    "sdy.func_data_flow_edge": f"-sdy-sink-func-data-flow-edges before this pass{_ALL}",
    "sdy.reshard": f"-sdy-reshard-to-collectives before this pass{_ALL}",
    "sdy.sharding_constraint": (
        f"-sdy-sharding-constraint-to-reshard, then -sdy-reshard-to-collectives before this pass{_ALL}"
    ),
    "sdy.sharding_group": f"-sdy-sharding-group-import, then -sdy-remove-sharding-groups before this pass{_ALL}",
}
"""The passes after which there are no operations of a name, or of a dialect."""


def missing_passes(name: str) -> str:
    """Returns a hint that names what is missing before operations of a name can be those of each device, if known."""
    return _MISSING.get(name) or _MISSING.get(name.partition(".")[0], "")


def not_legalized(op: Operation, rewriter: Rewriter, has_hint: bool = True) -> CompilationError:
    """Returns the error at `op`, which had to be converted and could not be.

    It shows the operation with the names that values have at this moment. Its hint names the passes that are missing
    before the conversion of a program into that of each device.
    """
    text = rewriter.description_of(op)
    if "\n" in text:
        text = f"\n{text}"
    message = f"failed to legalize operation '{op.name}' that was explicitly marked illegal: {text}"
    hint = missing_passes(op.name) if has_hint else ""
    return failure(message, op.location, hint=hint)


# Conversions of values to other types, as MLIR's dialect conversion does them.


class ConvertedValues(Replacements):
    """Operations to be replaced by values that may have other types than their results.

    `wanted_type` gives the type of a value as converted operations want it.
    """

    def __init__(self, wanted_type: Callable[[Value], Type], rewriter: Rewriter) -> None:
        super().__init__()
        self._wanted_type = wanted_type
        self._rewriter = rewriter
        self._casts: list[Operation] = []
        self._casts_of_arguments: list[Operation] = []

    def of(self, value: Value) -> Value:
        """Returns what is used instead of `value` in the end, of whatever type, or that itself."""
        return self._chain(value)[-1]

    def operand(self, value: Value, location: Location | int) -> Value:
        """Returns what an operation at `location` that is being converted uses for its operand `value`."""
        wanted = self._wanted_type(value)
        found = [each for each in self._chain(value) if each.type is wanted]
        return found[-1] if found else self._converted(value, wanted, location)

    def _chain(self, value: Value) -> list[Value]:
        """Returns the converted form of `value`: what it is replaced by, or a cast of that."""
        found = [value]
        while found[-1] in self._values:
            found.append(self._values[found[-1]])
        return found

    def _converted(self, value: Value, type: Type, location: Location | int) -> Value:
        """Returns `value` cast to `type`, by a new operation right after it."""
        last = self.of(value)
        cast = self._rewriter.create_after(last, UNREALIZED_CONVERSION_CAST, [last], [type], location=location)
        self._casts.append(cast)
        self._values[last] = cast.result
        return cast.result

    def convert_argument(self, argument: BlockArgument, type: Type) -> Value:
        """Gives a block argument another type. Returns the cast back for users that want the old one."""
        if argument.type is type:
            return argument
        before = argument.type
        self._rewriter.set_type(argument, type)
        cast = self._rewriter.create_after(
            argument, UNREALIZED_CONVERSION_CAST, [argument], [before], location=argument.location
        )
        self._rewriter.replace_uses(argument, cast.result, except_in=cast)
        self._casts.append(cast)
        self._casts_of_arguments.append(cast)
        self._values[cast.result] = argument
        return cast.result

    def not_legalized(self, op: Operation) -> CompilationError:
        """Returns the error at an operation that has to be converted and cannot be.

        As in MLIR it is shown without casts of arguments, and arguments of their blocks are no values any more.
        """
        for cast in self._casts_of_arguments:
            cast.detach()
        blocks = {checked(BlockArgument, cast.operands[0]).owner for cast in self._casts_of_arguments}
        unknown = {cast.result for cast in self._casts_of_arguments}
        for index, operand in enumerate(op.operands):
            if operand in unknown or (isinstance(operand, BlockArgument) and operand.owner in blocks):
                op.operands[index] = BlockArgument(operand.type, Block(), 0, op.location)
        return not_legalized(op, self._rewriter)

    @property
    def cast_count(self) -> int:
        """The number of casts that have been created; see `undo_casts`."""
        return len(self._casts)

    def undo_casts(self, count: int) -> None:
        """Erases the newest casts, which are not used, so that only the first `count` stay."""
        while len(self._casts) > count:
            cast = self._casts.pop()
            del self._values[cast.operands[0]]
            self._rewriter.erase(cast)

    def commit(self) -> list[Operation]:
        """Replaces the operations, erases them, and returns the casts that stay."""
        replaced = set(self._replaced)
        standing_in = set(self._values.values())
        for op in self._replaced:
            for result in op.results:
                if result in standing_in or any(user not in replaced for user in result.users):
                    self._rewriter.replace_uses(result, self._replacement(result))
        self._rewriter.erase_together(self._replaced)
        casts = [cast for cast in self._casts if not self._is_reconciled(cast)]
        for cast in casts:
            # MLIR then creates each cast that stays anew.
            cast.renew_uses()
            cast.result.reverse_uses()
        return casts

    def _replacement(self, result: OpResult) -> Value:
        """Returns the converted form of a result of its type: the last such value, or a cast of the last one of all."""
        same = [each for each in self._chain(result)[1:] if each.type is result.type]
        return same[-1] if same else self._converted(result, result.type, result.owner.location)

    def _is_reconciled(self, cast: Operation) -> bool:
        """Erases a cast that is not used, or one to what was cast before; returns whether it has."""
        source: Operation | None = cast
        while source is not None and source.signature.operand_types != cast.signature.result_types:
            source = source.operands[0].defined_by(UNREALIZED_CONVERSION_CAST) if source.operands else None
        if source is not None:
            self._rewriter.replace_uses(cast.result, source.operands[0])
        if not cast.result.is_used:
            self._rewriter.erase(cast)
            return True
        return False


# Conversion patterns: what replaces operations of one kind when a program is converted, and the driver.

Convert = Callable[[Operation, Sequence[Value], Rewriter], Sequence[Value] | None]


class ConversionPattern(NamedTuple):
    """A pattern that replaces operations that `root` defines. Those with more `benefit` are tried first.

    `convert` gets the operation, its operands as they are after the conversion, and a rewriter, with which it creates
    operations before it. It returns what takes the place of the results, or None if it does not apply; then it has
    changed nothing.
    """

    root: OpDefinition
    name: str
    convert: Convert
    benefit: int = 1


def conversion(
    root: OpDefinition | type[O], name: str, benefit: int = 1
) -> Callable[[Callable[[O, Sequence[Value], Rewriter], Sequence[Value] | None]], ConversionPattern]:
    """Makes a function a conversion pattern of the operations of a kind, as `pattern` does."""

    def made(convert: Callable[..., Sequence[Value] | None]) -> ConversionPattern:
        return ConversionPattern(definition_of(root), name, convert, benefit)

    return made


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
    is_illegal: Collection[OpDefinition | type[Operation]] | Callable[[Operation], bool] = (),
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
        is_illegal: Collection[OpDefinition | type[Operation]] | Callable[[Operation], bool],
        with_functions: bool,
    ) -> None:
        if with_functions and convert_type is not None:
            patterns = [*patterns, *_of_functions(convert_type)]
        self._patterns = grouped((one.root, one) for one in sorted(patterns, key=lambda one: -one.benefit))
        self._outer = outer
        self._convert_type = convert_type if with_functions else None
        self._rewriter = _Creations(outer)
        self._values = ConvertedValues(_wanted(convert_type), self._rewriter)
        self._applied: dict[Operation, tuple[ConversionPattern, ...]] = {}
        """The patterns by which operations have come about. They do not apply to these again."""
        illegal = () if callable(is_illegal) else [*map(definition_of, is_illegal)]
        self._is_illegal = is_illegal if callable(is_illegal) else lambda op: op.definition in illegal

    def run(self, root: Operation) -> None:
        try:
            waiting = operations_to_convert(root)[::-1]
            self._applied = dict.fromkeys(waiting, ())
            while waiting:
                op = waiting.pop()
                if not is_inside(op, root):
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
            if (values := one.convert(op, operands, self._rewriter)) is not None:
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
            raise not_legalized(op, self._rewriter, has_hint=False)
        return []


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
    held = function_type(function.signature)
    inputs, results = [tuple(map(convert_type, types)) for types in (held.inputs, held.results)]
    rewriter.set_property(function, "function_type", TypeAttr(FunctionType(inputs, results)))
    for block in function.regions[0].blocks[:1]:
        for argument in block.arguments:
            values.convert_argument(argument, convert_type(argument.type))


def _wanted(convert_type: Callable[[Type], Type] | None) -> Callable[[Value], Type]:
    return (lambda value: value.type) if convert_type is None else lambda value: convert_type(value.type)
