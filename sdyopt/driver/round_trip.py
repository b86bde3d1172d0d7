"""Round trips: verifies that a program stays the same when it is printed and parsed again, in both forms."""

from __future__ import annotations

from itertools import zip_longest

from sdyopt.dialects import REGISTRY
from sdyopt.driver.io.top_level import only_operation
from sdyopt.ir.operation import Operation
from sdyopt.ir.resources import Resources
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Note
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.read.description import describe_operation
from sdyopt.mlir.read.reading import parse
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.print_options import PrintOptions
from sdyopt.mlir.write.printer import print_operation

_FORMS = {"textual": PrintOptions(debug_info=True), "generic": PrintOptions(generic=True, debug_info=True)}


def verify_round_trip(op: Operation, source: Source, resources: Resources, allow_unregistered: bool) -> None:
    """Raises CompilationError if the text of `op` cannot be parsed, or is another program.

    This uses the forms that can be parsed, in which nothing is omitted, whatever the form of the output.
    """
    wanted = print_operation(op, source, _FORMS["generic"], resources)
    for form, options in _FORMS.items():
        text = wanted if options.generic else print_operation(op, source, options, resources)
        found = _read_back(op, form, Source(text), allow_unregistered)
        if found != wanted:
            raise _failure(op, f"{form} round trip gives another program", _first_difference(wanted, found))


def _read_back(op: Operation, form: str, printed: Source, allow_unregistered: bool) -> str:
    """Returns the generic form of a printed text."""
    try:
        parsed = parse(printed.text, REGISTRY, allow_unregistered)
        Verifier(REGISTRY, describe_operation).verify(parsed.module)
        again = only_operation(parsed.module, printed.name) if op.name != parsed.module.name else parsed.module
    except CompilationError as error:
        said = [diagnostic.message for diagnostic in error.diagnostics]
        message = f"failed to parse {form} content back, cannot verify round-trip"
        raise _failure(op, message, [*said, _line(printed, error.diagnostics[0])]) from None
    return print_operation(again, printed, _FORMS["generic"], parsed.resources)


def _line(printed: Source, diagnostic: Diagnostic) -> str:
    """Returns the line of the printed text that a diagnostic is about."""
    location = diagnostic.location
    if not isinstance(location, int) or location < 0:
        return "the printed text is invalid"
    start, end = printed.line_bounds(location)
    return f"printed: {printed.text[start:end].strip()}"


def _first_difference(wanted: str, found: str) -> list[str]:
    """Returns the first line that differs, before and after."""
    for line, (before, after) in enumerate(zip_longest(wanted.split("\n"), found.split("\n"), fillvalue=""), 1):
        if before != after:
            return [f"line {line} of the generic form was: {before.strip()}", f"and is read back as: {after.strip()}"]
    return []


def _failure(op: Operation, message: str, notes: list[str]) -> CompilationError:
    return CompilationError(
        [
            Diagnostic(
                "error", f"'{op.name}' op {message}", op.location, tuple(Note(text, op.location) for text in notes)
            )
        ]
    )
