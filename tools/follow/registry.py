"""The names that this project and a release of the reference know: passes, options, operations, attributes, types."""

from __future__ import annotations

import difflib
import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sdyopt.dialects import REGISTRY
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.pipeline.model import read_pipeline
from sdyopt.pipeline.registry import MODULES, PASSES, PIPELINE_MODULES, PIPELINES, UNIMPLEMENTED, all_passes
from tools import differential, reference
from tools.cases import ABSENT

NAMESPACES = tuple(sorted({*REGISTRY.dialects, *REGISTRY.lazy} - {ABSENT}))
"""The dialects that are compared: all that both have."""

SHARED = "xla-sdy-round-trip-import-shardy-attrs"
"""The only pass of XLA's that wheels have."""

OWN = {"sdy-import-gspmd-shardings", "sdy-local-program-pipeline"} | {
    name
    for name in (*MODULES, *PIPELINE_MODULES)
    if name.startswith(("xla-sdy-", "shardy-xla", "stablehlo-ext-")) and name != SHARED
}
"""The passes that the reference does not have, or does not register."""

AHEAD = {"chlo.top_k is_stable", "sdy.all_reduce reduction_op", "sdy.reduce_scatter reduction_op"}
"""Attributes of later releases, which some releases that we follow do not have."""

PARTIAL = "mhlo."
"""How names begin of a dialect of which sdy-opt has only what XLA's translation of HLO text uses."""

WORD = re.compile(r"[^\s{}]*\{[^{}]*\}|\S+")
"""An option in the text of a pass, whose value may be in braces."""


@dataclass(frozen=True)
class KnownNames:
    """The names that one side knows."""

    version: str
    passes: Mapping[str, str]
    """Passes and named pipelines, each as a textual pipeline that it is alone in, printed."""
    options: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The options of passes that the printed text may lack: lists that are empty, and all of pipelines."""
    operations: Mapping[str, Sequence[str] | None] = field(default_factory=dict)
    """With their attributes; None if these cannot be listed."""
    attributes: Sequence[str] = ()
    types: Sequence[str] = ()


class PrintedPass(NamedTuple):
    """The printed text of a pass, taken apart. A pipeline has its passes as `anchor`, and no options with defaults."""

    anchor: str
    defaults: Mapping[str, str]


def taken_apart(name: str, printed: str) -> PrintedPass:
    """Returns what the text of a pass in a pipeline says."""
    if (found := re.fullmatch(rf"(.*\(){re.escape(name)}(?:\{{(.*)\}})?(\)+)", printed)) is None:
        return PrintedPass(printed, {})
    words = [word.partition("=") for word in WORD.findall(found[2] or "")]
    return PrintedPass(found[1] + found[3], {option: value for option, _, value in words})


# --- both sides ------------------------------------------------------------------------------------------------------


def ours() -> KnownNames:
    """Returns what this project knows."""
    entries = {entry.name: entry for entry in (*PASSES, *PIPELINES) if not entry.is_newer}
    dialects = [dialect for namespace in NAMESPACES if (dialect := REGISTRY.dialect(namespace))]
    return KnownNames(
        "sdy-opt",
        {name: _printed(name) for name in entries},
        {
            name: sorted(option for option, declared in entry.options.items() if not declared.is_newer)
            for name, entry in entries.items()
        },
        {
            name: sorted(operation.attributes_by_name.keys() & operation.inherent_names)
            for dialect in dialects
            for name, operation in dialect.operation_named.items()
            if REGISTRY.operation(name) is not None
        },
        sorted(name for dialect in dialects for name in _symbols("#", dialect, dialect.attribute_named)),
        sorted(name for dialect in dialects for name in _symbols("!", dialect, dialect.type_named)),
    )


def _symbols(sigil: str, dialect: Dialect, mnemonics: Iterable[str]) -> list[str]:
    return [f"{sigil}{dialect.namespace}.{mnemonic}" for mnemonic in mnemonics]


def _printed(name: str) -> str:
    anchor = all_passes()[name].anchor
    alone = f"func.func({name})" if anchor == "func.func" else name
    return str(read_pipeline(f"builtin.module({alone})"))


def theirs(python: str, known: KnownNames) -> KnownNames:
    """Returns what the jaxlib of the interpreter `python` knows; names that we know are tried in any case.

    Raises RuntimeError, with the last line of its message, if it cannot be asked.
    """
    symbols = [symbol.partition(".")[2] for symbol in (*known.attributes, *known.types)]
    questions = {
        "namespaces": NAMESPACES,
        "names": [*known.passes, *known.operations, *symbols],
        "options": known.options,
    }
    ran = subprocess.run(
        [python, "-m", "tools.follow.asking"],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        env={**reference.environment(), reference.PYTHON: python},
    )
    if ran.returncode:
        raise RuntimeError((ran.stderr.strip().splitlines() or [f"exit status {ran.returncode}"])[-1])
    answered: dict[str, Any] = json.loads(ran.stdout)
    return KnownNames(**answered)


# --- the differences -------------------------------------------------------------------------------------------------


ELEMENT = re.compile(r"[\w.-]+(?:\{(?:[^{}]|\{[^{}]*\})*\})?")
"""A pass in the text of a pipeline, or the operation that passes run on."""


SUBJECTS = (
    *("passes", "options", "defaults", "anchors", "pipelines"),
    *("operations", "attributes of operations", "attributes", "types"),
)
"""The subjects of changes, in the order of the report."""


class RegistryChange(NamedTuple):
    """One difference of the reference's registry from ours."""

    subject: str
    """The subject of the change, one of SUBJECTS."""
    kind: str
    """`new`, `gone`, or `other`."""
    name: str
    detail: str = ""
    """For `other`: ours, and theirs."""

    def __str__(self) -> str:
        return f"{self.name}: {self.detail}" if self.detail else self.name


