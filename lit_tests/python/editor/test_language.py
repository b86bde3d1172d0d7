"""The functions of `sdyopt.editor.language` that editors use: no editor, no server."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from sdyopt.editor.language import (
    Document,
    Span,
    code_lenses,
    completions,
    definitions,
    document_symbols,
    format_text,
    hover,
    inlay_hints,
    references,
)
from sdyopt.editor.language.scanning import Structure, token_at, without_locations
from sdyopt.view.command import COMMAND
from tools import corpus
from tools.recorded.record_xla_form import record_path, sections
from tools.reference import RELEASE

INPUTS = Path(__file__).parent / "Inputs"
PROGRAM = (INPUTS / "language.program.txt").read_text(encoding="utf-8")

REGIONS = (INPUTS / "language.regions.txt").read_text(encoding="utf-8")


def lines_of(text: str, offsets: list[int]) -> list[int]:
    """The numbers of lines, from 1."""
    return [text.count("\n", 0, offset) + 1 for offset in offsets]


def shown(document: Document, name: str, after: str = "") -> str:
    text = document.text
    found = hover(document, text.index(name, text.index(after)))
    assert found is not None
    assert name.startswith(text[found.span.start : found.span.end].strip())
    return found.text


def defined(text: str, name: str, after: str) -> list[int]:
    """The lines on which a name is defined that stands behind another text."""
    found = definitions(Document(text), text.index(name, text.index(after)))
    return lines_of(text, [target.span.start for target in found])


def used(text: str, name: str, after: str) -> list[int]:
    found = references(Document(text), text.index(name, text.index(after)))
    return lines_of(text, [span.start for span in found])


def test_a_value_has_its_type_sharding_share_and_reasons() -> None:
    text = shown(Document(PROGRAM, "p.mlir"), "%0 = stablehlo.dot")
    assert text.startswith("```mlir\n%0 : tensor<16x256xf32>\n```")
    assert 'Sharding `<@mesh, [{"data"}, {"model"}]>`, propagated' in text
    assert "Local shape `8x64`, 2,048 bytes (2 KiB) a device" in text
    assert '- %0 dim 1 "model": argument %w dim 1 → dot_general p.mlir:7 (factor j) → %0' in text


def test_one_of_several_results_answers_for_itself() -> None:
    text = shown(Document(PROGRAM, "p.mlir"), "%out#1", "%2 =")
    assert text is not None
    way = "(factor {}) → call @twice p.mlir:8 → tanh p.mlir:14 → call @twice p.mlir:8 → %out#1"
    assert text.splitlines() == [
        *("```mlir", "%out#1 : tensor<16x256xf32>", "```", ""),
        *('Sharding `<@mesh, [{"data"}, {"model"}]>`, propagated', ""),
        *("Local shape `8x64`, 2,048 bytes (2 KiB) a device", ""),
        *("Why:", ""),
        f'- %out#1 dim 0 "data": argument %x dim 0 → dot_general p.mlir:7 {way.format("i")}',
        f'- %out#1 dim 1 "model": argument %w dim 1 → dot_general p.mlir:7 {way.format("j")}',
    ]


def test_other_names_answer() -> None:
    document = Document(PROGRAM)
    assert "8 devices" in shown(document, "@mesh")
    assert "func.func private @twice(%x: tensor<16x256xf32>)" in shown(document, "@twice")
    assert "1 call" in shown(document, "@twice")
    assert "Inlines meshes into shardings" in shown(document, "sdy-inline-meshes")
    assert "custom<" in shown(document, "stablehlo.add ")
    assert shown(document, "return").startswith("**func.return**")
    assert "**arith.constant**" in shown(Document("%0 = arith.constant 1 : i32"), "arith.constant")
    assert hover(document, PROGRAM.index("=")) is None


def test_values_are_found_in_their_function() -> None:
    assert defined(PROGRAM, "%x", "dot_general") == [4]
    assert defined(PROGRAM, "%x", "tanh") == [13]
    assert defined(PROGRAM, "%out#1", "%2 =") == [8]
    assert used(PROGRAM, "%0", "dot_general") == [7, 8]
    assert used(PROGRAM, "%0", "tanh") == [14, 15, 15]


def test_names_of_regions_are_found_in_their_region() -> None:
    assert defined(REGIONS, "%a,", "stablehlo.maximum") == [8]
    assert defined(REGIONS, "%sum", "%sum = stablehlo.maximum") == [9]
    assert defined(REGIONS, "%sum", "  return %sum : tensor<4") == [12]
    assert used(REGIONS, "%sum", "%sum = stablehlo.add %a") == [4, 5]
    assert used(REGIONS, "%sum", "%sum = stablehlo.add %0") == [12, 13]
    assert used(REGIONS, "%arg0", "") == [1, 2, 7]


def test_symbols_and_aliases_are_found() -> None:
    assert defined(PROGRAM, "@twice", "") == [13]
    assert used(PROGRAM, "@twice", "") == [13, 8]
    assert used(PROGRAM, "@mesh", "") == [2, 4, 5]
    text = "#map = affine_map<(d0) -> (d0)>\nmodule attributes {a.b = #map} {}\n"
    assert defined(text, "#map", "attributes") == [1]
    assert used(text, "#map", "attributes") == [1, 2]


BRANCHES = (INPUTS / "language.branches.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("is_analyzed", [False, True])
def test_operands_of_branches_are_uses_and_strings_have_no_names(is_analyzed: bool) -> None:
    """As the scanner finds them while the text is not read, and as the parser has read them."""
    document = Document(BRANCHES)
    if is_analyzed:
        document.analyze()
    found = {
        name: lines_of(BRANCHES, [span.start for span in references(document, BRANCHES.index(name))])
        for name in ("%x", "@f", "#m", "%z")
    }
    assert found == {"%x": [2, 4, 4, 4], "@f": [2, 8], "#m": [1, 2], "%z": [7, 8]}
    branch = BRANCHES.index("%x : i32)")
    assert [target.span.start for target in definitions(document, branch)] == [BRANCHES.index("%x")]


def test_comments_and_strings_name_nothing() -> None:
    text = 'func.func @f(%a: tensor<f32>) {\n  // %a\n  "x.y"(%a) {b = "%a"} : (tensor<f32>) -> ()\n  return\n}\n'
    assert used(text, "%a", "") == [1, 3]


def test_the_outline_has_meshes_and_functions() -> None:
    found = list(document_symbols(Document(PROGRAM)))
    assert [(symbol.kind, symbol.name) for symbol in found] == [
        ("mesh", "@mesh"),
        ("func", "@main"),
        ("func", "@twice"),
    ]
    assert found[0].detail == '<["data"=2, "model"=4]>'
    assert [lines_of(PROGRAM, list(symbol.span)) for symbol in found] == [[2, 2], [4, 11], [13, 16]]
    modules = "module @a attributes {a.b} {\n  module @b {\n  }\n}\nmodule @c {\n}\n"
    symbols = list(document_symbols(Document(modules)))
    assert [lines_of(modules, list(symbol.span)) for symbol in symbols] == [[1, 4], [2, 3], [5, 6]]
    generic = (
        '"builtin.module"() ({\n  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({}) : () -> ()\n})\n'
    )
    assert [symbol.name for symbol in document_symbols(Document(generic))] == ["@f"]


def test_inlay_hints_are_what_propagation_adds() -> None:
    document = Document(PROGRAM)
    hints = {document.text[: hint.offset].split()[-1]: hint.text for hint in inlay_hints(document)}
    assert hints["%0"] == '[{"data"}, {"model"}]'
    assert hints["%2"] == '[{"data"}, {"model"}]'
    assert "(%x" not in hints  # It is written.
    line = PROGRAM.index("%2 =")
    assert [hint.offset for hint in inlay_hints(document, Span(line, line + 10))] == [line + 2]


def test_problems_are_those_of_the_command_with_edits() -> None:
    text = PROGRAM.replace("stablehlo.tanh", "stablehlo.tahn")
    (problem,) = Document(text).problems
    assert (problem.severity, problem.message) == ("error", "custom op 'stablehlo.tahn' is unknown")
    assert problem.hint == "did you mean stablehlo.tan or stablehlo.tanh?"
    assert [fix.text for fix in problem.fixes] == ["stablehlo.tan", "stablehlo.tanh"]
    fix = problem.fixes[1]
    assert text[: fix.span.start] + fix.text + text[fix.span.end :] == PROGRAM
    (warning,) = Document(
        PROGRAM.replace("sdy.sharding = #sdy.sharding<@mesh, [{?}", "sdy.shardin = #sdy.sharding<@mesh, [{?}")
    ).problems
    assert (warning.severity, [fix.text for fix in warning.fixes]) == ("warning", ["sdy.sharding"])


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('<@mesh, [{"modle"}, {}]>', '<@mesh, [{"model"}, {}]>'),
        ("<@mseh, [{}, {}]>", "<@mesh, [{}, {}]>"),
        ('<@mesh, [{}, {}], replicated={"model", "data"}>', '<@mesh, [{}, {}], replicated={"data", "model"}>'),
    ],
)
def test_edits_mend_shardings(wrong: str, right: str) -> None:
    text = f"""sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @f(%a: tensor<8x8xf32>) {{
  %0 = sdy.sharding_constraint %a {wrong} : tensor<8x8xf32>
  return
}}
"""
    (problem,) = Document(text).problems
    (fix,) = problem.fixes
    assert text[: fix.span.start] + fix.text + text[fix.span.end :] == text.replace(wrong, right)


def test_above_an_error_everything_answers() -> None:
    """Whether the text is no MLIR there, or invalid, or ends; below it names are still found."""
    place = PROGRAM.index("  %2 =")
    behind = PROGRAM[PROGRAM.index("  return %2") :]
    broken = [
        f"{PROGRAM[:place]}  %2 = stablehlo.ad\n{behind}",
        f"{PROGRAM[:place]}  %2 = stablehlo.add %out#0, %nothing : tensor<16x256xf32>\n{behind}",
        f"{PROGRAM[:place]}  %2 = stablehlo.add %out#0, %w : tensor<16x256xf32>\n{behind}",
        f'{PROGRAM[:place]}  %2 = "stablehlo.add"(%out#0) : (tensor<16x256xf32>) -> tensor<1xf32>\n{behind}',
        f'{PROGRAM[:place]}  %2 = "stablehlo.reduce"(%0, %0) ({{\n',
    ]
    for text in broken:
        document = Document(text)
        assert document.problems[0].span.start >= place, text
        assert 'Sharding `<@mesh, [{"data"}, {"model"}]>`' in shown(document, "%0 = stablehlo.dot")
        assert next(hint.text for hint in inlay_hints(document)) == '[{"data"}, {"model"}]'
        assert "@main" in [symbol.name for symbol in document_symbols(document)]
        assert definitions(document, text.index("%out#0" if "%out#0" in text else "%0, %0"))


def test_no_beginning_of_a_program_fails() -> None:
    for end in range(0, len(PROGRAM), 53):
        document = Document(PROGRAM[:end])
        document.analyze()
        for offset in (0, end // 2, end):
            hover(document, offset)
            definitions(document, offset)
            references(document, offset)
        inlay_hints(document)
        document_symbols(document)
        assert format_text(document) is None or not document.problems


def test_an_edit_keeps_the_answers_about_what_it_leaves_alone() -> None:
    """Until it is analyzed: the answers are those from before, where they are now."""
    before = Document(PROGRAM)
    before.analyze()
    text = PROGRAM.replace("  %2 = stablehlo.add", "  // It is sharded.\n  %2 =  stablehlo.add")
    after = before.edited(text)
    assert after.has_answers
    assert "Local shape `8x64`" in shown(after, "%0 = stablehlo.dot")
    assert shown(after, "%2 =") == "```mlir\n%2 =  stablehlo.add %out#0, %out#1 : tensor<16x256xf32>\n```"
    assert [text[: hint.offset].split()[-1] for hint in inlay_hints(after)] == ["%0", "%out", "@twice(%x", "%0"]
    after.analyze()
    assert "Local shape `8x64`" in shown(after, "%2 =")
    assert before.edited(PROGRAM) is before


def test_parts_are_programs_of_their_own() -> None:
    text = f"{PROGRAM}// -----\n\nfunc.func @broken(%a: tensor<8xf32> {{\n\n// -----\n{REGIONS}"
    document = Document(text)
    document.analyze()
    (problem,) = document.problems
    assert lines_of(text, [problem.span.start]) == [19]
    assert [symbol.name for symbol in document_symbols(document)] == ["@mesh", "@main", "@twice", "@broken", "@main"]
    assert "%init : tensor<f32>" in shown(document, "%init")
    edited = document.edited(text.replace("@broken", "@b"))
    assert [part.analysis.is_complete for part in edited.parts] == [True, False, True]


def test_formatting_keeps_comments_and_names() -> None:
    ugly = """sdy.mesh   @mesh = <["x"=2]>
