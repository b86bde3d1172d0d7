"""The target of a plan: the function of a program whose arguments are sharded, and the mesh."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property

from sdyopt.api.module import Module
from sdyopt.cost.origins.followers import Follower, NamesFollower
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.executions import is_invariant, is_private
from sdyopt.cost.program.inlining import Left, make_synchronous
from sdyopt.cost.program.stages import partitioning, run_passes, split_at_export
from sdyopt.cost.program.xla_import import import_as_xla
from sdyopt.cost.time.operations import dimensions as shape_of
from sdyopt.dialects.sdy.attributes import Mesh, OpShardingRule
from sdyopt.dialects.sdy.ops import NAMED_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import free_mesh_name, shardings_in
from sdyopt.dialects.stablehlo.ops.control_flow import OPTIMIZATION_BARRIER, WHILE
from sdyopt.dialects.stablehlo.ops.elementwise import CONVERT, REDUCE_PRECISION
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.shapes import DYNAMIC_SLICE, RESHAPE, SLICE, TRANSPOSE
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import Listing, collect, collect_kind, every_op, grouped
from sdyopt.ir.locations import NameLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.write.names import ValueNames
from sdyopt.planning.records import PlanError
from sdyopt.rewriting.functions import CallGraph, returned_values
from sdyopt.sharding.rules import sharding_rule_of
from sdyopt.view.variants.measuring import FIRST_OF_SHARDINGS

_NO_MESH = "the program has no mesh: give one with --mesh AXIS=SIZE,…"


class PlanTarget(NamedTuple):
    """The function of a module whose arguments are sharded, and the mesh over which."""

    function: str
    mesh_name: str
    mesh: Mesh


def planned_function(module: Module) -> str:
    """Returns the name of the function whose arguments are sharded: @main, or the only public one. Raises PlanError."""
    with_body = {name: op for name, op in module.functions.items() if op.regions[0].blocks}
    public = [name for name, op in with_body.items() if not is_private(op)]
    if "main" in public:
        return "main"
    if len(public) == 1:
        return public[0]
    if not public:
        raise PlanError("the program has no public function with a body")
    raise PlanError(f"the program has several public functions and none is @main: {', '.join(public)}")


def target_of(module: Module, mesh: Mesh | None) -> PlanTarget:
    """Returns what is planned for: the given mesh, or that of the program. Raises PlanError."""
    function = planned_function(module)
    used = [sharding.mesh_name for sharding, _, _ in shardings_in(module.functions[function].signature)]
    named = list(dict.fromkeys([name for name in used if name is not None]))
    meshes = module.meshes
    if mesh is not None:
        name = next(iter([*named, *meshes]), None)
        return PlanTarget(function, free_mesh_name(module.operation) if name is None else name, mesh)
    if not (candidates := [name for name in named if name in meshes and meshes[name].axes]):
        candidates = [name for name, each in meshes.items() if each.axes]
    different = {meshes[name] for name in candidates}
    if not candidates:
        raise PlanError(_NO_MESH)
    if len(different) > 1:
        raise PlanError(f"the program has several meshes: {', '.join(candidates)}: give one with --mesh AXIS=SIZE,…")
    return PlanTarget(function, candidates[0], meshes[candidates[0]])


def check_axes(module: Module, target: PlanTarget) -> None:
    """Raises PlanError if a sharding of the module names an axis that the mesh of the target has not."""
    for use in module.sharding_uses():
        for axis in use.sharding.used_axes:
            if axis.name not in target.mesh.axis_sizes and use.sharding.mesh_name == target.mesh_name:
                have = ", ".join(target.mesh.axis_sizes)
                raise PlanError(
                    f"the program has shardings over axis '{axis.name}', which the mesh does not have: it has {have}; "
                    "--drop removes the shardings of arguments and results, --drop=all those of the body, too"
                )


def explicit_constraints(module: Module) -> int:
    """Returns the number of constraints that JAX writes for the types of values, which then have explicit shardings.

    Each of them is the only use of an operation's result, and most operations have one; 0 if fewer have.
    """
    constraints = collect_kind(module.operation, SHARDING_CONSTRAINT)
    constrained = [
        each for each in constraints if isinstance(value := each.operands[0], OpResult) and value.has_one_use
    ]
    if not constrained:
        return 0
    others = [op for op in every_op(module.operation) if op.operands and op.results]
    return len(constrained) if 2 * len(constrained) > len(others) - len(constraints) else 0


# The names of arguments, and patterns of those of repeated layers: `params['layers'][*]['wg']`.

_NUMBER = re.compile(r"(?<=\[)\d+(?=\])|(?<=\.)\d+(?=$|\.)|(?<=_)\d+(?=\b|_|')")


def argument_names(module: Module, function: str) -> tuple[str, ...]:
    """Returns the names of the arguments of a function: those that JAX gives to them, else those in the text."""
    names: ValueNames | None = None
    found = []
    for argument in module.functions[function].regions[0].blocks[0].arguments:
        if isinstance(location := argument.location, NameLoc):
            found.append(location.name)
            continue
        names = names or ValueNames(module.operation, module.source if module.is_as_written else None)
        found.append(names.get(argument) or f"%arg{argument.index}")
    return tuple(found)


def name_arguments(module: Module, function: str) -> None:
    """Keeps names that arguments have in the text alone, `%gate`, in their locations; printing has others, `%arg1`."""
    arguments = module.functions[function].regions[0].blocks[0].arguments
    for argument, name in zip(arguments, argument_names(module, function), strict=True):
        if not isinstance(argument.location, NameLoc) and name != f"%arg{argument.index}":
            argument.location = NameLoc(name, module.source.resolve(argument.location))


def skeleton(name: str) -> str:
    """Returns a name with `*` for each number that may count layers."""
    return _NUMBER.sub("*", name)


class Patterns:
    """The patterns of names: numbers that differ between otherwise equal names are `*`."""

    def __init__(self, names: Iterable[str]) -> None:
        self._numbers: dict[str, list[set[str]]] = {}
        for name in names:
            numbers = _NUMBER.findall(name)
            found = self._numbers.setdefault(skeleton(name), [set() for _ in numbers])
            for place, number in zip(found, numbers, strict=True):
                place.add(number)

    def of(self, name: str) -> str:
        """Returns the pattern of a name."""
        places = iter(self._numbers.get(skeleton(name), []))
        return _NUMBER.sub(lambda match: "*" if len(next(places, ())) > 1 else match.group(), name)


def patterns_of_classes(classes: Sequence[Sequence[str]], names: Sequence[str]) -> list[tuple[str, ...]]:
    """Returns the patterns of each class of names; none of them is also that of a name which is not in the class.

    `names` are all names, also those in no class. Numbers that differ are `*` if classes then still have different
    names; else only those that differ within the class, and else none.
    """
    everywhere = Patterns(names)
    by_skeleton = grouped((skeleton(name), name) for name in names)
    found = []
    for members in classes:
        own, apart = Patterns(members), frozenset(members)
        alike = [by_skeleton[key] for key in dict.fromkeys(map(skeleton, members))]
        others = [name for group in alike for name in group if name not in apart]
        taken = [(patterns, {patterns.of(name) for name in others}) for patterns in (everywhere, own)]
        texts = [
            next((patterns.of(name) for patterns, used in taken if patterns.of(name) not in used), name)
            for name in members
        ]
        found.append(tuple(dict.fromkeys(texts)))
    return found


# Where products and convolutions use arguments: operands that come from an argument by moves alone.

HEAVY = frozenset((DOT_GENERAL, DOT, CONVOLUTION))
"""The operations that do most of the work."""

_MOVES = frozenset((CONVERT, RESHAPE, TRANSPOSE, SLICE, DYNAMIC_SLICE, REDUCE_PRECISION))

Dimensions = tuple[int | None, ...]
"""For each dimension of a value that of the argument that it comes from; None for one that comes from none."""


class HeavyUse(NamedTuple):
    """An operand of a heavy operation that comes from an argument."""

    op: Operation
    operand: int
    argument: int
    dimensions: Dimensions


def heavy_uses(function: Operation) -> list[HeavyUse]:
    """Returns the heavy uses of the arguments of a function without calls, in the order of its arguments."""
    return [
        use
        for argument in function.regions[0].blocks[0].arguments
        if isinstance(argument.type, RankedTensorType)
        for use in _uses_of(argument, argument.index, tuple(range(len(argument.type.shape))))
    ]


def _uses_of(value: Value, argument: int, dimensions: Dimensions) -> Iterator[HeavyUse]:
    pending = [(value, dimensions)]
    while pending:
        value, dimensions = pending.pop()
        for use in value.uses:
            op, number = use.owner, use.index
            if (definition := op.signature.definition) in HEAVY:
                yield HeavyUse(op, number, argument, dimensions)
            elif definition in _MOVES and number == 0:
                pending.append((op.results[0], _moved(op, dimensions)))
            elif definition is OPTIMIZATION_BARRIER:
                pending.append((op.results[number], dimensions))
            elif definition is NAMED_COMPUTATION or (definition is WHILE and is_invariant(op, number)):
                pending += [(region.blocks[0].arguments[number], dimensions) for region in op.regions]


def _moved(op: Operation, dimensions: Dimensions) -> Dimensions:
    """Returns where the dimensions of the result of a move come from, if those of its operand come from there.

    A dimension comes from another if both have the same major factor. What a slice cuts comes from none.
    """
    before, after = shape_of(op.operands[0]), shape_of(op.results[0])
    if (rule := sharding_rule_of(op)) is None:
        return (None,) * len(after)
    is_slice = op.signature.definition in (SLICE, DYNAMIC_SLICE)
    majors = {factor: number for number, factor in enumerate(major_factors(rule, 0)) if factor is not None}
    sources = [
        None if factor is None or (is_slice and before[number] != after[number]) else majors.get(factor)
        for number, factor in enumerate(major_factors(rule, len(rule.operand_mappings)))
    ]
    return tuple([None if source is None else dimensions[source] for source in sources])


def major_factors(rule: OpShardingRule, number: int) -> list[int | None]:
    """Returns the major factor of each dimension of the operand, or after these the result, of that number.

    None for a dimension that has no factor, or whose factor has size 1.
    """
    mapping = (*rule.operand_mappings, *rule.result_mappings)[number]
    firsts = [dimension.factors[0] if dimension.factors else None for dimension in mapping.dimensions]
    return [None if factor is None or rule.factor_sizes[factor] == 1 else factor for factor in firsts]


def batching_dimensions(use: HeavyUse) -> list[int]:
    """Returns the dimensions of the argument that a product has on both operands and its result: those of experts."""
    if (rule := sharding_rule_of(use.op)) is None or use.op.signature.definition is CONVOLUTION:
        return []
    factors = [major_factors(rule, number) for number in range(3)]
    pairs = zip(factors[use.operand], use.dimensions, strict=True)
    shared = {factor for factor in factors[0] if factor is not None and factor in factors[1] and factor in factors[2]}
    return [number for factor, number in pairs if number is not None and factor in shared]


# The program that plans are tried on: one function without calls, as propagation starts with it.


class PreparedProgram:
    """A copy of a module, calls inlined and imported, that is cloned for each plan.

    Import is done once unless calls are left, through which it would move shardings.
    """

    def __init__(self, module: Module, target: PlanTarget, compiler: Compiler | None = None) -> None:
        """The program is imported as by XLA's `compiler`."""
        self.module = module
        self.target = target
        self.names = argument_names(module, target.function)
        """Those of the arguments."""
        copies: dict[Value, Value] = {}
        self.operation = clone(module.operation, copies)
        self._written = {copy: value for value, copy in copies.items()}
        self._follower = Follower(copies.values())
        self._bases: dict[Value, Value] = {}
        """In a changed copy, what values are copies of."""
        make_synchronous(self.operation)
        self._xla_import = import_as_xla(Listing(self.operation), self._follower, compiler=compiler)
        self.calls_left = self._xla_import.calls_left
        self.is_inlined = not any(left.reason is Left.SIZE for left in self.calls_left)
        passes = partitioning(self.is_inlined)
        first = next(number for number, each in enumerate(passes) if each.name == FIRST_OF_SHARDINGS)
        number = 0 if self.calls_left else first
        self.heavy_uses = heavy_uses(self.function)
        called = self.operation if self.calls_left else self.function
        self.heavy_ops = collect(called, lambda signature: signature.definition in HEAVY)
        self._rest = passes[number:]
        run_passes(self.operation, passes[:number], module.source, self._follower)

    @cached_property
    def _callees(self) -> Mapping[Operation, Operation]:
        """The function that each call of the module calls."""
        return CallGraph(Listing(self.module.operation)).callee_of

    @cached_property
    def function(self) -> Operation:
        """The function whose arguments are sharded, in the copy."""
        return Module(self.operation, self.module.source).functions[self.target.function]

    @property
    def arguments(self) -> tuple[BlockArgument, ...]:
        return tuple(self.function.regions[0].blocks[0].arguments)

    @property
    def returned(self) -> tuple[Value, ...]:
        return returned_values(self.function)

    def written(self, op: Operation) -> Operation | None:
        """Returns the operation of the module that an operation of the copy comes from."""
        value = self._written.get(self._follower.source(op.results[0])) if op.results else None
        while isinstance(value, OpResult) and value.owner in self._callees:  # The copy took the place of its result.
            returned = returned_values(self._callees[value.owner])
            value = returned[value.index] if returned else None
        return value.defining_op if value is not None else None

    def written_value(self, value: Value) -> Value | None:
        """Returns the value of the module that a value of the copy comes from; None if it comes from none."""
        return self._written.get(self._follower.source(value))

    def on(self, operation: Operation, mapping: Mapping[Value, Value]) -> PreparedProgram:
        """Returns what is like this, of a changed copy of the program, with its values by those of this one."""
        twin = copy(self)
        twin.operation = operation
        twin._bases = {new: self._bases.get(value, value) for value, new in mapping.items()}
        twin.__dict__.pop("function", None)
        return twin

    def cloned(self, mapping: dict[Value, Value]) -> Operation:
        """Returns a copy of the program for one plan, with the values of that by those of this one."""
        return clone(self.operation, mapping)

    def partition(self, operation: Operation, mapping: Mapping[Value, Value]) -> None:
        """Runs the rest of import, propagation, and export on a copy. Raises Error.

        `mapping` has the values of the copy by those of this program.
        """
        before, after = split_at_export(self._rest)
        bases, original = self._bases, self._follower.original
        originals = {copy: original(bases.get(value, value)) for value, copy in mapping.items()}
        follower = NamesFollower(originals)
        run_passes(operation, before, self.module.source, follower)
        self._xla_import.restore_order(operation, lambda value: originals.get(found := follower.original(value), found))
        run_passes(operation, after, self.module.source, None)
