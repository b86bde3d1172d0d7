"""The reference: the C++ implementation of Shardy and StableHLO in the jaxlib wheel.

    python -m tools.reference FILE|- [-sdy-PASS[=OPTIONS] ...]

Flags: -split-input-file, -allow-unregistered-dialect, -mlir-print-op-generic, -mlir-print-debuginfo,
-verify-diagnostics, -pass-pipeline='builtin.module(...)' and -time (seconds for parse, passes and print, on standard
error). It exits with 0 and the module on standard output, or with 1 and `LINE:COLUMN: severity: message` on standard
error.

From Python, `run` answers within this process, and `run_isolated` within a worker process, for input on which the C++
may abort, and of a release other than its own.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import io
import itertools
import json
import logging
import mmap
import os
import queue
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

if TYPE_CHECKING:
    from jaxlib.mlir import ir

RELEASE = "0.10.2"
"""The release that processes of these tools import; the newest release answers in workers of another Python."""
INSTALL = f"python -m pip install jaxlib=={RELEASE}"
ENCODING = "utf-8", "surrogateescape"
"""Texts may have bytes that are not UTF-8."""

PYTHON = "SDY_REFERENCE_PYTHON"
"""The environment variable that names the Python whose jaxlib answers in all workers.

`none` does without the reference.
"""

NONE = "none"
NEWEST_PYTHON = "SDY_NEWEST_PYTHON"
"""The environment variable that names the Python for the workers of the newest release.

`none` compares with RELEASE alone. Without the variable, `tools.reference_release` looks for a Python.
"""

MAX_TIMES_LONGER = 20
"""How much longer than it computes a module may take, on a machine that does other things, too."""

MAX_IDLE_SECONDS = 2.0
"""How long all threads of the C++ may wait for each other."""

SWITCHES = {"split-input-file", "allow-unregistered-dialect", "mlir-print-op-generic", "mlir-print-debuginfo", "time"}
CHUNK_END = re.compile(r"^// -----.*\n?", re.MULTILINE)

SERVE = "--serve"
"""The argument that makes this file a worker of `run_isolated`."""

FUNCTION_PASSES = frozenset(
    {
        "chlo-legalize-to-stablehlo",
        "sdy-constant-or-scalar-merger",
        "sdy-drop-sharding-rules",
        "sdy-explicit-gather-scatter-batching",
        "sdy-insert-explicit-reshards",
        "sdy-optimize-collectives",
        "sdy-pad-for-divisibility",
        "sdy-populate-op-sharding-rules",
        "sdy-remove-all-gather-reduce-scatter-for-cmv1",
        "sdy-reshard-to-collectives",
        "sdy-resolve-single-device-sharding",
        "sdy-sharding-constraint-to-reshard",
        "sdy-sink-data-flow-edges",
        "sdy-sink-func-data-flow-edges",
        "sdy-verify-unreduced-axes",
    }
)
"""The passes that run on functions. Shardy's tool nests them, neighbours together, where they are flags."""

LOG = logging.getLogger(__name__)

POSITION = re.compile(r'"-":(\d+):(\d+)')


class MissingReference(RuntimeError):
    """A release of jaxlib is not installed; the message says how to get it."""

    def __init__(self, release: str = RELEASE) -> None:
        super().__init__(f"the reference is part of jaxlib {release}, which is not installed here: {INSTALL}")


class Diagnostic(NamedTuple):
    """A diagnostic of the reference, with a line and a column (from 1) if it is about a place in its input."""

    line: int | None
    column: int | None
    severity: str
    message: str

    def __str__(self) -> str:
        return f"{self.line or '?'}:{self.column or '?'}: {self.severity}: {self.message}"


@dataclass
class ReferenceResult:
    """The result for one module. `output` is empty unless `ok`; only `run_isolated` returns `crashed`."""

    ok: bool
    output: str = ""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    crashed: bool = False


# --- in this process -------------------------------------------------------------------------------------------------


def context_for(text: str, allow_unregistered: bool) -> ir.Context:
    """Returns a context for parsing `text`, which is shared, since it takes ten times as long as a small module.

    Texts that name resources get their own: a context keeps the names, and would rename those of a second text. So do
    quantized types, which a context reads only after it has read an artifact.
    """
    names = ("dialect_resources", "dense_resource", "!quant")
    return (new_context if any(name in text for name in names) else shared_context)(allow_unregistered)