// Of the function.
func.func @f(%in: tensor<8xf32>,
     %other: tensor<8xf32>) -> tensor<8xf32> { // begins
   // First.
%first   = stablehlo.add %in,%other : tensor<8xf32> // sum

       %both:2 = "x.y"( %first ) : (tensor<8xf32>) -> (tensor<8xf32>,   tensor<8xf32>)
  return %both#1 : tensor<8xf32>
  // Last.
}
// The end.
"""
    neat = """sdy.mesh @mesh = <["x"=2]>
// Of the function.
func.func @f(%in: tensor<8xf32>, %other: tensor<8xf32>) -> tensor<8xf32> { // begins
  // First.
  %first = stablehlo.add %in, %other : tensor<8xf32> // sum

  %both:2 = "x.y"(%first) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %both#1 : tensor<8xf32>
  // Last.
}
// The end.
"""
    assert format_text(Document(ugly, allow_unregistered_dialect=True)) == neat
    assert format_text(Document(neat, allow_unregistered_dialect=True)) == neat
    assert format_text(Document(ugly)) is None
    parts = f"{neat}\n// -----\n\n{neat}"
    assert format_text(Document(parts, allow_unregistered_dialect=True)) == parts


@pytest.mark.parametrize("name", ["mlp", "transformer_locations", "shard_map_nested"])
def test_what_sdy_opt_has_printed_is_formatted(name: str) -> None:
    """With locations, too."""
    text = corpus.file(name).read_text(encoding="utf-8")
    assert format_text(Document(text)) == text


def test_locations_lead_to_lines_of_other_files() -> None:
    text = corpus.file("transformer_locations").read_text(encoding="utf-8")
    document = Document(text)
    place = text.index("loc(#loc", text.index("stablehlo.dot_general"))
    for offset in (place + 1, place + 6):
        target = definitions(document, offset)[0]
        assert target.file is not None and target.file.endswith(".py") and target.line > 0
        found = hover(document, offset)
        assert found is not None and f"{target.line}" in found.text


def test_locations_are_left_out_without_moving_anything() -> None:
    text = '  %0 = x.y %a {l = loc("a"), m = [loc("b")]} : f32 loc(callsite("f"(#l1) at ")"))\n  return loc(#l)\n'
    plain = without_locations(text)
    assert plain.replace(" ", "") == '%0=x.y%a{l=loc("a"),m=[loc("b")]}:f32\nreturn\n'
    assert [plain.index("return"), len(plain)] == [text.index("return"), len(text)]
    assert without_locations("no locations") == "no locations"


def test_tokens_end_behind_their_last_character() -> None:
    text = '%a#1 @"f g" #map -sdy-x "%b" loc(#l)'
    assert [token and token.text for token in [token_at(text, at) for at in (0, 4, 6, 13, 18, 20)]] == [
        "%a",
        "%a",
        '@"f g"',
        "#map",
        "sdy-x",
        "sdy-x",
    ]
    assert token_at(text, 26) is None


def test_structure_needs_no_module() -> None:
    structure = Structure("%0 = x.y\n%1 = x.z(%0)\n")
    assert structure.definition_of("%0", 19) == 0
    assert structure.symbols == []


@pytest.mark.parametrize("name", ["batched_jit", "adam", "transformer", "control_flow"])
def test_every_name_of_a_program_leads_to_its_value(name: str) -> None:
    """Whatever regions it is in, and whether it is a result, an argument or an initial value of a loop."""
    text = corpus.text(name)
    analysis = Document(text).parts[0].analysis
    structure = analysis.structure
    names = structure.definitions_in(Span(0, len(text)))
    values = {analysis.value_at(span.start): text[span.start : span.end] for span in names}
    assert None not in values
    assert analysis.module is not None
    seen = 0
    for op in analysis.module.walk():
        for operand in op.operands:
            called = values.get(operand)
            place = -1 if called is None or op.location < 0 else text.find(f"{called},", op.location)
            if called is None or place < 0 or "\n" in text[op.location : place]:
                continue
            definition = structure.definition_of(called, place)
            assert definition is not None
            assert analysis.value_at(definition) is operand
            seen += 1
    assert seen > 10


@pytest.mark.long
@pytest.mark.parametrize("step", [16, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_golden_tests_are_formatted_without_a_loss(step: int) -> None:
    """A formatted text stays so, and has the same comments; every place of it can be pointed at."""
    for text in corpus.golden_parts()[::step]:
        document = Document(text, allow_unregistered_dialect=True)
        for offset in range(0, len(text), max(1, len(text) // 5)):
            hover(document, offset)
            definitions(document, offset)
            references(document, offset)
        formatted = format_text(document)
        if formatted is None:
            continue
        assert format_text(Document(formatted, allow_unregistered_dialect=True)) == formatted
        assert _check_lines(formatted) == _check_lines(text)


def _check_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.lstrip().startswith("// CHECK")]


COMPLETED = (INPUTS / "language.completed.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("-sdy-inl", ["-sdy-inline-meshes"]),
        ("jax.r", ["jax.result_info"]),
        ("%3 = sdy.reshard %", ["%0", "%1", "%2", "%x"]),
        ("stablehlo.return %", ["%0", "%a", "%b", "%x"]),
        ("stablehlo.exponential_", ["stablehlo.exponential_minus_one"]),
        ("%0 <@m", ["@mesh"]),
        ('@m, [{"mo', ['"model"']),
        ('=2]>, [{"in', ['"inline"']),
        ('"stablehlo.add_', []),
        ("exponential %0 {re", ["result_accuracy"]),
        ("call @", ["@main", "@twice"]),
        ("one = #o", ["#one"]),
        ("two = #sdy.shar", ["#sdy.sharding", "#sdy.sharding_per_value"]),
        ("result = !quant.uni", ["!quant.uniform"]),
        ("// %", []),
        ("  return %", ["%0", "%1", "%2", "%3", "%4", "%5", "%6", "%7", "%8", "%x"]),
    ],
)
def test_completions(before: str, expected: list[str]) -> None:
    """A completion begins with the text before it, which it replaces."""
    end = COMPLETED.index(before) + len(before)
    found = completions(Document(COMPLETED), end)
    assert [each.label for each in found] == expected
    assert all(each.span.end == end for each in found)
    assert all(each.label.startswith(COMPLETED[each.span.start : end]) for each in found)


def test_lenses_say_what_a_device_sends() -> None:
    """Above the line that needs a collective, and in all above the function; after an edit they move along."""
    text = (
        'sdy.mesh @mesh = <["x"=4]>\n'
        'func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {\n'
        "  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}]> : tensor<8x8xf32>\n"
        "  %1 = stablehlo.tanh %0 : tensor<8x8xf32>\n"
        "  return %1 : tensor<8x8xf32>\n}\n"
    )
    document = Document(text, "program.mlir")
    found = code_lenses(document)
    assert [(text.count("\n", 0, lens.offset) + 1, lens.text) for lens in found] == [
        (2, 'sent a device: 192 B, all over "x"'),
        (3, 'sent a device: 192 B, all over "x" (all_gather)'),
    ]
    document.analyze()
    edited = document.edited("\n" + text)
    assert [lens.offset for lens in code_lenses(edited)] == [lens.offset + 1 for lens in found]


@pytest.mark.parametrize("name", ["decoding_step", "jit_with_shardings", "reshaped", "sampling"])
def test_the_sum_above_a_function_is_that_of_the_view(name: str) -> None:
    """Calls are inlined, as XLA partitions a program; there is none if nothing is sent."""
    text = corpus.text(name)
    lenses = code_lenses(Document(text, f"{name}.mlir"))
    lines = CliRunner().invoke(COMMAND, ["--collectives"], input=text).output.splitlines()
    assert bool(lenses) is ("no collectives" not in lines)
    for lens in lenses[:1]:
        assert text.startswith("func.func public @main", lens.offset)
        assert lens.text in lines


@pytest.mark.parametrize("stage", ["00", "01", "04"])
def test_programs_in_the_form_of_xla_have_the_answers_of_the_program(stage: str) -> None:
    """Of what XLA gets, of the program before propagation, and of what comes out: it is read by itself."""
    text = sections(record_path("mlp", RELEASE, is_named=True).read_text())[stage]
    document = Document(text, f"{stage}.mlir")
    expected = code_lenses(Document(corpus.text("mlp"), "mlp.mlir"))[0].text
    assert code_lenses(document)[0].text == expected
    assert 'Sharding `<@mesh, [{"y"}, {}]>`' in shown(document, "%arg2")
    assert inlay_hints(document, Span(0, len(text)))
