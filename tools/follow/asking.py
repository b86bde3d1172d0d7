"""Lists what the reference knows, in a process of the Python that has its jaxlib.

    python -m tools.follow.asking < QUESTIONS.json > NAMES.json

Nothing in the bindings lists passes, or all operations, attributes and types. But the name of each is among the texts
of the library, and the reference refuses what is not a name of one: so each text that may be a name is tried.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tools import reference
from tools.judges.reference_options import constants

if TYPE_CHECKING:
    from jaxlib.mlir import ir

TEXT = re.compile(rb"(?<=\0)[A-Za-z][A-Za-z0-9_.-]{1,80}(?=\0)")
FLAG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
WORD = re.compile(r"[A-Za-z]\w*", re.ASCII)
NOBODY = "nobody_has_this_name"

ANCHORS = ("builtin.module({})", "builtin.module(func.func({}))", "any({})")
"""The pipelines in which a pass is tried."""

OPERATION = re.compile(r"^class \w+\(_ods_ir\.OpView\):$(.*?)(?=^class |\Z)", re.MULTILINE | re.DOTALL)
OPERATION_NAME = re.compile(r'^  OPERATION_NAME = "([^"]+)"$', re.MULTILINE)
ATTRIBUTE = re.compile(r'^ +(?:if .*: )?attributes\["([^"]+)"\]', re.MULTILINE)


def texts(package: Path) -> set[str]:
    """Returns the texts in the library of the installed `package` that may be names."""
    found: set[bytes] = set()
    for library in package.glob("libjax_common*.so"):
        for part in constants(library):
            found.update(TEXT.findall(part))
    return {text.decode() for text in found}


def answers(ask: Callable[[str], Any], questions: Sequence[str]) -> list[Any]:
    """Returns what `ask` answers to each question, as JSON has it; None for one that takes the process down."""
    found: list[Any] = []
    while len(found) < len(questions):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            with open(writing, "w", encoding="utf-8") as answer:
                for question in questions[len(found) :]:
                    print(json.dumps(ask(question)), file=answer, flush=True)
            os._exit(0)
        os.close(writing)
        with open(reading, encoding="utf-8") as answer:
            found += map(json.loads, answer)
        _, status = os.waitpid(child, 0)
        if status:
            found.append(None)
    return found


# --- operations, attributes, types -----------------------------------------------------------------------------------


def operations(package: Path, names: Iterable[str], context: ir.Context) -> dict[str, list[str] | None]:
    """Returns the operations among `names`, with their attributes; None if the bindings do not have the operation."""
    in_bindings: dict[str, list[str]] = {}
    for file in sorted(package.glob("mlir/dialects/_*_ops_gen.py")):
        for body in OPERATION.findall(file.read_text(encoding="utf-8")):
            if name := OPERATION_NAME.search(body):
                in_bindings[name[1]] = sorted(set(ATTRIBUTE.findall(body)))
    return {name: in_bindings.get(name) for name in names if context.is_registered_operation(name)}


def refusal(parse: Callable[[str], Any], text: str) -> str:
    """Returns the message about a `text`, empty if it is right."""
    from jaxlib.mlir import ir

    try:
        parse(text)
    except ir.MLIRError as error:
        return str(error.error_diagnostics[0].message)
    return ""


def known(parse: Callable[[str], Any], prefix: str, names: Sequence[str]) -> list[str]:
    """Returns those of the `names` of which `parse` says something else than of a name that nobody has."""
    unknown = refusal(parse, prefix + NOBODY)
    if "provides no" in unknown:  # It has none at all.
        return []
    asked = [prefix + name for name in names]
    said = answers(lambda text: refusal(parse, text), asked)
    return [
        text for text, name, message in zip(asked, names, said, strict=True) if message != unknown.replace(NOBODY, name)
    ]


# --- passes ----------------------------------------------------------------------------------------------------------


class Passes:
    """Tries passes and options; `errors` is the file to which standard error goes."""

    def __init__(self, errors: IO[bytes]) -> None:
        self.errors = errors

    def read(self, pipeline: str) -> tuple[str | None, str]:
        """Returns a pipeline as the reference prints it, None if it is refused, and the message."""
        from jaxlib.mlir import passmanager

        self.errors.seek(0)
        self.errors.truncate()
        try:
            return str(passmanager.PassManager.parse(pipeline)), ""
        except ValueError as error:
            self.errors.seek(0)
            return None, self.errors.read().decode(errors="replace") + str(error)

    def listed(self, names: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Returns the passes and pipelines among `names`: the anchor that each needs, and how it is printed there."""

        def ask(name: str) -> tuple[str, str] | str:
            _, message = self.read(ANCHORS[0].format(name))
            if "does not refer to a registered pass" in message:
                return ""
            for anchor in ANCHORS:
                printed, message = self.read(anchor.format(name))
                if printed is not None:
                    return anchor, printed
            return ANCHORS[0], message

        found = dict(zip(names, answers(ask, names), strict=True))
        return {name: answer or (ANCHORS[0], "crashes") for name, answer in found.items() if answer != ""}

    def options(self, name: str, anchor: str, candidates: Sequence[str]) -> list[str]:
        """Returns those of the `candidates` that are options of a pass, whatever values they take."""

        def is_one(option: str) -> bool:
            printed, message = self.read(anchor.format(f"{name}{{{option}=?}}"))
            return printed is not None or "no such option" not in message

        said = answers(is_one, candidates)
        return [option for option, known in zip(candidates, said, strict=True) if known is not False]


def answer(questions: Mapping[str, Any], errors: IO[bytes]) -> dict[str, Any]:
    """Returns what the reference knows of `questions`: `namespaces`, and `names` and `options` to try besides texts."""
    context = reference.new_context(False)
    import jaxlib
    from jaxlib.mlir import ir

    package = Path(next(iter(jaxlib.__path__)))
    found = texts(package) | set(questions["names"])
    words = sorted(text for text in found if WORD.fullmatch(text))
    flags = sorted(text for text in found if FLAG.fullmatch(text))
    namespaces = questions["namespaces"]
    dotted = sorted(text for text in found if text.partition(".")[0] in namespaces)
    passes = Passes(errors)
    with context, ir.Location.unknown():
        listed = passes.listed(flags)
        options = {}
        for name, (anchor, printed) in listed.items():
            is_pipeline = name not in re.split(r"[(){} ,]", printed)
            tried = flags if is_pipeline else questions["options"].get(name, ())
            options[name] = passes.options(name, anchor, tried)
        plain = [text.partition(".")[2] for text in dotted if text.startswith("builtin.")]
        return {
            "version": importlib.metadata.version("jaxlib"),
            "passes": {name: printed for name, (_, printed) in listed.items()},
            "options": options,
            "operations": operations(package, dotted, context),
            "attributes": [name for space in namespaces for name in known(ir.Attribute.parse, f"#{space}.", words)],
            "types": [name for space in namespaces for name in known(ir.Type.parse, f"!{space}.", words)]
            + [name for name in plain if not refusal(ir.Type.parse, name)],
        }


if __name__ == "__main__":
    with tempfile.TemporaryFile() as errors:
        kept = os.dup(2)
        os.dup2(errors.fileno(), 2)
        try:
            answered = answer(json.load(sys.stdin), errors)
        finally:
            os.dup2(kept, 2)
    json.dump(answered, sys.stdout)
