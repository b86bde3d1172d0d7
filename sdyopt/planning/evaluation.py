"""The cost of a plan: the program with its shardings is propagated and partitioned, and its cost read."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from math import prod

from sdyopt.api.module import Module
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RESHARD, SHARDING_CONSTRAINT, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.slots import set_argument_shardings, sharding_of, with_shardings
from sdyopt.display.wording import counted
from sdyopt.ir.attribute import checked, forget_if_grown
from sdyopt.ir.attributes import RankedTensorType, SymbolRefAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import RESULT_ATTRIBUTES, SHARDING
from sdyopt.planning.choices import Choices, Placement
from sdyopt.planning.grouping import Classes
from sdyopt.planning.records import REFUSED, Cost, Meter, PlanError, dividing, unknown
from sdyopt.planning.target import HeavyUse, PlanTarget, PreparedProgram, argument_names
from sdyopt.rewriting.functions import without_value_attributes
from sdyopt.rewriting.reshards import constraint_on
from sdyopt.view.variants.edits import Spec, SpecError, pattern_of


class Evaluator:
    """Evaluates plans for the classes of a program."""

    def __init__(self, program: PreparedProgram, classes: Classes, meter: Meter) -> None:
        self._program = program
        self._classes = classes
        self._meter = meter

    def of(self, plan: Choices) -> Cost:
        """Returns the cost of a plan; an infinite one if a pass refuses the program."""
        try:
            cost = self._meter.measured(self.partitioned(plan))[0]
        except Error:
            return REFUSED
        collected()
        return cost

    def check(self, plan: Choices) -> None:
        """Raises Error if passes refuse the program under a plan."""
        self.partitioned(plan)

    def error_of(self, plan: Choices) -> str:
        """Returns why a pass refuses a plan; empty if none does."""
        try:
            self.check(plan)
        except Error as error:
            return error.diagnostics[0].message
        return ""

    def partitioned(self, plan: Choices, mapping: dict[Value, Value] | None = None) -> Operation:
        """Returns the program as the partitioner leaves it under a plan. Raises Error if a pass refuses it.

        `mapping` gets the values of the copy that is partitioned, by those of the prepared program.
        """
        copies = {} if mapping is None else mapping
        module = self._program.cloned(copies)
        first = copies[self._program.arguments[0]].block if self._program.arguments else None
        if first is not None:
            function, target = checked(Operation, first.parent_op), self._program.target
            _shard(function, self._classes, plan, target, lambda use: copies[use.op.results[0]])
        self._program.partition(module, copies)
        return module


def _shard(
    function: Operation, classes: Classes, plan: Choices, target: PlanTarget, twin: Callable[[HeavyUse], Value]
) -> None:
    """Gives arguments of a function, the results tied to them, and heavy uses the shardings of a plan.

    Arguments that are in no class, and have no sharding, are replicated, and so is what is tied to them. `twin` returns
    the result of the operation of the function that has a heavy use.
    """
    assert function.signature.definition is FUNC
    arguments: dict[int, Sharding] = {}
    results: dict[int, Sharding] = {}
    for each, choice in zip(classes.searched, plan, strict=True):
        sharding = sharding_on(choice.storage, target)
        arguments.update(dict.fromkeys(each.members, sharding))
        if choice.is_tied:
            results.update(dict.fromkeys(each.results, sharding))
        if choice.at_use is not None:
            uses = {(checked(OpResult, twin(use)).owner, use.operand): use for use in each.uses}
            for (op, _), use in uses.items():
                _constrain(op, use, choice.at_use, target)
    body = function.regions[0].blocks[0]
    for number, tied in zip(classes.left, classes.left_results, strict=True):
        argument = body.arguments[number]
        if isinstance(argument.type, RankedTensorType) and argument.type.shape and sharding_of(argument) is None:
            arguments[number] = sharding_on(((),) * len(argument.type.shape), target)
            results.update(dict.fromkeys(tied, arguments[number]))
    if arguments:
        set_argument_shardings(function, arguments)
    if results:
        function.signature = with_shardings(function.signature, RESULT_ATTRIBUTES, results)


def _constrain(op: Operation, use: HeavyUse, at_use: Placement, target: PlanTarget) -> None:
    """Puts a sharding constraint in front of the heavy operation `op`, so that it sees an argument as planned.

    Axes that do not divide a dimension of the operand are left out.
    """
    operand = op.operands[use.operand]
    shape = checked(RankedTensorType, operand.type).shape
    sizes = [axis.size for axis in target.mesh.axes].__getitem__
    pairs = zip(shape, use.dimensions, strict=True)
    axes = [() if source is None else dividing(size, at_use[source], sizes) for size, source in pairs]
    constraint = constraint_on(operand, sharding_on(tuple(axes), target), op.location)
    constraint.insert_before(op)
    op.set_operand(use.operand, constraint.result)


def sharding_on(placement: Placement, target: PlanTarget) -> Sharding:
    """Returns the closed sharding with these axes."""
    axes = target.mesh.axes
    dimensions = [DimensionSharding(tuple([AxisRef(axes[axis].name) for axis in each])) for each in placement]
    return Sharding(SymbolRefAttr((target.mesh_name,)), tuple(dimensions))


def collected() -> None:
    """Frees what was made since the last call, if nothing else does, and what was remembered if it has grown much."""
    if not gc.isenabled():
        gc.collect(0)
    forget_if_grown()


# Changes of a program before and after it is planned: shardings dropped, fixed, or written.


def copied(module: Module, mapping: dict[Value, Value] | None = None) -> Module:
    """Returns a copy of a module, with its values by those of the original in `mapping`."""
    copy = Module(clone(module.operation, {} if mapping is None else mapping), module.source, module.resources)
    copy.is_as_written = module.is_as_written
    return copy


def drop_shardings(module: Module, function: str, with_body: bool) -> None:
    """Removes the shardings of arguments and results, and if wanted constraints, reshards and groups of all bodies.

    What manual computations say stays.
    """
    op = module.functions[function]
    op.signature = without_value_attributes(op.signature, (SHARDING,))
    if not with_body:
        return
    for constraint in collect_kind(module.operation, SHARDING_CONSTRAINT, RESHARD, SHARDING_GROUP):
        if not _is_manual(constraint):
            for result in constraint.results:
                result.replace_all_uses_with(constraint.operands[0])
            constraint.erase()


def _is_manual(op: Operation) -> bool:
    around = op.parent_op
    while around is not None and around.signature.definition is not MANUAL_COMPUTATION:
        around = around.parent_op
    return around is not None


def fix_shardings(module: Module, target: PlanTarget, fixed: Mapping[str, str]) -> None:
    """Gives arguments shardings that plans keep: by name, or pattern with `*`, the text of a PartitionSpec.

    Raises PlanError for a name that no argument has, and for a text that is none.
    """
    function = module.functions[target.function]
    arguments = function.regions[0].blocks[0].arguments
    names = argument_names(module, target.function)
    for pattern, text in fixed.items():
        if not (numbers := matching(pattern, names)):
            raise unknown("argument", pattern, names)
        for number in numbers:
            if not isinstance(type := arguments[number].type, RankedTensorType):
                raise PlanError(f"argument '{names[number]}' is not a ranked tensor and cannot be sharded")
            placement = placement_from_text(text, len(type.shape), target)
            for size, axes in zip(type.shape, placement, strict=True):
                devices = prod([target.mesh.axes[axis].size for axis in axes])
                if size % devices:
                    raise PlanError(f"{text} does not fit '{names[number]}': {devices} does not divide {size}")
            set_argument_shardings(function, {number: sharding_on(placement, target)})


def matching(pattern: str, names: Sequence[str]) -> list[int]:
    """Returns the numbers of the names that a pattern with `*` matches."""
    regex = pattern_of(pattern)
    return [number for number, name in enumerate(names) if regex.fullmatch(name)]


def placement_from_text(text: str, rank: int, target: PlanTarget) -> Placement:
    """Returns the axes of the dimensions that `P('data', None, ('x', 'y'))` gives. Raises PlanError."""
    try:
        entries = Spec.of(text.strip().removeprefix("jax.sharding.")).dimensions
    except SpecError as error:
        raise PlanError(str(error)) from None
    if None in entries:
        raise PlanError(f"'{text}' has an open dimension, and plans are closed")
    if len(entries) > rank:
        raise PlanError(f"'{text}' has {counted(len(entries), 'dimension')}, and the argument {rank}")
    places = target.mesh.axis_places
    used = [axis for axes in entries for axis in axes or ()]
    for axis in used:
        if axis not in places:
            raise unknown("axis", axis, places)
    if len(set(used)) != len(used):
        raise PlanError(f"'{text}' has an axis twice")
    padded = [*entries, *[()] * (rank - len(entries))]
    return tuple([tuple([places[axis] for axis in axes or ()]) for axes in padded])


def planned(module: Module, program: PreparedProgram, classes: Classes, choices: Choices) -> Module:
    """Returns a copy of the module that a program was prepared from, with the shardings of a plan."""
    mapping: dict[Value, Value] = {}
    copy = copied(module, mapping)

    def twin(use: HeavyUse) -> Value:
        written = program.written(use.op)
        assert written is not None
        return mapping[written.results[0]]

    _shard(copy.functions[program.target.function], classes, choices, program.target, twin)
    return copy
