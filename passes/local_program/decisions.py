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
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.remarks import Remarks


class Localized(Decision):
    """Each device holds a part of a value."""

    kind = "local-type"
    text = "{value} is {local} on each device, a part of {type}"

    value: Value
    type: Type
    local: Type


class CollectiveCreated(Decision):
    """A collective becomes one between groups of devices along axes."""

    op: Operation
    collective: str
    axes: Axes
    mesh: Mesh

    def explain(self, remarks: Remarks) -> None:
        try:
            groups = tuple([str([*group]) for group in replica_groups(self.axes, self.mesh)])
        except (NoGroupsError, TooManyDevicesError):
            groups = ("unknown",)
        self.report(
            remarks,
            "collective-created",
            "{op} becomes '{collective}' along {axes} among devices {groups}",
            self.op,
            axes=self.axes or "no axes",
            groups=groups,
        )


class PartsPermuted(Decision):
    """Devices exchange their parts."""

    op: Operation
    pairs: Sequence[tuple[int, int]]

    def explain(self, remarks: Remarks) -> None:
        moved = tuple([f"{source} to {target}" for source, target in self.pairs if source != target])
        self.report(
            remarks,
            "parts-permuted",
            "{op} moves parts from device {pairs}; {kept:#} {kept:device keeps its part|devices keep their parts}",
            self.op,
            pairs=moved or ("none to another",),
            kept=len(self.pairs) - len(moved),
        )


class PartSliced(Decision):
    """Each device slices its part out of a value that it has as a whole."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "each device slices its part of {value} out of what it has"
        remarks.tell("part-sliced", text, self.op, value=self.op.results[0])


class BodyInlined(Decision):
    """The body of a manual computation takes its place."""

    op: Operation
    axes: Sequence[str]

    def explain(self, remarks: Remarks) -> None:
        text = "body of {op} takes its place, as it is local along {axes} already"
        axes = tuple(self.axes) or ("no axes",)
        self.report(remarks, "body-inlined", text, self.op, axes=axes)


class CastInserted(Decision):
    """A value is used as one of another type."""

    kind = "cast-inserted"
    text = "{value} cast from {type} to {local}, which is its type on each device by its sharding"

    user: Operation
    value: Value
    type: Type
    local: Type


class ArgumentsDropped(Decision):
    """A function without a body loses its arguments."""

    kind = "arguments-dropped"
    text = "@{name} loses its arguments: it has no body"

    function: Operation
    name: str


class GatherMasked(Decision):
    """Each device gathers from its part of the operand."""

    op: Operation
    dimensions: Sequence[int]

    def explain(self, remarks: Remarks) -> None:
        remarks.tell(
            "gather-masked",
            "each device gathers from its part of {operand} along {dimensions:dimension|dimensions} {dimensions}, and "
            "zeros for other parts",
            self.op,
            operand=self.op.operands[0],
            dimensions=tuple(self.dimensions),
        )


class ScatterShifted(Decision):
    """Each device scatters into its part of the operand."""

    op: Operation
    dimensions: Sequence[int]

    def explain(self, remarks: Remarks) -> None:
        remarks.tell(
            "scatter-shifted",
            "indices made relative to the part of {operand} that a device has along {dimensions:dimension|dimensions} "
            "{dimensions}",
            self.op,
            operand=self.op.operands[0],
            dimensions=tuple(self.dimensions),
        )


class ScatterDivided(Decision):
    """Devices scatter parts of the updates, and one of them begins with the operand."""

    op: Operation
    axes: Axes
    identity: str

    def explain(self, remarks: Remarks) -> None:
        self.report(
            remarks,
            "scatter-divided",
            "updates are sharded along {axes}: the first device along these begins with {operand}, others with "
            "{identity}",
            self.op,
            operand=self.op.operands[0],
        )


class PadShifted(Decision):
    """Parts of a padded value start at different places on devices."""

    op: Operation
    padded: Type

    def explain(self, remarks: Remarks) -> None:
        text = "all devices pad to {padded}, and each slices its part of {value} out of that"
        remarks.tell("pad-shifted", text, self.op, value=self.op.results[0], **self.details)


class GroupsDivided(Decision):
    """A convolution has fewer groups on a device."""

    kind = "groups-divided"
    text = "{name} is {local} instead of {count}: each device has some of the groups"

    op: Operation
    name: str
    count: int
    local: int
