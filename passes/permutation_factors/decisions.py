"""What the resolution of permutation factors reports."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.printing import factor as factor_name
from sdyopt.dialects.stablehlo.ops import PAD
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value
from sdyopt.passes.permutation_factors.exchange.factors import Removal
from sdyopt.passes.permutation_factors.exchange.frames import MovedTensor, Refusal
from sdyopt.passes.permutation_factors.exchange.reshapes import Replication, SplitExchange
from sdyopt.passes.permutation_factors.exchange.reversals import HaloExchange, TooUneven
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.rewriting.decisions import Decision, Explanation, explained
from sdyopt.rewriting.remarks import Remarks


def device_order_reversed(op: Operation, value: Value, mesh: str, axes: tuple[AxisRef, ...]) -> Explanation:
    """A reversal is computed on a mesh with devices in reverse order."""
    text = "{value} resharded to @{mesh}, where devices along {axes} are in reverse order: no dimension is gathered"
    return explained("device-order-reversed", text, op, value=value, mesh=mesh, axes=axes)


def mesh_added(op: Operation, name: str, mesh: SymbolRefAttr | Mesh, axes: tuple[AxisRef, ...]) -> Explanation:
    """A mesh with devices in reverse order is added."""
    text = "mesh @{name} added: {mesh} with devices in reverse order along {axes}"
    return explained("mesh-added", text, op, name=name, mesh=mesh, axes=axes)


class HalosExchanged(Decision):
    """The operand of a reversal is padded, and neighbours exchange elements."""

    op: Operation
    value: Value
    exchange: HaloExchange

    def explain(self, remarks: Remarks) -> None:
        text = (
            "dimension {dimension} of {value} padded from {size} to {padded}: "
            "each device along {axes} sends its last {places:#} {places:element|elements} to the next one"
        )
        for shift in self.exchange.shifts:
            padded = self.exchange.shape[shift.dimension]
            self.report(
                remarks,
                "halo-exchanged",
                text,
                self.op,
                dimension=shift.dimension,
                size=padded - shift.places,
                padded=padded,
                axes=shift.axes,
                places=shift.places,
            )


def halo_not_exchanged(op: Operation, value: Value, found: TooUneven) -> Explanation:
    """A reversed dimension is too uneven for an exchange of elements between neighbours."""
    dimension, count = found
    size = tensor_type(value).shape[dimension]
    text = "no halo exchange: of {count} blocks of dimension {dimension} of {value} more than one is padding"
    if size < 0:
        text = "no halo exchange: {count} may not divide dimension {dimension} of {value}, whose size is unknown"
    return explained("halo-not-exchanged", text, op, dimension=dimension, value=value, size=size, count=count)


class BlocksExchanged(Decision):
    """Devices exchange elements of a slice or a pad that move to other blocks."""

    op: Operation
    value: Value
    found: MovedTensor

    def explain(self, remarks: Remarks) -> None:
        text = (
            "dimension {dimension} of {value} stays sharded along {axes}: each device gets the blocks of {left} "
            "before it and {right} after it"
        )
        for halo in self.found.halos:
            left, right, _ = halo.hops
            self.report(
                remarks,
                "blocks-exchanged",
                text,
                self.op,
                value=self.value,
                dimension=halo.dimension,
                axes=halo.axes,
                left=left,
                right=right,
            )


def blocks_not_exchanged(op: Operation, value: Value, refusal: Refusal) -> Explanation:
    """A slice or a pad is not computed by an exchange."""
    dimension, hops = refusal
    text = "no exchange: blocks of dimension {dimension} of {value} change without one"
    left, right = (0, 0) if hops is None else (hops.left, hops.right)
    if hops is not None:
        text = "no exchange: along dimension {dimension} of {value} devices would need {left} + {right} other blocks"
    return explained("blocks-not-exchanged", text, op, dimension=dimension, value=value, left=left, right=right)


class ReshapeExchanged(Decision):
    """A reshape of a sharded tensor whose blocks are uneven is computed by an exchange."""

    op: Operation
    found: SplitExchange

    def explain(self, remarks: Remarks) -> None:
        text = "{value} reshaped on each device, whose blocks are padded"
        for halo in self.found.halos:
            text = "{value} reshaped on each device, after an exchange of blocks along {axes}"
            self.report(remarks, "reshape-exchanged", text, self.op, value=self.op.result, axes=halo.axes)
        if not self.found.halos:
            self.report(remarks, "reshape-exchanged", text, self.op, value=self.op.result)


class ReshapeResharded(Decision):
    """A reshape is put between reshards."""

    op: Operation
    found: Replication

    def explain(self, remarks: Remarks) -> None:
        removed = self.found.removed
        text = "operand of {value} resharded without {axes}, and {value} resharded: the reshape moves elements"
        if not removed:
            text = "reshape of {value} put between reshards that change nothing"
        self.report(remarks, "reshape-resharded", text, self.op, value=self.op.result, axes=removed)


def dimension_unsharded(op: Operation, tensor: Value, removal: Removal) -> Explanation:
    """A dimension is not sharded along a permutation factor any more."""
    text = "{axes} removed from dimension {dimension} of {value}: {op} permutes factor {factor}"
    return explained(
        "dimension-unsharded",
        text,
        op,
        axes=removal.axes,
        dimension=removal.dimension,
        value=tensor,
        op=op,
        factor=factor_name(removal.factor),
    )


def mesh_inlined(op: Operation) -> Explanation:
    """An operation stays as it is, since its shardings have a mesh without a name."""
    text = "{op} stays sharded along permutation factors: its mesh has no name (-sdy-lift-inlined-meshes adds one)"
    return explained("mesh-inlined", text, op, op=op)


class BlocksKept(Decision):
    """A sliced or padded dimension stays sharded."""

    op: Operation
    dimension: int
    axes: tuple[AxisRef, ...]

    def explain(self, remarks: Remarks) -> None:
        text = "dimension {dimension} stays sharded along {axes}: each device keeps "
        is_pad = self.op.signature.definition is PAD
        kind, text = ("pad-kept", text + "its block") if is_pad else ("slice-kept", text + "the start of its block")
        self.report(remarks, kind, text, self.op)


def operand_resharded(op: Operation, operand: Value, has: Sharding | None, sharding: Sharding) -> Explanation:
    """An operand is resharded, as no tensor of the operation is sharded along a permutation factor."""
    text = "operand {value} resharded from {has} to {sharding} for {user}"
    if has is None:
        text = "operand {value}, which has no sharding, resharded to {sharding} for {user}"
    value, user = operand, op
    return explained("operand-resharded", text, op, value=value, has=has, sharding=sharding, user=user)


def result_resharded(result: OpResult, computed: Sharding, sharding: Sharding) -> Explanation:
    """A result is computed without the axes of permutation factors, and resharded."""
    text = "{value} computed as {computed}, and resharded to {sharding}"
    value = result
    return explained("result-resharded", text, value, value=value, computed=computed, sharding=sharding)
