"""Compiles a program for a machine that is not there, or partitions it, with the XLA of a Python that has JAX."""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import json
import os
import re
import stat
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from shutil import disk_usage
from typing import Any

from sdyopt.ir.records import NamedTuple
from sdyopt.machines import DoesNotFitError, MachineError, RefusedError
from sdyopt.machines.buffers import HeldBuffers, dumped_text, held_in
from sdyopt.machines.names import DEFAULT_LIMIT, EFFORTS, TargetMachine, machine_named
from sdyopt.machines.processes import OtherPython, WorkerFailedError, WorkerProcess, cpus_for, find_python
from sdyopt.machines.worker import MAX_QUESTIONS

MIN_CERTAIN_TEMPORARIES = 128 << 20
"""The bytes of temporaries from which on the peak of a TPU is that of its HBM: fewer may all be in VMEM."""

_MIN_FREE = 1 << 16
"""The bytes that are free on a disk that is not full."""


class CompileOptions(NamedTuple):
    python: OtherPython
    effort: str = "full"
    """One of EFFORTS."""
    limit: float = DEFAULT_LIMIT
    """The seconds that one compilation may take."""


class Compilation(NamedTuple):
    """The result of a compiler for a program."""

    machine: TargetMachine
    compiler: str
    """`jaxlib 0.10.2, libtpu 0.0.42`."""
    is_quick: bool
    """Whether it was not optimized as much as it could be."""
    text: str
    """The compiled program: HLO text."""
    memory: Mapping[str, int]
    """The figures of XLA's `CompiledMemoryStats` for one device, in bytes."""
    held: HeldBuffers | None
    """The buffers that XLA holds at the peak; None if it does not say that."""

    @property
    def peak(self) -> int:
        """The most bytes that one device needs at one time.

        That is the compiler's own figure, except for CPUs, whose figure leaves out temporaries, what is allocated, also
        where the figure counts memory of the host, and what is alive in the HBM of a TPU if the figure counts its VMEM.
        """
        if self.machine.platform == "cpu" or self.counts_host:
            return self.around + self.memory["temp_size_in_bytes"]
        if self.counts_vmem and self.held is not None:
            return self.held.always + self.held.temporaries
        return self.reported

    @property
    def reported(self) -> int:
        return self.memory["peak_memory_in_bytes"]

    @property
    def around(self) -> int:
        """The bytes of arguments and results, which have what is donated in common."""
        sizes = [self.memory[f"{name}_size_in_bytes"] for name in ("argument", "output", "alias")]
        return sizes[0] + sizes[1] - sizes[2]

    @property
    def counts_host(self) -> bool:
        """Whether the reported peak counts memory of the host, because the program keeps values there."""
        return any(self.memory.get(f"host_{name}_size_in_bytes") for name in ("argument", "output", "temp"))

    @property
    def counts_vmem(self) -> bool:
        """Whether the reported peak may count what is in the VMEM of a TPU, because more is alive there than in HBM."""
        return self.machine.platform == "tpu" and self.reported - self.around <= MIN_CERTAIN_TEMPORARIES


_ERRORS = {"memory": DoesNotFitError, "refused": RefusedError, "crash": RefusedError}
"""The errors for what a worker answers, where they are not plain ones."""


def compile_program(
    program: bytes,
    name: str,
    machine: TargetMachine,
    devices: int,
    options: CompileOptions,
    wait: Callable[[float], object] = lambda _: None,
) -> Compilation:
    """Returns what the compiler of a machine makes of a program: MLIR text, bytecode, or what `jax.export` writes.

    `name` is that of the program's file, and `wait` is called each second, with the seconds since the beginning, unless
    it has been compiled before. Raises MachineError, with a reason of one sentence.
    """
    python = options.python
    python.require(machine)
    chosen = EFFORTS[options.effort] if machine.platform == "tpu" else {}
    key = key_of(program, name, devices, machine, chosen, python)
    found = stored(key)
    if found is None or not found.keys() >= {"text", "memory", "held"}:
        wait(0.0)
        try:
            found = _answer({**_request(program, name, devices), "options": dict(chosen)}, machine, options, wait)
        except WorkerFailedError as error:
            kind = _ERRORS.get(error.kind, MachineError)
            raise kind(f"{machine.name}: {_reason(error, machine, devices, options)}") from None
        store(key, found)
    held = None if found["held"] is None else HeldBuffers.of(*found["held"])
    return Compilation(machine, python.compiler(machine), bool(chosen), found["text"], found["memory"], held)


def _request(program: bytes, name: str, devices: int) -> dict[str, Any]:
    return {"program": base64.b64encode(program).decode(), "name": name, "devices": devices}