def new_context(allow_unregistered: bool) -> ir.Context:
    """Returns a context with the reference's dialects. Raises MissingReference without jaxlib."""
    from tools.reference_release import make_importable

    make_importable()
    try:
        from jaxlib.mlir import ir
        from jaxlib.mlir._mlir_libs import _jax_mlir_ext
        from jaxlib.mlir.dialects import chlo, mhlo, mpmd, sdy, stablehlo
    except ImportError as error:
        raise MissingReference from error
    context = ir.Context()
    dialects = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(dialects)
    context.append_dialect_registry(dialects)
    context.load_all_available_dialects()
    chlo.register_dialect(context)
    mhlo.register_mhlo_dialect(context)
    mpmd.register_dialect(context)
    sdy.register_dialect(context)
    stablehlo.register_dialect(context)
    _register_passes()
    context.allow_unregistered_dialects = allow_unregistered
    return context


shared_context = functools.cache(new_context)


@functools.cache
def _register_passes() -> None:
    """Registers the passes of StableHLO in this process; those of Shardy and MLIR are there already."""
    from jaxlib.mlir.dialects import stablehlo

    stablehlo.register_stablehlo_passes()


def with_notes(diagnostic: Any) -> Iterator[Diagnostic]:
    """Returns a diagnostic of the bindings with its notes, without the dump of the op that MLIR appends."""
    severity = str(diagnostic.severity).rpartition(".")[2].lower()
    for info, kind in [(diagnostic, severity), *((note, "note") for note in diagnostic.notes)]:
        if info.message.startswith("see current operation"):
            continue
        place = POSITION.search(str(info.location))
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        yield Diagnostic(line, column, kind, info.message)


@contextlib.contextmanager
def timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    """Records the time of the body, if it completes."""
    start = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - start


@contextlib.contextmanager
def printing_options(words: Sequence[str]) -> Iterator[None]:
    """Sets these printing options of mlir-opt in the C++ library during the body."""
    if not words:
        yield
        return
    from tools.judges.reference_options import set_options

    set_options(words)
    try:
        yield
    finally:
        set_options([])


@functools.cache
def function_passes() -> frozenset[str]:
    """Those of FUNCTION_PASSES that run on functions in this jaxlib, which may be another release, too."""
    from jaxlib.mlir import passmanager

    def is_one(name: str) -> bool:
        try:
            passmanager.PassManager.parse(f"builtin.module(func.func({name}))")
        except ValueError:
            return False
        return True

    return frozenset(filter(is_one, FUNCTION_PASSES)) if PYTHON in os.environ else FUNCTION_PASSES


def pipeline_of(passes: Sequence[str], on_functions: Collection[str] = FUNCTION_PASSES) -> str:
    """The textual pipeline of passes, each with options as it stands in one, for flags in this order."""
    elements: list[str] = []
    for is_nested, group in itertools.groupby(passes, lambda name: name.partition("{")[0] in on_functions):
        neighbours = list(group)
        elements += [f"func.func({','.join(neighbours)})"] if is_nested else neighbours
    return f"builtin.module({','.join(elements)})"


class Options(TypedDict, total=False):
    """How a text is read, run and printed."""

    pipeline: str | None
    """A textual pipeline in place of passes."""
    generic: bool
    debug_info: bool
    allow_unregistered: bool
    implicit_module: bool
    """False if the text is one operation."""
    printing: Sequence[str]
    """More options of mlir-opt, as on its command line: `-mlir-print-local-scope`."""
    hlo: bool
    """True if the text is HLO, of which XLA's translation is read."""
    to_hlo: bool
    """True if the result is not MLIR, but the HLO text of the program."""
    binary: str
    """The form, as for `binary_form`, in which the module is written; what is read of that is printed."""


