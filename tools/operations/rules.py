"""Writes golden tests of verification errors: a small program for each message of the reference about an operation.

    python -m tools.operations.rules

Mutates the valid programs of the golden tests (with a fixed seed), and keeps the shortest program for each message of
the reference, if sdy-opt reports the same. Writes them by family of operations to `lit_tests/DIALECT/invalid/rules/`,
with an index, `RULES.md`.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import sdyopt.dialects.chlo.ops
import sdyopt.dialects.stablehlo.ops
from sdyopt.dialects import REGISTRY
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import parse
from tools import reference
from tools.differential import ours, theirs
from tools.operations.programs import OpProgram, mutated, programs

TESTS = Path(__file__).parents[2] / "lit_tests"
DIALECTS = ("stablehlo", "chlo")
MUTATIONS = 100
"""Of each operation."""

MAX_COMMON, MAX_OWN, MAX_ALIKE = 1, 8, 3
"""How many wordings of an operation are kept: such as all operations have, such as are its own; and how many
operations of a family are shown with the same wording, but that each is shown with one.
"""

CHUNK = re.compile(r"^// -----.*\n?", re.MULTILINE)
EXPECTED = re.compile(r"expected-error@\+1 \{\{(.*)\}\}$", re.MULTILINE)
SUBJECT = re.compile(r"^// ([\w.-]+)$", re.MULTILINE)
COMMON = re.compile(
    r"must be |requires attribute|attribute '|expected \d|requires (?:zero|one|a single)|region #|Bounds length"
    r"|Static dimension|invalid properties|dominate|found in dialect|-region|non-empty block|or 1 blocks"
)
"""The rules of any operation, from its declaration."""

Wordings = dict[str, tuple[str, list[reference.Diagnostic]]]
"""By wording the shortest program, and all that the reference says of it."""


def valid_programs(dialect: str) -> dict[str, list[OpProgram]]:
    """The programs in the valid golden tests of a dialect, by operation."""
    found: dict[str, list[OpProgram]] = defaultdict(list)
    for file in sorted((TESTS / dialect).glob("*.mlir")):
        for chunk in CHUNK.split(file.read_text(encoding="utf-8")):
            for program in programs(sdyopt.parse(chunk), [dialect]):
                found[program.subject.name].append(program)
    return found


def families(dialect: str) -> dict[str, list[str]]:
    """The names of a dialect's operations by the module that declares them."""
    package = {"stablehlo": sdyopt.dialects.stablehlo.ops, "chlo": sdyopt.dialects.chlo.ops}[dialect]
    names = [module.name for module in pkgutil.iter_modules(getattr(package, "__path__", ()))]
    modules = {name: importlib.import_module(f"{package.__name__}.{name}") for name in names} or {"operations": package}
    return {family: sorted({each.name for each in _declared(module)}) for family, module in modules.items()}


def _declared(module: ModuleType) -> list[OpDef]:
    """Returns the operations that a module declares by name, and those that it has in tables."""
    found = (*vars(module).values(), *vars(module).get("OPERATIONS", ()))
    return [each for each in found if isinstance(each, OpDef)]


def wording(message: str) -> str:
    """A message without the types and numbers in it."""
    return re.sub(r"-?\d+", "N", re.sub(r"'[^']*'", "'…'", message))


def refusals(name: str, valid: list[OpProgram]) -> Wordings:
    """Returns what the reference says of mutations of an operation, where we say the same."""
    found: Wordings = {}
    chance = random.Random(name)
    for _ in range(MUTATIONS):
        text = mutated(chance.choice(valid), chance)
        expected = theirs(text)
        if expected is None or expected.accepted or expected.line is None or not _is_module(text):
            continue
        if f'"{name}"(' not in text.split("\n")[expected.line - 1] or ours(text) != expected:
            continue
        if (key := wording(expected.message)) not in found or len(text) < len(found[key][0]):
            found[key] = text, reference.run_isolated(text).diagnostics
    return found


