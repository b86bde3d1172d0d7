"""What the resolution of permutation factors reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.dialects.builtin import MODULE
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, new_mesh_op, sharding_mesh, sharding_of
from sdyopt.dialects.sdy.syntax import factor as factor_name
from sdyopt.dialects.stablehlo.ops.shapes import PAD
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.passes.permutation_factors.blocks import Halo, Hops, reversed_mesh
from sdyopt.rewriting.local_emission import tensor_type
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.projections import is_sharded


def device_order_reversed(op: Operation, value: Value, mesh: str, axes: tuple[AxisRef, ...]) -> Explanation:
    """A reversal is computed on a mesh with devices in reverse order."""
    text = "{value} resharded to @{mesh}, where devices along {axes} are in reverse order: no dimension is gathered"
    return explained("device-order-reversed", text, op, value=value, mesh=mesh, axes=axes)


def mesh_added(op: Operation, name: str, mesh: SymbolRefAttr | Mesh, axes: tuple[AxisRef, ...]) -> Explanation:
    """A mesh with devices in reverse order is added."""
    text = "mesh @{name} added: {mesh} with devices in reverse order along {axes}"
    return explained("mesh-added", text, op, name=name, mesh=mesh, axes=axes)


def halo_exchanged(op: Operation, value: Value, dimension: int, places: int, axes: tuple[AxisRef, ...]) -> Explanation:
    """The operand of a reversal is padded by a number of places, and neighbours exchange elements."""
    text = (
        "dimension {dimension} of {value} padded from {size} to {padded}: "
        "each device along {axes} sends its last {places:#} {places:element|elements} to the next one"
    )
    size = tensor_type(value).shape[dimension]
    padded = size + places
    return explained(
        "halo-exchanged",
        text,
        op,
        dimension=dimension,
        value=value,
        size=size,
        padded=padded,
        axes=axes,
        places=places,
    )


def halo_not_exchanged(op: Operation, value: Value, dimension: int, count: int) -> Explanation:
    """A reversed dimension is too uneven for an exchange of elements between neighbours."""
    size = tensor_type(value).shape[dimension]
    text = "no halo exchange: of {count} blocks of dimension {dimension} of {value} more than one is padding"
    if size < 0:
        text = "no halo exchange: {count} may not divide dimension {dimension} of {value}, whose size is unknown"
    return explained("halo-not-exchanged", text, op, dimension=dimension, value=value, size=size, count=count)


def blocks_exchanged(op: Operation, value: Value, halos: Sequence[Halo]) -> Iterator[Explanation]:
    """Devices exchange elements of a slice or a pad that move to other blocks."""
    text = (
        "dimension {dimension} of {value} stays sharded along {axes}: each device gets the blocks of {left} "
        "before it and {right} after it"
    )
    for halo in halos:
        left, right = halo.hops
        dimension, axes = halo.dimension, halo.axes
        yield explained(
            "blocks-exchanged", text, op, dimension=dimension, value=value, axes=axes, left=left, right=right
        )


def blocks_not_exchanged(op: Operation, value: Value, dimension: int, hops: Hops) -> Explanation:
    """A slice or a pad is not computed by an exchange."""
    text = "no exchange: along dimension {dimension} of {value} devices would need {left} + {right} other blocks"
    left, right = hops
    return explained("blocks-not-exchanged", text, op, dimension=dimension, value=value, left=left, right=right)


def reshape_exchanged(op: Operation, halos: Sequence[Halo]) -> Iterator[Explanation]:
    """A reshape of a sharded tensor whose blocks are uneven is computed by an exchange."""
    for halo in halos:
        text = "{value} reshaped on each device, after an exchange of blocks along {axes}"
        yield explained("reshape-exchanged", text, op, value=op.result, axes=halo.axes)
    if not halos:
        text = "{value} reshaped on each device, whose blocks are padded"
        yield explained("reshape-exchanged", text, op, value=op.result)


def reshape_resharded(op: Operation, removed: tuple[AxisRef, ...]) -> Explanation:
    """A reshape is put between reshards."""
    text = "operand of {value} resharded without {axes}, and {value} resharded: the reshape moves elements"
    if not removed:
        text = "reshape of {value} put between reshards that change nothing"
    return explained("reshape-resharded", text, op, value=op.result, axes=removed)


def dimension_unsharded(
    op: Operation, tensor: Value, dimension: int, factor: int, axes: tuple[AxisRef, ...]
) -> Explanation:
    """A dimension is not sharded along a permutation factor any more."""
    text = "{axes} removed from dimension {dimension} of {value}: {op} permutes factor {factor}"
    return explained(
        "dimension-unsharded",
        text,
        op,
        axes=axes,
        dimension=dimension,
        value=tensor,
        op=op,
        factor=factor_name(factor),
    )


def mesh_inlined(op: Operation) -> Explanation:
    """An operation stays as it is, since its shardings have a mesh without a name."""
    text = "{op} stays sharded along permutation factors: its mesh has no name (--sdy-lift-inlined-meshes adds one)"
    return explained("mesh-inlined", text, op, op=op)


def blocks_kept(op: Operation, dimension: int, axes: tuple[AxisRef, ...]) -> Explanation:
    """A sliced or padded dimension stays sharded."""
    text = "dimension {dimension} stays sharded along {axes}: each device keeps "
    is_pad = op.signature.definition is PAD
    kind, text = ("pad-kept", text + "its block") if is_pad else ("slice-kept", text + "the start of its block")
    return explained(kind, text, op, dimension=dimension, axes=axes)


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


# The meshes of a module, and new ones with devices in reverse order along some axes.

INLINED = "mesh"
"""Replaces the name of a mesh without a name in the names of new meshes."""


class Meshes:
    """Finds the meshes of a module by name and the other way round, and adds new ones."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._module = module
        self._rewriter = rewriter
        self._by_name = meshes_by_name(module)
        self._names = {mesh: name for name, mesh in self._by_name.items()}
        self._symbols: SymbolTable | None = None

    def of(self, sharding: Sharding) -> Mesh | None:
        """Returns the mesh of a sharding; None if it has a name that is unknown, as it may be in nested modules."""
        return sharding_mesh(sharding, self._by_name)

    def of_sharded(self, tensor: Value) -> tuple[Sharding, Mesh] | None:
        """Returns the sharding of a tensor and its mesh; None if it is not sharded over several devices that are known.

        A sharding of another rank is none: that of a function's argument counts for those of its later blocks, too.
        """
        sharding = sharding_of(tensor)
        mesh = None if sharding is None else self.of(sharding)
        if sharding is None or mesh is None or mesh.is_maximal or not is_sharded(sharding):
            return None
        return None if sharding.rank != len(tensor_type(tensor).shape) else (sharding, mesh)

    def reversed_along(self, sharding: Sharding, axes: tuple[AxisRef, ...], user: Operation) -> str:
        """Returns the name of the mesh of `sharding` with the devices along `axes` in reverse order.

        If no mesh is like that, a new one is the first operation of the module around `user`. As in the reference its
        name is one that is free in the whole module.
        """
        old = self.of(sharding)
        assert old is not None
        mesh = reversed_mesh(old, axes)
        if mesh not in self._names:
            if self._symbols is None:
                self._symbols = SymbolTable(self._module)
            op = new_mesh_op(f"{sharding.mesh_name or INLINED}_reversed", mesh, user.location)
            module = user.parent_op
            while module is not None and module.signature.definition is not MODULE:
                module = module.parent_op
            assert module is not None
            start = InsertionPoint.start_of(module.regions[0].block)
            name = self._rewriter.insert_symbol(self._symbols, op, start)
            self._by_name[name] = mesh
            self._names[mesh] = name
            self._rewriter.report(mesh_added, user, name, sharding.mesh, axes)
        return self._names[mesh]


def on_mesh(sharding: Sharding, name: str) -> Sharding:
    """Returns a sharding on the mesh of that name."""
    return sharding.replace(mesh=SymbolRefAttr((name,)))