def run(text: str, passes: Sequence[str] = (), **options: Unpack[Options]) -> ReferenceResult:
    """Parse `text`, run `passes` or the textual `pipeline`, and print.

    A pass is `sdy-inline-meshes` or, with options, `name{option=value}`. Raises MissingReference without jaxlib. Some
    malformed input makes the C++ abort the process; see `run_isolated`.
    """
    pipeline, binary = options.get("pipeline"), options.get("binary", "")
    context = context_for(text, options.get("allow_unregistered", False))
    from jaxlib.mlir import ir, passmanager

    result = ReferenceResult(ok=False)
    if options.get("hlo", False) or options.get("to_hlo", False):
        from tools.judges.hlo_translation import PARSED, hlo_text, set_device_counts, translated

        given = text
        try:
            if options.get("to_hlo", False):
                return ReferenceResult(ok=True, output=hlo_text(text))
            text = translated(text)
        except (RuntimeError, ValueError) as error:
            found = PARSED.search(str(error))
            line, column = (int(found[1]), int(found[2])) if found else (None, None)
            result.diagnostics.append(Diagnostic(line, column, "error", found[3] if found else str(error)))
            return result

    def collect(diagnostic: Any) -> bool:
        result.diagnostics += with_notes(diagnostic)
        return True

    with context, ir.Location.unknown():
        handler: Any = context.attach_diagnostic_handler(collect)
        try:
            with timed(result.seconds, "parse"):
                is_module = options.get("implicit_module", True)
                parsed = ir.Module.parse(text.encode(*ENCODING)) if is_module else ir.Operation.parse(text)
                if options.get("hlo", False):
                    set_device_counts(parsed, given)
            if passes and pipeline is None:
                pipeline = pipeline_of(passes, function_passes())
            if pipeline:
                with timed(result.seconds, "passes"):
                    passmanager.PassManager.parse(pipeline).run(parsed.operation)
            if binary:
                data, parsed = binary_form(parsed, binary)
            with timed(result.seconds, "print"), printing_options(options.get("printing", ())):
                printed: Any = parsed.operation.get_asm(
                    binary=True,
                    print_generic_op_form=options.get("generic", False),
                    enable_debug_info=options.get("debug_info", False),
                )
            result.output = printed.decode(*ENCODING).removesuffix("\n") + "\n"
            if binary.startswith("bytecode"):  # The order of uses in artifacts depends on each rewrite.
                result.output = f"{data.hex()}\n{result.output}"
            result.ok = True
        except ir.MLIRError as error:
            for diagnostic in error.error_diagnostics:
                result.diagnostics += with_notes(diagnostic)
        except ValueError as error:  # a pipeline that does not parse, or an artifact that cannot be written
            if binary and result.diagnostics:
                return result
            result.diagnostics.append(Diagnostic(None, None, "error", str(error)))
        finally:
            handler.detach()
    return result


def binary_form(module: Any, binary: str) -> tuple[bytes, Any]:
    """Returns a module as bytecode, for `bytecode 6`, or as a portable artifact, for `artifact 1.9.0`, and read again.

    Raises ValueError if the module cannot be written.
    """
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    form, _, version = binary.partition(" ")
    if form == "artifact":
        data: bytes = stablehlo.serialize_portable_artifact(module, version, True)
        return data, stablehlo.deserialize_portable_artifact(module.context, data)
    stream = io.BytesIO()
    module.operation.write_bytecode(stream, desired_version=int(version))
    return stream.getvalue(), ir.Module.parse(stream.getvalue())