def changes(ours: KnownNames, theirs: KnownNames) -> list[RegistryChange]:
    """Returns what differs, in the order of the report."""
    found = [
        *_of_names(
            "passes",
            ours.passes.keys() - (OWN - theirs.passes.keys()),
            [name for name in theirs.passes if name not in UNIMPLEMENTED],
        ),
        *_of_passes(ours, theirs),
        *_of_names("operations", ours.operations, theirs.operations),
        *_of_operations(ours, theirs),
        *_of_names("attributes", ours.attributes, theirs.attributes),
        *_of_names("types", ours.types, [name for name in theirs.types if not _is_read(name)]),
    ]
    found = [change for change in found if change.kind != "gone" or change.name not in AHEAD]
    found = [change for change in found if change.kind != "new" or not change.name.lstrip("#!").startswith(PARTIAL)]
    return sorted(found, key=lambda change: SUBJECTS.index(change.subject))


def _is_read(name: str) -> bool:
    """Whether this is a builtin type, of which there is no list of ours to compare with, that we read."""
    return name[0] != "!" and differential.ours(f'"t.op"() : () -> {name}', _UNREGISTERED).accepted


_UNREGISTERED = differential.Run(allow_unregistered=True)


def _of_names(subject: str, ours: Iterable[str], theirs: Iterable[str]) -> Iterator[RegistryChange]:
    before, after = set(ours), set(theirs)
    yield from (RegistryChange(subject, "new", name) for name in sorted(after - before))
    yield from (RegistryChange(subject, "gone", name) for name in sorted(before - after))


def _of_passes(ours: KnownNames, theirs: KnownNames) -> Iterator[RegistryChange]:
    for name in sorted(ours.passes.keys() & theirs.passes.keys()):
        before, after = taken_apart(name, ours.passes[name]), taken_apart(name, theirs.passes[name])
        options = [{*side.options.get(name, ()), *part.defaults} for side, part in ((ours, before), (theirs, after))]
        yield from _of_names("options", *[[f"{name}{{{option}}}" for option in each] for each in options])
        for option in sorted(before.defaults.keys() & after.defaults.keys()):
            values = before.defaults[option], after.defaults[option]
            if values[0] != values[1]:
                yield RegistryChange("defaults", "other", f"{name}{{{option}}}", " is now ".join(map(_shown, values)))
        if before.anchor != after.anchor:
            if _is_alone(before.anchor) and _is_alone(after.anchor):
                yield RegistryChange("anchors", "other", name, f"{before.anchor} is now {after.anchor}")
            else:
                yield RegistryChange("pipelines", "other", name, ", ".join(_edits(before.anchor, after.anchor)))


def _is_alone(anchor: str) -> bool:
    return re.fullmatch(r"[\w.()]*\(\)+", anchor) is not None


def _edits(before: str, after: str) -> Iterator[str]:
    """Yields what a pipeline has lost, and what is new in it, in the order of its passes."""
    for line in difflib.ndiff(ELEMENT.findall(before), ELEMENT.findall(after)):
        if line[0] in "+-" and line[2:] != "func.func":
            yield f"{'with' if line[0] == '+' else 'without'} {line[2:]}"


def _shown(value: str) -> str:
    return value or "nothing"


def _of_operations(ours: KnownNames, theirs: KnownNames) -> Iterator[RegistryChange]:
    for name in sorted(ours.operations.keys() & theirs.operations.keys()):
        before, after = ours.operations[name], theirs.operations[name]
        if before is not None and after is not None:
            before, after = [[f"{name} {attribute}" for attribute in each] for each in (before, after)]
            yield from _of_names("attributes of operations", before, after)
