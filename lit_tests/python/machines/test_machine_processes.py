"""The processes of another Python: their protocol and their end, the cache, and what is said if there is no result.

A script that needs no JAX answers in place of the worker.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sdyopt.machines import MachineError, processes
from sdyopt.machines.buffers import HeldBuffers, held
from sdyopt.machines.compiling import CompileOptions, Partitioner, compile_program, folder, key_of, store, stored
from sdyopt.machines.names import TargetMachine, machine_named
from sdyopt.machines.processes import OtherPython, WorkerFailedError, WorkerProcess, find_python

ROOT = Path(__file__).resolve().parents[3]
FAKE = Path(__file__).parent / "Inputs" / "fake_worker.py"
PYTHON = OtherPython(
    sys.executable,
    {"jax": "0.10.2", "jaxlib": "0.10.2", "libtpu": "1", "jax-cuda12-plugin": "0.10.2", "jax-cuda12-pjrt": "0.10.2"},
)
TPU = machine_named("tpu-v5e", 8)
GPU = machine_named("gpu", 8)


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(processes, "_WORKER", str(FAKE))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    found = WorkerProcess(PYTHON, TPU)
    yield found
    found.end()


def ask(worker: WorkerProcess, text: str, limit: float = 60) -> str:
    found: str = worker.ask({"program": _encoded(text)}, limit)["text"]
    return found


def _encoded(text: str) -> str:
    import base64

    return base64.b64encode(text.encode()).decode()


def compiled(text: str, machine: TargetMachine = TPU, limit: float = 60.0, effort: str = "full") -> str:
    return compile_program(text.encode(), "a.mlir", machine, 8, CompileOptions(PYTHON, effort, limit)).text


# The protocol.


def test_a_process_answers_several_requests(worker: WorkerProcess) -> None:
    assert worker.described == {"devices": 8, "mode": "compile", "platform": "tpu"}
    first, second = ask(worker, "text a"), ask(worker, "text b")
    assert first.split()[0] == second.split()[0]
    assert (first[-1], second[-1], worker.asked) == ("a", "b", 3)


def test_an_error_leaves_the_process(worker: WorkerProcess) -> None:
    with pytest.raises(WorkerFailedError, match="no such thing") as error:
        ask(worker, "refused no such thing")
    assert error.value.kind == "refused"
    assert ask(worker, "text a")


def test_a_limit_ends_the_process(worker: WorkerProcess) -> None:
    waited: list[float] = []
    with pytest.raises(WorkerFailedError) as error:
        worker.ask({"program": _encoded("sleep")}, 1.2, waited.append)
    assert error.value.kind == "limit"
    assert waited and not worker.is_alive


def test_a_crash_says_why(worker: WorkerProcess) -> None:
    with pytest.raises(WorkerFailedError, match=r"Check failed: 1 == 2$") as error:
        ask(worker, "crash")
    assert error.value.kind == "crash"
    assert not worker.is_alive


def test_a_signal_ends_the_process_though_its_handler_goes_on(worker: WorkerProcess) -> None:
    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        with pytest.raises(WorkerFailedError, match="it was ended"):
            worker.ask({"program": _encoded("sleep")}, 60, lambda _: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)
    assert noted == [signal.SIGINT] and not worker.is_alive


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_when_the_process_that_asks_is_ended(number: signal.Signals, tmp_path: Path) -> None:
    code = (
        "import base64, signal, sys\nfrom sdyopt.machines import processes\n"
        "from sdyopt.machines.names import machine_named\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"processes._WORKER = {str(FAKE)!r}\n"
        "python = processes.OtherPython(sys.executable, {'jaxlib': '1'})\n"
        "worker = processes.WorkerProcess(python, machine_named('cpu', 8))\n"
        "print(worker._child.pid, flush=True)\n"
        "worker.ask({'program': base64.b64encode(b'sleep').decode()}, 60)\n"
    )
    (tmp_path / "temporary").mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
    ) as asking:
        assert asking.stdout is not None
        child = int(asking.stdout.readline())
        time.sleep(0.3)
        asking.send_signal(number)
        assert asking.wait(10) in (-number, 1, 128 + number)
    if number is not signal.SIGKILL:  # The real worker ends with its standard input, which the sleeping one cannot.
        assert not list((tmp_path / "temporary").iterdir())
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)
    else:
        os.kill(child, signal.SIGKILL)


def test_a_partitioner_keeps_its_process_and_starts_another_one_after_a_crash() -> None:
    asked = Partitioner(PYTHON)
    first, second = [asked.partitioned(f"text {each}".encode(), "a.mlir", 8).split() for each in "ab"]
    assert first[0] == second[0]
    with pytest.raises(MachineError, match=r"a.mlir: the partitioner of jaxlib 0.10.2 crashed: .*Check failed"):
        asked.partitioned(b"crash", "a.mlir", 8)
    with pytest.raises(MachineError, match=r"a.mlir: the partitioner of jaxlib 0.10.2 refuses the program: so it is"):
        asked.partitioned(b"program so it is", "a.mlir", 8)
    third = asked.partitioned(b"text c", "a.mlir", 8).split()
    larger = asked.partitioned(b"text d", "a.mlir", 128).split()
    assert len({first[0], third[0], larger[0]}) == 3


# Which Python.


def test_wheels_that_are_missing_or_do_not_fit() -> None:
    bare = PYTHON._replace(versions={"jax": "0.10.2", "jaxlib": "0.10.2"})
    with pytest.raises(MachineError, match=r"tpu-v5e:2x4 needs libtpu: \S+ -m pip install 'jax\[tpu\]==0.10.2'$"):
        bare.require(TPU)
    wheels = "jax-cuda12-plugin==0.10.2 jax-cuda12-pjrt==0.10.2"
    with pytest.raises(MachineError, match=f"needs a CUDA plugin: .* -m pip install {wheels}$"):
        bare.require(GPU)
    older = {**PYTHON.versions, "jax-cuda12-pjrt": "0.9.1"}
    with pytest.raises(MachineError, match=r"jax-cuda12-pjrt 0.9.1 does not fit jaxlib 0.10.2: "):
        PYTHON._replace(versions=older).require(GPU)
    bare.require(machine_named("cpu", 8))
    PYTHON.require(TPU)


@pytest.mark.parametrize("path", ["/no/python", "false"])
def test_a_python_that_there_is_not(path: str) -> None:
    with pytest.raises(MachineError, match=r"^(there is no Python at|'\S+' is not a Python)"):
        find_python(path)


def test_a_python_without_jax(tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    bare.chmod(0o755)
    with pytest.raises(MachineError, match=re.escape(f"{bare} has no jaxlib: {bare} -m pip install jax")):
        find_python(str(bare))


# The cache.


def test_what_has_been_compiled_is_not_compiled_again() -> None:
    first = compiled("text a")
    assert compiled("text a") == first
    assert compiled("text b") != first
    assert compiled("text a", effort="quick") != first
    assert compiled("text a", GPU) != first
    (place,) = {path.parent for path in folder().iterdir()}
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in place.iterdir()} == {0o600}


def test_what_a_key_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [
        key_of(b"a", "a.mlir", 8, TPU, {}, PYTHON),
        key_of(b"b", "a.mlir", 8, TPU, {}, PYTHON),
        key_of(b"a", "b.mlir", 8, TPU, {}, PYTHON),
        key_of(b"a", "a.mlir", 4, TPU, {}, PYTHON),
        key_of(b"a", "a.mlir", 8, GPU, {}, PYTHON),
        key_of(b"a", "a.mlir", 8, TPU, {"exec_time_optimization_effort": -1.0}, PYTHON),
        key_of(b"a", "a.mlir", 8, TPU, {}, PYTHON._replace(versions={"jax": "0.12"})),
    ]
    for variable in ("XLA_FLAGS", "LIBTPU_INIT_ARGS"):
        monkeypatch.setenv(variable, "--flag")
        keys.append(key_of(b"a", "a.mlir", 8, TPU, {}, PYTHON))
    assert len({*keys}) == len(keys)


def test_damaged_results_are_none() -> None:
    store("a", {"text": "x"})
    assert stored("a") == {"text": "x"}
    path = folder() / "a.json.gz"
    for damaged in (b"", b"\x1f\x8b", path.read_bytes()[:-9], gzip.compress(b"[1]"), gzip.compress(b"{")):
        path.write_bytes(damaged)
        assert stored("a") is None


def test_a_folder_that_cannot_be_written_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert compiled("text a") != compiled("text a")


def test_a_folder_that_others_may_read_is_closed() -> None:
    folder().mkdir(parents=True)
    folder().chmod(0o755)
    store("a", {})
    assert stat.S_IMODE(folder().stat().st_mode) == 0o700


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners that can be compared")
def test_what_other_users_have_stored_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    store("a", {"text": "x"})
    owner = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: owner)
    assert stored("a") is None
    store("b", {"text": "x"})
    assert [path.name for path in folder().iterdir()] == ["a.json.gz"]


def test_a_python_imports_nothing_from_the_current_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("open('imported', 'w').close()\n")
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(MachineError):  # It may have no jaxlib.
        find_python(str(python))
    assert not Path("imported").exists()


# What is said.


@pytest.mark.parametrize(
    ("answer", "machine", "message"),
    [
        (
            "memory RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory required for HLO temporaries "
            "(16.96G) exceeds available HBM (15.75G)\nmore",
            TPU,
            "tpu-v5e:2x4: the program does not fit: it needs 16.96 GiB a device, and 15.75 GiB are available",
        ),
        (
            "memory RESOURCE_EXHAUSTED: something else",
            TPU,
            "the program does not fit: RESOURCE_EXHAUSTED: something else",
        ),
        (
            "refused INTERNAL: Couldn't find output tile sizes",
            GPU,
            "gpu-h100:8: XLA does not compile the program: INTERNAL: Couldn't find output tile sizes; a newer one than "
            "jaxlib 0.10.2 may compile it",
        ),
        (
            "refused No FFI handler registered for lapack_spotrf_ffi on a platform CUDA",
            GPU,
            "the program was lowered for CPUs, which alone have lapack_spotrf_ffi: jax.jit(f).trace(…).lower("
            'lowering_platforms=("cuda",)) lowers it for this machine',
        ),
        (
            "misfit limited ICI routing",
            machine_named("tpu-v5e:16x16", 8),
            "tpu-v5e:16x16: XLA compiles for all 256 devices only, and the program is for 8: --compile tpu-v5e:2x4 has "
            "as many",
        ),
        ("version AttributeError: x", TPU, "tpu-v5e:2x4: jaxlib 0.10.2, libtpu 1 is not supported: AttributeError: x"),
        ("program bad", TPU, "tpu-v5e:2x4: jaxlib 0.10.2, libtpu 1 cannot read the program: bad"),
        ("crash", TPU, "tpu-v5e:2x4: the compiler crashed: it ended with status -6 (Aborted): Check failed: 1 == 2"),
        ("disk full", GPU, ", where XLA writes: TMPDIR names another folder"),
    ],
)
def test_reasons(answer: str, machine: TargetMachine, message: str) -> None:
    with pytest.raises(MachineError) as error:
        compiled(answer, machine)
    assert str(error.value).endswith(message)


def test_a_limit_names_its_option() -> None:
    with pytest.raises(MachineError, match=r"^tpu-v5e:2x4: not compiled after 0.5 s, which --compile-limit says$"):
        compiled("sleep", limit=0.5)


def test_peaks() -> None:
    """For CPUs it is what is allocated; that of a TPU may count its VMEM if temporaries are small."""
    found = {
        name: compile_program(b"text", "a.mlir", machine_named(name, 8), 8, CompileOptions(PYTHON))
        for name in ("cpu", "gpu", "tpu-v5p")
    }
    assert [each.peak for each in found.values()] == [64 + 32 - 16 + 8, 100, 100]
    assert [each.counts_vmem for each in found.values()] == [False, False, True]
    json.dumps([dict(each.memory) for each in found.values()])


# What XLA holds.

ASSIGNMENT = """BufferAssignment:
allocation 0: size 64, parameter 0, shape |f32[16]| at ShapeIndex {}:
 value: <1 p @0> (size=64,offset=0): f32[16]{0}
