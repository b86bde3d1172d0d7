"""Reshapes of sharded tensors: devices exchange the elements that move, or the tensors are resharded."""

from __future__ import annotations

from itertools import product
from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, difference, merged, prefixes_are_equal
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.dialects.stablehlo.ops.shapes import RESHAPE
from sdyopt.ir.attributes import DYNAMIC
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.mlir.releases import since
from sdyopt.passes.permutation_factors.blocks import (
    ExchangeFrame,
    Halo,
    Hops,
    Meshes,
    Shape,
    block_size,
    blocks_of_parts,
    counts,
    frame,
    manual_names,
)
from sdyopt.passes.permutation_factors.exchanges import Communication, Exchange, resized
from sdyopt.rewriting.local_emission import tensor_type
from sdyopt.rewriting.reshards import reshard_signature
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.local_signatures import fail
from sdyopt.sharding.padding import DimensionGroup, groups_of, is_local_reshape, padded_shape


class ShardedReshape(NamedTuple):
    """A reshape whose operand and result are sharded, and the shapes of these."""

    sharding: Sharding
    shape: Shape
    result_sharding: Sharding
    result_shape: Shape
    mesh: Mesh

    def all_axes(self) -> tuple[Axes, Axes]:
        """Returns the axes of all dimensions of the operand, and of the result, with neighbours put together."""
        return merged(self.sharding.axes, self.mesh), merged(self.result_sharding.axes, self.mesh)

    def is_uneven(self, group: DimensionGroup) -> bool:
        """Whether a dimension of a group is not divided by the number of its blocks."""
        blocks, result_blocks = counts(self.sharding, self.mesh), counts(self.result_sharding, self.mesh)
        return any(self.shape[number] % blocks[number] for number in group.operand) or any(
            self.result_shape[number] % result_blocks[number] for number in group.result
        )

    def axes_of(self, groups: list[DimensionGroup]) -> list[AxisRef]:
        """Returns the axes of the dimensions of groups."""
        found: list[AxisRef] = []
        for group in groups:
            found += [axis for number in group.operand for axis in self.sharding.dimensions[number].axes]
            found += [axis for number in group.result for axis in self.result_sharding.dimensions[number].axes]
        return found

    def frame_of(self, groups: list[DimensionGroup]) -> ExchangeFrame:
        """Returns the manual computation whose axes are those of the dimensions of groups."""
        numbers, result_numbers = [[number for group in groups for number in group[side]] for side in (0, 1)]
        names = manual_names(self.sharding, numbers, self.mesh)
        names |= manual_names(self.result_sharding, result_numbers, self.mesh)
        padded = padded_shape(self.shape, self.sharding, self.mesh)
        result_padded = padded_shape(self.result_shape, self.result_sharding, self.mesh)
        return frame(self.sharding, padded, self.result_sharding, result_padded, names, self.mesh)

    def halos(self, groups: list[DimensionGroup]) -> list[Halo] | None:
        """Returns the exchanges that split a dimension in each of the groups; None if that is not possible."""
        found: list[Halo] = []
        padded = padded_shape(self.shape, self.sharding, self.mesh)
        result_padded = padded_shape(self.result_shape, self.result_sharding, self.mesh)
        for group in groups:
            if len(group.operand) != 1 or 1 in [self.result_shape[number] for number in group.result]:
                return None
            (number,) = group.operand
            if padded[number] != prod([result_padded[each] for each in group.result]):
                return None
            size, block = self.shape[number], padded[number] // counts(self.sharding, self.mesh)[number]
            starts = self._starts(group.result)
            blocks = blocks_of_parts(starts, block, size, block)
            hops = Hops.to(blocks)
            if max(hops) > 1:
                return None
            if all(each in (None, (place, place)) for place, each in enumerate(blocks)):
                continue
            places = [
                block + hops.left * block + (start - place * block if start < size else 0)
                for place, start in enumerate(starts)
            ]
            axes = tuple([axis for each in group.result for axis in self.result_sharding.dimensions[each].axes])
            found.append(Halo(number, axes, block, block, hops, starts=tuple(places)))
        return found

    def _starts(self, dimensions: tuple[int, ...]) -> list[int]:
        """Returns the element that each block of some dimensions of the result starts with, in row-major order."""
        blocks = [counts(self.result_sharding, self.mesh)[number] for number in dimensions]
        sizes = [self.result_shape[number] for number in dimensions]
        steps = [
            block_size(size, count) * prod(sizes[place + 1 :])
            for place, (size, count) in enumerate(zip(sizes, blocks, strict=True))
        ]
        return [sum(map(int.__mul__, places, steps)) for places in product(*map(range, blocks))]


