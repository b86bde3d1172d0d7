"""What remarks say of the conversion to a local program."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.passes.local_program.devices.devices import TooManyDevicesError
from sdyopt.passes.local_program.devices.replica_groups import NoGroupsError, replica_groups
from sdyopt.rewriting.decisions import Explanation, explained


def local_type(value: Value, type: Type, local: Type) -> Explanation:
    """Each device holds a part of a value."""
    text = "{value} is {local} on each device, a part of {type}"
    return explained("local-type", text, value, value=value, local=local, type=type)


def collective_created(op: Operation, collective: str, axes: Axes, mesh: Mesh) -> Explanation:
    """A collective becomes one between groups of devices along axes."""
    try:
        groups = tuple([str([*group]) for group in replica_groups(axes, mesh)])
    except (NoGroupsError, TooManyDevicesError):
        groups = ("unknown",)
    return explained(
        "collective-created",
        "{op} becomes '{collective}' along {axes} among devices {groups}",
        op,
        op=op,
        collective=collective,
        axes=axes or "no axes",
        groups=groups,
    )


def parts_permuted(op: Operation, pairs: Sequence[tuple[int, int]]) -> Explanation:
    """Devices exchange their parts."""
    moved = tuple([f"{source} to {target}" for source, target in pairs if source != target])
    return explained(
        "parts-permuted",
        "{op} moves parts from device {pairs}; {kept:#} {kept:device keeps its part|devices keep their parts}",
        op,
        op=op,
        pairs=moved or ("none to another",),
        kept=len(pairs) - len(moved),
    )


def part_sliced(op: Operation) -> Explanation:
    """Each device slices its part out of a value that it has as a whole."""
    text = "each device slices its part of {value} out of what it has"
    return explained("part-sliced", text, op, value=op.results[0])


def body_inlined(op: Operation, axes: Sequence[str]) -> Explanation:
    """The body of a manual computation takes its place."""
    text = "body of {op} takes its place, as it is local along {axes} already"
    axes = tuple(axes) or ("no axes",)
    return explained("body-inlined", text, op, op=op, axes=axes)


def cast_inserted(user: Operation, value: Value, type: Type, local: Type) -> Explanation:
    """A value is used as one of another type."""
    text = "{value} cast from {type} to {local}, which is its type on each device by its sharding"
    return explained("cast-inserted", text, user, value=value, type=type, local=local)


def arguments_dropped(function: Operation, name: str) -> Explanation:
    """A function without a body loses its arguments."""
    text = "@{name} loses its arguments: it has no body"
    return explained("arguments-dropped", text, function, name=name)


def gather_masked(op: Operation, dimensions: Sequence[int]) -> Explanation:
    """Each device gathers from its part of the operand."""
    return explained(
        "gather-masked",
        "each device gathers from its part of {operand} along {dimensions:dimension|dimensions} {dimensions}, and "
        "zeros for other parts",
        op,
        operand=op.operands[0],
        dimensions=tuple(dimensions),
    )


def scatter_shifted(op: Operation, dimensions: Sequence[int]) -> Explanation:
    """Each device scatters into its part of the operand."""
    return explained(
        "scatter-shifted",
        "indices made relative to the part of {operand} that a device has along {dimensions:dimension|dimensions} "
        "{dimensions}",
        op,
        operand=op.operands[0],
        dimensions=tuple(dimensions),
    )


def scatter_divided(op: Operation, axes: Axes, identity: str) -> Explanation:
    """Devices scatter parts of the updates, and one of them begins with the operand."""
    return explained(
        "scatter-divided",
        "updates are sharded along {axes}: the first device along these begins with {operand}, others with {identity}",
        op,
        axes=axes,
        operand=op.operands[0],
        identity=identity,
    )


def pad_shifted(op: Operation, padded: Type) -> Explanation:
    """Parts of a padded value start at different places on devices."""
    text = "all devices pad to {padded}, and each slices its part of {value} out of that"
    return explained("pad-shifted", text, op, value=op.results[0], padded=padded)


def groups_divided(op: Operation, name: str, count: int, local: int) -> Explanation:
    """A convolution has fewer groups on a device."""
    text = "{name} is {local} instead of {count}: each device has some of the groups"
    return explained("groups-divided", text, op, name=name, local=local, count=count)
