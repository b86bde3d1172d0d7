"""`--hlo`: which compiled program is shown, what is refused, and what XLA allocates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sdyopt.hlo.module import Allocated, allocated_in, dumped_modules
from sdyopt.view.command import run
from tools.programs import compiled_texts

PROGRAM = compiled_texts.lowered("tensor_parallel")
TEXT = compiled_texts.text("tensor_parallel")
INPUTS = Path(__file__).parent / "Inputs"
BUFFERS = (INPUTS / "view_compiled_input.buffers.txt").read_text(encoding="utf-8")
AFTER, BEFORE = "cpu_after_optimizations", "before_optimizations"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to which XLA has dumped two modules, one of them twice, first for another number of devices."""
    dump = tmp_path / "dump"
    dump.mkdir()
    (dump / f"module_0009.jit_f.{AFTER}.txt").write_text(TEXT.replace("num_partitions=8", "num_partitions=4"))
    (dump / f"module_0010.jit_f.{AFTER}.txt").write_text(TEXT)
    (dump / f"module_0010.jit_f.{AFTER}-buffer-assignment.txt").write_text(BUFFERS)
    (dump / f"module_0010.jit_f.{BEFORE}.txt").write_text("HloModule jit_f\n")
    (dump / f"module_0011.jit_other.{AFTER}.txt").write_text(TEXT.replace("HloModule jit_f", "HloModule jit_other"))
    (dump / f"module_0012.broken.{AFTER}.txt").write_text("")
    return dump


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    return str(path)


def errors_of(options: list[str]) -> tuple[int, str]:
    """Returns the exit status and the last line of the errors, without the name of the command."""
    status, _, errors = run(options)
    return status, errors.decode().splitlines()[-1].removeprefix("sdy-view: error: ")


def test_buffers_are_summed() -> None:
    """Those of constants and of scalars in threads are not in memory_analysis() either."""
    allocated = allocated_in(BUFFERS)
    assert allocated == Allocated(arguments=40960, results=32808, aliased=32768, temporaries=532496)
    assert allocated.bytes == 40960 + 40 + 532496
    assert allocated_in("nothing\n") is None


def test_modules_are_in_the_order_of_their_compilation(folder: Path) -> None:
    """By number, and not 10 before 9; text without a module is left out."""
    (folder / f"module_0100.jit_f.{AFTER}.txt").write_text(TEXT)
    found = [(module.name, module.path.name[:11]) for module in dumped_modules(folder)]
    assert found == [
        ("jit_f", "module_0009"),
        ("jit_f", "module_0010"),
        ("jit_other", "module_0011"),
        ("jit_f", "module_0100"),
    ]


def test_xla_allocates_at_most(folder: Path, program: str) -> None:
    """The limit is held against what XLA allocates, 573,496 bytes."""
    compiled = str(folder / f"module_0010.jit_f.{AFTER}.txt")
    assert run([program, "--hlo", compiled, "--max-peak=573496"])[0] == 0
    status, message = errors_of([program, "--hlo", compiled, "--max-peak=573495"])
    assert (status, message.partition(": ")[2]) == (
        1,
        "XLA allocates 560.0 KiB a device, more than --max-peak 560.0 KiB (573,496 > 573,495 bytes)",
    )
    _, output, _ = run(["--hlo", compiled])
    assert "XLA allocates 560.0 KiB a device: arguments 40 KiB + results 32.0 KiB − 32 KiB donated" in output.decode()


def test_a_program_for_other_devices_is_an_error_unless_forced(folder: Path, program: str) -> None:
    """Both numbers are named."""
    compiled = str(folder / f"module_0009.jit_f.{AFTER}.txt")
    status, message = errors_of([program, "--hlo", compiled])
    assert status == 1
    assert "the program is for 8 devices, the compiled one for 4" in message
    assert run([program, "--hlo", compiled, "--force"])[0] == 0


def test_other_argument_bytes_are_an_error(tmp_path: Path, program: str) -> None:
    text = tmp_path / "compiled.txt"
    text.write_text(TEXT.replace("entry_computation_layout={(f32[8,", "entry_computation_layout={(f32[16,"))
    status, message = errors_of([program, "--hlo", str(text)])
    assert status == 1
    assert "arguments take 5,120 bytes a device in the program" in message


def test_one_compiled_program_is_shown(program: str) -> None:
    """The last of several does not win silently."""
    message = "Error: one compiled program is shown: --hlo FILE, once"
    assert errors_of([program, "--hlo", "a.txt", "--hlo", "b"]) == (2, message)


def test_what_is_not_scheduled_has_no_peak(tmp_path: Path) -> None:
    """It is refused, and forced, the output says what is not known; a limit of the peak fails."""
    text = tmp_path / "compiled.txt"
    text.write_text(TEXT.replace("is_scheduled=true, ", ""))
    status, message = errors_of(["--hlo", str(text)])
    assert (status, "not scheduled: this is not what runs" in message) == (1, True)
    status, output, _ = run(["--hlo", str(text), "--force", "--peak"])
    assert (status, "the peak is unknown" in output.decode()) == (0, True)
    status, message = errors_of(["--hlo", str(text), "--force", "--max-peak=1GiB"])
    assert (status, "cannot tell whether the peak is more" in message) == (1, True)


def test_a_text_has_what_is_allocated_for_it_beside(folder: Path) -> None:
    """Only that of its own module."""
    found = [
        json.loads(run(["--hlo", str(folder / f"module_{number}.{AFTER}.txt"), "--json"])[1])["allocated_bytes"]
        for number in ("0010.jit_f", "0009.jit_f")
    ]
    assert found == [40960 + 40 + 532496, None]