def _answer(
    request: Mapping[str, Any], machine: TargetMachine, options: CompileOptions, wait: Callable[[float], object]
) -> dict[str, Any]:
    worker = WorkerProcess(options.python, machine)
    try:
        answer = worker.ask(request, options.limit, wait)
        assert worker.folder is not None
        if not (text := answer["text"] or dumped_text(worker.folder)):
            raise WorkerFailedError("version", "the compiled program cannot be read")
        if (held := held_in(worker.folder)) is None and disk_usage(worker.folder).free < _MIN_FREE:
            raise WorkerFailedError("disk", "XLA could not write what it holds")
        return {**answer, "text": text, "held": held}
    finally:
        worker.end()


# The partitioner.

PARTITIONER_LIMIT = 300.0
"""The seconds that partitioning one program may take."""


class Partitioner:
    """XLA's partitioner, in a process that stays for further programs."""

    def __init__(self, python: OtherPython) -> None:
        self.python = python
        self._worker: WorkerProcess | None = None

    def partitioned(self, program: bytes, name: str, devices: int) -> str:
        """Returns a program as XLA's partitioner leaves it for CPUs, as HLO text.

        `program` and `name` are as in `compile_program`. Raises MachineError, with a reason of one sentence.
        """
        worker = self._ready(devices)
        try:
            text: str = worker.ask(_request(program, name, devices), PARTITIONER_LIMIT)["text"]
            return text
        except WorkerFailedError as error:
            if error.kind in ("limit", "crash"):
                self._worker = None
            said = {"limit": f"gave no answer in {PARTITIONER_LIMIT:g} s", "crash": f"crashed: {error}"}
            reason = said.get(error.kind, f"refuses the program: {error}")
            raise MachineError(f"{name}: the partitioner of {self.python.jaxlib} {reason}") from None

    def _ready(self, devices: int) -> WorkerProcess:
        """Returns a process that can be asked for `devices` devices. Raises MachineError."""
        if (found := self._worker) is not None and found.pid == os.getpid():
            if found.machine.devices >= devices and found.is_alive and found.asked < MAX_QUESTIONS:
                return found
            found.end()
        try:
            self._worker = WorkerProcess(self.python, cpus_for(devices), stops=True)
        except WorkerFailedError as error:
            raise MachineError(f"{self.python.jaxlib} is not supported: {error}") from None
        return self._worker


@cache
def partitioner(python: str | None = None) -> Partitioner:
    """Returns the partitioner of the Python of a path, or of the one that `find_python` finds. Raises MachineError."""
    return Partitioner(find_python(python))


# Why there is no compiled program.

_MEMORY = re.compile(r"\(?([\d.]+)([KMGT]?)i?B?\)? exceeds available \w+ \(([\d.]+)([KMGT]?)i?B?\)")
_USED = re.compile(r"Used ([\d.]+)([KMGT]?) of ([\d.]+)([KMGT]?) hbm")
_CPU_ONLY = re.compile(r"\blapack_\w+|No FFI handler registered for (\w+)|Custom emitter for (\w+) not found")


def _reason(error: WorkerFailedError, machine: TargetMachine, devices: int, options: CompileOptions) -> str:
    """Returns one sentence for what a worker has answered."""
    message, compiler = str(error), options.python.compiler(machine)
    reasons = {
        "limit": f"not compiled after {options.limit:g} s, which --compile-limit says",
        "crash": f"the compiler crashed: {message}",
        "disk": f"no space is left in {tempfile.gettempdir()}, where XLA writes: TMPDIR names another folder",
        "version": f"{compiler} is not supported: {message}",
        "program": f"{compiler} cannot read the program: {message}",
        "machine": f"{compiler} does not have this machine: {message}",
    }
    if error.kind in reasons:
        return reasons[error.kind]
    if error.kind == "memory":
        return _too_much(message)
    if error.kind == "misfit":
        return f"XLA compiles for all {machine.devices:,} devices only, {_exact(machine, devices)}"
    if (found := _CPU_ONLY.search(message)) is not None and machine.platform != "cpu":
        target = next(filter(None, found.groups()), found[0])
        platform = "tpu" if machine.platform == "tpu" else "cuda"
        lowered = f'jax.jit(f).trace(…).lower(lowering_platforms=("{platform}",)) lowers it for this machine'
        return f"the program was lowered for CPUs, which alone have {target}: {lowered}"
    hint = f"; a newer one than {compiler} may compile it" if message.startswith("INTERNAL") else ""
    return f"XLA does not compile the program: {message}{hint}"


