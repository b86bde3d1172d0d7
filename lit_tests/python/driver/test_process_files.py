"""`sdyopt.process_files` on executors, and that what workers return can be pickled."""

from __future__ import annotations

import os
import pickle
import re
import signal
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from click import Choice

import sdyopt
from sdyopt.cli.main import COMMAND
from sdyopt.driver.job import Options
from sdyopt.pipeline.model import PassInvocation, Pipeline
from sdyopt.pipeline.registry import PassEntry
from sdyopt.view import view

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
INLINED = "builtin.module(sdy-inline-meshes)"
FILES = [EXAMPLES / "matmul.mlir", EXAMPLES / "wrong.mlir", EXAMPLES / "missing.mlir", EXAMPLES / "mlp.mlir"]


@pytest.mark.parametrize("kind", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_every_file_has_a_report_in_their_order(tmp_path: Path, kind: type[Executor] | None) -> None:
    """The outputs and the messages are those of the command."""
    seen: list[sdyopt.FileReport] = []
    out = tmp_path / "out"
    if kind is None:
        reports = sdyopt.process_files(FILES, INLINED, out, on_report=seen.append)
    else:
        with kind(2) as executor:
            reports = sdyopt.process_files(FILES, INLINED, out, executor=executor, on_report=seen.append)
    assert [report.path for report in reports] == [str(file) for file in FILES]
    assert [report.succeeded for report in reports] == [True, False, False, True]
    assert sorted(seen, key=reports.index) == reports
    for report in (reports[0], reports[3]):
        assert report.output == str(out / Path(report.path).name)
        module = sdyopt.parse(Path(report.path)).run("sdy-inline-meshes")
        assert Path(report.output).read_text() == str(module)
    with pytest.raises(sdyopt.Error) as wrong:
        sdyopt.parse(FILES[1])
    assert reports[1].messages == f"{wrong.value}\n"
    assert reports[2].messages.startswith("sdy-opt: error: cannot open input file")
    assert sorted(os.listdir(out)) == ["matmul.mlir", "mlp.mlir"]


def test_without_a_folder_nothing_is_written() -> None:
    with ThreadPoolExecutor(1) as executor:
        (report,) = sdyopt.process_files(FILES[:1], INLINED, executor=executor)
    assert (report.succeeded, report.output) == (True, None)
    assert sdyopt.process_files([], INLINED) == []


def test_what_cannot_be_run_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(sdyopt.PipelineError):
        sdyopt.process_files(FILES, "builtin.module(no-such-pass)")
    with pytest.raises(sdyopt.RunError, match="would replace the input"):
        sdyopt.process_files(FILES[:1], INLINED, EXAMPLES)
    with pytest.raises(TypeError, match="no option 'verbose'"):
        sdyopt.process_files(FILES[:1], INLINED, verbose=True)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"color": "x"}, "option color='x': not one of 'auto', 'always', 'never'"),
        ({"verify_diagnostics": 3}, "not one of None, 'all', 'only-expected'"),
        ({"verify_each": "no"}, "option verify_each='no': not of type bool"),
        ({"split_input_file": 3}, "option split_input_file=3: not of type str | None"),
        ({"elide_elementsattrs_if_larger": True}, "not of type int | None"),
        ({"timeout": 0}, "option timeout=0: not positive"),
        ({"remarks": ("(",)}, "invalid regular expression"),
        ({"print_ir_before": "cse"}, "option print_ir_before='cse': not a sequence of texts"),
        ({"skip_frames": (1,)}, "not a sequence of texts"),
        ({"remarks_output_file": "x"}, "all inputs would write it"),
        ({"diff": "all"}, "option diff: process_files returns programs"),
    ],
    ids=str,
)
def test_values_that_an_option_cannot_have(tmp_path: Path, options: dict[str, object], reason: str) -> None:
    """Nothing runs, and no folder is made."""
    with pytest.raises(ValueError, match=re.escape(reason)):
        sdyopt.process_files(FILES[:1], INLINED, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_options_with_processes() -> None:
    """A timeout needs processes of this run."""
    (report,) = sdyopt.process_files(FILES[:1], INLINED, timeout=50)
    assert (report.succeeded, report.messages) == (True, "")
    with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match="option timeout: it ends processes"):
        sdyopt.process_files(FILES[:1], INLINED, executor=executor, timeout=1)
    (report,) = sdyopt.process_files([EXAMPLES / "wrong.mlir"], INLINED, verify_diagnostics=True)
    assert "unexpected error" in report.messages


