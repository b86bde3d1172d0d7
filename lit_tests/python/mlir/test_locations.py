"""Locations, and programs that cannot be read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.driver.self_checks import verify_round_trip
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.locations import UNKNOWN, FileLineColRange, FusedLoc, NameLoc, OffsetLoc, fused
from sdyopt.mlir.diagnostics import CompilationError, Source
from sdyopt.mlir.read.parser import Spans, parse
from tools import corpus

# Locations, and what the parser has read where.


A, B = NameLoc("a"), NameLoc("b")


def test_one_location_stands_alone() -> None:
    assert fused([A, UNKNOWN, A]) is A
    assert fused([7, UNKNOWN]) == 7


def test_of_none_nothing_is_known() -> None:
    assert fused([]) is UNKNOWN
    assert fused([UNKNOWN]) is UNKNOWN


def test_fused_ones_are_flattened_unless_they_say_more() -> None:
    more = FusedLoc((A,), StringAttr("metadata"))
    assert fused([FusedLoc((A, B)), 3, A, more]) is FusedLoc((A, B, OffsetLoc(3), more))


def test_offsets_are_resolved() -> None:
    source = Source("one\ntwo\n")
    assert source.resolve(5) is FileLineColRange("-", 2, 2)
    assert source.resolve(A) is A
    assert source.resolve(FusedLoc((A, OffsetLoc(4)))) is FusedLoc((A, FileLineColRange("-", 2, 1)))
    assert source.resolve(FusedLoc((FileLineColRange("-", 2, 1), OffsetLoc(4)))) is FileLineColRange("-", 2, 1)


INPUTS = Path(__file__).parent / "Inputs"
TEXT = (INPUTS / "spans.text.txt").read_text(encoding="utf-8")


def _read(text: str) -> Spans:
    spans = Spans()
    parse(text, REGISTRY, allow_unregistered=True, spans=spans)
    return spans


def test_names_lead_to_their_definitions() -> None:
    """Also those that are used before them, and those that another region has as well."""
    spans = _read(TEXT)
    uses = [
        (TEXT[at : spans.names[at]], TEXT.count("\n", 0, at) + 1, spans.places[value]) for at, value in spans.uses()
    ]
    lines = [(name, line, TEXT.count("\n", 0, place) + 1) for name, line, place in uses]
    assert lines == [("%a", 2, 1), ("%later", 2, 3), ("%r", 3, 2), ("%q", 6, 5), ("%a", 8, 1), ("%s", 8, 2)]
    results = spans.definitions[TEXT.index("%r:2")]
    assert len(results) == 2 and spans.value_at(TEXT.index("%r#1")) is results[1]


def test_heads_of_functions_have_arguments_and_results() -> None:
    spans = _read(TEXT)
    first, second = TEXT.index("func.func"), TEXT.rindex("func.func")
    assert [TEXT[start:end] for start, end in spans.arguments[first]] == ['%a: tensor<2xf32> {x.y = "%a"}', "%b: i1"]
    assert [TEXT[start:end] for start, end in spans.results[first]] == ["tensor<2xf32> {x.z = 1 : i32}", "i1"]
    assert [TEXT[start:end] for start, end in spans.arguments[second]] == ["i1 {x.y}", "i32"]


def test_a_text_with_an_error_has_what_comes_before_it() -> None:
    spans = Spans()
    text = TEXT.replace("return %a", "return %%")
    with pytest.raises(CompilationError):
        parse(text, REGISTRY, allow_unregistered=True, spans=spans)
    assert text.index("%later =") in spans.definitions


@pytest.mark.parametrize(
    "name", ["mlp", "transformer_locations", pytest.param("transformer_deep", marks=pytest.mark.long)]
)
def test_every_name_has_a_meaning(name: str) -> None:
    """The module is the same, and what is used is what its operations have."""
    text = corpus.text(name)
    spans = Spans()
    module = parse(text, REGISTRY, spans=spans).module
    assert str(module) == str(parse(text, REGISTRY).module)
    used = {value for _, value in spans.uses()}
    assert used <= spans.places.keys()
    written = {value for value in spans.places if text[spans.places[value]] == "%"}
    for op in module.walk():
        assert all(operand in used for operand in op.operands if operand in written)


# A program that cannot be read back is told of, with why.


UNREADABLE = "func.func @f() {\n  return\n}\n"


def test_what_cannot_be_read_back_is_told() -> None:
    """A function that has lost its return."""
    module = parse(UNREADABLE, REGISTRY).module
    source = Source(UNREADABLE)
    verify_round_trip(module, source, {}, allow_unregistered=False)
    for op in list(module.walk()):
        if op.name == "func.return":
            op.erase()
    with pytest.raises(CompilationError) as caught:
        verify_round_trip(module, source, {}, allow_unregistered=False)
    (error,) = caught.value.diagnostics
    assert error.message == "'builtin.module' op failed to parse textual content back, cannot verify round-trip"
    assert [note.message for note in error.notes] == [
        "custom op 'func.func' expected non-empty function body",
        "printed: func.func @f() {",
    ]