class Reshapes(NamedTuple):
    """Computes reshapes in manual computations, if they `may_exchange` elements, or between reshards."""

    meshes: Meshes
    communication: Communication
    may_exchange: bool
    rewriter: Rewriter

    def resolve(self, op: Operation) -> None:
        """Changes a reshape unless it leaves every element on its device.

        Raises CompilationError if only one of its tensors is sharded, or they have different axes.
        """
        sharding, result_sharding = sharding_of(op.operands[0]), sharding_of(op.results[0])
        if sharding is None or result_sharding is None:
            present = sharding or result_sharding
            if present is not None and present.is_sharded:
                kind = "result" if sharding is None else "operand"
                fail(op, f"is sharded at its {kind} only: reshards have to be inserted first")
            return
        mesh = self.meshes.of(sharding)
        shape, result_shape = tensor_type(op.operands[0]).shape, tensor_type(op.results[0]).shape
        ranks = sharding.rank, result_sharding.rank
        if mesh is None or DYNAMIC in (*shape, *result_shape) or ranks != (len(shape), len(result_shape)):
            return
        reshape = ShardedReshape(sharding, shape, result_sharding, result_shape, mesh)
        axes, result_axes = reshape.all_axes()
        if axes != result_axes:
            lists = f"{axes_text(axes)} and {axes_text(result_axes)}"
            fail(op, f"has an operand and a result that are sharded along different axes: {lists}")
        is_on_one_mesh = sharding.mesh is result_sharding.mesh and sharding.replicated == result_sharding.replicated
        has_equal_prefixes = is_on_one_mesh and prefixes_are_equal(*reshape)
        if (has_equal_prefixes and is_local_reshape(*reshape)) or (not axes and since("0.12.0.1")):
            return
        uneven = [group for group in groups_of(shape, result_shape) if reshape.is_uneven(group)]
        split = [group for group in uneven if not group.is_passing(shape, result_shape)]
        halos = reshape.halos(split) if has_equal_prefixes and self.may_exchange and split else None
        if halos is None:
            self._reshard(op, reshape, tuple(reshape.axes_of(split)))
        else:
            self._exchange(op, reshape, reshape.frame_of(uneven), halos)

    def _exchange(self, op: Operation, reshape: ShardedReshape, computed: ExchangeFrame, halos: list[Halo]) -> None:
        text = "{value} reshaped on each device, after an exchange of blocks along {axes}"
        for halo in halos:
            self.rewriter.tell("reshape-exchanged", text, op, value=op.result, axes=halo.axes)
        if not halos:
            text = "{value} reshaped on each device, whose blocks are padded"
            self.rewriter.tell("reshape-exchanged", text, op, value=op.result)
        exchange = Exchange(op, reshape.mesh, self.communication, self.rewriter)
        zero = exchange.zero()
        padded = exchange.padded(op.operands[0], computed.padded, reshape.sharding)
        result = exchange.open(computed, [padded, zero])
        for halo in halos:
            exchange.exchange(halo)
        local = resized(tensor_type(exchange.value), computed.result_local)
        sharded = computed.result_local_sharding
        exchange.value = exchange.emitter.apply(RESHAPE, [exchange.value], local, sharding=sharded)
        exchange.close()
        exchange.replace(result, reshape.result_sharding)

    def _reshard(self, op: Operation, reshape: ShardedReshape, removed: Axes) -> None:
        mesh, operand, before, after = reshape.mesh, op.operands[0], reshape.sharding, reshape.result_sharding
        if removed:
            before, after = [
                each.with_axes_of_dimensions(
                    lambda axes: tuple([part for axis in axes for part in difference(axis, removed, mesh)])
                )
                for each in (before, after)
            ]
        text = "operand of {value} resharded without {axes}, and {value} resharded: the reshape moves elements"
        if not removed:
            text = "reshape of {value} put between reshards that change nothing"
        axes = tuple(dict.fromkeys(merged(removed, mesh)))
        self.rewriter.tell("reshape-resharded", text, op, value=op.result, axes=axes)
        exchange = Exchange(op, mesh, self.communication, self.rewriter)
        value: Value = exchange.emitter.emit(reshard_signature(before, operand.type), [operand])
        self.rewriter.renames(value, operand)
        type = resized(tensor_type(value), reshape.result_shape)
        value = exchange.emitter.apply(RESHAPE, [value], type, sharding=after)
        value = exchange.emitter.emit(reshard_signature(reshape.result_sharding, value.type), [value])
        exchange.replace(value, reshape.result_sharding)
