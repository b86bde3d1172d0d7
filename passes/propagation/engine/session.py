"""The session of a propagation pass: what comes before the first run and after the last one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.axes import ordered
from sdyopt.dialects.sdy.shardings.slots import (
    DATA_FLOW_OPS,
    edge_owners,
    fully_open,
    function_type,
    meshes_by_name,
    sharding_of,
    shardings_in,
    slot_of,
)
from sdyopt.dialects.stablehlo.ops.control_flow import IF
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import ArrayAttr, IntegerAttr, ShapedType, TupleType
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.records import Record
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import Diagnostic, failure
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.control_flow import erase_unreachable_blocks
from sdyopt.mlir.rewrite.rewriter import dump_module
from sdyopt.passes.propagation.engine.driver import Driver, Groups
from sdyopt.passes.propagation.engine.explanations import EdgeRecords, PropagationReporter, Visited
from sdyopt.passes.propagation.engine.nodes import Calls, Key, Tensors, Visits
from sdyopt.passes.propagation.engine.profiles import LEVELS, STAGES, PropagationStage
from sdyopt.passes.propagation.solve.solution import Strategy, new_axes
from sdyopt.rewriting.functions import Functions, result_attributes
from sdyopt.rewriting.passes import Pass, option
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.rewriting.sharding_origins import ShardingOrigins
from sdyopt.sharding.rules import has_rule, without_rule


def check_program(module: Operation, signatures: Iterable[Signature]) -> None:
    """Raises CompilationError if propagation does not support a result type, or there is no main function.

    `signatures` are those of the operations in `module`.
    """
    are_supported = all(_problem(type) is None for type in _result_types(signatures))
    for op in () if are_supported else walk_post(module):
        for type in op.signature.result_types:
            if (problem := _problem(type)) is not None:
                raise failure(f"{problem[0]}: '{type}'{problem[1]}", op.location)
    Functions(module).find_main()


def _result_types(signatures: Iterable[Signature]) -> set[Type]:
    return {type for signature in signatures for type in signature.result_types}


def _problem(type: Type) -> tuple[str, str] | None:
    """Returns what is wrong with a type: what an error says before and after it."""
    if isinstance(type, TupleType):
        return "Shardy propagation doesn't support tuples", _NO_TUPLES if since("0.12.0.1") else ""
    if isinstance(type, ShapedType) and not type.has_static_shape:
        return "Shardy propagation only supports ranked tensors with a static shape. type", ""
    return None


_NO_TUPLES = ". Please flatten or canonicalize tuples before running Shardy propagation."


class OriginRecords(Record):
    """Follows the axes of a propagation from their origins."""

    _origins: ShardingOrigins

    def visited(self, visited: Visited) -> None:
        """Notes the origins of the axes that a visit has propagated."""
        values = visited.node.values
        if visited.updates:
            for axis, _, source, target in new_axes(visited.question):
                self._origins.note_propagation(axis, values[source], values[target])


class Session:
    """The propagation of the shardings of one module by one pass.

    The shardings are in `tensors` until `write`. Raises CompilationError if the program is not supported.
    """

    def __init__(
        self,
        module: Operation,
        rewriter: Rewriter,
        is_conservative: bool,
        records_edges: bool = False,
        records_origins: bool = False,
    ) -> None:
        self.module = module
        self._rewriter = rewriter
        self._edge_records = EdgeRecords(module) if records_edges else None
        self._origins = ShardingOrigins(module, rewriter) if records_origins else None
        listing = rewriter.listing(module)
        self.ops = listing.every_op
        check_program(module, listing.signatures)
        groups: Groups = {}
        if listing.has_kind(SHARDING_GROUP):
            groups = synchronized_groups(module, rewriter)
            self.ops = list(module.walk())
        if any(len(region.blocks) > 1 for op in self.ops if op.regions for region in op.regions):
            for region in module.regions:
                erase_unreachable_blocks(region, rewriter)
            self.ops = list(module.walk())
        self.meshes = meshes_by_name(module)
        self.tensors = Tensors(self.ops)
        calls = Calls(module, has_calls=listing.has_kind(CALL))
        visits = Visits(self.tensors, calls, self.meshes, is_conservative, rewriter)
        self.driver = Driver(module, self.ops, visits, calls, groups, rewriter)
        self._stage = STAGES[0]
        self._reporter = PropagationReporter(rewriter) if rewriter.is_explaining else None
        origins = None if self._origins is None else OriginRecords(self._origins)
        self.driver.observers += filter(None, (self._edge_records, origins, self._reporter))

    def explain(self, priorities: UserPriorities) -> None:
        """Reports which axes wait for later priorities."""
        if self._reporter is not None:
            for priority, key, sharding in priorities.held_back():
                self._reporter.held_back(priority, key, sharding)

    def run(self, stage: PropagationStage) -> None:
        """Propagates until nothing changes."""
        self.driver.run(stage)
        self._stage = stage

    def dump(self, path: str) -> None:
        """Writes the shardings and rules to the program, and the program to a file."""
        self.tensors.write(self._rewriter, dict(self.driver.new_rules()))
        dump_module(self.module, path, self._rewriter)

    def finish(self, keep_sharding_rules: bool) -> None:
        """Writes the shardings, and writes or drops the rules that are not custom."""
        self.tensors.write(self._rewriter, dict(self.driver.new_rules()) if keep_sharding_rules else {})
        self._finish_beyond_results()
        if not keep_sharding_rules:
            for op in collect(self.module, has_rule):
                self._rewriter.set_signature(op, without_rule(op.signature))
        if self._edge_records is not None:
            self._edge_records.write(self._rewriter)
        if self._origins is not None:
            self._origins.write()
        if self._reporter is not None:
            nodes = [(node, self.driver.shardings_of(node)) for node in self.driver.nodes()]
            self._reporter.finish(nodes, self._stage)

    def _finish_beyond_results(self) -> None:
        """Gives the main function attributes of its results, as the reference does, for axes that it cannot store."""
        visits, main = self.driver.visits_beyond_results(self._stage), self.driver.main
        if visits and "res_attrs" not in main.properties:
            self._rewriter.set_property(main, "res_attrs", ArrayAttr(result_attributes(main.signature)))
        if self._edge_records is not None:
            for visited in visits:
                self._edge_records.visited(visited)


# What the passes that propagate shardings have in common.

STRATEGIES: dict[str, tuple[Strategy, ...]] = {
    "basic": (Strategy.BASIC,),
    "aggressive": (Strategy.AGGRESSIVE,),
    "basic-then-aggressive": (Strategy.BASIC, Strategy.AGGRESSIVE),
}
"""The strategies of the runs that follow each other, by the value of the option."""


class PropagationPass(Pass):
    """A pass that propagates shardings, in the runs that `propagate` makes."""

    keep_sharding_rules: bool = option(default=False, help="Keeps the sharding rules of operations")
    module_dump_directory: str = option(default="", help="Directory for the modules between user priorities")
    conservative_propagation: bool = option(
        default=False, help="Does not propagate sub-axes, nor what needs communication"
    )
    debug_sharding_origins: bool = option(default=False, help="Records where each axis comes from")
    debug_propagation_edge_sharding: bool = option(
        default=False, help="Records the values that each axis is propagated between"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        session = Session(
            module,
            rewriter,
            self.conservative_propagation,
            self.debug_propagation_edge_sharding,
            self.debug_sharding_origins,
        )
        self.propagate(session)
        session.finish(self.keep_sharding_rules)

    def propagate(self, session: Session) -> None:
        """Propagates the shardings of a module."""
        raise NotImplementedError


class AggressivePropagationPass(PropagationPass):
    """A pass whose runs have the strategies of an option."""

    propagation_strategy: str = option(
        default="aggressive", help="How conflicts are resolved", choices=tuple(STRATEGIES)
    )

    def propagate_at(self, session: Session, levels: Iterable[int | None]) -> None:
        """Propagates at each of the levels, with each strategy."""
        for level in levels:
            for strategy in STRATEGIES[self.propagation_strategy]:
                session.run(PropagationStage(strategy, level))


class OpPriorityPropagationPass(AggressivePropagationPass):
    """A pass that propagates at the levels of op priorities."""

    run_op_priority_propagation: bool = option(default=True, help="Propagates some operations before others")

    def propagate_by_op_priority(self, session: Session) -> None:
        """Propagates at all levels, or without them."""
        self.propagate_at(session, LEVELS if self.run_op_priority_propagation else (None,))


# Sharding groups: values that are sharded alike from the start.

MISMATCH = (
    "The initial operand shardings on the sharding groups of groupID: {id} do not match. Inserting an open sharding "
    "constraint to all constrained values. This can be caused when shardings from different values are grouped (e.g. "
    "from jax.shard_alike) but have separate inconsistent sharding constraints on them."
)


def synchronized_groups(module: Operation, rewriter: Rewriter) -> dict[Value, list[Value]]:
    """Gives the members of each sharding group the same sharding, and returns the members by each of them.

    Where the shardings differ, members get open constraints that take their places. Raises CompilationError for a
    value in two groups.
    """
    groups: dict[int, list[Value]] = {}
    found: dict[Value, int] = {}
    for op in module.walk():
        if op.signature.definition is SHARDING_GROUP:
            value = op.operands[0]
            id = op.properties.find(IntegerAttr, "group_id").value
            if found.setdefault(value, id) != id:
                raise failure("Value can only map to one sharding group id after import.", op.location)
            members = groups.setdefault(id, [])
            members.append(value)
    for id in sorted(groups):
        groups[id] = _synchronized(id, groups[id], rewriter)
    return {value: members for members in groups.values() for value in members}


def _synchronized(id: int, members: list[Value], rewriter: Rewriter) -> list[Value]:
    """Gives the members of a group the same sharding, and returns the values that are the members then."""
    shardings = [sharding for value in members if (sharding := sharding_of(value)) and not _is_open(sharding)]
    if not shardings:
        return members
    common = shardings[0]
    if all(sharding is common for sharding in shardings):
        for value in members:
            if slot_of(value) is not None and sharding_of(value) is not common:
                rewriter.set_sharding(value, common)
        return members
    first = members[0]
    place = first.owner_op
    assert place is not None
    rewriter.emit(Diagnostic("warning", MISMATCH.format(id=id), place.location))
    return [_constrained(value, common, rewriter) for value in members]


def _is_open(sharding: Sharding) -> bool:
    return not any(dimension.axes or dimension.is_closed for dimension in sharding.dimensions)


def _constrained(value: Value, common: Sharding, rewriter: Rewriter) -> Value:
    """Puts an open constraint after `value` that takes its place, and returns the result."""
    properties: dict[str, Attribute] = {"sharding": fully_open(common.mesh, value.type)}
    location = value.definition_location
    constraint = rewriter.create_after(value, SHARDING_CONSTRAINT, [value], properties=properties, location=location)
    rewriter.replace_uses(value, constraint.results[0], except_in=constraint)
    return constraint.results[0]


# User priorities: shardings of later priorities are held back until those of earlier ones have been propagated.


class UserPriorities:
    """The shardings of a program with priorities above 0, and the tensors that they belong to.

    At first, dimensions with such a priority are closed and empty, and their axes replicated, so that nothing else can
    use them.
    """

    def __init__(self, ops: Iterable[Operation], tensors: Tensors, meshes: Mapping[str, Mesh]) -> None:
        self._tensors = tensors
        self._held_back: dict[int, list[tuple[Key, Sharding]]] = {}
        self._meshes = meshes
        first_of = cache(self._first)
        for key in dict.fromkeys(_keys(ops, tensors)):
            if (sharding := tensors.written(key)) is not None:
                first = first_of(sharding)
                if first is not sharding:
                    for priority in sorted({dimension.priority or 0 for dimension in sharding.dimensions} - {0}):
                        self._held_back.setdefault(priority, []).append((key, sharding))
                    tensors.store_written(key, first)

    @property
    def priorities(self) -> list[int]:
        """The priorities above 0, ascending."""
        return sorted(self._held_back)

    def held_back(self) -> Iterator[tuple[int, Key, Sharding]]:
        """Yields the tensors with each priority above 0, ascending, and what their shardings were."""
        for priority in self.priorities:
            for key, original in self._held_back[priority]:
                yield priority, key, original

    def release(self, priority: int) -> Iterator[Key]:
        """Gives the dimensions with this priority their axes back, and yields the tensors that have changed."""
        for key, original in self._held_back[priority]:
            present = self._tensors.shardings.get(key)
            assert present is not None
            released: set[AxisRef] = set()
            dimensions = list(present.dimensions)
            for index, dimension in enumerate(original.dimensions):
                if dimension.priority == priority:
                    dimensions[index] = DimensionSharding(dimension.axes, dimension.is_closed)
                    released.update(dimension.axes)
            replicated = tuple([axis for axis in present.replicated if axis not in released])
            yield from self._tensors.store(key, present.replace(dimensions=tuple(dimensions), replicated=replicated))
            yield key

    def _first(self, sharding: Sharding) -> Sharding:
        """Returns `sharding` as it is at priority 0."""
        dimensions = []
        held_back: list[AxisRef] = []
        for dimension in sharding.dimensions:
            if dimension.priority:
                held_back += dimension.axes
                dimensions.append(DimensionSharding((), True))
            else:
                dimensions.append(DimensionSharding(dimension.axes, dimension.is_closed))
        replicated = sharding.replicated
        if held_back:
            mesh = sharding.mesh if isinstance(sharding.mesh, Mesh) else self._meshes[sharding.mesh.leaf]
            replicated = ordered((*replicated, *held_back), mesh)
        return sharding.replace(dimensions=tuple(dimensions), replicated=replicated)


def _keys(ops: Iterable[Operation], tensors: Tensors) -> Iterator[Key]:
    """Yields the keys of the tensors that have shardings, outer operations first.

    Those on data-flow edges of other operations are left out.
    """
    for op in ops:
        if not _may_have_shardings(op.signature):
            continue
        if (definition := op.signature.definition) is FUNC:
            for block in op.regions[0].blocks[:1]:
                yield from map(tensors.key_of, block.arguments)
            for number in range(len(function_type(op.signature).results)):
                yield tensors.key_of_function_result(op, number)
        elif definition in DATA_FLOW_OPS:
            for owner in edge_owners(op):
                if tensors.key_of(owner) is owner:
                    yield owner
        else:
            yield from map(tensors.key_of, op.results)


@remembered
def _may_have_shardings(signature: Signature) -> bool:
    """Whether the tensors of operations with this signature may have shardings."""
    definition = signature.definition
    return definition is FUNC or definition is IF or definition in DATA_FLOW_OPS or bool(shardings_in(signature))
