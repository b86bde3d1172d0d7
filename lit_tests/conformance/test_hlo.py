"""HLO text as XLA parses and prints it: the handwritten modules are HLO, and spellings do not matter."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from sdyopt.hlo import HloCollective, HloModule, parse_hlo
from tools.chunks import mostly_long
from tools.judges.hlo_spellings import OPTIONS, spellings
from tools.programs import compiled_texts

pytest.importorskip("jaxlib", reason="XLA's parser is part of jaxlib")

TEXTS = compiled_texts.texts()


@cache
def printed(name: str) -> dict[str, str]:
    """A text as XLA prints it."""
    return spellings(TEXTS[name])


def meaning(module: HloModule) -> object:
    """What a module says. XLA prints what an async-start calls as a start of its own, so names and order may differ."""
    return module.replicas, module.partitions, module.sizes, Counter(map(_meaning, module.collectives))


def _meaning(collective: HloCollective) -> tuple[object, ...]:
    return (
        collective.kind,
        collective.operands,
        collective.results,
        collective.replica_groups.expanded(),
        collective.group_size,
        collective.groups,
        collective.channel,
        collective.op_name,
        collective.executions,
        collective.conditional,
    )


@pytest.mark.parametrize("name", mostly_long(TEXTS, ("asynchronous", "groups")))
def test_every_spelling_says_the_same(name: str) -> None:
    """XLA takes the text, and what it prints with other options has the same collectives and sizes."""
    expected = meaning(parse_hlo(TEXTS[name]))
    for option in OPTIONS:
        assert meaning(parse_hlo(printed(name)[option])) == expected, option
