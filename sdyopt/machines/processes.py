"""Processes of a Python that has JAX: which Python that is, and how it is started, asked and ended."""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any

from sdyopt.ir.records import NamedTuple
from sdyopt.machines import MachineError
from sdyopt.machines.names import TargetMachine, machine_named
from sdyopt.machines.worker import PASSES

# The Python that has JAX.

_PACKAGES = (
    "jax",
    "jaxlib",
    "libtpu",
    *[f"jax-cuda{version}-{part}" for version in (12, 13) for part in ("pjrt", "plugin")],
)
_ASK = (
    "import sys\nsys.path = list(filter(None, sys.path))\n"
    "import importlib.metadata as m, json\nfound = {}\nfor n in sys.argv[1:]:\n"
    "    try: found[n] = m.version(n)\n    except m.PackageNotFoundError: pass\nprint(json.dumps(found))"
)
"""Asks for versions of packages, without what is in the current folder, which may have a json.py of its own."""

_SECONDS_TO_START = 120.0
_WORKER = os.path.join(os.path.dirname(__file__), "worker.py")


class OtherPython(NamedTuple):
    """A Python that has JAX."""

    path: str
    versions: Mapping[str, str]
    """Those of JAX, jaxlib and the packages for machines that it has."""

    @property
    def jaxlib(self) -> str:
        """`jaxlib 0.10.2`."""
        return f"jaxlib {self.versions['jaxlib']}"

    def compiler(self, machine: TargetMachine) -> str:
        """`jaxlib 0.10.2, libtpu 0.0.42`."""
        libtpu = f", libtpu {self.versions['libtpu']}" if machine.platform == "tpu" else ""
        return self.jaxlib + libtpu

    def require(self, machine: TargetMachine) -> None:
        """Raises MachineError if it has no package, or not the right one, that compiles for a machine."""
        jax = self.versions["jax"]
        if machine.platform == "tpu" and "libtpu" not in self.versions:
            raise MachineError(self._missing(machine, "libtpu", f"'jax[tpu]=={jax}'"))
        if machine.platform != "cuda":
            return
        names = [[f"jax-cuda{version}-{part}" for part in ("plugin", "pjrt")] for version in (12, 13)]
        present = [both for both in names if all(name in self.versions for name in both)]
        wheels = " ".join([f"{name}=={jax}" for name in (present or names)[0]])
        if not present:
            raise MachineError(self._missing(machine, "a CUDA plugin", wheels))
        for name in present[0]:
            if self.versions[name].split(".")[:2] != self.versions["jaxlib"].split(".")[:2]:
                found = f"{name} {self.versions[name]} does not fit {self.jaxlib}"
                raise MachineError(f"{found}: {self.path} -m pip install {wheels}")

    def _missing(self, machine: TargetMachine, what: str, wheels: str) -> str:
        return f"compiling for {machine.name} needs {what}: {self.path} -m pip install {wheels}"


@cache
def find_python(given: str | None = None) -> OtherPython:
    """Returns the Python of a path; without one this one, or the first on PATH, that has jaxlib.

    Raises MachineError if it cannot be started, or if none has JAX.
    """
    if given is not None:
        if (path := shutil.which(os.path.expanduser(given))) is None:
            raise MachineError(f"there is no Python at '{given}'")
        return _with_jax(path, _versions(path))
    found = _own_versions()
    if "jaxlib" in found:
        return _with_jax(sys.executable, found)
    for folder in dict.fromkeys(os.environ.get("PATH", "").split(os.pathsep)):
        path = shutil.which("python3", path=folder) or shutil.which("python", path=folder)
        with contextlib.suppress(MachineError):
            if path is not None and "jaxlib" in (found := _versions(path)):
                return _with_jax(path, found)
    raise MachineError("no Python has jaxlib: python -m pip install jax, or --jax-python PATH names one that has it")


def _with_jax(path: str, versions: Mapping[str, str]) -> OtherPython:
    for name in ("jaxlib", "jax"):
        if name not in versions:
            raise MachineError(f"{path} has no {name}: {path} -m pip install jax")
    return OtherPython(path, versions)


