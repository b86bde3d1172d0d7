"""Changes of a program before and after it is planned: shardings dropped, fixed, or written."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from math import prod

from sdyopt.api.module import Module
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RESHARD, SHARDING_CONSTRAINT, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.slots import set_argument_shardings
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.planning.choices import Choices, Placement
from sdyopt.planning.errors import PlanError, unknown
from sdyopt.planning.evaluation import constrain, shard_signature, sharding_on
from sdyopt.planning.grouping.classes import Classes
from sdyopt.planning.names import argument_names
from sdyopt.planning.prepared import PreparedProgram
from sdyopt.planning.target import PlanTarget

_PARTITIONS = "mhlo.num_partitions"


def copied(module: Module, mapping: dict[Value, Value] | None = None) -> Module:
    """Returns a copy of a module, with its values by those of the original in `mapping`."""
    copy = Module(clone(module.operation, {} if mapping is None else mapping), module.source, module.resources)
    copy.is_as_written = module.is_as_written
    return copy


def on_mesh(module: Module, target: PlanTarget) -> None:
    """Gives a module the mesh of a target; a module that counts its devices counts those of the mesh."""
    module.set_mesh(target.mesh_name, target.mesh)
    partitions = module.operation.attributes.get(_PARTITIONS)
    if isinstance(partitions, IntegerAttr):
        module.operation.set_attribute(_PARTITIONS, IntegerAttr(target.mesh.device_count, partitions.type))


def drop_shardings(module: Module, function: str, with_body: bool) -> None:
    """Removes the shardings of arguments and results, and if wanted constraints, reshards and groups of all bodies.

    What manual computations say stays.
    """
    op = module.functions[function]
    for name in ("arg_attrs", "res_attrs"):
        given = op.properties.get(name)
        if isinstance(given, ArrayAttr):
            entries = [each.without(SHARDING) if isinstance(each, DictionaryAttr) else each for each in given.elements]
            op.set_property(name, ArrayAttr(tuple(entries)))
    if not with_body:
        return
    for constraint in collect_kind(module.operation, SHARDING_CONSTRAINT, RESHARD, SHARDING_GROUP):
        if not _is_manual(constraint):
            for result in constraint.results:
                for use in list(result.uses):
                    use.owner.set_operand(use.index, constraint.operands[0])
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
        numbers = matching(pattern, names)
        if not numbers:
            raise unknown("argument", pattern, names)
        for number in numbers:
            type = arguments[number].type
            if not isinstance(type, RankedTensorType):
                raise PlanError(f"argument '{names[number]}' is not a ranked tensor and cannot be sharded")
            placement = placement_from_text(text, len(type.shape), target)
            for size, axes in zip(type.shape, placement, strict=True):
                devices = prod([target.mesh.axes[axis].size for axis in axes])
                if size % devices:
                    raise PlanError(f"{text} does not fit '{names[number]}': {devices} does not divide {size}")
            set_argument_shardings(function, {number: sharding_on(placement, target)})


def matching(pattern: str, names: Sequence[str]) -> list[int]:
    """Returns the numbers of the names that a pattern with `*` matches."""
    regex = re.compile(".*".join([re.escape(part) for part in pattern.split("*")]))
    return [number for number, name in enumerate(names) if regex.fullmatch(name)]


def placement_from_text(text: str, rank: int, target: PlanTarget) -> Placement:
    """Returns the axes of the dimensions that `P('data', None, ('x', 'y'))` gives. Raises PlanError."""
    stripped = text.strip()
    for prefix in ("jax.sharding.PartitionSpec", "PartitionSpec", "P"):
        stripped = stripped.removeprefix(prefix) if stripped.startswith(f"{prefix}(") else stripped
    try:
        entries = ast.literal_eval(f"({stripped.strip()[1:-1]},)" if stripped.strip("() ") else "()")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise PlanError(f"'{text}' is not of the form P('data', None, …)") from None
    if len(entries) > rank:
        raise PlanError(f"'{text}' has {len(entries)} dimensions, and the argument {rank}")
    places = target.mesh.axis_places
    placement: list[tuple[int, ...]] = []
    for entry in (*entries, *(None,) * (rank - len(entries))):
        axes = () if entry is None else (entry,) if isinstance(entry, str) else tuple(entry)
        for axis in axes:
            if axis not in places:
                raise unknown("axis", str(axis), places)
        placement.append(tuple([places[axis] for axis in axes]))
    used = [axis for axes in placement for axis in axes]
    if len(set(used)) != len(used):
        raise PlanError(f"'{text}' has an axis twice")
    return tuple(placement)


def planned(module: Module, program: PreparedProgram, classes: Classes, choices: Choices) -> Module:
    """Returns a copy of the module that a program was prepared from, with the shardings of a plan."""
    mapping: dict[Value, Value] = {}
    copy = copied(module, mapping)
    target = program.target
    shard_signature(copy.functions[target.function], classes, choices, target)
    for each, choice in zip(classes.searched, choices, strict=True):
        if choice.at_use is None:
            continue
        done: set[tuple[Operation, int]] = set()
        for use in each.uses:
            written = program.written(use.op)
            assert written is not None
            if (written, use.operand) not in done:
                done.add((written, use.operand))
                twin = mapping[written.results[0]]
                constrain(twin.owner, use, choice.at_use, target)  # type: ignore[attr-defined]
    return copy
