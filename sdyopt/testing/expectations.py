"""Assertions for tests of JAX programs: the bytes sent, the memory needed, the sharding of a value.

    from sdyopt.testing import assert_peak, assert_sent, assert_sharding

    def test_step():
        step = jax.jit(train_step)
        assert_sent(step, params, batch, model="<1GiB", data="<64MiB")
        assert_peak(step, params, batch, limit="16GiB")
        assert_sharding(step, params, batch, of="result 0", sharding=("data", None))

The program is a jitted function with its arguments, which may be `jax.ShapeDtypeStruct`, or anything else that
`sdyopt.view.view` takes. Nothing runs, and nothing is compiled. An `AssertionError` names the lines of the program.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sdyopt.api.builders import parse_attribute
from sdyopt.api.module import Module, ProgramInput
from sdyopt.cost.collectives.found import CollectiveView
from sdyopt.cost.origins.followers import Frames, line_text, source_text
from sdyopt.dialects.sdy.attributes import AxisRef, Sharding
from sdyopt.dialects.sdy.syntax import sharding as sharding_text
from sdyopt.display.wording import counted, suggested
from sdyopt.view.collection import ProgramView, view
from sdyopt.view.page.static import CompiledView
from sdyopt.view.render.amounts import less_margin, margin_of, short, size
from sdyopt.view.rows import Selection

Limit = str | int
"""`"<1GiB"`, `"<=1GiB"`, `"=0"`, `">1MiB"`; a size without a sign, or a number of bytes, is the most that may be."""

TOTAL = "total"
"""Names all axes together, unless a mesh has an axis of that name."""

_SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_LIMIT = re.compile(r"\s*(<=|>=|==|<|>|=)?\s*(.+)", re.DOTALL)

_MAX_LINES = 8
"""The lines of the program that a message names."""


def assert_sent(program: Module | ProgramInput, /, *args: Any, **limits: Limit) -> None:
    """Asserts how many bytes a device sends in one run of a program, along each axis of its mesh or in `total`.

    A collective along several axes counts for each of them. Estimates count, and what is not known, a loop of unknown
    length say, is never within a limit. Raises AssertionError, ValueError for an axis that no mesh has, and TypeError
    without limits.
    """
    __tracebackhide__ = True
    if not limits:
        raise TypeError('assert_sent has no limit: give those of axes, or total="<1GiB"')
    found = _view(program, args)
    axes = _axes(found)
    for name, limit in limits.items():
        if name != TOTAL:
            _check_axis(name, axes, [TOTAL])
        own = [each for each in found.collectives if name not in axes or name in {axis.name for axis in each.axes}]
        over = f' over "{name}"' if name in axes else ""
        unknown = [each for each in found.collectives if each.sent is None and (each in own or not each.axes)]
        known = sum([each.sent or 0 for each in own])
        reshards = found.totals.reshards
        if (unknown or reshards) and not _is_above(known, limit):
            rows = [f"{each.kind} {_at(each.source, found)}".strip() for each in unknown]
            rows += [f"{reshards} reshards between meshes"] if reshards else []
            _fail(f"a device sends at least {short(known)}{over}, not known to be {_text(limit)}:", rows)
        if not _holds(known, limit):
            _fail(f"a device sends {short(known)}{over}, not {_text(limit)}:", _sent_rows(own, found))


def assert_peak(program: Module | ProgramInput, /, *args: Any, limit: Limit, margin: str | None = None) -> None:
    """Asserts how many bytes a device needs at one time, the number that `view` shows, as `--max-peak` of sdy-view.

    A `margin`, `15%`, is added to it before. Raises AssertionError, also if the peak is not known, and ValueError.
    """
    __tracebackhide__ = True
    found = _view(program, args)
    share = 0.0 if margin is None else margin_of(margin)
    if found.peak is None:
        raise AssertionError(f"the peak is not known to be {_text(limit)}")
    if isinstance(found, CompiledView):
        known = found.peak.bytes if found.allocated is None else found.allocated.bytes
        rows = [f"{short(each.bytes)} {each.name} {each.shape}" for each in found.peak.live]
    else:
        known = found.peak.bytes
        rows = [
            " ".join(filter(None, (short(each.bytes), each.name, each.label, _at(each.source, found), each.reason)))
            for each in found.peak.live
        ]
    sign, number = _parsed(limit)
    if not _SIGNS[sign](known, less_margin(number, share)):
        profile = "" if isinstance(found, CompiledView) else f" (profile {found.peak.profile})"
        added = "" if margin is None else f" with a margin of {margin}"
        _fail(f"a device needs about {short(known)}{profile} at one time, not {_text(limit)}{added}:", rows)


def assert_sharding(
    program: Module | ProgramInput, /, *args: Any, of: str, sharding: str | Sharding | Iterable[Any]
) -> None:
    """Asserts how a value is sharded: along which axes each of its dimensions is.

    The value is named as `--value` of sdy-view: `%3`, `result 0`, `params['w']`. The sharding is a PartitionSpec or a
    sequence like it, `("data", None)`, a `Sharding`, or its dimensions as text: `[{"data"}, {}]`.

    Raises AssertionError, UnknownValueError for a name that no value has, and ValueError for an axis that no mesh has.
    """
    __tracebackhide__ = True
    if isinstance(found := _view(program, args, [of]), CompiledView):
        raise TypeError("what XLA has compiled has no shardings: give what it was compiled from")
    wanted = _dimensions(sharding)
    for axis in [axis for dimension in wanted for axis in dimension]:
        _check_axis(axis.name, _axes(found))
    selection = Selection.of(of)
    for tensor in [each for each in found.tensors if selection.picks_tensor(each)]:
        own = tensor.share.sharding
        dimensions = () if own is None else _dimensions(own)
        if len(wanted) > len(dimensions) and own is not None:
            raise ValueError(
                f"{_written(wanted)} is for {counted(len(wanted), 'dimension')}, and {of} has {len(dimensions)}"
            )
        padded = (*wanted, *[()] * (len(dimensions) - len(wanted)))
        if own is None or dimensions != padded:
            has = "has no sharding" if own is None else f"is sharded {_written(dimensions)}"
            raise AssertionError(
                f"{' '.join(filter(None, (of, _at(tensor.source, found))))} {has}, not {_written(padded)}"
            )


def _view(program: Any, args: Sequence[Any], values: Sequence[str] = ()) -> ProgramView | CompiledView:
    found: ProgramView | CompiledView = view(program, values, args=args)
    return found


def _axes(found: ProgramView | CompiledView) -> set[str]:
    """Returns the names of the axes of a program: of one that is compiled, those of its collectives."""
    if isinstance(found, CompiledView):
        return {axis.name for each in found.collectives for axis in each.axes}
    return {name for mesh in found.meshes for name, _ in mesh.axes}


def _check_axis(name: str, axes: set[str], others: Sequence[str] = ()) -> None:
    """Raises ValueError, with a hint, if no mesh has an axis."""
    if name not in axes:
        known = ", only " + ", ".join(map(repr, sorted(axes))) if axes else ""
        raise ValueError(f"no mesh has an axis '{name}'" + (suggested(name, [*sorted(axes), *others]) or known))


def _parsed(limit: Limit) -> tuple[str, int]:
    """Returns the sign and the bytes of a limit. Raises ValueError."""
    match = _LIMIT.fullmatch(f"<={limit}" if isinstance(limit, int) else limit)
    if match is None:
        raise ValueError(f"'{limit}' is not a limit, as in '<1GiB'")
    return match[1] or "<=", size(match[2])


def _holds(known: int, limit: Limit) -> bool:
    sign, number = _parsed(limit)
    return _SIGNS[sign](known, number)


def _is_above(known: int, limit: Limit) -> bool:
    """Whether a lower bound decides: it is above what may be at most, or has what is needed at least."""
    sign, number = _parsed(limit)
    return known > number or (sign in (">=", "<") and known == number)


def _text(limit: Limit) -> str:
    sign, number = _parsed(limit)
    return f"{sign} {short(number)}"


def _sent_rows(collectives: Sequence[CollectiveView], found: ProgramView | CompiledView) -> list[str]:
    sending = sorted([each for each in collectives if each.sent], key=lambda each: -(each.sent or 0))
    return [
        " ".join(filter(None, (short(each.sent), each.kind, _at(each.source, found), each.cause and f"({each.cause})")))
        for each in sending
    ]


def _at(source: Frames, found: ProgramView | CompiledView) -> str:
    """`at model.py:22 in block`; empty if the place is not known."""
    place = source_text(source, found.frames) or line_text(source, found.frames)
    return f"at {place}" if place else ""


def _fail(message: str, rows: Sequence[str]) -> None:
    __tracebackhide__ = True
    more = [f"… {len(rows) - _MAX_LINES:,} more"] if len(rows) > _MAX_LINES else []
    lines = [message, *rows[:_MAX_LINES], *more] if rows else [message.removesuffix(":")]
    raise AssertionError("\n  ".join(lines))


def _dimensions(sharding: str | Sharding | Iterable[Any]) -> tuple[tuple[AxisRef, ...], ...]:
    """Returns the axes of each dimension."""
    if isinstance(sharding, str):
        text = sharding.strip()
        sharding = parse_attribute(f"#sdy.sharding<@mesh, {text}>" if text.startswith("[") else text, Sharding)
    if not isinstance(sharding, Sharding):
        sharding = Sharding.of("mesh", sharding)
    return tuple([dimension.axes for dimension in sharding.dimensions])


def _written(dimensions: Iterable[tuple[AxisRef, ...]]) -> str:
    """`[{"data"}, {}]`."""
    return sharding_text(Sharding.of("mesh", dimensions)).removeprefix("<@mesh, ").removesuffix(">")
