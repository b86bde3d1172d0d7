"""-sdy-reshard-to-collectives."""

from __future__ import annotations

from functools import cached_property

from sdyopt.dialects.sdy.attributes import (
    AllToAllParam,
    AllToAllParamList,
    AxisRefList,
    AxisRefLists,
    DimensionSharding,
    Mesh,
    Sharding,
)
from sdyopt.dialects.sdy.ops import ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE, RESHARD
from sdyopt.dialects.sdy.shardings.axes import sums_alike
from sdyopt.dialects.sdy.shardings.slots import meshes_around, past_barriers, sharding_mesh, sharding_of
from sdyopt.dialects.sdy.shardings.spans import Spans
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, Remarks, explained
from sdyopt.passes.collectives import search as state
from sdyopt.passes.collectives.search import AxesStep, CollectiveProblem, collectives
from sdyopt.rewriting.conversion import Replacements, not_legalized, operations_to_convert, visit_unconverted
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.projections import MeshAxes
from sdyopt.sharding.rules import shape_of
from sdyopt.sharding.uses import are_equivalent

# What becomes of a reshard: it stays, it is redundant, or collectives take its place.

DEFINITIONS = {
    state.ALL_GATHER: ALL_GATHER,
    state.ALL_SLICE: ALL_SLICE,
    state.ALL_TO_ALL: ALL_TO_ALL,
    state.COLLECTIVE_PERMUTE: COLLECTIVE_PERMUTE,
}


class Endpoint(NamedTuple):
    """One end of a reshard: a sharding, and the mesh that it names."""

    sharding: Sharding
    mesh: Mesh


class CollectiveStep(NamedTuple):
    """The signature of a collective operation, and the step that it takes."""

    signature: Signature
    step: AxesStep


class Lowering(NamedTuple):
    """The collectives that take the place of a reshard, in order; with none it is redundant.

    If it `skips_barriers`, they begin with the value that propagation barriers take before the reshard.
    """

    collectives: tuple[CollectiveStep, ...] = ()
    skips_barriers: bool = False
    problem: CollectiveProblem | None = None
    axes: MeshAxes | None = None
    """The results of the search, and the axes of the mesh in it, for callers that need them."""


def may_stay(
    source: Endpoint | None, target: Endpoint, keep_redundant: bool, keep_single_devices: bool = False
) -> bool:
    """Whether a reshard need not be replaced.

    That is so between meshes that differ in more than the order of the devices, unless the target is replicated, and,
    with `keep_redundant`, between shardings with the same axes; a missing sharding is replicated. With
    `keep_single_devices` it is so to and from single devices, too.
    """
    if keep_redundant:
        if source is None:
            if not target.sharding.is_sharded:
                return True
        elif are_equivalent(source.sharding, target.sharding) and sums_alike(source.sharding, target.sharding):
            return True
    if keep_single_devices and (target.mesh.is_maximal or (source is not None and source.mesh.is_maximal)):
        return True
    return source is not None and target.sharding.is_sharded and not have_same_axes(source, target)


def have_same_axes(source: Endpoint, target: Endpoint) -> bool:
    """Whether meshes are the same or differ in the order of the devices alone."""
    a, b = source.mesh, target.mesh
    return a is b or (a.axes == b.axes and a.is_maximal == b.is_maximal)


