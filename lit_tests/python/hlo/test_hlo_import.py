"""HLO text that becomes a program: what cannot be read gives an error with a place, whatever is wrong with it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sdyopt
from sdyopt.cli import main
from sdyopt.driver.input_output import is_hlo
from sdyopt.hlo.module import dumped_programs
from sdyopt.hlo_import.computations import canonical_sharding, post_order
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.planning.plan_command import run as plan
from sdyopt.view.command import run as view
from tools.chunks import mostly_long
from tools.generator import hlo

TEXTS = Path(__file__).resolve().parents[2] / "hlo" / "import"
SHARDED = (TEXTS / "shardings.test").read_text(encoding="utf-8")
COMPILED = "HloModule jit_f, is_scheduled=true\nENTRY e {\n  ROOT p = f32[4]{0} parameter(0)\n}\n"

MUTATED = 400


def _is_an_error_with_a_place(text: str) -> bool:
    """Whether a text that can be read is a program, and one that cannot has one error at a place."""
    try:
        sdyopt.parse(text)
    except sdyopt.Error as error:
        return all(error.place_of(diagnostic) is not None for diagnostic in error.diagnostics)
    return True


@pytest.mark.parametrize("name", ["collectives", "computations", "constants", "shapes", "tuples"])
def test_truncated_texts(name: str) -> None:
    text = (TEXTS / f"{name}.test").read_text(encoding="utf-8")
    text = text[text.index("HloModule") :]
    for end in range(len("HloModule"), len(text), 7):
        assert _is_an_error_with_a_place(text[:end]), text[:end]


GOLDEN = ["collectives", "computations", "constants", "shapes", "shardings", "tuples"]


@pytest.mark.parametrize("name", mostly_long(GOLDEN, GOLDEN[::3]))
def test_changed_texts(name: str) -> None:
    """Characters are dropped, doubled, or replaced by others of the text."""
    text = (TEXTS / f"{name}.test").read_text(encoding="utf-8")
    text = text[text.index("HloModule") :]
    random = Random(name)
    for _ in range(MUTATED):
        start = random.randrange(len("HloModule "), len(text))
        end = min(len(text), start + random.choice([0, 1, 1, 2, 8, 40]))
        other = random.randrange(len(text))
        changed = text[:start] + text[other : other + random.choice([0, 1, 3, 12])] + text[end:]
        assert _is_an_error_with_a_place(changed), changed


@pytest.mark.long
def test_deep_and_long_texts() -> None:
    """Brackets that nest deep are read or refused; an instruction may call what calls others only so often."""
    for depth in (10, 50, 5000):
        shape = "(" * depth + "f32[2]" + ")" * depth
        assert _is_an_error_with_a_place(f"HloModule m\nENTRY e {{\n  ROOT p = {shape} parameter(0)\n}}\n")
        config = '{"a":' * depth + "1" + "}" * depth
        text = f"HloModule m\nENTRY e {{\n  ROOT p = f32[2] parameter(0), backend_config={config}\n}}\n"
        assert len(list(sdyopt.parse(text).walk())) == 3
    computations = ["c0 {\n  ROOT p = s32[] parameter(0)\n}\n"]
    for number in range(1, 40):
        branches = f"branch_computations={{c{number - 1}, c{number - 1}}}"
        lines = f"  p = s32[] parameter(0)\n  ROOT r = s32[] conditional(p, p, p), {branches}"
        computations.append(f"{'ENTRY ' if number == 39 else ''}c{number} {{\n{lines}\n}}\n")
    with pytest.raises(sdyopt.Error, match="too often to be copied"):
        sdyopt.parse("HloModule m\n" + "".join(computations))


def test_text_is_recognized_by_its_first_word() -> None:
    assert is_hlo("HloModule m") and is_hlo("// a\n/* b */ HloModule m\n")
    assert not is_hlo("HloModules m") and not is_hlo("module {}")


def test_comments_are_passed_over_once() -> None:
    """However many there are, and whatever is in them: each is looked at one time."""
    many = "// a // b /* c */\n /* d\n // e */ " * 20_000
    assert is_hlo(f"{many}HloModule m")
    assert not is_hlo(f"{many}HloModules")
    assert not is_hlo(f"{many}/*") and not is_hlo(f"{many}//") and not is_hlo("// HloModule m")


def test_order() -> None:
    """Operands first, the first of them before the second; unused instructions where they are."""
    assert post_order([(), (), (1,), (2, 0), (3, 1)], [()] * 5) == [1, 2, 0, 3, 4]
    assert post_order([(), (), (), ()], [(), (), (), (0,)]) == [0, 1, 2, 3]
    assert post_order([(1,), ()], [()] * 2) == [1, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{devices=[2]<=[3]}", "2 tiles for 3 devices"),
        ("{devices=[]<=[1]}", "expected a number, not ']'"),
        ("{tiled}", "unknown form"),
        ("{devices=[1]0}", "one device"),
    ],
)
def test_shardings_that_are_none(text: str, message: str) -> None:
    with pytest.raises(CompilationError, match=message):
        canonical_sharding(text, 0)


def test_values_have_the_names_of_instructions(tmp_path: Path) -> None:
    """In views, and in messages of passes."""
    file = tmp_path / "module_0001.jit_step.before_optimizations.txt"
    file.write_text(SHARDED)
    status, output, errors = view([str(file), "--kind", "argument"])
    assert (status, errors) == (0, b"")
    assert "%a.1" in output.decode() and "GSPMD shardings are read as those of SDY" in output.decode()
    status, output, errors = view([str(file), "--html", "-"])
    assert (status, errors) == (0, b"")
    assert b"stablehlo.tanh" in output
    assert plan([str(file), "--budget", "10"])[0] == 0


def test_dumps_have_the_text_from_before_optimizations(tmp_path: Path) -> None:
    """Where the program itself is missing."""
    file = tmp_path / "module_0001.jit_step.before_optimizations.txt"
    file.write_text(SHARDED[SHARDED.index("HloModule") :])
    (found,) = dumped_programs(tmp_path)
    assert (found.name, found.program, found.compiled) == ("jit_step", file, None)
    assert view([str(tmp_path)])[0] == 0
    own = tmp_path / "module_0001.jit_step"
    own.mkdir()
    (own / "module.mlir").write_text("module @jit_step {}")
    (found,) = dumped_programs(tmp_path)
    assert found.program == own / "module.mlir"


def test_compiled_texts_are_programs_for_sdy_opt_only(tmp_path: Path) -> None:
    """Views show them as what they are, if asked with --hlo."""
    file = tmp_path / "compiled.txt"
    file.write_text(COMPILED)
    status, output, _ = main.run([str(file)])
    assert status == 0 and b"func.func @main" in output
    status, _, errors = view([str(file)])
    assert status == 1 and b"this is HLO text that XLA has compiled: sdy-view --hlo FILE shows it" in errors


def test_parts_of_an_input_may_be_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "both.txt"
    file.write_text("module @a {}\n// -----\n" + COMPILED)
    status, output, _ = main.run([str(file), "-split-input-file"])
    assert status == 0 and b"module @a" in output and b"module @jit_f" in output


DONATED = """HloModule m, input_output_alias={ {1}: (1, {}, must-alias) }, buffer_donor={ (0, {1}), (2, {}) },
  entry_computation_layout={((f32[2], f32[3]), f32[4], f32[5])->(f32[3], f32[4])}
