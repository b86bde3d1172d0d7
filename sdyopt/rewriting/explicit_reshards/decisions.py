"""What the insertion of explicit reshards reports."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import AxisRefList, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, RESHARD
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.remarks import Remarks
from sdyopt.sharding.reshards.uses import Step


class UseChanged(Decision):
    """A step is inserted in front of the use of `value` by `user`."""

    user: Operation
    value: Value
    has: Sharding | None
    step: Step

    def explain(self, remarks: Remarks) -> None:
        definition, axes, sharding = self.step
        if definition is ALL_REDUCE:
            assert axes is not None
            text = "{value} summed along {axes}: {user} does not keep these axes unreduced"
            reduced = cast(AxisRefList, axes[1]).axes
            remarks.tell("use-reduced", text, self.user, value=self.value, axes=reduced, user=self.user)
        elif definition is RESHARD:
            text = f"{resharded(self.has)} for {{user}}"
            value, has, user = self.value, self.has, self.user
            remarks.tell("use-resharded", text, user, value=value, has=has, sharding=sharding, user=user)
        else:
            text = "{value} becomes {sharding} for {user}"
            remarks.tell("use-unreduced", text, self.user, value=self.value, sharding=sharding, user=self.user)


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
        value, computed = self.result, self.computed
        remarks.tell("result-resharded", text, value, value=value, computed=computed, sharding=self.sharding)


class ResultReduced(Decision):
    """A result is a partial sum on each device, and is summed."""

    result: Value
    axes: AxisRefList

    def explain(self, remarks: Remarks) -> None:
        text = "{value} summed along {axes}: dimensions that are reduced are sharded along these axes"
        remarks.tell("result-reduced", text, self.result, value=self.result, axes=self.axes.axes)


class ReshardReplaced(Decision):
    """A reshard that makes axes unreduced is replaced by operations that do so."""

    op: Operation
    sharding: Sharding

    def explain(self, remarks: Remarks) -> None:
        text = "reshard to {sharding} replaced by what makes axes unreduced"
        remarks.tell("reshard-replaced", text, self.op, sharding=self.sharding)


def resharded(has: Sharding | None) -> str:
    """Returns the part of a text that says from which sharding a value is resharded."""
    if has is None:
        return "{value}, which has no sharding, resharded to {sharding}"
    return "{value} resharded from {has} to {sharding}"
