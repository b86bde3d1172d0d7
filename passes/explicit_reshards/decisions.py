"""What the insertion of explicit reshards reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sdyopt.dialects.sdy.attributes import MAX, MIN, SUM, AxisRefList, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, RESHARD
from sdyopt.dialects.sdy.printing import axes_text
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.passes.explicit_reshards.choose.solution import ReshardQuestion
from sdyopt.passes.explicit_reshards.choose.uses import ReshardStep
from sdyopt.rewriting.decisions import Decision, Explanation, explained
from sdyopt.rewriting.remarks import Remarks

if TYPE_CHECKING:
    from sdyopt.passes.explicit_reshards.choose.choices import Candidate, Choice


_REDUCED = {SUM: "summed", MAX: "reduced to the maximum", MIN: "reduced to the minimum"}
"""What an all-reduce does to a value, by its operator."""


class UseChanged(Decision):
    """A step is inserted in front of the use of `value` by `user`."""

    user: Operation
    value: Value
    has: Sharding | None
    step: ReshardStep

    def explain(self, remarks: Remarks) -> None:
        definition, axes, sharding = self.step
        if definition is ALL_REDUCE:
            assert axes is not None
            reduced_by = _REDUCED[sharding.reduction_op]
            text = f"{{value}} {reduced_by} along {{axes}}: {{user}} does not keep these axes unreduced"
            reduced = cast(AxisRefList, axes[1]).axes
            self.report(remarks, "use-reduced", text, self.user, axes=reduced)
        elif definition is RESHARD:
            text = f"{resharded(self.has)} for {{user}}"
            value, has, user = self.value, self.has, self.user
            remarks.tell("use-resharded", text, user, value=value, has=has, sharding=sharding, user=user)
        else:
            text = "{value} becomes {sharding} for {user}"
            self.report(remarks, "use-unreduced", text, self.user, sharding=sharding)


class AxesChosen(Decision):
    """The tensors of an operation disagree along factors, each of which gets one list of axes."""

    op: Operation
    question: ReshardQuestion

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.passes.explicit_reshards.choose.choices import choices

        for choice in choices(self.question):
            chosen = choice.chosen
            alternatives = [alternative_text(each, choice) for each in choice.alternatives]
            listed = "; ".join(alternatives).replace("{", "{{").replace("}", "}}")
            text = (
                "{dimensions} sharded along {axes}: {kept} of {total} elements are so already, {moved} are resharded; "
            )
            remarks.tell(
                "axes-chosen",
                text + listed,
                self.op,
                dimensions=[str(place) for place in choice.places],
                axes=axes_text(chosen.axes),
                kept=chosen.kept,
                total=choice.total,
                moved=chosen.moved,
                alternatives=alternatives,
            )


def alternative_text(candidate: Candidate, choice: Choice) -> str:
    """Returns what axes that were not chosen would have cost, and why they could not be chosen, if so."""
    text = f"along {axes_text(candidate.axes)} it would be {candidate.kept} and {candidate.moved}"
    if choice.must_be_replicated and candidate.axes:
        return f"{text}, but no axes are allowed"
    if candidate.taken_by is not None:
        return f"{text}, but {candidate.taken_by} has such axes"
    return text


class OperandResharded(Decision):
    """An operand is resharded so that all tensors of an operation fit together."""

    op: Operation
    operand: Value
    has: Sharding | None
    sharding: Sharding

    def explain(self, remarks: Remarks) -> None:
        text = f"operand {resharded(self.has)} to fit the other tensors"
        remarks.tell("operand-resharded", text, self.op, value=self.operand, has=self.has, sharding=self.sharding)


class ResultResharded(Decision):
    """A result is computed with another sharding than it had, to which it is resharded."""

    result: Value
    computed: Sharding
    sharding: Sharding

    def explain(self, remarks: Remarks) -> None:
        text = "{value} computed as {computed} to fit the other tensors, and resharded to {sharding}"
        value = self.result
        self.report(remarks, "result-resharded", text, value, value=value)


class ResultReduced(Decision):
    """A result is a partial sum on each device, and is summed."""

    result: Value
    axes: AxisRefList
    question: ReshardQuestion

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.passes.explicit_reshards.choose.choices import sharded_operand_elements

        sharding = sharding_of(self.result)
        text = (
            f"{{value}} {_REDUCED[SUM if sharding is None else sharding.reduction_op]} along "
            "{axes}: dimensions that are reduced are sharded along these axes; "
            "otherwise operands of {operands} elements would be resharded"
        )
        operands = sharded_operand_elements(self.question)
        remarks.tell("result-reduced", text, self.result, value=self.result, axes=self.axes.axes, operands=operands)


def reshard_replaced(op: Operation, sharding: Sharding) -> Explanation:
    """A reshard that makes axes unreduced is replaced by operations that do so."""
    text = "reshard to {sharding} replaced by what makes axes unreduced"
    return explained("reshard-replaced", text, op, sharding=sharding)


def moved_to_device(op: Operation, operand: Value, has: Sharding | None, sharding: Sharding) -> Explanation:
    """An operand is resharded to the single device that an operation is on."""
    text = f"operand {resharded(has)}, a single device, for {{user}}"
    value, user = operand, op
    return explained("moved-to-device", text, op, value=value, has=has, sharding=sharding, user=user)


def moved_from_device(result: Value, place: Sharding, sharding: Sharding) -> Explanation:
    """A result is computed on a single device, and resharded for its uses."""
    text = "{value} computed as {place}, on a single device, and resharded to {sharding}"
    value = result
    return explained("moved-from-device", text, value, value=value, place=place, sharding=sharding)


def resharded(has: Sharding | None) -> str:
    """Returns the part of a text that says from which sharding a value is resharded."""
    if has is None:
        return "{value}, which has no sharding, resharded to {sharding}"
    return "{value} resharded from {has} to {sharding}"
