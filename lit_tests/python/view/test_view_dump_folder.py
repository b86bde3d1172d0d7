"""`sdy-view FOLDER`: what JAX and XLA have dumped is listed, and a program finds the text that XLA has made of it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from sdyopt.hlo.module import dumped_programs
from sdyopt.view.command import run
from tools.programs import compiled_texts

PROGRAM = compiled_texts.lowered("tensor_parallel")
TEXT = compiled_texts.text("tensor_parallel")
AFTER = "cpu_after_optimizations.txt"


def _named(name: str) -> str:
    return PROGRAM.replace("@jit_f", f"@{name}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two modules of XLA's, of which the second has no program, and one program of JAX's that was not compiled."""
    for number, name in ((2, "jit_f"), (10, "jit_f"), (11, "jit_g")):
        text = TEXT.replace("HloModule jit_f", f"HloModule {name}")
        (tmp_path / f"module_{number:04}.{name}.{AFTER}").write_text(text)
        if name == "jit_f":
            own = tmp_path / f"module_{number:04}.{name}"
            own.mkdir()
            (own / "module.mlir").write_text(_named(name))
    (tmp_path / "jax_ir0000_jit_h_compile.mlir").write_text(_named("jit_h"))
    (tmp_path / "notes.txt").write_text("nothing")
    return tmp_path


def test_programs_and_texts_find_each_other(folder: Path) -> None:
    """XLA's by their numbers; what has no partner is listed alone."""
    found = [
        (each.name, each.program and each.program.parent.name, each.compiled and each.compiled.path.name[:11])
        for each in dumped_programs(folder)
    ]
    assert found == [
        ("jit_h", folder.name, None),
        ("jit_f", "module_0002.jit_f", "module_0002"),
        ("jit_f", "module_0010.jit_f", "module_0010"),
        ("jit_g", None, "module_0011"),
    ]


def test_programs_given_to_shardy_are_found(folder: Path) -> None:
    """By the number of XLA's text, in place of HLO text; a view of the folder shows the last unless JAX has some."""
    for number, name in ((3, "jit_s"), (11, "jit_g")):
        own = folder / "shardy" / f"module_{number:04}.{name}"
        own.mkdir(parents=True)
        (own / "00.input_module.mlir").write_text(_named(name))
        (own / "01.before_propagation.mlir").write_text(_named(name))
    found = [(each.name, each.compiled and each.compiled.path.name[:11]) for each in dumped_programs(folder)]
    assert found[3:] == [("jit_s", None), ("jit_g", "module_0011")]


def test_files_may_be_compressed(folder: Path) -> None:
    """Each file may have been compressed since it was dumped; one that is cut off is an error with its name."""
    before = [(each.name, each.compiled and each.compiled.name) for each in dumped_programs(folder)]
    for path in [*folder.glob("*.txt"), *folder.glob("**/*.mlir")]:
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert [(each.name, each.compiled and each.compiled.name) for each in dumped_programs(folder)] == before
    path = next(folder.glob("module_0011*.gz"))
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(OSError, match=f"{path.name} is an invalid gzip file"):
        dumped_programs(folder)


def test_programs_of_jax_are_those_of_xla_of_the_same_name(folder: Path) -> None:
    """In their order, if both have been dumped to one folder."""
    for number in range(3):
        (folder / f"jax_ir000{number + 1}_jit_f_compile.mlir").write_text(_named("jit_f"))
    found = [each.compiled.path.name[:11] for each in dumped_programs(folder)[1:4] if each.compiled is not None]
    assert found == ["module_0002", "module_0010", "module_0010"]


def test_programs_that_both_have_dumped_are_listed_once(folder: Path) -> None:
    (folder / f"module_0011.jit_g.{AFTER.replace('cpu_after', 'before')}").write_text("HloModule jit_g\n")
    for number, name in enumerate(["jit_f", "jit_f", "jit_g"], 1):
        (folder / f"jax_ir000{number}_{name}_compile.mlir").write_text(_named(name))
    found = [(each.program and each.program.name[:10], each.compiled is None) for each in dumped_programs(folder)]
    assert found == [(f"jax_ir000{number}", number == 0) for number in range(4)]


def test_a_folder_is_listed(folder: Path) -> None:
    """With the sizes of files, as a table or as JSON."""
    status, output, _ = run([str(folder)])
    lines = [" ".join(line.split()) for line in output.decode().splitlines()]
    assert status == 0
    assert lines[0] == "no. module program size compiled size"
    assert lines[2].startswith("0 jit_h jax_ir0000_jit_h_compile.mlir ")
    assert lines[2].endswith(" — —")
    assert lines[5].startswith(f"3 jit_g — — module_0011.jit_g.{AFTER} ")
    assert lines[6] == "--module NAME or --module NUMBER shows one of them"
    listed = json.loads(run([str(folder), "--json"])[1])
    assert [each["name"] for each in listed] == ["jit_h", "jit_f", "jit_f", "jit_g"]
    assert listed[3]["compiled"]["bytes"] == len(TEXT)


@pytest.mark.parametrize(
    ("module", "heads"),
    [
        ("jit_f", ["module_0010.jit_f/module.mlir, propagated", "module_0010.jit_f.cpu"]),
        ("1", ["module_0002.jit_f/module.mlir, propagated", "module_0002.jit_f.cpu"]),
        ("jit_h", ["jax_ir0000_jit_h_compile.mlir, propagated"]),
        ("jit_g", [f"module_0011.jit_g.{AFTER}, compiled by XLA"]),
    ],
)
def test_one_is_shown(folder: Path, module: str, heads: list[str]) -> None:
    """The last of a name, or the one of a number: next to each other if there are both texts."""
    status, output, errors = run([str(folder), "--module", module])
    assert (status, errors) == (0, b"")
    for line, head in zip(output.decode().splitlines(), heads, strict=False):
        assert line.removeprefix(f"{folder}/").startswith(head)


def test_mistakes(folder: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()

    def errors_of(*arguments: str) -> tuple[int, str]:
        status, _, errors = run(list(arguments))
        return status, errors.decode().splitlines()[-1]

    status, message = errors_of(str(empty))
    assert status == 1
    assert "no programs that JAX or XLA have dumped: JAX writes them with JAX_DUMP_IR_TO=FOLDER" in message
    status, message = errors_of(str(folder), "--module", "jit_ff")
    assert (status, message.rpartition("; ")[2]) == (1, "did you mean 'jit_f'?")
    assert errors_of(str(folder), "--module", "99")[0] == 1
    assert errors_of(str(folder), str(empty)) == (
        2,
        "Error: a folder must be the only input: sdy-view FOLDER --module NAME",
    )
    assert errors_of("examples/matmul.mlir", "--module", "x")[0] == 2
    (folder / f"module_0012.jit_i.{AFTER}").symlink_to("removed")
    (folder / "jax_ir0001_jit_i_compile.mlir").mkdir()
    assert len(dumped_programs(folder)) == 4
    for name in ("jax_ir0002_jit_i_compile.mlir.gz", f"module_0010.jit_f.{AFTER[:-4]}-buffer-assignment.txt.gz"):
        (folder / name).write_bytes(b"\x1f\x8b\x08" + bytes(9))
        status, message = errors_of(str(folder), "--module", "2")
        assert (status, message.startswith(f"sdy-view: error: cannot open input file '{folder / name}'")) == (1, True)
        (folder / name).unlink()
