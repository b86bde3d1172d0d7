"""Updates the CHECK lines of golden tests from the output of their RUN lines."""

from __future__ import annotations

import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand, Section
from sdyopt.cli.flags import Flag, StyleOptions, ValueFlag, files
from sdyopt.display.ansi import for_standard_output
from sdyopt.display.messages import Extent, Message, written
from sdyopt.driver.input_output import SPLIT_MARKER
from sdyopt.ir.records import NamedTuple, Record

# The output of a command, as the top-level operations of the program, each with its lines.

_MODULE = re.compile(r'^(?:module\b|"builtin\.module"\()')
_UNNAMED_MODULE = re.compile(r'^(?:module \{|"builtin\.module"\(\) \(\{)$')
_SYMBOL = re.compile(r'^"?(?P<op>[\w.]+)"?\b[^(%@]*@(?P<name>"[^"]*"|[\w$.-]+)')
_GENERIC_SYMBOL = re.compile(r'^"(?P<op>[\w.]+)"\(\).*?\bsym_name = "(?P<name>[^"]*)"')
_GOES_ON = re.compile(r"\s|[}\])^]|cond \{|$")
"""The beginnings of lines that do not begin an operation."""


class Item(NamedTuple):
    """A top-level operation of a program, or the first line of a module, or an alias.

    `lines` are relative to the first: an operation inside a module has no more indentation than others. `symbol` is
    the name that the operation defines, or "". `follows` states whether its first line directly follows the previous
    item.
    """

    lines: tuple[str, ...]
    op: str = ""
    symbol: str = ""
    follows: bool = False

    @property
    def is_label(self) -> bool:
        """Whether CHECK-LABEL is used: for functions and named modules."""
        return self.symbol != "" and self.op in ("func.func", "module", "builtin.module")


def parts(text: str, marker: str) -> list[str]:
    """Returns the outputs of the parts of a split input, between lines that begin with `marker`."""
    return re.split(rf"^{re.escape(marker)}.*$", text, flags=re.MULTILINE)


def items(text: str) -> list[Item]:
    """Returns the top-level operations in the output of one program.

    The enclosing module is omitted if it has no name and no attributes, and cannot be mistaken for a nested module.
    """
    found: list[Item] = []
    lines = [line.rstrip() for line in text.splitlines()]
    position, last_end = 0, None
    while position < len(lines):
        line = lines[position]
        if not _MODULE.match(line):
            stop = _end(lines, position, "")
            if line:
                found.append(_item(lines[position:stop], "", position == last_end))
                last_end = stop
            position = stop
            continue
        end = _end(lines, position, "")
        body = list(_inside(lines[position + 1 : end]))
        if not _UNNAMED_MODULE.match(line) or any(_UNNAMED_MODULE.match(item.lines[0]) for item in body):
            found.append(_item([line], "", False))
        found += body
        position = end
    return found


def _inside(lines: Sequence[str]) -> Iterator[Item]:
    """Returns the operations of a module's body, whose lines up to the end of the module are `lines`."""
    position = 0
    while position < len(lines):
        stop = position + 1
        if lines[position].startswith("  ") and not _GOES_ON.match(lines[position][2:]):
            stop = _end(lines, position, "  ")
            yield _item(lines[position:stop], "  ", position > 0)
        position = stop


def _end(lines: Sequence[str], start: int, indent: str) -> int:
    """Returns the number of the line after the operation that begins at `start`."""
    stop = start + 1
    while stop < len(lines) and lines[stop].startswith(indent) and _GOES_ON.match(lines[stop][len(indent) :]):
        stop += 1
    return stop


def _item(lines: Sequence[str], indent: str, follows: bool) -> Item:
    shifted = tuple("\n".join([line.removeprefix(indent) for line in lines]).rstrip().split("\n"))
    symbol = _SYMBOL.match(shifted[0]) or _GENERIC_SYMBOL.match(shifted[0])
    if symbol is None:
        return Item(shifted, follows=follows)
    return Item(shifted, symbol["op"], symbol["name"].strip('"'), follows)


