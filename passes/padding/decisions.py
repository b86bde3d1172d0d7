"""What the padding of tensors reports."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.remarks import Remarks


class Padded(Decision):
    """A value is padded in front of an all-slice."""

    kind = "padded"
    text = "{value} padded with zeros from {before} to {after}, which {sharding} divides"

    op: Operation
    value: Value
    before: Type
    after: Type
    sharding: Sharding


class Resized(Decision):
    """A result is computed on padded tensors, and is padded itself."""

    kind = "result-padded"
    text = "{value} computed as {after} instead of {before}: the rest is padding"

    value: Value
    before: Type
    after: Type


class Masked(Decision):
    """The padding of an operand of a dot product is replaced by zeros along contracting dimensions."""

    kind = "masked"
    text = (
        "{value} masked: what {after} holds beyond {before} along the contracting "
        "{dimensions:dimension|dimensions} {dimensions} is zero now, and adds nothing to the product"
    )

    op: Operation
    value: Value
    dimensions: tuple[int, ...]
    before: Type
    after: Type


class Filled(Decision):
    """The padding of an operand of a pad is replaced by the padding value."""

    kind = "filled"
    text = "{value} filled with the padding value where {after} goes beyond {before}: what it holds there would show"

    op: Operation
    value: Value
    before: Type
    after: Type


class SlicedBack(Decision):
    """What a collective returns has its original size again along the dimensions from which axes are gone."""

    op: Operation
    before: Type
    after: Type

    def explain(self, remarks: Remarks) -> None:
        text = "{value} sliced back from {before} to {after}: what is gathered is not padded any more"
        self.report(remarks, "sliced-back", text, self.op, value=self.op.result)


class WindowsCut(Decision):
    """A convolution of padded operands has windows that begin in the padding, which are cut off."""

    op: Operation
    before: Type
    after: Type

    def explain(self, remarks: Remarks) -> None:
        text = "{value} cut from {before} to {after}: the other windows begin in padding"
        self.report(remarks, "windows-cut", text, self.op, value=self.op.result)


class SliceExtended(Decision):
    """A slice takes more of a dimension, so that the result is padded."""

    op: Operation
    before: Type
    after: Type

    def explain(self, remarks: Remarks) -> None:
        text = "{value} extended from {before} to {after}: no device needs elements of another one for it"
        self.report(remarks, "slice-extended", text, self.op, value=self.op.result)


class Cast(Decision):
    """A cast between the type of a value and its padded type stays in the program."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "{value} cast from {before} to {after}: only one of what computes it and what uses it can be padded"
        value = self.op.operands[0]
        remarks.tell("type-cast", text, self.op, value=value, before=value.type, after=self.op.result.type)
