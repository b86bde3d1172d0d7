"""A compiled module as a whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from sdyopt.hlo.collectives import AssumedRuns, HloCollective, collectives_in
from sdyopt.hlo.peak import HloPeak, is_scheduled, peak_of
from sdyopt.hlo.scanning import ModuleText, scan
from sdyopt.hlo.sizes import EntrySizes, entry_sizes
from sdyopt.ir.named_tuple import NamedTuple


class HloModule(NamedTuple):
    """What a compiled program communicates, and what it takes and gives."""

    name: str
    replicas: int
    partitions: int
    """It runs on `replicas * partitions` devices."""
    sizes: EntrySizes | None
    collectives: tuple[HloCollective, ...]
    shardings: tuple[str, ...]
    """Those of the program's parameters and result, as text: `{devices=[2,4]<=[8]}`."""
    is_scheduled: bool
    """Whether instructions run in the order of the text, as after all of XLA's optimizations."""
    peak: HloPeak | None = None
    """The most memory that a device needs at one time, if that was asked for."""


class HloTotals(NamedTuple):
    """What one device sends in one run of the program, in bytes. Collectives of unknown executions are not counted."""

    bytes_sent: int
    by_kind: dict[str, int]
    by_line: dict[str, int]
    """By the innermost place in the source, as `file:line`; "" is what has none."""
    unknown_executions: int
    """How many collectives are not counted."""


def parse_hlo(text: str, with_peak: bool = False, assumed: AssumedRuns | None = None) -> HloModule:
    """Returns the module that HLO text describes, such as `jax.jit(f).lower(...).compile().as_text()`.

    Loops of unknown length run as often as is `assumed` of their place in the source.
    Raises HloError for text that is none, at the place where that shows, and, for the peak, if the program is not
    scheduled. Only what communication and sizes need is parsed; everything else in the text is skipped.
    """
    module = scan(text)
    replicas, partitions = module.counts
    return HloModule(
        name=module.header.name,
        replicas=replicas,
        partitions=partitions,
        sizes=entry_sizes(module),
        collectives=collectives_in(module, assumed),
        shardings=tuple(_shardings(module)),
        is_scheduled=is_scheduled(module),
        peak=peak_of(module) if with_peak else None,
    )


_SHARDED = re.compile(r"(?:ROOT |parameter\()[^\n]*\bsharding=(?=\{)")
_BRACES = re.compile(r"[{}]")


def _shardings(module: ModuleText) -> Iterator[str]:
    """Yields the shardings of the parameters and of the result of the entry computation."""
    for number in range(module.entry.first, module.entry.end):
        line = module.lines[number]
        match = _SHARDED.search(line)
        if match is None:
            continue
        depth = 0
        for brace in _BRACES.finditer(line, match.end()):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                yield line[match.end() : brace.end()]
                break


def collectives(text: str) -> tuple[HloCollective, ...]:
    """Returns the collectives of HLO text in their order. Raises HloError."""
    return parse_hlo(text).collectives


def totals(collectives: Iterable[HloCollective]) -> HloTotals:
    """Returns the sums over collectives, each multiplied by its executions."""
    by_kind: Counter[str] = Counter()
    by_line: Counter[str] = Counter()
    unknown = 0
    for collective in collectives:
        if collective.executions is None:
            unknown += 1
            continue
        sent = collective.bytes_sent * collective.executions
        by_kind[collective.kind] += sent
        frame = collective.source[0] if collective.source else None
        by_line[f"{frame.file}:{frame.line}" if frame is not None else ""] += sent
    return HloTotals(by_kind.total(), dict(by_kind), dict(by_line), unknown)