def _too_much(message: str) -> str:
    if (found := _MEMORY.search(message) or _USED.search(message)) is None:
        return f"the program does not fit: {message.splitlines()[0]}"
    needed, available = [
        f"{number} {unit}{'i' if unit else ''}B" for number, unit in (found.group(1, 2), found.group(3, 4))
    ]
    return f"the program does not fit: it needs {needed} a device, and {available} are available"


def _exact(machine: TargetMachine, devices: int) -> str:
    kind = machine.name.partition(":")[0]
    try:
        return f"and the program is for {devices:,}: --compile {machine_named(kind, devices).name} has as many"
    except MachineError:
        return f"and the program is for {devices:,}"


# Results of compilations, by all that they depend on, in the cache of the user. No cache is no error.

_FORM = "5"
"""Changes when results are stored in another form."""

_MAX_BYTES = 1 << 30
"""The bytes of all results together. The oldest are removed first."""

_SECONDS_IN_A_DAY = 86_400

_FLAGS = ("XLA_FLAGS", "LIBTPU_INIT_ARGS")
"""Variables of the environment that change what compilers make of a program."""


def key_of(
    program: bytes, name: str, devices: int, machine: TargetMachine, options: Mapping[str, object], python: OtherPython
) -> str:
    """Returns the SHA-256 of all that a compiled program depends on, as hexadecimal digits.

    The name of the program is part of it: the places in the compiled text have it.
    """
    parts = [
        _FORM.encode(),
        program,
        json.dumps([name, devices, machine.name, machine.request, dict(options)], sort_keys=True).encode(),
        json.dumps(dict(python.versions), sort_keys=True).encode(),
        *[os.environ.get(variable, "").encode("utf-8", "surrogateescape") for variable in _FLAGS],
    ]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def folder() -> Path:
    """Returns the folder with the results: `$XDG_CACHE_HOME/sdy-opt/compiled`, by default in `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "sdy-opt" / "compiled"


def stored(key: str) -> dict[str, Any] | None:
    """Returns a result; None if there is none that can be read."""
    path = folder() / f"{key}.json.gz"
    try:
        if not _is_ours(path.parent) or not _is_of_this_user(path):
            return None
        with gzip.open(path, "rb") as file:
            found = json.loads(file.read())
        with contextlib.suppress(OSError):
            os.utime(path)  # It is not one of the oldest any more.
    except (OSError, EOFError, ValueError, zlib.error):
        return None
    return found if isinstance(found, dict) else None


def store(key: str, result: Mapping[str, Any]) -> None:
    """Stores a result, if that is possible, in a file that only this user can read."""
    place = folder()
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        place.mkdir(mode=0o700, exist_ok=True)
        if not _is_ours(place):
            return
        number, path = tempfile.mkstemp(suffix=".part", dir=place)  # It has mode 0600.
        try:
            with os.fdopen(number, "wb") as file:
                file.write(gzip.compress(json.dumps(result).encode(), compresslevel=3, mtime=0))
            os.replace(path, place / f"{key}.json.gz")
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(path)
            return
        _remove_leftovers(place)
        _remove_oldest(place)
    except OSError:
        return


def _is_ours(place: Path) -> bool:
    """Whether a folder, and the one that it is in, belong to this user, and others cannot read or write it.

    Others could put another folder in its place if they had the one around it. Raises OSError.
    """
    mode = place.stat().st_mode
    if not (stat.S_ISDIR(mode) and _is_of_this_user(place) and _is_of_this_user(place.parent)):
        return False
    if hasattr(os, "getuid") and mode & 0o077:
        place.chmod(0o700)
    return True


def _is_of_this_user(path: Path) -> bool:
    """Whether a file or a folder, and a link to it, were made by this user. Raises OSError."""
    return not hasattr(os, "getuid") or {path.lstat().st_uid, path.stat().st_uid} == {os.getuid()}


def _remove_leftovers(place: Path) -> None:
    """Removes what processes that were ended have left. Raises OSError."""
    for path in place.glob("*.part"):
        if time.time() - path.stat().st_mtime > _SECONDS_IN_A_DAY:
            path.unlink(missing_ok=True)


def _remove_oldest(place: Path) -> None:
    """Removes results, the oldest first, until the others take no more than they may. Raises OSError."""
    found = sorted([(each.stat().st_mtime, each.stat().st_size, each) for each in place.glob("*.json.gz")])
    total = sum([size for _, size, _ in found])
    for _, size, path in found:
        if total <= _MAX_BYTES:
            return
        path.unlink(missing_ok=True)
        total -= size