@remembered
def lowered(source: Endpoint | None, target: Endpoint, type: Type, regathers: bool = False) -> Lowering | None:
    """Returns what takes the place of a reshard of a tensor of `type` from `source` to `target`.

    Returns None if nothing could: the ranks or the meshes differ. A missing sharding is replicated. To where it is
    replicated a tensor is gathered on the mesh that it is on, and no axes are unreduced. `regathers` is as for
    CollectiveProblem.
    """
    if source is None:
        dimensions = (DimensionSharding(()),) * len(shape_of(type))
        source = target._replace(sharding=Sharding(target.sharding.mesh, dimensions))
    rank = target.sharding.rank
    if source.sharding.rank != rank:
        return None
    unreduced = target.sharding.unreduced
    if not target.sharding.is_sharded:
        if not source.sharding.is_sharded:
            return Lowering()
        target = source._replace(sharding=Sharding(source.sharding.mesh, (DimensionSharding(()),) * rank))
        unreduced = ()
    elif not have_same_axes(source, target):
        return None
    axes = MeshAxes.of(source.mesh)
    problem = CollectiveProblem(
        tuple([axes.spans(dimension.axes) for dimension in source.sharding.dimensions]),
        tuple([axes.spans(dimension.axes) for dimension in target.sharding.dimensions]),
        shape_of(type),
        source.sharding.mesh is not target.sharding.mesh,
        regathers,
    )
    mesh = source.sharding.mesh
    found: list[CollectiveStep] = []
    for step in collectives(problem):
        if step.changes_mesh:
            mesh = target.sharding.mesh
        dimensions = tuple([DimensionSharding(axes.refs(each)) for each in step.result])
        found.append(CollectiveStep(signature_of(step, axes, Sharding(mesh, dimensions, (), unreduced), type), step))
    return Lowering(tuple(found), True, problem, axes)


@remembered
def axis_list(spans: Spans, axes: MeshAxes) -> AxisRefList:
    return AxisRefList(axes.refs(spans))


def signature_of(step: AxesStep, axes: MeshAxes, sharding: Sharding, type: Type) -> Signature:
    """Returns the signature of the operation that takes a step, which leads to `sharding`."""
    properties: list[tuple[str, Attribute]] = [("out_sharding", sharding)]
    if step.kind == state.ALL_GATHER:
        properties.insert(0, ("gathering_axes", axis_lists(step, axes)))
    elif step.kind == state.ALL_SLICE:
        properties.append(("slicing_axes", axis_lists(step, axes)))
    elif step.kind == state.ALL_TO_ALL:
        source = step.source
        param = AllToAllParam(axes.refs(step.axes[source]), source, step.target)
        properties.append(("params", AllToAllParamList((param,))))
    return Signature.of(DEFINITIONS[step.kind], (type,), (type,), DictionaryAttr(tuple(properties)))


def axis_lists(step: AxesStep, axes: MeshAxes) -> AxisRefLists:
    """Returns the axes that a step has for each dimension."""
    return AxisRefLists(tuple([axis_list(each, axes) for each in step.axes]))


COLLECTIVES = frozenset({ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE})
"""The collectives that replace reshards."""


@register_pass("sdy-reshard-to-collectives")
class ReshardToCollectives(FunctionPass):
    """Makes collectives of reshards.

    A chain of all-slices, collective permutes, all-to-alls and all-gathers takes the place of each reshard; nothing
    does if no device needs another part of the value than it has. A reshard between meshes with different axes stays,
    as does one to or from a single device.
    """

    keep_redundant_reshards: bool = option(default=False, help="Keeps reshards between shardings with the same axes")

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        replacements, endpoints = Replacements(), Endpoints(function)
        for op in operations_to_convert(function):
            if (definition := op.signature.definition) is RESHARD:
                self.lower(op, endpoints, replacements, rewriter)
            elif definition not in COLLECTIVES:
                visit_unconverted(op, replacements, rewriter)
        replacements.apply(rewriter)

    def lower(self, op: Operation, endpoints: Endpoints, replacements: Replacements, rewriter: Rewriter) -> None:
        """Creates the collectives in front of a reshard. Raises CompilationError if there can be none."""
        target = endpoints.of(op.properties.find(Sharding, "sharding"))
        operand = op.operands[0]
        source = endpoints.of_value(operand)
        if may_stay(source, target, self.keep_redundant_reshards, since("0.11.2")):
            rewriter.report(reshard_kept, op, source, target)
            return
        value = replacements.of(operand)
        if value is not operand:
            source = endpoints.of_value(value)
        if (lowering := lowered(source, target, op.result.type, since("0.12.0.1"))) is None:
            if target.mesh.is_maximal or (source is not None and source.mesh.is_maximal):
                rewriter.report(reshard_kept, op, source, target)
                return
            raise not_legalized(op, rewriter)
        unreduced = () if source is None else source.sharding.unreduced
        dropped = tuple([axis for axis in unreduced if axis not in target.sharding.unreduced])
        if dropped:
            rewriter.warn("dropped-sums", f"drops the sum over {axes_text(dropped)} that its input needs", op)
        if lowering.skips_barriers:
            value = past_barriers(value)
        if lowering.collectives:
            rewriter.report(ReshardLowered, op, lowering)
            at = InsertionPoint.before_op(op)
            for collective in lowering.collectives:
                value = rewriter.create_with(at, collective.signature, [value], op.location).result
            rewriter.renames(value, op.result)
        else:
            rewriter.tell(
                "reshard-removed",
                "reshard removed: each device has the part of {value} that it needs",
                op,
                value=op.operands[0],
            )
        replacements.add(op, [value])


