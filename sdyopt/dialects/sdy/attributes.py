"""The attributes of the SDY dialect: https://openxla.org/shardy/sdy_dialect. `sharding.axes` has their algebra."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.mlir.declare.definition import SHARDING

# Meshes and axes.


class MeshAxis(Attribute):
    """`"a"=2`: a named axis of a mesh and its size."""

    name: str
    size: int

    def check(self) -> None:
        if self.size < 1:
            raise ValueError(f"axis size must be at least 1, got: {self.size}")


class Mesh(Attribute):
    """`<["a"=2, "b"=4], device_ids=[…]>`: axes, major to minor, and the order of the devices if it is not 0, 1, 2, ….

    Without axes and device ids it is the empty mesh, a placeholder; without axes but with one device id it is
    maximal: everything is on that device. `Mesh.of` omits device ids that are 0, 1, 2, ….
    """

    __slots__ = ("places", "sizes")

    axes: tuple[MeshAxis, ...]
    device_ids: tuple[int, ...] = ()

    def check(self) -> None:
        object.__setattr__(self, "sizes", {axis.name: axis.size for axis in self.axes})
        object.__setattr__(self, "places", {axis.name: place for place, axis in enumerate(self.axes)})
        ids = self.device_ids
        for id in ids:
            if id < 0:
                raise ValueError(f"device id must be non-negative, got: {id}")
        if not self.axes:
            if len(ids) > 1:
                raise ValueError("axes is empty and device_ids has more than one element")
            return
        seen: set[str] = set()
        for axis in self.axes:
            if axis.name in seen:
                raise ValueError(f'duplicate axis name: "{axis.name}"')
            seen.add(axis.name)
        if not ids:
            return
        count = self.device_count
        if len(ids) != count:
            raise ValueError(
                f"total product of axis sizes must match total number of device ids, got: {count} != {len(ids)}"
            )
        if sorted(ids) != list(range(count)):
            raise ValueError(
                f"sorted device ids must be iota(product(axes)), got: {', '.join([str(id) for id in sorted(ids)])}"
            )

    @staticmethod
    def of(axes: tuple[MeshAxis, ...], device_ids: tuple[int, ...]) -> Mesh:
        """The mesh with these axes and this order of devices. Raises ValueError if there is none."""
        is_usual_order = len(device_ids) == prod(axis.size for axis in axes) and device_ids == tuple(
            range(len(device_ids))
        )
        return Mesh(axes, () if axes and is_usual_order else device_ids)

    @property
    def axis_sizes(self) -> dict[str, int]:
        """The sizes of the axes by name, in mesh order. Do not change it."""
        sizes: dict[str, int] = self.sizes  # type: ignore[attr-defined]
        return sizes

    @property
    def axis_places(self) -> dict[str, int]:
        """The position of each axis in mesh order, by name. Do not change it."""
        places: dict[str, int] = self.places  # type: ignore[attr-defined]
        return places

    @property
    def is_empty(self) -> bool:
        return not self.axes and not self.device_ids

    @property
    def is_maximal(self) -> bool:
        return not self.axes and len(self.device_ids) == 1

    @property
    def device_count(self) -> int:
        """How many devices the mesh has: 1 if it is maximal, and, as for an empty product, if it is empty."""
        return prod(axis.size for axis in self.axes)


class SubAxis(Attribute):
    """`(2)4`: the part of an axis that has `size` elements and stands after parts with `pre_size` elements in all."""

    pre_size: int
    size: int


class AxisRef(Attribute):
    """`"a"` or `"a":(2)4`: a whole axis or a sub-axis of it."""

    name: str
    sub_axis: SubAxis | None = None


class AxisRefList(Attribute):
    """`{"a", "b":(1)2}`."""

    axes: tuple[AxisRef, ...]


class AxisRefLists(Attribute):
    """`[{"a"}, {}]`: a list of axes for each dimension of a tensor."""

    lists: tuple[AxisRefList, ...]


# Shardings.

SUM, MAX, MIN = "sum", "max", "min"
REDUCTION_OPS = (SUM, MAX, MIN)
"""The operators that reduce unreduced values. In the IR of collectives they are integers of type i32, indices in this
tuple."""


class DimensionSharding(Attribute):
    """`{"a", ?}p1`: the axes that shard a dimension, major to minor.

    If it is not closed, further axes may be added. A lower `priority` is propagated earlier; None counts as 0.
    """

    axes: tuple[AxisRef, ...]
    is_closed: bool = True
    priority: int | None = None


class Sharding(Attribute):
    """`<@mesh, [{"a"}, {?}], replicated={"b"}, unreduced=max{"c"}>`: how a tensor is laid out over a mesh.

    `mesh` is the name of a mesh of the module or a mesh itself. `reduction_op` is what reduces the values along the
    unreduced axes, `sum` if the text does not say it. It stays, unseen, where these axes are taken away.
    """

    mesh: SymbolRefAttr | Mesh
    dimensions: tuple[DimensionSharding, ...]
    replicated: tuple[AxisRef, ...] = ()
    unreduced: tuple[AxisRef, ...] = ()
    reduction_op: str = SUM

    @staticmethod
    def of(
        mesh: str | Mesh, dimensions: Iterable[str | AxisRef | Iterable[str | AxisRef] | None], is_closed: bool = True
    ) -> Sharding:
        """`Sharding.of("mesh", ["a", None])` is `<@mesh, [{"a"}, {}]>`; if not closed, `<@mesh, [{"a", ?}, {?}]>`.

        Each dimension is what it is in `jax.sharding.PartitionSpec`: an axis, several axes, or None. Raises TypeError
        for anything else.
        """
        return Sharding(
            SymbolRefAttr((mesh,)) if isinstance(mesh, str) else mesh,
            tuple([DimensionSharding(_axes(dimension), is_closed) for dimension in dimensions]),
        )

    @property
    def rank(self) -> int:
        return len(self.dimensions)

    @property
    def mesh_name(self) -> str | None:
        """The name of the mesh; None if it is inlined."""
        return self.mesh.leaf if isinstance(self.mesh, SymbolRefAttr) else None

    @property
    def is_sharded(self) -> bool:
        """Whether a dimension has axes."""
        return any(dimension.axes for dimension in self.dimensions)

    @property
    def axes(self) -> tuple[AxisRef, ...]:
        """Those of the dimensions."""
        return tuple([axis for dimension in self.dimensions for axis in dimension.axes])

    @property
    def used_axes(self) -> tuple[AxisRef, ...]:
        """Every axis that is mentioned: those of the dimensions, then the replicated ones, then the unreduced ones."""
        return self.axes + self.replicated + self.unreduced

    def with_mesh(self, mesh: str | Mesh) -> Sharding:
        """This sharding over the mesh of that name, or over a mesh that stands in its place."""
        return self.replace(mesh=SymbolRefAttr((mesh,)) if isinstance(mesh, str) else mesh)

    def with_dimension(self, number: int, dimension: DimensionSharding) -> Sharding:
        """This sharding with another one of the dimension with that number. Raises IndexError if there is none."""
        dimensions = list(self.dimensions)
        dimensions[number] = dimension
        return self.replace(dimensions=tuple(dimensions))

    def with_axes(self, change: Callable[[tuple[AxisRef, ...]], tuple[AxisRef, ...]]) -> Sharding:
        """This sharding with each list of axes changed: those of the dimensions, the replicated and the unreduced."""
        changed = self.with_axes_of_dimensions(change)
        return changed.replace(replicated=change(self.replicated), unreduced=change(self.unreduced))

    def with_axes_of_dimensions(self, change: Callable[[tuple[AxisRef, ...]], tuple[AxisRef, ...]]) -> Sharding:
        """This sharding with the axes of each dimension changed."""
        dimensions = [dimension.replace(axes=change(dimension.axes)) for dimension in self.dimensions]
        return self.replace(dimensions=tuple(dimensions))


def _axes(dimension: str | AxisRef | Iterable[str | AxisRef] | None) -> tuple[AxisRef, ...]:
    """Returns the axes of a dimension as in `jax.sharding.PartitionSpec`."""
    if dimension is None:
        return ()
    listed = (dimension,) if isinstance(dimension, str | AxisRef) else dimension
    if isinstance(listed, Iterable):
        axes = tuple([AxisRef(axis) if isinstance(axis, str) else axis for axis in listed])
        if all(isinstance(axis, AxisRef) for axis in axes):
            return axes
    raise TypeError(f"a dimension is an axis, several axes or None, not {dimension!r}")


class ShardingPerValue(Attribute):
    """`<[<@mesh, [{}]>, <@mesh, [{"a"}]>]>`: a sharding for each of an operation's operands or results."""

    shardings: tuple[Sharding, ...]