class _Failing(Executor):
    """An executor whose first worker dies."""

    def __init__(self) -> None:
        self.has_died = False

    def submit(self, function, /, *arguments, **named):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        if self.has_died:
            future.set_result(function(*arguments, **named))
        else:
            self.has_died = True
            future.set_exception(RuntimeError("worker lost"))
        return future


def test_the_file_of_a_dead_worker_fails() -> None:
    first, *others = sdyopt.process_files(FILES[::3], INLINED, executor=_Failing())
    assert all(report.succeeded for report in others)
    assert not first.succeeded
    assert "the worker or the executor has failed: RuntimeError: worker lost" in first.messages


def test_modules_diagnostics_and_views_are_pickled() -> None:
    def copied(value: object) -> object:
        return pickle.loads(pickle.dumps(value))

    module = sdyopt.parse(EXAMPLES / "mlp.mlir")
    assert str(copied(module)) == str(module)
    sharding = next(module.sharding_uses()).sharding
    assert copied(sharding) is sharding
    for shown in (view(module), view(module, why=["%0"]), view(EXAMPLES / "moe.mlir")):
        assert copied(shown) == shown
    with pytest.raises(sdyopt.Error) as raised:
        sdyopt.parse("func.func @f() {\n  %0 = stablehlo.ad\n}")
    error = copied(raised.value)
    assert isinstance(error, sdyopt.Error)
    assert (str(error), error.diagnostics) == (str(raised.value), raised.value.diagnostics)
    assert error.place_of(error.diagnostics[0]) == raised.value.place_of(raised.value.diagnostics[0])
    warnings: list[sdyopt.Diagnostic] = []
    remarks: list[sdyopt.Remark] = []
    module.run("sdy-apply-sharding-constraints", on_remark=remarks.append, on_warning=warnings.append)
    assert copied(remarks) == remarks


@dataclass(frozen=True)
class KillsItsWorker(sdyopt.Pass):
    """Ends the process of a program with a function that is called `killer`."""

    name = "kills-its-worker"

    def run(self, module: sdyopt.Operation, rewriter: sdyopt.Rewriter) -> None:
        if "@killer" in str(module):
            os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.long
def test_dask_runs_60_programs_and_loses_none(tmp_path: Path) -> None:
    """Although one of them kills each worker that runs it: Dask tries the others again."""
    distributed = pytest.importorskip("distributed", reason="dask[distributed] is not installed")
    import cloudpickle
    import dask

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    text = (EXAMPLES / "matmul.mlir").read_text()
    paths = []
    for number in range(60):
        path = tmp_path / "in" / f"{number}.mlir"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace("@main", "@killer" if number == 30 else f"@main{number}"))
        paths.append(path)
    entry = PassEntry(KillsItsWorker.name, lambda: KillsItsWorker)
    pipeline = Pipeline.of([PassInvocation(entry, instance=KillsItsWorker())])
    with (
        # No task waits on a worker, where Dask would count that another one kills the worker.
        dask.config.set({"distributed.scheduler.worker-saturation": 1.0}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        reports = sdyopt.process_files(paths, pipeline, tmp_path / "out", executor=client.get_executor())
    assert [report.path for report in reports if not report.succeeded] == [str(paths[30])]
    assert "the worker or the executor has failed: KilledWorker" in reports[30].messages
    assert len(os.listdir(tmp_path / "out")) == 59
    for number in (0, 29, 31, 59):
        assert f"@main{number}" in (tmp_path / "out" / f"{number}.mlir").read_text()


def test_the_words_of_options_are_those_of_the_command() -> None:
    """An option of sdy-opt takes the same words as the keyword of its name."""
    words = {
        name: {word for part in (kind, *get_args(kind)) if get_origin(part) is Literal for word in get_args(part)}
        for name, kind in get_type_hints(Options).items()
    }
    flags = {flag.name or "": flag.type for flag in COMMAND.params}
    compared = {name: set(type.choices) for name, type in flags.items() if isinstance(type, Choice)}
    assert {name: found for name, found in words.items() if found} == {
        name: found for name, found in compared.items() if words.get(name)
    }
