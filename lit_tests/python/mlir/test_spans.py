"""What the parser has read where: on request, and the same program as without the request."""

from __future__ import annotations

from pathlib import Path

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import Spans, parse
from tools import corpus

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
    assert lines == [
        ("%a", 2, 1),
        ("%later", 2, 3),
        ("%r", 3, 2),
        ("%q", 6, 5),
        ("%a", 8, 1),
        ("%s", 8, 2),
    ]
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