class ManualAxes(Attribute):
    """`{"a", "b"}`: the axes along which the body of a manual computation is local."""

    axes: tuple[str, ...]


# Sharding rules.


class DimMapping(Attribute):
    """`ij`: the factors that a dimension consists of, major to minor, by number (`i` is 0)."""

    factors: tuple[int, ...]


class TensorMapping(Attribute):
    """`[i, jk]`: the factors of each dimension of a tensor."""

    dimensions: tuple[DimMapping, ...]


class OpShardingRule(Attribute):
    """`<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>`: how an operation may be partitioned.

    `reduction`, `need_replication`, `permutation` and `blocked_propagation` are sets of factors by number.
    `is_custom`: a user wrote it, for an operation that has no rule of its own or another one.
    """

    refers_to_symbols = False

    factor_sizes: tuple[int, ...]
    operand_mappings: tuple[TensorMapping, ...]
    result_mappings: tuple[TensorMapping, ...]
    reduction: tuple[int, ...] = ()
    need_replication: tuple[int, ...] = ()
    permutation: tuple[int, ...] = ()
    blocked_propagation: tuple[int, ...] = ()
    is_custom: bool = False

    @property
    def mappings(self) -> tuple[TensorMapping, ...]:
        """Those of the operands, then of the results."""
        return self.operand_mappings + self.result_mappings