allocation 1: size 16, constant:
 value: <2 c @0> (size=16,offset=0): f32[4]{0}
allocation 2: size 8, thread-local:
allocation 3: size 4096, color 1, preallocated-temp:
 value: <3 vmem @0> (size=4096,offset=0): f32[1024]{0:S(1)}
allocation 4: size 300, preallocated-temp:
 value: <4 a @0> (size=100,offset=0): f32[25]{0}
 value: <5 b{1} @1> (size=100,offset=100): f32[25]{0}
 value: <6 c.1 @0> (size=50,offset=0): f32[12]{0}
 value: <7 late (phi) @0> (size=150,offset=0): (f32[25]{0}, f32[12]{0})
 value: <8 unknown @0> (size=100,offset=200): f32[25]{0}

Total bytes used: 1
 value: <9 a @0> (size=9999,offset=0): f32[25]{0}
"""
LIVE = """HloLiveRange (max 9):
  InstructionSequence:
    0:p
  BufferLiveRange:
    p{}:0-9
    vmem{}:0-9
    a{}:1-5
    b{1}:2-6
    c.1{}:3-4
    late{}:7-9
  Live ranges at 3 (peak):
    a{}: 100 bytes
"""


def test_regions_of_memory_are_united_where_most_is_alive() -> None:
    """A value inside the region of another one takes nothing, and neither VMEM nor what threads have counts."""
    found = held(ASSIGNMENT, LIVE)
    assert found is not None
    assert (found.always, found.temporaries) == (64 + 16, 200)
    assert [tuple(each) for each in found.buffers] == [("a", "f32[25]{0}", 100), ("b{1}", "f32[25]{0}", 100)]
    assert HeldBuffers.of(*json.loads(json.dumps(found))) == found


def test_texts_of_another_form_say_nothing() -> None:
    assert held("", "") is None
    assert held(ASSIGNMENT, "no ranges") is None
