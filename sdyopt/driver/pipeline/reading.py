"""Pipelines from text: `builtin.module(sdy-inline-meshes,func.func(…))`, with MLIR's messages."""

from __future__ import annotations

from sdyopt.driver.pipeline.entries import PassEntry
from sdyopt.driver.pipeline.model import PassInvocation, Pipeline, invoked
from sdyopt.driver.pipeline.options import OptionError, read_options
from sdyopt.driver.pipeline.registry import find_pass, unknown_pass
from sdyopt.driver.pipeline.syntax import BLANKS, PipelineElement, PipelineError, fail, read_elements
from sdyopt.rewriting.passes import ANY, OptionValue

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
    try:
        given = read_options(options, entry)
    except OptionError as error:
        message, unknown = str(error) if entry.is_pipeline else f"{error}\n", error.unknown
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
        raise PipelineError(message, unknown, tuple(entry.options))
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
            find_pass(element.name)
        except KeyError:
            error = unknown_pass(element.name)
            fail(text, element.offset, str(error), error.unknown, error.known)


def _built(anchor: str, elements: list[PipelineElement]) -> Pipeline:
    """Returns the pipeline of `elements`; a pipeline without a name runs on any operation."""
    built: list[PassInvocation | Pipeline] = []
    for element in elements:
        if element.inner is None:
            built += read_pass(find_pass(element.name), element.options, anchor)
            continue
        try:
            built.append(_built(element.name or ANY, element.inner))
        except PipelineError as error:
            message = f"{error}failed to add `{element.name}` with options `` to inner pipeline\n"
            raise PipelineError(message, error.unknown, error.known) from None
    return Pipeline(anchor, tuple(built))
