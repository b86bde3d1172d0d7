"""The partitioner and the compilers of an installed jaxlib; those for TPUs and GPUs where their wheels are."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost import ViewError
from sdyopt.machines import MachineError
from sdyopt.machines.names import machine_named
from sdyopt.machines.processes import OtherPython, find_python
from sdyopt.view import command, view
from sdyopt.view.render.amounts import short
from tools.chunks import mostly_long

pytest.importorskip("jax", reason="jaxlib compiles with JAX")

ROOT = Path(__file__).resolve().parents[3]
MLP = ROOT / "examples" / "mlp.mlir"
WHEELS = "SDY_MACHINES_PYTHON"
"""The environment variable that names a Python with compilers for TPUs or GPUs; by default it is this one."""


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def run(*arguments: str | Path) -> tuple[int, str, str]:
    status, out, err = command.run(list(map(str, arguments)))
    return status, out.decode(), err.decode()


# The partitioner.


EXAMPLES = ["mlp", "matmul", "moe", "gated_mlp", "feed_forward", "layers"]


@pytest.mark.parametrize("name", mostly_long(EXAMPLES, EXAMPLES[:2]))
def test_the_model_agrees_with_the_partitioner(name: str) -> None:
    found = view(sdyopt.parse(ROOT / "examples" / f"{name}.mlir"), partitioner="jaxlib")
    assert found.answer is not None
    assert found.answer.lines == ()
    assert found.answer.sent == found.totals.bytes_sent


def test_collectives_have_lines_axes_and_reasons() -> None:
    found = view(sdyopt.parse(MLP), partitioner="jaxlib")
    rows = [
        (each.kind, [axis.name for axis in each.axes], each.bytes_sent, each.function) for each in found.collectives
    ]
    assert rows == [
        ("all-to-all", ["y"], 512, "main"),
        ("collective-permute", ["y", "z"], 1024, "main"),
        ("all-reduce", ["y"], 512, "main"),
        ("all-gather", ["z"], 512, "main"),
    ]
    assert "contracts over" in found.collectives[2].cause
    assert all(each.source for each in found.collectives)


def test_a_view_of_other_shardings_asks_again() -> None:
    found = view(sdyopt.parse(MLP), partitioner="jaxlib")
    changed = found.with_sharding(mesh="x=8,y=1,z=1")
    assert changed.answer is not None and found.answer is not None
    assert changed.answer.sent != found.answer.sent


def test_check_fails_where_the_model_differs() -> None:
    """XLA gathers only the largest elements of each device for some sorts, and the model all."""
    path = ROOT / "lit_tests" / "corpus" / "sampling.mlir"
    status, out, err = run(path, "--partitioner", "jaxlib", "--check")
    assert status == 1
    assert "a device sends 3.6 KiB by the partitioner of jaxlib" in err
    assert "sampling.mlir:80 864 B, 1.5 KiB" in err
    assert "sampling.mlir:80" in out
    assert run(MLP, "--partitioner", "jaxlib", "--check")[0] == 0


def test_json_says_who_was_asked() -> None:
    _, out, _ = run(MLP, "--partitioner", "jaxlib", "--json")
    found = json.loads(out)
    assert found["partitioner"] == "jaxlib"
    assert found["jaxlib"]["differences"] == []
    assert found["jaxlib"]["model_bytes_sent"] == found["totals"]["bytes_sent"] == 2560


def test_a_program_without_shardings_is_not_partitioned() -> None:
    found = view(
        "func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }", partitioner="jaxlib"
    )
    assert found.answer is None
    assert "is not asked" in found.notes[-1]
    status, _, err = run(MLP, "--as-written", "--partitioner", "jaxlib", "--check")
    assert status == 1
    assert "cannot tell whether the model agrees with jaxlib's partitioner" in err


def test_one_iteration_of_a_loop_of_unknown_length_counts() -> None:
    found = view(sdyopt.parse(ROOT / "examples" / "convergence.mlir"), partitioner="jaxlib")
    assert found.answer is not None
    assert found.answer.sent == found.answer.model == 28679


def test_shardings_of_gspmd() -> None:
    path = ROOT / "lit_tests" / "planning" / "gspmd.mlir"
    found = view(sdyopt.parse(path), partitioner="jaxlib")
    assert found.answer is not None
    assert (found.answer.sent, found.answer.lines) == (49152, ())


def test_a_program_that_the_partitioner_refuses() -> None:
    with pytest.raises(ViewError, match=r"reshard.mlir: the partitioner of jaxlib \S+ refuses the program: .*unknown"):
        view(sdyopt.parse(ROOT / "examples" / "reshard.mlir"), partitioner="jaxlib")


# The compilers.


@pytest.mark.long
def test_a_program_that_is_compiled_for_cpus() -> None:
    status, out, err = run(MLP, "--compile", "cpu")
    assert status == 0
    assert err == "sdy-view: note: compiling for cpu:8\n"
    assert "mlp.mlir, compiled for cpu:8 by jaxlib" in out
    assert 'all_reduce          "y"       mlp.mlir:8          512 B  mlp.mlir:8          512 B' in out
    assert "sent by collectives" in out and "the compiler's" in out
    assert run(MLP, "--compile", "cpu") == (0, out, "")  # It is in the cache.


def test_a_compiled_program_in_json() -> None:
    _, out, _ = run(MLP, "--compile", "cpu", "--json")
    (found,) = json.loads(out)["compiled"]
    memory = found["memory"]
    held = memory["argument_size_in_bytes"] + memory["output_size_in_bytes"] - memory["alias_size_in_bytes"]
    assert found["compiler_peak_bytes"] == held + memory["temp_size_in_bytes"]
    assert found["machine"] == "cpu:8"
    assert found["totals"]["bytes_sent"] == 2560
    assert sum([each["bytes"] for each in found["peak"]["live"]]) > 0


def test_guards_take_the_figures_of_the_compiler() -> None:
    status, _, err = run(MLP, "--compile", "cpu", "--max-peak", "10KiB", "--max-sent", "2KiB")
    assert status == 1
    assert "mlp.mlir: collectives send 2.5 KiB a device, more than --max-sent 2 KiB (2,560 > 2,048 bytes)" in err
    assert "the peak that the compiler for cpu:8 reports is" in err
    assert len(err.splitlines()) == 2
    assert run(MLP, "--compile", "cpu", "--max-peak", "1MiB", "--max-sent", "1MiB")[0] == 0


def test_the_library_compiles_a_program() -> None:
    found = view(sdyopt.parse(MLP), compile="cpu")
    (compiled,) = found.compiled
    assert compiled.totals.bytes_sent == 2560
    assert compiled.compilation is not None
    assert compiled.peak is not None and compiled.peak.live
    assert f"peak a device: {short(compiled.compilation.peak)}: arguments and results" in str(compiled)
    changed = found.with_sharding(mesh="x=8,y=1,z=1")
    assert changed.compiled[0].totals.bytes_sent != 2560
    with pytest.raises(ViewError, match=r"the program is for 8 devices, cpu:4 has 4"):
        view(sdyopt.parse(MLP), compile=["cpu:4"])


@pytest.mark.long
def test_bytecode_and_what_passes_leave(tmp_path: Path) -> None:
    module = sdyopt.parse(MLP)
    for name, data in (("a.mlirbc", module.to_bytecode()), ("b.mlirbc", module.to_portable_artifact("1.9.0"))):
        (tmp_path / name).write_bytes(data)
        status, out, _ = run(tmp_path / name, "--compile", "cpu")
        assert (status, "compiled for cpu:8" in out) == (0, True)
    exported = ROOT / "lit_tests" / "bytecode" / "Inputs" / "exported.jaxexport"
    status, out, _ = run(exported, "--compile", "cpu")
    assert (status, "compiled for cpu:8" in out) == (0, True)
    status, out, _ = run(MLP, "--compile", "cpu", "-canonicalize")
    assert (status, "mlp.mlir:8" in out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compile", "cpu:4"], "the program is for 8 devices, cpu:4 has 4"),
        (["--compile", "cpu", "--jax-python", "/no/python"], "there is no Python at '/no/python'"),
        (["--partitioner", "jaxlib", "--jax-python", "/no/python"], "there is no Python at '/no/python'"),
        (["--compile", "cpu", "--diff"], "--compile cannot be combined with --diff"),
        (["--compile", "cpu", "--hlo", "x"], "--hlo cannot be combined with --compile"),
        (["--compile", "cpu", "--compile", "gpu", "--html", "-"], "--html shows one compiled program"),
        (["--check"], "--check compares the model with jaxlib"),
        (["--partitioner", "jaxlib", "--drop-shardings"], "--partitioner jaxlib shows one program"),
        (["--compile", "cpu", "--drop-shardings"], "--compile shows one program"),
        (["--compile", "tpu-v9"], "no machine is called 'tpu-v9'"),
        (["--compile", "cpu", "--compile-limit", "0.001"], "not compiled after 0.001 s, which --compile-limit says"),
    ],
)
def test_errors(arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    status, _, err = run(MLP, *arguments)
    assert status != 0
    assert message in err


# TPUs and GPUs.


@cache
def _wheels() -> OtherPython | None:
    try:
        return find_python(os.environ.get(WHEELS))
    except MachineError:
        return None


@pytest.mark.parametrize("name", ["gpu", "gpu-b200", "tpu-v5e", "tpu-v5p:2x2x2", "tpu-v7"])
def test_machines_that_are_not_there(name: str) -> None:
    python = _wheels()
    try:
        assert python is not None
        python.require(machine_named(name, 8))
    except (AssertionError, MachineError):
        pytest.skip(f"no Python with the compiler for {name}: {WHEELS} names one")
    status, out, _ = run(MLP, "--compile", name, "--jax-python", python.path, "--json", "--peak")
    assert status == 0
    (found,) = json.loads(out)["compiled"]
    assert found["compiler_peak_bytes"] >= found["after_donation_bytes"]
    assert {each["kind"] for each in found["collectives"]} >= {"all-reduce", "all-gather"}
    assert found["peak"]["live"]


# The pages.

PAGES = "".join([(ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("machines", "planning")])
SESSION = re.compile(r"(?<=^```text\n)\$ (sdy-(?:view|plan) .*)\n((?:.*\n)*?)(?=```$)", re.MULTILINE)


@pytest.mark.long
@pytest.mark.parametrize(("line", "shown"), SESSION.findall(PAGES))
def test_the_page_shows_what_is_printed(line: str, shown: str) -> None:
    """With the versions of the wheels that the page names."""
    python = _wheels()
    if python is None or python.versions["jaxlib"] != "0.10.2" or python.versions.get("libtpu", "0.0.52") != "0.0.52":
        pytest.skip("the page names other versions")
    try:
        for name in re.findall(r"--(?:compile|verify) (\S+)", line):
            python.require(machine_named(name, 256))
    except MachineError as error:
        pytest.skip(str(error))
    called_with, _, filters = line.partition(" | ")
    words = [*shlex.split(called_with)[1:], "--jax-python", python.path]
    name = line.split()[0]
    function = name.replace("-", "_")
    called = f"import sys; from sdyopt.cli.process import {function}; sys.argv[0] = {name!r}; {function}()"
    ran = subprocess.run(
        f"{shlex.join([sys.executable, '-c', called, *words])} | {filters or 'cat'}",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    errors = [each for each in ran.stderr.splitlines() if ": note: " not in each]
    printed = errors or ran.stdout.splitlines()
    assert "\n".join(printed) + "\n" == shown