def _is_module(text: str) -> bool:
    """Whether it is only in what a module says that something is wrong."""
    try:
        parse(text, REGISTRY)
    except CompilationError:
        return False
    return True


def kept(found: Wordings, shown: Counter[str]) -> Iterator[tuple[str, list[reference.Diagnostic]]]:
    """The refusals that become tests: those that are the operation's own come first. Counts what has been shown."""
    ordered = sorted(found, key=lambda key: (len(found[key][0]), key))
    own = [key for key in ordered if not COMMON.search(key)][:MAX_OWN]
    common = [key for key in ordered if COMMON.search(key)][:MAX_COMMON]
    chosen = [key for key in own + common if shown[key] < MAX_ALIKE] or (own + common)[:1]
    shown.update(chosen)
    for key in chosen:
        yield found[key]


def annotated(name: str, text: str, diagnostics: list[reference.Diagnostic]) -> str:
    """The program with what is expected of it above the lines that it is expected of."""
    lines = text.strip().split("\n")
    for number in sorted({diagnostic.line or 1 for diagnostic in diagnostics}, reverse=True):
        indent = re.match(r" *", lines[number - 1])
        said = [diagnostic for diagnostic in diagnostics if (diagnostic.line or 1) == number]
        lines[number - 1 : number - 1] = [
            f"{indent[0] if indent else ''}// expected-{diagnostic.severity}@+{len(said) - index} "
            f"{{{{{diagnostic.message}}}}}"
            for index, diagnostic in enumerate(said)
        ]
    return "\n".join([f"// {name}", *lines])


def write_tests(dialect: str) -> None:
    """Writes the golden tests of a dialect."""
    folder = TESTS / dialect / "invalid" / "rules"
    folder.mkdir(exist_ok=True)
    valid = valid_programs(dialect)
    for family, names in families(dialect).items():
        shown: Counter[str] = Counter()
        chunks = [
            annotated(name, text, diagnostics)
            for name in names
            if name in valid
            for text, diagnostics in kept(refusals(name, valid[name]), shown)
        ]
        heading = (
            f"// What is said of {family.replace('_', ' ')} with one mistake; "
            "made by `python -m tools.operations.rules`.\n"
            "// RUN: sdy-opt %s -split-input-file -verify-diagnostics\n\n"
        )
        (folder / f"{family}.mlir").write_text(heading + "\n\n// -----\n\n".join(chunks) + "\n", encoding="utf-8")


def covered(dialect: str) -> dict[str, list[str]]:
    """By operation the wordings that the golden tests of refusals expect of it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted((TESTS / dialect / "invalid" / "rules").glob("*.mlir")):
        for chunk in CHUNK.split(file.read_text(encoding="utf-8")):
            subject, message = SUBJECT.search(chunk), re.search(r"expected-error@\+\d \{\{(.*)\}\}", chunk)
            if subject and message:
                found[subject[1]].add(wording(message[1]))
    return {name: sorted(wordings) for name, wordings in sorted(found.items())}


def table(dialect: str) -> str:
    """Returns what `RULES.md` says: by operation what it is refused for in some golden test."""
    found = covered(dialect)
    names = [name for name in REGISTRY.operations if name.partition(".")[0] == dialect]
    lines = [f"# What operations of {dialect} are refused for", "", "Made by `python -m tools.operations.rules`."]
    for name in sorted(names):
        lines += ["", f"## {name}", ""]
        lines += [f"- {text}" for text in found.get(name, [])] or ["Nothing."]
    return "\n".join(lines) + "\n"


def rules_file(dialect: str) -> Path:
    """Where the table of a dialect stands."""
    return TESTS / dialect / "invalid" / "rules" / "RULES.md"


if __name__ == "__main__":
    for each in DIALECTS:
        write_tests(each)
        rules_file(each).write_text(table(each), encoding="utf-8")
