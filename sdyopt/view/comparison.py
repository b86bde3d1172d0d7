"""Two programs, or two versions of one, side by side: what became of tensors, collectives and sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sdyopt.cost.collectives import CollectiveView
from sdyopt.cost.sources import line_text, shown_frame
from sdyopt.cost.totals import axis_key
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.model import ModuleView, TensorView


class TensorChange(NamedTuple):
    """A tensor whose sharding, bytes or copies have changed."""

    before: TensorView
    after: TensorView


class CollectiveChange(NamedTuple):
    """The collectives of a kind along the same axes at the same line, of which there are more, or fewer, or others."""

    kind: str
    axes: str
    source: str
    count_before: int
    count_after: int
    sent_before: int
    """By one device in one run of the program, as far as it is known."""
    sent_after: int

    @property
    def word(self) -> str:
        """What has become of them."""
        if not self.count_before:
            return "new"
        if not self.count_after:
            return "gone"
        return (
            "grown"
            if self.sent_after > self.sent_before
            else "shrunk"
            if self.sent_after < self.sent_before
            else "other"
        )


class SumChange(NamedTuple):
    """A sum of bytes on a device in both programs; None where there is none."""

    name: str
    before: int | None
    after: int | None


class Comparison(NamedTuple):
    """What differs between two programs."""

    tensors: tuple[TensorChange, ...]
    collectives: tuple[CollectiveChange, ...]
    sums: tuple[SumChange, ...]
    """Those that have changed, and those that have not."""


def compare(before: ModuleView, after: ModuleView) -> Comparison:
    """Returns what differs. Tensors are the same if function, kind and name are, arguments if their label is."""
    return Comparison(
        tuple(_tensors(before.tensors, after.tensors)),
        tuple(_collectives(before, after)),
        tuple(_sums(before, after)),
    )


def _tensors(before: Sequence[TensorView], after: Sequence[TensorView]) -> Iterator[TensorChange]:
    known = {_tensor_key(tensor): tensor for tensor in before}
    for tensor in after:
        old = known.get(_tensor_key(tensor))
        if old is not None and _state(old) != _state(tensor):
            yield TensorChange(old, tensor)


def _tensor_key(tensor: TensorView) -> tuple[str, ...]:
    if tensor.kind.value == "argument" and tensor.label:
        return tensor.function, "argument", tensor.label
    return tensor.function, tensor.kind.value, tensor.name, tensor.share.type


def _state(tensor: TensorView) -> tuple[object, ...]:
    share = tensor.share
    return share.sharding_text, share.bytes, share.copies if share.shape is not None else None


def _collectives(before: ModuleView, after: ModuleView) -> Iterator[CollectiveChange]:
    old, new = _by_key(before), _by_key(after)
    for key in dict.fromkeys([*old, *new]):
        a, b = old.get(key, []), new.get(key, [])
        change = CollectiveChange(*key, len(a), len(b), _sent(a), _sent(b))
        if (len(a), change.sent_before) != (len(b), change.sent_after):
            yield change


def _by_key(view: ModuleView) -> dict[tuple[str, str, str], list[CollectiveView]]:
    found: dict[tuple[str, str, str], list[CollectiveView]] = {}
    for collective in view.collectives:
        frame = shown_frame(collective.source, view.frames)
        is_of_input = frame is not None and frame.file == view.file  # Two inputs have different names.
        place = f"line {frame.line}" if frame is not None and is_of_input else line_text(collective.source, view.frames)
        found.setdefault((collective.kind, axis_key(collective), place), []).append(collective)
    return found


def _sent(collectives: Sequence[CollectiveView]) -> int:
    return sum([collective.sent or 0 for collective in collectives])


_FUNCTION_SUMS: tuple[tuple[str, Callable[[ModuleView, str], int | None]], ...] = (
    ("arguments of @{}", lambda view, name: _of_function(view, name, "arguments")),
    ("results of @{}", lambda view, name: _of_function(view, name, "results")),
    ("after donation in @{}", lambda view, name: _of_function(view, name, "after_donation")),
)


def _sums(before: ModuleView, after: ModuleView) -> Iterator[SumChange]:
    names = [function.name for view in (before, after) for function in view.functions if function.is_public]
    for name in dict.fromkeys(names):
        for text, sum_of in _FUNCTION_SUMS:
            yield SumChange(text.format(name), sum_of(before, name), sum_of(after, name))
    yield SumChange("sent by collectives", before.totals.bytes_sent, after.totals.bytes_sent)
    yield SumChange("peak", *[None if view.peak is None else view.peak.bytes for view in (before, after)])


def _of_function(view: ModuleView, name: str, what: str) -> int | None:
    for function in view.functions:
        if function.name == name:
            found: int = function.after_donation if what == "after_donation" else getattr(function.most, what, 0)
            return found
    return None
