"""Pipelines as values: which passes run on which operations, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.pipeline.registry import BLANKS, PassEntry, PipelineElement, PipelineError, fail, find_named, read_elements
from sdyopt.rewriting.passes import ANY, MODULE, Option, OptionValue, PassPipeline, option_name


class PassInvocation(NamedTuple):
    """An invocation of a pass in a pipeline, with the values of its options by name."""

    entry: PassEntry
    options: tuple[tuple[str, OptionValue], ...] = ()
    instance: Any = None
    """A pass object that a Python program has created, if any."""

    @property
    def name(self) -> str:
        """The name of the pass: `sdy-inline-meshes`."""
        return self.entry.name

    def __str__(self) -> str:
        """The pass with all its options, including defaults."""
        given = dict(self.options)
        shown = [name for name, option in self.entry.options.items() if not option.is_newer or name in given]
        return f"{self.name}{{{print_options(self.entry, given)}}}" if shown else self.name

    def make(self) -> Any:
        """Returns the pass, ready to run. Its options are keyword arguments: `debug-x` is `debug_x`."""
        if self.instance is not None:
            return self.instance
        cls = self.entry.load()
        fields = {option_name(field): field for field in getattr(cls, "_options", ())}
        return cls(**{fields.get(name, name.replace("-", "_")): value for name, value in self.options})


class Pipeline(NamedTuple):
    """Passes and nested pipelines, in order, that run on operations named `anchor` (or ANY).

    Nested pipelines run on the operations inside. The text is that of MLIR:
    `builtin.module(sdy-inline-meshes,func.func(…))`.
    """

    anchor: str = MODULE
    elements: tuple[PassInvocation | Pipeline, ...] = ()

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(map(str, self.elements))})"

    @classmethod
    def of(cls, passes: Sequence[PassInvocation | Pipeline]) -> Pipeline:
        """Returns the pipeline of passes on a module; passes on functions are nested, neighbours in one pipeline."""
        elements: list[PassInvocation | Pipeline] = []
        for step in passes:
            if isinstance(step, Pipeline):
                elements.append(step)
                continue
            anchor = step.entry.anchor
            last = elements[-1] if elements else None
            if anchor in (MODULE, ANY):
                elements.append(step)
            elif isinstance(last, Pipeline) and last.anchor == anchor:
                elements[-1] = Pipeline(anchor, (*last.elements, step))
            else:
                elements.append(Pipeline(anchor, (step,)))
        return cls(elements=tuple(elements))


def invoked(
    entry: PassEntry, options: tuple[tuple[str, OptionValue], ...] = ()
) -> tuple[PassInvocation | Pipeline, ...]:
    """Returns a pass with options; or, of a pipeline with a name, the passes that it consists of.

    Of the latter each that runs on functions, say, is in a pipeline of its own. Raises PipelineError if options have no
    pipeline in the release that is followed.
    """
    if not entry.is_pipeline:
        return (PassInvocation(entry, options),)
    from sdyopt.pipeline.registry import find_part

    made: PassPipeline = PassInvocation(entry, options).make()
    elements: list[PassInvocation | Pipeline] = []
    try:
        passes = made.passes()
    except CompilationError as error:
        raise PipelineError(f"{error.diagnostics[0].message}\n") from None
    for name, given in passes:
        part = find_part(name)
        step = PassInvocation(part, given)
        elements.append(step if part.anchor in (entry.anchor, ANY) else Pipeline(part.anchor, (step,)))
    return tuple(elements)


# Options of passes as text, `first=true second={a b}`, parsed and printed as in MLIR.

_BOOLS = dict.fromkeys(("", "true", "TRUE", "True", "1"), True) | dict.fromkeys(("false", "FALSE", "False", "0"), False)
_BASES = {"0x": 16, "0X": 16, "0b": 2, "0B": 2, "0o": 8}
_PAIRS = {"'": "'", '"': '"', "{": "}"}


class OptionError(Exception):
    """Invalid options of a pass, with MLIR's message; `unknown` is a word where it has to be one of `known`."""

    def __init__(self, message: str, unknown: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.unknown = unknown
        self.known = known


def read_options(text: str, entry: PassEntry) -> dict[str, OptionValue]:
    """Returns the values of a pass's options in `text`. Raises OptionError, also for an option of a later release."""
    known = entry.options
    found: dict[str, OptionValue] = {}
    text = text.strip(BLANKS)
    while text:
        name, value, text = _next_option(text)
        if not name:
            continue
        if name not in known or known[name].is_newer:
            choices = tuple([each for each in known if not known[each].is_newer])
            raise OptionError(f"<Pass-Options-Parser>: no such option {name}\n", name, choices)
        found[name] = _read_value(name, value, known[name])
    return found


def print_options(entry: PassEntry, given: Mapping[str, OptionValue]) -> str:
    """Returns every option of a pass with its value: `a=true b={c d}`; as in MLIR, an empty list is only a blank."""
    values = {name: given.get(name, option.default) for name, option in entry.options.items()}
    values = {
        name: value
        for name, value in values.items()
        if not (entry.options[name].is_newer and value == entry.options[name].default)
    }
    return " ".join(["" if value == () else f"{name}={_printed(value)}" for name, value in values.items()])


def _next_option(text: str) -> tuple[str, str | None, str]:
    """Returns the name and the value of the first option in `text`, and the rest of the text."""
    end = next((index for index, c in enumerate(text) if c in " ="), len(text))
    name, rest = _without_quotes(text[:end]), text[end:]
    if not rest.startswith("="):
        return name, None, rest.lstrip(BLANKS)
    end = _end_of_value(rest, 1)
    return name, _without_quotes(rest[1:end]), rest[end:].lstrip(BLANKS)


def _end_of_value(text: str, start: int) -> int:
    """Returns the end of the value at `start`: the first blank outside of quotes and braces."""
    depth = 0
    index = start
    while index < len(text):
        c = text[index]
        if c == " " and not depth:
            break
        if c in "'\"":
            closing = text.find(c, index + 1)
            index = index if closing < 0 else closing
        depth = max(0, depth + (c == "{") - (c == "}"))
        index += 1
    return index


def _without_quotes(text: str) -> str:
    """Returns `text` without the quotes or braces around it."""
    text = text.strip(BLANKS)
    return text[1:-1].strip(BLANKS) if len(text) > 1 and _PAIRS.get(text[0]) == text[-1] else text


def _read_value(name: str, text: str | None, option: Option) -> OptionValue:
    """Returns the value of the option `name`, of the type of its default; None means no `=`. Raises OptionError."""
    if isinstance(default := option.default, bool):
        if (known := _BOOLS.get(text or "")) is None:
            raise _bad_value(name, f"'{text}' is invalid value for boolean argument! Try 0 or 1")
        return known
    if isinstance(default, tuple):
        return tuple([_without_quotes(word) for word in _words(text or "")])
    if text is None:
        raise _bad_value(name, "requires a value!")
    if option.choices and text not in option.choices:
        raise _bad_value(name, f"Cannot find option named '{text}'!", text, option.choices)
    if isinstance(default, str):
        return text
    if (number := _integer(text)) is None:
        raise _bad_value(name, f"'{text}' value invalid for long argument!")
    return number


def _words(text: str) -> list[str]:
    """Returns the parts of `text` between commas outside of quotes and brackets."""
    words: list[str] = []
    start = 0
    while (comma := _find(text, start, ",")) >= 0:
        words.append(text[start:comma])
        start = comma + 1
    return [*words, text[start:]] if text else []


_BRACKETS = {"{": "}", "(": ")", "[": "]"}


def _find(text: str, index: int, sought: str) -> int:
    """Returns where the character `sought` is outside of quotes and brackets from `index` on; -1 if nowhere.

    All that follows a quote or a bracket without an end counts as inside it.
    """
    while 0 <= index < len(text):
        c = text[index]
        if c == sought:
            return index
        if c in _BRACKETS:
            index = _find(text, index + 1, _BRACKETS[c])
        elif c in "'\"":
            index = text.find(c, index + 1)
        if index < 0:
            return -1
        index += 1
    return -1


def _bad_value(name: str, message: str, unknown: str = "", known: tuple[str, ...] = ()) -> OptionError:
    return OptionError(f"for the --{name} option: {message}\n", unknown, known)


def _integer(text: str) -> int | None:
    """Returns a number of 64 bits: decimal, or with the prefix of another base."""
    digits = text.removeprefix("-")
    base = _BASES.get(digits[:2], 8 if digits.startswith("0") else 10)
    if not digits.isascii() or not digits.isalnum():
        return None
    try:
        number = int(text, 0 if digits[:2] in _BASES else base)
    except ValueError:
        return None
    return number if -(2**63) <= number < 2**63 else None


def _printed(value: OptionValue) -> str:
    if isinstance(value, tuple):
        return f"{{{','.join(value)}}}"
    if isinstance(value, str) and " " in value and not any(c in value for c in "{'\""):
        return f"{{{value}}}"
    return str(value).lower() if isinstance(value, bool) else str(value)


# Pipelines from text: `builtin.module(sdy-inline-meshes,func.func(…))`, with MLIR's messages.

_NOT_WRAPPED = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'\n"


def read_pipeline(text: str) -> Pipeline:
    """Returns the pipeline in `text`. Raises PipelineError, and BrokenPassError for a pass that cannot be run."""
    text = text.strip(BLANKS)
    start = text.find("(")
    if start <= 0 or not text.endswith(")"):
        raise PipelineError(_NOT_WRAPPED)
    inner = text[start + 1 : -1]
    elements = read_elements(inner) if inner else []
    _check_names(elements, inner)
    return _built(text[:start].rstrip(BLANKS), elements)


def read_pass(entry: PassEntry, options: str, anchor: str) -> tuple[PassInvocation | Pipeline, ...]:
    """Returns the invocation of a pass with options as text, or the elements of a named pipeline.

    Raises PipelineError or BrokenPassError.
    """
    given: dict[str, OptionValue] = {}
    message = unknown = ""
    known: tuple[str, ...] = ()
    try:
        given = read_options(options, entry)
    except OptionError as error:
        message, unknown, known = str(error) if entry.is_pipeline else f"{error}\n", error.unknown, error.known
    for name, option in entry.options.items():
        if option.is_pipeline and name in given and not message:
            message = _problem(str(given[name]))
    elements = () if message and entry.is_pipeline else invoked(entry, tuple(given.items()))
    for element in elements:
        part = element.entry if isinstance(element, PassInvocation) else None
        if part is not None and anchor != part.anchor and ANY not in (anchor, part.anchor):
            message += (
                f"Can't add pass '{part.class_name}' restricted to '{part.anchor}' on a PassManager intended to run on "
                f"'{anchor}', did you intend to nest?\n"
            )
            break
    if message:
        message += f"failed to add `{entry.name}` with options `{options}`\n"
        raise PipelineError(message, unknown, known)
    return elements


def _problem(inner: str) -> str:
    """Returns why a text is not the inner part of a pipeline that runs on any operation; empty if it is."""
    try:
        read_pipeline(f"{ANY}({inner})")
    except PipelineError as error:
        return f"{error}Failed to parse composite pass pipeline\n"
    return ""


def _check_names(elements: list[PipelineElement], text: str) -> None:
    """Raises PipelineError for the first element that is neither a pipeline nor a known pass."""
    for element in elements:
        if element.inner is not None:
            _check_names(element.inner, text)
            continue
        try:
            find_named(element.name)
        except PipelineError as error:
            fail(text, element.offset, str(error), error.unknown, error.known)


def _built(anchor: str, elements: list[PipelineElement]) -> Pipeline:
    """Returns the pipeline of `elements`; a pipeline without a name runs on any operation."""
    built: list[PassInvocation | Pipeline] = []
    for element in elements:
        if element.inner is None:
            built += read_pass(find_named(element.name), element.options, anchor)
            continue
        try:
            built.append(_built(element.name or ANY, element.inner))
        except PipelineError as error:
            message = f"{error}failed to add `{element.name}` with options `` to inner pipeline\n"
            raise PipelineError(message, error.unknown, error.known) from None
    return Pipeline(anchor, tuple(built))