SHARDING_RULE = "sdy.sharding_rule"
"""The discardable attribute that holds the rule of an operation."""


# Collectives.


class AllToAllParam(Attribute):
    """`{"b"}: 0->2`: axes that move from one dimension to another."""

    axes: tuple[AxisRef, ...]
    source_dimension: int
    target_dimension: int


class AllToAllParamList(Attribute):
    """`[{"b"}: 0->2, {"c"}: 1->3]`."""

    params: tuple[AllToAllParam, ...]


# Propagation.

OPERAND, RESULT = "operand", "result"
"""The kinds of values at the ends of a propagation edge (enum EdgeNodeType)."""

PROPAGATION_DIRECTIONS = ("NONE", "FORWARD", "BACKWARD", "BOTH")
"""The enum PropagationDirection. In the IR its cases are integers of type i32, the indices in this tuple."""


class EdgeValueRef(Attribute):
    """`operand-0`: an operand or a result (`kind`) of the operation, by its number."""

    kind: str
    index: int


class AxisToPropagationDetails(Attribute):
    """`{"a" = operand-0 -> [result-0]}`: the values that an axis came to, and the one that it came from."""

    axis: AxisRef
    source: EdgeValueRef
    targets: tuple[EdgeValueRef, ...]


class PropagationOneStep(Attribute):
    """`{step-0 = [{"a" = operand-0 -> [result-0]}]}`: what one step of the propagation did at an operation."""

    step: int
    axis_entries: tuple[AxisToPropagationDetails, ...]


class PropagationEdges(Attribute):
    """`<[{step-0 = […]}, {step-1 = […]}]>`."""

    steps: tuple[PropagationOneStep, ...]

    def check(self) -> None:
        seen = set()
        for step in self.steps:
            if step.step < 0:
                raise ValueError(f"propagation edges have negative step index: {step.step}")
            if step.step in seen:
                raise ValueError(f"propagation edges have duplicate step index: {step.step}")
            seen.add(step.step)
            for entry in step.axis_entries:
                _check_targets(step.step, entry)


def _check_targets(step: int, entry: AxisToPropagationDetails) -> None:
    seen = set()
    for target in entry.targets:
        if target is entry.source:
            raise ValueError("propagation edges have a source that is the same as a target")
        if target in seen:
            raise ValueError(
                f"propagation edges have duplicate targets for step index: {step} and axis: {entry.axis.name}"
            )
        seen.add(target)


# The discardable attributes of the SDY dialect, by their names: https://openxla.org/shardy/sdy_dialect.

ORIGINAL_FUNC_NAME = "sdy.original_func_name"
"""The name of the function of which a function is a copy."""
FUNC_MANUAL_AXES = "sdy.func_manual_axes"
"""The manual axes of the calls of a function."""

PARAMETERS_SHARDINGS, OUTPUT_SHARDINGS = "sdy.parameters_shardings", "sdy.output_shardings"
"""The shardings that the arguments and results of the main function had, of the module when it is a local program."""

SHARDING_ORIGIN_NAME = "sdy.sharding_origin_name"
"""The name of the source of axes, in the origins of shardings."""
SHARDING_ORIGINS = "sdy.sharding_origins"
"""The sources of the axes of a value's sharding."""
PROPAGATION_EDGES = "sdy.propagation_edges"
"""The steps in which axes were propagated through an operation."""

BLOCK_ARGUMENT_ORIGINS, RESULT_ORIGINS = "sdy.block_arg_sharding_origins", "sdy.result_sharding_origins"
BLOCK_ARGUMENT_EDGES, RESULT_EDGES = "sdy.block_arg_propagation_edges", "sdy.result_propagation_edges"
"""Those of the block arguments and results of a data-flow op, as arrays, when its edges are gone."""

DEBUG_ATTRIBUTES = frozenset(
    (SHARDING_ORIGINS, PROPAGATION_EDGES, BLOCK_ARGUMENT_ORIGINS, RESULT_ORIGINS, BLOCK_ARGUMENT_EDGES, RESULT_EDGES)
)
"""Those in which propagation records what it did, if a pass has an option for that."""

DISCARDABLE = DEBUG_ATTRIBUTES | {SHARDING, SHARDING_RULE, SHARDING_ORIGIN_NAME, ORIGINAL_FUNC_NAME, FUNC_MANUAL_AXES}
