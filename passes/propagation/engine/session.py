"""The session of a propagation pass: what comes before the first run and after the last one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import SHARDING_RULE
from sdyopt.dialects.sdy.ops import SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name
from sdyopt.ir.attributes import ArrayAttr
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.passes.propagation.engine.calls import Calls
from sdyopt.passes.propagation.engine.driver import Driver, Groups
from sdyopt.passes.propagation.engine.observer import Observer
from sdyopt.passes.propagation.engine.profiles import STAGES, PropagationStage
from sdyopt.passes.propagation.engine.tensors import Tensors
from sdyopt.passes.propagation.engine.visits import Visits
from sdyopt.rewriting.control_flow.region_simplification import erase_unreachable_blocks
from sdyopt.rewriting.functions.attributes import result_attributes
from sdyopt.rewriting.module_dumps import dump_module
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import has_rule, with_rule, without_rule

if TYPE_CHECKING:
    from sdyopt.passes.propagation.engine.edge_records import EdgeRecords
    from sdyopt.passes.propagation.engine.explanations import PropagationReporter
    from sdyopt.passes.propagation.engine.user_priorities import UserPriorities
    from sdyopt.rewriting.sharding_origins import ShardingOrigins
from collections.abc import Iterable

from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import walk_post
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType, TupleType
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.passes.propagation.engine.observer import Visited
from sdyopt.passes.propagation.solve.new_axes import new_axes
from sdyopt.rewriting.functions.call_graph import Functions
from sdyopt.rewriting.sharding_origins import ShardingOrigins


def check_program(module: Operation, signatures: Iterable[Signature]) -> None:
    """Raises CompilationError if propagation does not support a result type, or there is no main function.

    `signatures` are those of the operations in `module`.
    """
    are_supported = all(_problem(type) is None for type in _result_types(signatures))
    for op in () if are_supported else walk_post(module):
        for type in op.signature.result_types:
            problem = _problem(type)
            if problem is not None:
                raise CompilationError([Diagnostic("error", f"{problem}: '{type}'", op.location)])
    Functions(module).find_main()


def _result_types(signatures: Iterable[Signature]) -> set[Type]:
    return {type for signature in signatures for type in signature.result_types}


def _problem(type: Type) -> str | None:
    if isinstance(type, TupleType):
        return "Shardy propagation doesn't support tuples"
    if isinstance(type, ShapedType) and not type.has_static_shape:
        return "Shardy propagation only supports ranked tensors with a static shape. type"
    return None


class OriginRecords:
    """Follows the axes of a propagation from their origins."""

    def __init__(self, origins: ShardingOrigins) -> None:
        self._origins = origins

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
        self._edge_records = _edge_records(module) if records_edges else None
        self._origins = _origins(module, rewriter) if records_origins else None
        self.ops = collect(module, lambda _: True)
        signatures = {op.signature for op in self.ops}
        definitions = {signature.definition for signature in signatures}
        check_program(module, signatures)
        groups: Groups = {}
        if SHARDING_GROUP in definitions:
            from sdyopt.passes.propagation.engine.groups import synchronized_groups

            groups = synchronized_groups(module, rewriter)
            self.ops = list(module.walk())
        if any(len(region.blocks) > 1 for op in self.ops if op.regions for region in op.regions):
            for region in module.regions:
                erase_unreachable_blocks(region, rewriter)
            self.ops = list(module.walk())
        self._has_rules = any(SHARDING_RULE in signature.attributes for signature in signatures)
        self.meshes = meshes_by_name(module)
        self.tensors = Tensors(self.ops)
        calls = Calls(module, self.ops if CALL in definitions else ())
        visits = Visits(self.tensors, calls, self.meshes, is_conservative, rewriter.unknown_ops)
        self.driver = Driver(module, self.ops, visits, calls, groups, rewriter)
        self._stage = STAGES[0]
        self._reporter = _reporter(rewriter)
        self.driver.observers += self._observers()

    def _observers(self) -> Iterator[Observer]:
        """Yields what follows the visits."""
        if self._edge_records is not None:
            yield self._edge_records
        if self._origins is not None:
            yield OriginRecords(self._origins)
        if self._reporter is not None:
            yield self._reporter

    def explain(self, priorities: UserPriorities) -> None:
        """Reports which axes wait for later priorities."""
        if self._reporter is not None:
            for priority, key, sharding in priorities.held_back():
                self._reporter.held_back(priority, key, sharding)

    def run(self, stage: PropagationStage) -> None:
        """Propagates until nothing changes."""
        self.driver.run(stage)
        self._stage = stage

    def write(self) -> None:
        """Writes the shardings to the program, and the rules of the operations that have been visited."""
        self.tensors.write(self._rewriter)
        self.write_rules()

    def write_rules(self) -> None:
        """Writes the rules of the operations that have been visited."""
        for op, rule in self.driver.new_rules():
            self._rewriter.set_signature(op, with_rule(op.signature, rule))
            self._has_rules = True

    def dump(self, path: str) -> None:
        """Writes the program as it is now to a file."""
        self.write()
        dump_module(self.module, path, self._rewriter)

    def finish(self, keep_sharding_rules: bool) -> None:
        """Writes the shardings, and writes or drops the rules that are not custom."""
        self.tensors.write(self._rewriter)
        self._finish_beyond_results()
        if keep_sharding_rules:
            self.write_rules()
        elif self._has_rules:
            self._drop_rules()
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

    def _drop_rules(self) -> None:
        for op in collect(self.module, has_rule):
            self._rewriter.set_signature(op, without_rule(op.signature))


def _edge_records(module: Operation) -> EdgeRecords:
    """Returns what records the steps of propagation."""
    from sdyopt.passes.propagation.engine.edge_records import EdgeRecords

    return EdgeRecords(module)


def _origins(module: Operation, rewriter: Rewriter) -> ShardingOrigins:
    """Returns what records the origins of axes."""
    from sdyopt.rewriting.sharding_origins import ShardingOrigins

    return ShardingOrigins(module, rewriter)


def _reporter(rewriter: Rewriter) -> PropagationReporter | None:
    """What reports decisions, if anybody listens."""
    if not rewriter.is_explaining:
        return None
    from sdyopt.passes.propagation.engine.explanations import PropagationReporter

    return PropagationReporter(rewriter)