class Endpoints:
    """The shardings of values in a function, with their meshes."""

    def __init__(self, function: Operation) -> None:
        self._function = function
        self._known: dict[Sharding, Endpoint] = {}

    @cached_property
    def _meshes(self) -> dict[str, Mesh]:
        return meshes_around(self._function)

    def of_value(self, value: Value) -> Endpoint | None:
        """Returns the sharding of `value`, or of what propagation barriers pass on to it."""
        sharding = sharding_of(past_barriers(value))
        return None if sharding is None else self.of(sharding)

    def of(self, sharding: Sharding) -> Endpoint:
        """Returns a sharding with its mesh. Raises CompilationError if there is no such mesh."""
        known = self._known.get(sharding)
        if known is None:
            if (mesh := sharding_mesh(sharding, self._meshes)) is None:
                raise failure(f"unknown mesh: @{sharding.mesh_name}", self._function.location)
            known = self._known[sharding] = Endpoint(sharding, mesh)
        return known


def reshard_kept(op: Operation, source: Endpoint | None, target: Endpoint) -> Explanation:
    """A reshard stays: one that does nothing is to, or the meshes of its ends have different axes."""
    text = "reshard kept: the mesh {from_mesh} of {value} does not have the axes of {mesh}"
    if target.mesh.is_maximal or (source is not None and source.mesh.is_maximal):
        text = "reshard kept: it moves {value} to or from a single device"
    elif source is None or are_equivalent(source.sharding, target.sharding):
        text = "reshard kept, though redundant: each device has the part of {value} that it needs"
    from_mesh = None if source is None else source.sharding.mesh
    value, mesh = op.operands[0], target.sharding.mesh
    return explained("reshard-kept", text, op, value=value, from_mesh=from_mesh, mesh=mesh)


class ReshardLowered(Decision):
    """Collectives take the place of a reshard."""

    op: Operation
    lowering: Lowering

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.passes.collectives.search import COSTS, elements_sent, elements_sent_by_gathering, explanations

        problem = self.lowering.problem
        assert problem is not None and self.lowering.axes is not None
        steps = tuple([collective.step for collective in self.lowering.collectives])
        told = explanations(problem, steps, self.lowering.axes)
        for number, (step, explanation) in enumerate(zip(steps, told, strict=True), 1):
            remarks.tell(
                step.kind.replace("_", "-"),
                f"{{value}} resharded in step {{step}} of {{steps}} by {{collective}}: {{changes}}; {COSTS[step.kind]}",
                self.op,
                value=self.op.result,
                step=number,
                steps=len(steps),
                collective=step.kind,
                changes=explanation.changes,
                devices=explanation.devices,
                others=explanation.devices - 1,
            )
        sent, gathering = elements_sent(problem, steps), elements_sent_by_gathering(problem)
        if sent != gathering:
            remarks.tell(
                "collectives-chosen",
                "{value} resharded by {collectives}: each device sends {sent:#} {sent:element|elements}; "
                "gathering along the axes that move, and slicing, would send {gathering}",
                self.op,
                value=self.op.result,
                collectives=[step.kind for step in steps],
                sent=sent,
                gathering=gathering,
            )