def _own_versions() -> dict[str, str]:
    found = {}
    for name in _PACKAGES:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def _versions(path: str) -> dict[str, str]:
    try:
        ran = subprocess.run(
            [path, "-c", _ASK, *_PACKAGES],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS_TO_START,
            env=_without_own_path(path),
        )
        found: dict[str, str] = json.loads(ran.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        raise MachineError(f"'{path}' is not a Python that can be started") from None
    return found


def _without_own_path(path: str) -> dict[str, str]:
    """Returns the environment, without the folders of packages of this Python if another one is started."""
    kept = dict(os.environ)
    if path != sys.executable:
        kept.pop("PYTHONPATH", None)
    return kept


# What the processes find in their environment.

_QUIET = {"TF_CPP_MIN_LOG_LEVEL": "3", "TPU_MIN_LOG_LEVEL": "3", "TPU_STDERR_LOG_LEVEL": "3", "TPU_LOG_DIR": "disabled"}
_NO_TPU = {
    "TPU_SKIP_MDS_QUERY": "1",
    "TPU_WORKER_HOSTNAMES": "localhost",
    "TPU_WORKER_ID": "0",
    "TPU_ACCELERATOR_TYPE": "v5litepod-8",
    "ALLOW_MULTIPLE_LIBTPU_LOAD": "1",
}
"""Keeps libtpu from looking for the TPU of this machine. The type is any that exists."""

_MIN_CPUS = 64
"""The simulated CPUs of a process that partitions, so that most programs find as many as they need."""


def _environment(path: str, machine: TargetMachine, stops: bool, dump: Path | None) -> dict[str, str]:
    found = {**_without_own_path(path), **_QUIET, "JAX_PLATFORMS": "cpu", "JAX_ENABLE_COMPILATION_CACHE": "false"}
    flags = [] if stops else [found.get("XLA_FLAGS", "")]  # Those of the user are for compilers.
    if machine.platform == "cpu":
        flags.append(f"--xla_force_host_platform_device_count={machine.devices}")
    if stops:
        flags.append(f"--xla_enable_hlo_passes_only={PASSES}")
    if dump is not None and "--xla_dump_to" not in found.get("XLA_FLAGS", ""):
        flags.append(f"--xla_dump_to={dump}")
    found["XLA_FLAGS"] = " ".join(filter(None, flags))
    return {**found, **_NO_TPU} if machine.platform == "tpu" else found


def cpus_for(devices: int) -> TargetMachine:
    """Returns the machine of a process that partitions programs for up to `devices` devices. Raises MachineError."""
    return machine_named(f"cpu:{max(_MIN_CPUS, 1 << (devices - 1).bit_length())}", devices)


# A process that answers.


class WorkerProcess:
    """A process of another Python that compiles or, if it `stops`, partitions programs, one after the other."""

    def __init__(self, python: OtherPython, machine: TargetMachine, stops: bool = False) -> None:
        self.machine = machine
        self._folder = None if stops else tempfile.TemporaryDirectory(prefix="sdy-view-", ignore_cleanup_errors=True)
        self._is_ended = False
        self.asked = 0
        """The questions that have been answered."""
        self.pid = os.getpid()
        """The process that may ask: after a fork there are two."""
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (as long as the process)
        self._lines: queue.Queue[bytes] = queue.Queue()
        try:
            self._child = subprocess.Popen(
                [python.path, _WORKER, "partition" if stops else "compile", *map(str, filter(None, [self.folder]))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                env=_environment(python.path, machine, stops, self.folder),
                start_new_session=True,
            )
        except OSError as error:
            raise MachineError(f"'{python.path}' cannot be started: {error.strerror}") from None
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self.described = self.ask(machine.request, _SECONDS_TO_START)
        except WorkerFailedError as error:
            self.end()
            if error.kind != "limit":
                raise
            raise WorkerFailedError("crash", f"it has not started in {_SECONDS_TO_START:g} s") from None

    @property
    def folder(self) -> Path | None:
        """Where XLA dumps what it compiles, as long as the process; None if it stops before."""
        return None if self._folder is None else Path(self._folder.name)

    @property
    def is_alive(self) -> bool:
        return self._child.poll() is None

    def _read(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def ask(
        self, request: Mapping[str, Any], limit: float, wait: Callable[[float], object] = lambda _: None
    ) -> dict[str, Any]:
        """Returns the answer to a request. `wait` is called each second with the seconds since.

        Raises WorkerFailedError, after the process has been ended, for no answer in `limit` seconds, and if it crashes.
        """
        assert self._child.stdin is not None
        start = time.monotonic()
        with _ended_with(self):
            try:
                self._child.stdin.write(json.dumps(request).encode() + b"\n")
                self._child.stdin.flush()
            except OSError:
                pass  # It has ended, as reading says.
            while True:
                left = limit - (time.monotonic() - start)
                try:
                    line = self._lines.get(timeout=max(0.0, min(1.0, left)))
                    break
                except queue.Empty:
                    if left <= 0:
                        self.end()
                        raise WorkerFailedError("limit", f"no answer after {limit:g} s") from None
                    wait(time.monotonic() - start)
        if self._is_ended:  # By a signal that a handler has taken note of.
            raise WorkerFailedError("crash", "it was ended")
        if not line:
            self._child.wait()
            message = self._last_words()
            self.end()
            raise WorkerFailedError("crash", message)
        self.asked += 1
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerFailedError(answer["error"], answer["message"])
        return answer

    def _last_words(self) -> str:
        """Returns the line in what the process has printed that says best why it has ended."""
        self._log.seek(0)
        lines = [line.strip() for line in self._log.read()[-20_000:].decode(errors="replace").splitlines()]
        fatal = [line for line in lines if line.startswith("F") and "] " in line]
        lines = [
            line for line in lines if line and not line.startswith(("I0", "W0", "E0", "WARNING", "***", "@ ", "https:"))
        ]
        said = fatal[0].partition("] ")[2] if fatal else lines[-1] if lines else ""
        status = self._child.returncode
        reason = f" ({signal.strsignal(-status)})" if status < 0 else ""
        return f"it ended with status {status}{reason}" + (f": {said[:500]}" if said else "")

    def end(self) -> None:
        """Ends the process, and those that it has started, if that was not done before."""
        if self._is_ended:
            return
        self._is_ended = True
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, signal.SIGKILL)
            else:
                self._child.kill()
        self._child.wait()
        if self._folder is not None:
            self._folder.cleanup()
        for stream in (self._child.stdin, self._log):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


class WorkerFailedError(MachineError):
    """A request without a result: its `kind` is what the worker says, or `limit` or `crash`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@contextlib.contextmanager
def _ended_with(worker: WorkerProcess) -> Iterator[None]:
    """Ends a process if this one is interrupted or ended meanwhile, and then does what it would have done."""
    signals = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before: dict[int, Any] = {}

    def handle(number: int, _frame: object) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)  # A second Ctrl-C would leave what has been dumped.
        worker.end()
        signal.signal(number, before[number])
        signal.raise_signal(number)

    if threading.current_thread() is threading.main_thread():
        for number in signals:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handle)
    try:
        yield
    except BaseException as error:
        if not isinstance(error, WorkerFailedError):
            worker.end()
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