# --- in worker processes ---------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """Returns the environment in which another Python finds these tools, too."""
    paths = [str(Path(__file__).resolve().parent.parent), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


@contextlib.contextmanager
def answered_by(python: str) -> Iterator[None]:
    """Makes the jaxlib of that interpreter answer in the workers that are started during the body."""
    os.environ[PYTHON] = python
    try:
        yield
    finally:
        del os.environ[PYTHON]


@functools.cache
def judge() -> str:
    """Returns the release that sdy-opt is compared with where no other one is named.

    That is the newest release where a Python has it, and RELEASE elsewhere; with a jaxlib that PYTHON names, its own.
    """
    from sdyopt.mlir.releases import find_release
    from tools.reference_release import newest, release_of

    if (named := os.environ.get(PYTHON)) not in (None, NONE):
        return find_release(release_of(named)).release.name
    found = newest()
    return RELEASE if found is None else found.release


def interpreter(release: str) -> tuple[str, dict[str, str]]:
    """Returns the Python whose jaxlib is that release, and its environment. Raises MissingReference if none is."""
    import importlib.util

    from tools.reference_release import make_importable, newest

    if (named := os.environ.get(PYTHON)) not in (None, NONE):
        return named, environment()
    make_importable()
    found = None if release == RELEASE else newest()
    if found is not None and found.release == release:
        paths = [str(Path(__file__).resolve().parent.parent), found.folder]
        return found.python, {**os.environ, PYTHON: found.python, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    if release != RELEASE or importlib.util.find_spec("jaxlib") is None:
        raise MissingReference(release)
    return sys.executable, environment()


class Worker:
    """A process that runs modules one after another, and that the C++ library of a release may crash."""

    def __init__(self, release: str) -> None:
        python, variables = interpreter(release)
        command = [python, __file__, SERVE]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables)

    def ask(self, question: dict[str, Any]) -> Any:
        """Returns the answer to a question; raises BrokenPipeError if the process has ended before."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        if not (line := self.process.stdout.readline()):
            raise BrokenPipeError(f"the reference's process ended with status {self.process.wait()}")
        return json.loads(line)

    def dismiss(self) -> None:
        """Ends the process."""
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                assert stream
                stream.close()
        self.process.wait()


class ReferenceWorkers:
    """The idle workers of a release; as many are started as there are threads that run modules at the same time."""

    def __init__(self, release: str) -> None:
        self.release = release
        self.idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        atexit.register(self.dismiss)

    def ask(self, question: dict[str, Any]) -> Any:
        try:
            worker = self.idle.get_nowait()
        except queue.Empty:
            worker = Worker(self.release)
        answer = worker.ask(question)
        self.idle.put(worker)
        return answer

    def dismiss(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self.idle.get_nowait().dismiss()


workers = functools.cache(ReferenceWorkers)
"""The workers of this process for a release."""


def ask(function: str, arguments: dict[str, Any], seconds: float, release: str = "") -> Any:
    """Returns what `run`, or a function that `tools.judges.pass_manager` offers, answers in a worker of a release.

    An empty release stands for that of the judge.
    """
    question = {"function": function, "arguments": arguments, "seconds": seconds}
    return workers(release or judge()).ask(question)


def run_isolated(
    text: str, passes: Sequence[str] = (), *, seconds: float = 3, release: str = "", **options: Unpack[Options]
) -> ReferenceResult:
    """As `run`, in a process of its own, which later calls use again, with the C++ of a release, or else of the judge.

    If the C++ aborts, overflows its stack or has no answer after it has computed for so many `seconds`, the result is
    `crashed`, and says in its only diagnostic, which is logged, too, how the process ended and what it wrote at last.
    Threads may call this at the same time; each has a worker then. Raises MissingReference without the release.
    """
    arguments = {"text": text, "passes": [*passes], **options, "printing": [*options.get("printing", ())]}
    answer = ask("run", arguments, seconds, release)
    answer["diagnostics"] = [Diagnostic(*diagnostic) for diagnostic in answer["diagnostics"]]
    result = ReferenceResult(**answer)
    if result.crashed:
        LOG.info("the reference crashed: %s", result.diagnostics[0].message)
    return result


def serve() -> None:
    """A worker's life: a child answers, and when the C++ takes it down, says how, and forks the next.

    The fork has all that takes time to load: the next answer comes after milliseconds, not after half a second.
    """
    answers = os.fdopen(os.dup(1), "w")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    run("")  # loads the dialects
    with tempfile.TemporaryFile() as complaints:
        # What the C++ prints must not come between the answers.
        os.dup2(complaints.fileno(), 1)
        os.dup2(complaints.fileno(), 2)
        is_busy = mmap.mmap(-1, 1)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
        while child := os.fork():
            if (status := ended(child, is_busy)) == 0:
                return
            complaints.seek(0)
            last = complaints.read().decode(errors="replace").strip()[-2000:]
            complaints.seek(0)
            complaints.truncate()
            diagnostic = Diagnostic(None, None, "error", f"{how_it_ended(status)}: {last}")
            crash = ReferenceResult(ok=False, diagnostics=[diagnostic], crashed=True)
            answers.write(json.dumps(asdict(crash)) + "\n")
            answers.flush()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        answer_questions(answers, is_busy)


def ended(child: int, is_busy: mmap.mmap) -> int:
    """Waits for a child and returns its status. One that has a question, and none of whose threads computes or can, is
    ended: it waits for a lock in broken memory. Without /proc, the timer of `answer_questions` does that, later.
    """
    spent, since = -1, time.monotonic()
    if not Path("/proc/self/task").exists():
        return os.waitpid(child, 0)[1]
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            is_busy[0] = 0
            return status
        signal.sigtimedwait([signal.SIGCHLD], 0.25)
        computed = computing_time(child) if is_busy[0] else None
        if computed is None or computed != spent:
            spent, since = -1 if computed is None else computed, time.monotonic()
        elif time.monotonic() - since > MAX_IDLE_SECONDS:
            os.kill(child, signal.SIGALRM)


def computing_time(process: int) -> int | None:
    """Returns the processor time of a process in ticks; None if one of its threads computes or waits for a processor,
    or if the system does not say.
    """
    try:
        tasks = [path.read_text().rpartition(")")[2].split() for path in Path(f"/proc/{process}/task").glob("*/stat")]
    except OSError:
        return None
    is_active = not tasks or any(fields[0] in "RD" for fields in tasks)
    return None if is_active else sum([int(fields[11]) + int(fields[12]) for fields in tasks])


def answer_questions(answers: IO[str], is_busy: mmap.mmap) -> None:
    """The life of a worker's child: each line of standard input has a function, its arguments, and how long it may
    take, as JSON; the result goes to `answers`. `is_busy` says whether a module is run.
    """
    from tools.judges import pass_manager

    functions = {"run": lambda **arguments: asdict(run(**arguments)), **pass_manager.ANSWERING}
    with open(0, "rb", closefd=False) as questions:
        for line in questions:
            question = json.loads(line)
            # Over broken memory it may run, or wait for a lock, for ever: these signals end it in any case.
            is_busy[0] = question["function"] == "run"
            signal.setitimer(signal.ITIMER_PROF, question["seconds"])
            signal.setitimer(signal.ITIMER_REAL, MAX_TIMES_LONGER * question["seconds"])
            result = functions[question["function"]](**question["arguments"])
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            is_busy[0] = 0
            answers.write(json.dumps(result) + "\n")
            answers.flush()
    os._exit(0)


def how_it_ended(status: int) -> str:
    """Returns what a status of `waitpid` says: `exit status 1`, `ended by SIGSEGV`."""
    if (code := os.waitstatus_to_exitcode(status)) >= 0:
        return f"exit status {code}"
    name = signal.Signals(-code).name if -code in signal.valid_signals() else f"signal {-code}"
    is_late = -code in (signal.SIGPROF, signal.SIGALRM)
    return f"ended by {name}{', as it had no answer in time' if is_late else ''}"


@dataclass
class CommandLine:
    """The arguments of the command."""

    file: str = "-"
    passes: list[str] = field(default_factory=list)
    pipeline: str | None = None
    switches: set[str] = field(default_factory=set)

    @classmethod
    def parse(cls, argv: Sequence[str]) -> CommandLine:
        """Every flag that is not a switch names a pass, as `-sdy-NAME` or `-sdy-NAME=OPTIONS`."""
        asked = cls()
        for word in argv:
            name, _, value = word.lstrip("-").partition("=")
            value = value.strip("'\"")
            if word == "-" or not word.startswith("-"):
                asked.file = word
            elif name in SWITCHES:
                asked.switches.add(name)
            elif name == "pass-pipeline":
                asked.pipeline = value
            else:
                asked.passes.append(f"{name}{{{value}}}" if value else name)
        return asked

    def run(self, text: str) -> ReferenceResult:
        return run(
            text,
            self.passes,
            pipeline=self.pipeline,
            generic="mlir-print-op-generic" in self.switches,
            debug_info="mlir-print-debuginfo" in self.switches,
            allow_unregistered="allow-unregistered-dialect" in self.switches,
        )


def main(argv: Sequence[str]) -> int:
    """Returns the exit status; without jaxlib or the input, one line is reported in place of a traceback."""
    try:
        return answer(CommandLine.parse(argv))
    except (MissingReference, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 1


def answer(asked: CommandLine) -> int:
    """Writes the answers of the reference, and returns the exit status."""
    text = (sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()).decode(*ENCODING)
    chunks = CHUNK_END.split(text) if "split-input-file" in asked.switches else [text]
    outputs = []
    status = 0
    for chunk in chunks:
        result = asked.run(chunk)
        lines = [str(diagnostic) for diagnostic in result.diagnostics]
        status |= not result.ok
        outputs += [result.output] if result.ok else []
        if "time" in asked.switches:
            lines.append(" ".join(f"{stage}={seconds:.6f}" for stage, seconds in result.seconds.items()))
        sys.stderr.writelines(f"{line}\n" for line in lines)
    sys.stdout.write("\n// -----\n".join(outputs))
    return status


if __name__ == "__main__":
    if sys.argv[1:] == [SERVE]:
        serve()
    else:
        sys.exit(main(sys.argv[1:]))