# Turns printed lines into CHECK lines in the style of LLVM's scripts: values are captured where they are defined.

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|%(?P<name>[\w$.-]+)|\{\{|\[\[')
_RESULTS = re.compile(r"\s*(?:%[\w$.-]+(?::\d+)?(?:, | = ))+")
"""The results of an operation at the beginning of a line."""

_DEFINED = re.compile(r" = |: ")
"""The text after the name of an argument at its definition: its type, or in a loop its initial value."""

_OPENING, _CLOSING = "([{<", ")]}>"


def check_lines(item: Item) -> list[tuple[str, str]]:
    """Returns the CHECK lines for an operation: the suffix of the prefix (`-NEXT`), and the pattern."""
    values = _Values()
    first, *rest = item.lines
    lines: list[tuple[str, str]] = []
    if not item.is_label:
        lines.append(("", values.pattern(first)))
    elif "%" not in first:
        lines.append(("-LABEL", values.pattern(first)))
    else:
        start = first.index("(") + 1
        lines.append(("-LABEL", values.pattern(first[:start])))
        lines += [("-SAME", "    " + values.pattern(argument)) for argument in _arguments(first[start:])]
    return lines + [("-NEXT", values.pattern(line)) if line else ("-EMPTY", "") for line in rest]


def _arguments(text: str) -> Iterator[str]:
    """Returns the arguments of a function, without the first parenthesis; the last includes the rest of the line."""
    depth, start, end = 0, 0, None
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|->|[()\[\]{}<>,]', text):
        if (token := found[0]) in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
            if depth < 0:
                break
        elif token == "," and depth == 0:
            end = found.end()
            yield text[start:end]
            start = end + 1
    yield text[start:]


class _Values:
    """FileCheck's variables for the values of one operation, by the names of these."""

    def __init__(self) -> None:
        self._variables: dict[str, str] = {}

    def pattern(self, line: str) -> str:
        """Returns FileCheck's pattern for `line`: `%0` is `%[[TMP0:.*]]` at its definition, else `%[[TMP0]]`."""
        return _TOKEN.sub(self._token, line)

    def _token(self, found: re.Match[str]) -> str:
        text, name = found[0], found["name"]
        if name is None:
            return re.sub(r"\{\{|\[\[", lambda brackets: _escaped(brackets[0]), text)
        is_new = name not in self._variables
        variable = self._variable(name)
        results = _RESULTS.match(found.string)
        if results is not None and found.end() < results.end():
            return f"%[[{variable}:.*]]"
        if is_new or _DEFINED.match(found.string, found.end()):
            return f"%[[{variable}:[^ :]*]]"  # with several in a line, `.*` would match more than one
        return f"%[[{variable}]]"

    def _variable(self, name: str) -> str:
        if name not in self._variables:
            base = f"TMP{name}" if name.isdigit() else re.sub(r"\W", "_", name, flags=re.ASCII).upper()
            variable, number = base, 0
            while variable in self._variables.values() or not re.match(r"[A-Z_]", variable):
                number += 1
                variable = f"V{base}_{number}" if base[0].isdigit() else f"{base}_{number}"
            self._variables[name] = variable
        return self._variables[name]


def _escaped(brackets: str) -> str:
    """Returns a pattern for brackets that FileCheck would interpret."""
    return "{{" + "".join([f"[{bracket}]" if bracket == "{" else f"\\{bracket}" for bracket in brackets]) + "}}"


# The RUN lines of a golden test: their commands, and the prefixes with which FileCheck reads the output.

_RUN = re.compile(r"^\s*(?://|#|;)\s*RUN:\s*(.*?)\s*$")
_CHECKED = re.compile(r"^(?P<command>.*?)\s*\|\s*['\"]?(?:[^\s|]*/)?[Ff]ile[Cc]heck\b(?P<options>[^|&;]*)$")
_FILE_CHECK = re.compile(r"\b[Ff]ile[Cc]heck\b")
_PREFIXES = re.compile(r"--?check-prefix(?:es)?[= ]\s*([\w,.-]+)")
_BY_LAYOUT = re.compile(r"--?(?:strict-whitespace|match-full-lines|input-file)\b")
_TOOLS = re.compile(r"^(?:.*[-_])?opt$|^sdyopt$")
"""Matches the names of tools that print programs."""

_QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.""")

_HARMLESS = ("cat", "cp", "echo", "grep", "head", "mkdir", "printf", "rm", "sed", "sort", "tail")
"""Other programs that RUN lines use beside the tools, to prepare files and change texts."""

_SHELL = 'not() { ! "$@"; }\n'
"""The syntax of lit that shells do not have."""


class RunLineError(Exception):
    """A RUN line that failed, with the number of its line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class RunLine(NamedTuple):
    """A RUN line whose output FileCheck reads.

    `line` is the number of its first line, from 1. `skipped` is the reason if CHECK lines cannot be written for it.
    """

    line: int
    command: str
    prefixes: tuple[str, ...]
    skipped: str = ""

    @property
    def split_marker(self) -> str | None:
        """The beginning of lines that separate the parts of the file; None if it is one program."""
        marker = self._value("split-input-file")
        return {"": SPLIT_MARKER, "true": SPLIT_MARKER, "false": None, None: None}.get(marker, marker)

    @property
    def output_marker(self) -> str:
        """The beginning of lines that separate the outputs of the parts."""
        return self._value("output-split-marker") or SPLIT_MARKER

    def _value(self, option: str) -> str | None:
        """Returns the value after the `=` of an option of the command, "" without a value, None without the option."""
        found = None
        for word in shlex.split(self.command):
            name, _, value = word.lstrip("-").partition("=")
            if word.startswith("-") and name == option:
                found = value
        return found


def run_lines(text: str, tools: Sequence[str] = ()) -> Iterator[RunLine]:
    """Yields the RUN lines of a test that use FileCheck. `tools` are further names of commands that may run."""
    for line, command in _joined(text):
        if (checked := _CHECKED.match(command)) is None:
            if _FILE_CHECK.search(command):
                yield RunLine(line, command, (), "FileCheck does not read what a pipe gives it")
            continue
        prefixes = _PREFIXES.findall(checked["options"])
        names = tuple([name for group in prefixes for name in group.split(",")]) or ("CHECK",)
        yield RunLine(line, checked["command"], names, _reason_to_skip(checked["command"], checked["options"], tools))


def runs_to_write(runs: Sequence[RunLine]) -> list[RunLine]:
    """Returns the RUN lines for which CHECK lines are written. Raises RunLineError if a skipped one shares these."""
    written = [run for run in runs if not run.skipped]
    for run in written:
        for other in runs:
            if other.skipped and set(run.prefixes) & set(other.prefixes):
                raise RunLineError(
                    run.line, f"it has the same --check-prefix as line {other.line}, which is left alone"
                )
    return written


def _joined(text: str) -> Iterator[tuple[int, str]]:
    """Yields each RUN line with the number of its first line; a backslash at the end continues a line."""
    start, parts = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if (found := _RUN.match(line)) is None:
            continue
        start = start or number
        if found[1].endswith("\\"):
            parts += found[1][:-1]
            continue
        yield start, parts + found[1]
        start, parts = 0, ""


def _reason_to_skip(command: str, options: str, tools: Sequence[str]) -> str:
    if _BY_LAYOUT.search(options):
        return "FileCheck compares it blank by blank, or in another file"
    if re.search(r"\bnot\s|2>", command):
        return "it reads messages"
    if "%s" not in command:
        return "it does not run on the file"
    bare = _QUOTED.sub(_without_text, command)
    if "'" in bare or '"' in bare:
        return "its quotes do not match"
    if re.search(r"[()`]", bare):
        return "it runs a command inside of another"
    *others, tool = map(_program, re.split(r"[|&;]+", bare))
    for each in (*others, tool):
        if each not in tools and ("/" in each or each == "sdy-reduce"):
            return f"it runs '{each}' (--tool={each} allows that)"
    if tool not in tools and not _TOOLS.match(tool):
        return f"'{tool}' is not known to print programs (--tool={tool} allows it)"
    for other in others:
        if not (other in tools or other in _HARMLESS or other.startswith("sdy-") or _TOOLS.match(other)):
            return f"it runs '{other}', too (--tool={other} allows that)"
    return ""


def _without_text(quoted: re.Match[str]) -> str:
    """Returns what replaces text in quotes: the sign of a command inside of it, if there is one."""
    return "`" if quoted[0].startswith('"') and re.search(r"\$\(|`", quoted[0]) else "_"


def _program(command: str) -> str:
    """Returns the name of the program that a command without pipes runs."""
    words = command.split()
    while words and (words[0] == "env" or re.match(r"\w+=", words[0])):
        del words[0]
    return words[0] if words else ""


def output_of(run: RunLine, file: Path, home: Path) -> str:
    """Returns the output of a RUN line of `file`, a copy of a test in the folder `home`. Raises RunLineError."""
    shell = shutil.which("bash") or "sh"
    with tempfile.TemporaryDirectory() as folder:
        command = _substituted(run.command, file, home, Path(folder, "t"))
        pipes = "set -o pipefail\n" if shell.endswith("bash") else ""
        done = subprocess.run(
            [shell, "-c", f"{pipes}{_SHELL}{command}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120"},
        )
    if done.returncode:
        raise RunLineError(run.line, f"the RUN line ended with status {done.returncode}\n{done.stderr}".rstrip())
    return done.stdout


def _substituted(command: str, file: Path, home: Path, scratch: Path) -> str:
    """Returns `command` with the paths for `%s`, `%S`, `%t` and similar."""
    values = {
        "%%": "%",
        "%s": shlex.quote(str(file)),
        "%S": shlex.quote(str(home)),
        "%p": shlex.quote(str(home)),
        "%t": shlex.quote(str(scratch)),
        "%T": shlex.quote(str(scratch.parent)),
        "%{s:basename}": shlex.quote(file.name),
    }
    return re.sub(r"%%|%\{s:basename\}|%[sSptT]\b", lambda found: values[found[0]], command)


# The text of a golden test, in which CHECK lines precede the operation that they are about.

NOTE = "NOTE: Assertions have been autogenerated by update_checks."
_NOTE = re.compile(r"^\s*(?://|#|;)\s*NOTE: .*\bupdate_checks\b")
_RUN_COMMENT = re.compile(r"^\s*(//|#|;)\s*RUN:", re.MULTILINE)
_COMMENT = re.compile(r"^\s*(?://|#|;)")
_EXPECTED_BELOW = re.compile(r"\bexpected-\w+(?:-re)? +@(?:below|\+)")
_ROUNDS = 4
"""The number of attempts to write lines that change the output themselves, for example through positions."""

Checks = list[tuple[str, str]]
"""CHECK lines without their prefix; see `check_lines`."""


def updated(path: Path, text: str, runs: Sequence[RunLine]) -> str:
    """Returns the text of the test at `path` with CHECK lines for the output of `runs`. Raises RunLineError."""
    if "\r\n" in text:
        return updated(path, text.replace("\r\n", "\n"), runs).replace("\n", "\r\n")
    original = text
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        for _ in range(_ROUNDS):
            copy.write_text(text, encoding="utf-8", errors="surrogateescape")
            try:
                outputs = [output_of(run, copy, path.resolve().parent) for run in runs]
            except RunLineError as error:
                words = str(error).replace(str(copy), str(path))
                if text != original:
                    words += f"\nThe lines of {path} are counted with the CHECK lines that it would have."
                raise RunLineError(error.line, words) from None
            before, text = text, _rewritten(text, runs, outputs, str(copy))
            if text == before:
                return text
    raise RunLineError(runs[0].line, "what it prints changes with each line of the file, so that no CHECK lines fit")


def _rewritten(text: str, runs: Sequence[RunLine], outputs: Sequence[str], path: str) -> str:
    """Returns `text` with new CHECK lines and a note that they are generated. `path` is where it was run."""
    marker = _RUN_COMMENT.findall(text)[0]
    source = _without_checks(text, {prefix for run in runs for prefix in run.prefixes})
    by_run = [_placed(source, run, output) for run, output in zip(runs, outputs, strict=True)]
    lines = [f"{marker} {NOTE}"]
    for number, line in enumerate(source):
        indent = line[: len(line) - len(line.lstrip())]
        for prefix, checks in _by_prefix(number, runs, by_run):
            width = max(len(kind) for kind, _ in checks)
            for kind, pattern in checks:
                there = pattern.replace(path, "{{.*}}" + Path(path).name)
                lines.append(f"{indent}{marker} {prefix}{kind}:{' ' * (width - len(kind))} {there}".rstrip())
        lines.append(line)
    return "\n".join(lines) + "\n"


def _without_checks(text: str, prefixes: set[str]) -> list[str]:
    """Returns the lines of a test without the note, the CHECK lines and the blank lines that separate them."""
    names = "|".join(map(re.escape, prefixes))
    check = re.compile(rf"^\s*(?://|#|;)\s*(?:{names})(?:-[A-Z]+(?:-\d+)?)?(?:\{{LITERAL\}})?:")
    kept: list[str] = []
    has_removed = False
    for line in text.removesuffix("\n").split("\n"):
        if check.match(line) or (not kept and _NOTE.match(line)):
            has_removed = True
        elif not (has_removed and not line.strip() and (not kept or not kept[-1].strip())):
            kept.append(line)
            has_removed = False
    return kept


def _placed(source: Sequence[str], run: RunLine, output: str) -> dict[int, Checks]:
    """Returns the CHECK lines for the output of a RUN line, by the number of the line that follows them."""
    chunks, outputs = [(0, len(source))], [output]
    if run.split_marker is not None:
        chunks, outputs = list(_chunks(source, run.split_marker)), parts(output, run.output_marker)
        if len(chunks) != len(outputs):
            raise RunLineError(run.line, f"the file has {len(chunks)} parts, and {len(outputs)} are printed")
    placed: dict[int, Checks] = {}
    for (start, stop), printed in zip(chunks, outputs, strict=True):
        place = _Place(source, start, stop)
        for item in items(printed):
            place.put(item)
        placed |= place.finish()
    return {_above_expectations(source, number): checks for number, checks in placed.items()}


def _above_expectations(source: Sequence[str], number: int) -> int:
    """Returns the line at which CHECK lines part no `expected-error @below` from the line that it is about."""
    for above in range(number - 1, -1, -1):
        if not _COMMENT.match(source[above]):
            break
        if _EXPECTED_BELOW.search(source[above]):
            number = above
    return number


def _chunks(source: Sequence[str], marker: str) -> Iterator[tuple[int, int]]:
    """Returns the range of lines of each part of the file."""
    start = 0
    for number, line in enumerate(source):
        if line.startswith(marker):
            yield start, number
            start = number + 1
    yield start, len(source)


class _Place(Record):
    """The places of lines for the operations of one program, which are visited in printed order."""

    source: Sequence[str]
    start: int
    stop: int

    def __post_init__(self) -> None:
        self.placed: dict[int, Checks] = {}
        self.anchor: int | None = None
        self.leading: Checks = []

    def put(self, item: Item) -> None:
        """Places an operation before the line that defines it, or after the previous one if no line does."""
        if (found := self._definition(item)) is not None:
            self.anchor = found
            self.placed[found] = self.leading
            self.leading = []
        checks = self.leading if self.anchor is None else self.placed[self.anchor]
        new = check_lines(item)
        if checks and item.follows and not item.is_label:
            new[0] = ("-NEXT", new[0][1])
        checks += new

    def finish(self) -> Mapping[int, Checks]:
        """Returns the operations by their places."""
        if self.leading:
            code = [number for number in range(self.start, self.stop) if self._is_code(number)]
            self.placed[code[0] if code else self.stop - 1] = self.leading
        return self.placed

    def _definition(self, item: Item) -> int | None:
        """Returns the number of the next line that defines the symbol of an operation."""
        if not item.symbol:
            return None
        name = re.escape(item.symbol)
        op = re.escape(item.op.removeprefix("func."))
        written = re.compile(rf'^\s*(?:"?(?:\w+\.)?{op}"?\b[^(%@]*@"?{name}"?(?![\w$.-])|.*\bsym_name = "{name}")')
        first = self.start if self.anchor is None else self.anchor + 1
        lines = range(first, self.stop)
        return next((line for line in lines if self._is_code(line) and written.match(self.source[line])), None)

    def _is_code(self, number: int) -> bool:
        return bool(self.source[number].strip()) and not _COMMENT.match(self.source[number])


def _by_prefix(
    number: int, runs: Sequence[RunLine], by_run: Sequence[Mapping[int, Checks]]
) -> Iterator[tuple[str, Checks]]:
    """Returns the CHECK lines before a line of the file, for each necessary prefix.

    As in LLVM's scripts, each RUN line uses the first of its prefixes for which all RUN lines print the same.
    """
    here = [placed.get(number, []) for placed in by_run]
    done: set[str] = set()
    for run, checks in zip(runs, here, strict=True):
        for prefix in run.prefixes:
            if all(checks == others for one, others in zip(runs, here, strict=True) if prefix in one.prefixes):
                if prefix not in done and checks:
                    yield prefix, checks
                done.add(prefix)
                break
        else:
            alike = [one.line for one in runs if one is not run and set(one.prefixes) & set(run.prefixes)]
            raise RunLineError(run.line, f"it prints something else than line {alike[0]}, which has its --check-prefix")


# The `sdy-update-checks` command.

_HELP = """Writes the CHECK lines of golden tests from the output of their RUN lines.

Without --write, changes are shown instead, and the exit status is 1 if there are any. Review the new lines: they are
what the commands print, not necessarily what they should print.
"""


def _update_checks(
    files: Sequence[str], write: bool, update_only: bool, tool: Sequence[str], color: str, **options: Any
) -> None:
    """Runs the command, with the parameters that Click has parsed; the other options are those of messages."""
    is_failure = False
    for path in files:
        text, _ = console.read_text(path)
        if update_only and not _NOTE.match(text.partition("\n")[0]):
            continue
        try:
            new = _updated(path, text, tool)
        except RunLineError as error:
            _say("error", str(error), path, error.line)
            is_failure = True
            continue
        if new == text:
            continue
        if write:
            console.write_text(path, new)
            click.echo(f"{path}: written", err=True)
        else:
            is_failure = True
            click.echo(for_standard_output(_difference(path, text, new), color), nl=False)
    if is_failure:
        raise click.exceptions.Exit(EXIT_FAILURE)


def _updated(path: str, text: str, tools: Sequence[str]) -> str:
    """Returns the updated text of a test, and reports RUN lines that are skipped. Raises RunLineError."""
    runs = list(run_lines(text, tools))
    for run in runs:
        if run.skipped:
            _say("remark", f"no CHECK lines are written for this RUN line: {run.skipped}", path, run.line)
    if not runs:
        _say("remark", "no RUN line pipes what it prints into FileCheck", path)
    checked = runs_to_write(runs)
    return updated(Path(path), text, checked) if checked else text


def _say(severity: str, text: str, path: str, line: int | None = None) -> None:
    """Writes a message about a test, or about a line of it, to standard error."""
    sys.stderr.write(written([Message(severity, text, Extent(path, line))], console.message_style()))


def _difference(path: str, old: str, new: str) -> str:
    """Returns the changes to a test as a unified diff."""
    lines = difflib.unified_diff(old.split("\n"), new.split("\n"), path, f"{path} as it would be written", lineterm="")
    return "".join([f"{line}\n" for line in lines])


_OPTIONS = (
    Flag("write", "Write the files that would change."),
    Flag("update-only", "Leave files alone whose CHECK lines were not written by this before."),
    ValueFlag(
        "tool",
        "A further command that may run, or prints programs, besides those whose names end in 'opt'.",
        "NAME",
        multiple=True,
    ),
)

COMMAND = MlirCommand(
    "sdy-update-checks",
    _update_checks,
    _HELP,
    click.Argument(["files"], nargs=-1, required=True, metavar="FILE...", shell_complete=files),
    (Section("Options", _OPTIONS), Section("Diagnostics", StyleOptions.flags())),
)

run = COMMAND.run
