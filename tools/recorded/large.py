"""The programs of lit_tests/large, and what the model says of them next to XLA for GPUs and TPUs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import sdyopt
from sdyopt.cost.time.machine import Machine
from sdyopt.view import view
from sdyopt.view.render.amounts import short
from tools.docs.page_parts import code, table
from tools.recorded import recorded_programs as recorded
from tools.recorded.agreement import NumberPair, summary

FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "large"

SETS = "known", "unseen"
"""Programs by which rules were chosen, and others that were compiled when these rules were there."""

MACHINES = {"gpu": "gpu-h100:8", "tpu": "tpu-v5e:2x4"}
"""What programs are compiled for, by what numbers are recorded under."""
_DEVICES = {"gpu": "h100", "tpu": "tpu-v5e"}
_TITLES = {"gpu": "H100", "tpu": "TPU v5e"}

_SHARE = 0.9
"""The share of the programs whose ratios are in the range that pages and views give."""

REASONS: dict[str, str] = {
    "decode_long": "XLA for GPUs copies the zeros of the new caches.",
    "diffusion_unet": "XLA runs the product of the gradient of the values last, which holds the likelihoods.",
    "generation": "XLA for TPUs copies each cache into another layout around the loop.",
    "moe_all_to_all": "XLA for TPUs computes gelu again in each product.",
    "retrieval": "XLA for TPUs reads the copies of the tables early, and updates the tables in their own layout.",
    "state_space": "On GPUs more of the scan is one kernel; on TPUs the parts of each level are all held.",
    "video_autoencoder": "XLA copies images for transposed convolutions, dilated and padded, or in other layouts.",
}
"""Why the peak of a program differs by more than a quarter."""


class LargePeak(NamedTuple):
    """What the model says of a program for a machine, and what XLA's compiler does."""

    name: str
    of: str
    """One of SETS."""
    peak: NumberPair
    sent: NumberPair


def names(of: str) -> list[str]:
    """Returns the names of the programs of a set."""
    return sorted([file.parent.name for file in (FOLDER / of).glob(f"*/{recorded.NUMBERS}")])


def numbers(of: str, name: str) -> dict[str, Any]:
    """Returns what is recorded of a program, by machine."""
    return recorded.read(FOLDER / of / name)


@cache
def measured(of: str, name: str, machine: str) -> LargePeak | None:
    """Returns the numbers of a program for a machine; None if XLA does not compile it, or if it was not tried."""
    found = numbers(of, name).get(machine)
    if found is None or "refused" in found:
        return None
    module = sdyopt.parse(recorded.text_in(FOLDER / of / name))
    seen = view(module, machine=Machine.of(_DEVICES[machine]))
    assert seen.peak is not None
    sent = sum(
        [(each.bytes_sent or 0) * (1 if each.executions is None else each.executions) for each in seen.collectives]
    )
    return LargePeak(
        name,
        of,
        NumberPair(seen.peak.bytes, found["peak_bytes"]),
        NumberPair(sent, sum(found["sent_bytes"].values())),
    )


def peaks(machine: str, of: str) -> list[LargePeak]:
    """Returns the numbers of the programs of a set that XLA compiles for a machine."""
    return [found for name in names(of) if (found := measured(of, name, machine)) is not None]


def within(pairs: Iterable[NumberPair], share: float = _SHARE) -> tuple[float, float]:
    """Returns the narrowest range of ratios, of the same factor up and down, that holds a share of them."""
    factors = sorted([max(pair.ratio, 1 / pair.ratio) for pair in pairs])
    factor = factors[max(0, -(-int(share * 100) * len(factors) // 100) - 1)]
    return 1 / factor, factor


def needed(pairs: Iterable[NumberPair], share: float = _SHARE) -> float:
    """Returns what a share of the programs needs at most, for each byte that the view says."""
    ratios = sorted([1 / pair.ratio for pair in pairs])
    return ratios[-(-int(share * 100) * len(ratios) // 100) - 1]


# The tables of docs/agreement.md.


def machines() -> str:
    """Returns a row for each machine and set: how far peaks agree."""
    heading = [
        "compiled for",
        "programs",
        "within 0.8 to 1.25",
        "typical",
        "nine of ten within",
        "need at most",
        "worst",
    ]
    rows = []
    for machine, title in _TITLES.items():
        for of in reversed(SETS):
            pairs = [each.peak for each in peaks(machine, of)]
            if pairs:
                sums, (least, most) = summary(pairs), within(pairs)
                cells = [str(sums.close), f"×{sums.typical:.2f}", f"{least:.2f} to {most:.2f}", f"{needed(pairs):.2f}"]
                rows.append([title, f"{sums.programs} {of}", *cells, f"{sums.worst:.2f}"])
    return table(heading, rows)


def large() -> str:
    """Returns a row for each program: both peaks for each machine."""
    heading = ["program"]
    for title in _TITLES.values():
        heading += [f"{title}: peak", "XLA", "ratio", "sent"]
    rows = [[f"{code(name)}, {of}", *_cells(of, name)] for of in SETS for name in names(of)]
    return table([*heading, "why they differ"], rows)


def _cells(of: str, name: str) -> Iterator[str]:
    for machine in MACHINES:
        found = measured(of, name, machine)
        if found is None:
            yield from ("—", "refused" if "refused" in numbers(of, name).get(machine, ()) else "—", "—", "—")
            continue
        ratio = f"{found.peak.ratio:.2f}"
        yield from (short(found.peak.view), short(found.peak.xla), ratio if found.peak.is_close else f"**{ratio}**")
        yield "equal" if abs(found.sent.ratio - 1) < 0.001 else f"{found.sent.ratio:.2f}"
    yield REASONS.get(name, "")