ENTRY e {
  p = (f32[2], f32[3]) parameter(0)
  q = f32[4] parameter(1)
  r = f32[5] parameter(2)
  a = f32[3] get-tuple-element(p), index=1
  ROOT t = (f32[3], f32[4]) tuple(a, q)
}
"""


def test_arguments_are_donated_as_the_first_line_says() -> None:
    """Parts of tuples are arguments of their own; XLA's translation leaves donors out."""
    assert sdyopt.parse(DONATED).source.donations == {3 - 1: 1, 1: -1, 3: -1}
    assert sdyopt.parse(COMPILED).source.donations == {}
    with pytest.raises(sdyopt.Error, match="expected an integer"):
        sdyopt.parse(DONATED.replace("(2, {})", "({2}, {})"))


TOPK = """HloModule m
ENTRY e {
  p = f32[4,8] parameter(0)
  ROOT t = (f32[4,2], s32[4,2]) topk(p), k=2, largest=true
}
"""


def test_topk_may_say_whether_it_is_stable() -> None:
    """As XLA writes it since jaxlib 0.12, whose translation leaves it out."""
    plain = str(sdyopt.parse(TOPK))
    assert "mhlo.topk" in plain
    assert str(sdyopt.parse(TOPK.replace("largest=true", "largest=true, is_stable=true"))) == plain
    with pytest.raises(sdyopt.Error, match="expected 'true' or 'false'"):
        sdyopt.parse(TOPK.replace("largest=true", "largest=true, is_stable=2"))


def test_random_modules_survive_a_round_trip() -> None:
    for seed in range(30):
        printed = str(sdyopt.parse(hlo.module(seed)))
        assert str(sdyopt.parse(printed)) == printed
