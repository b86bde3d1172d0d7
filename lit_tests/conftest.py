"""Makes pytest run the golden tests exactly as `lit lit_tests` does: lit finds them and lit executes them."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import lit.discovery
import lit.LitConfig
import lit.Test
import lit.TestRunner
import pytest
from hypothesis import settings

from sdyopt.cost.time.machine import DEVICE_VARIABLE
from sdyopt.mlir.releases import DEFAULT, VARIABLE, following
from tools import corpus, reference
from tools.fork_server import ForkServer
from tools.fork_server.for_lit import module_subprocess
from tools.reference_release import NotInstalledError, make_importable, newest

# The same examples in every run, however long each takes and whatever is imported: Hypothesis would parse the whole
# project, for seconds, to find constants, which the ranges of the values here do not have.
if (providers := sys.modules.get("hypothesis.internal.conjecture.providers")) is not None:
    vars(providers)["_get_local_constants"] = partial(getattr, providers, "_local_constants", None)
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


class Lit:
    """lit, configured as by `lit lit_tests`, but with its temporary files (%t) in a folder of this process alone.

    The commands of the RUN lines are those of a fork server, and FileCheck is run in this process.
    """

    def __init__(self, folder: Path, server: ForkServer) -> None:
        lit.TestRunner.subprocess = module_subprocess(server)
        self.server = server
        self.config = lit.LitConfig.LitConfig(
            progname="lit",
            path=[],
            diagnostic_level="warning",
            useValgrind=False,
            valgrindLeakCheck=False,
            valgrindArgs=[],
            noExecute=False,
            debug=False,
            isWindows=os.name == "nt",
            order="smart",
            params={"exec_root": str(folder), "commands": str(server.commands)},
        )
        self.suites: dict[str, Any] = {}
        self.local_configs: dict[Any, Any] = {}

    def tests(self, file: Path) -> Iterator[Any]:
        """The test in `file`, unless the configuration excludes it."""
        _, tests = lit.discovery.getTests(str(file), self.config, self.suites, self.local_configs)
        yield from tests

    def run(self, test: Any) -> Any:
        """Execute `test` and return lit's Result: a code, and a report of the commands and what they printed."""
        self.server.start()
        test.result = None
        test.setResult(test.config.test_format.execute(test, self.config))
        return test.result


FOLDER = pytest.StashKey[Path]()
SERVER = pytest.StashKey[ForkServer]()
LIT = pytest.StashKey[Lit]()


def pytest_configure(config: pytest.Config) -> None:
    for variable in (DEVICE_VARIABLE, VARIABLE):  # Tests say themselves which device and release they mean.
        os.environ.pop(variable, None)
    os.environ["SDY_VERIFY"] = "none"
    try:
        make_importable()
    except NotInstalledError as error:
        raise pytest.UsageError(str(error)) from None
    found = newest()
    # Workers of pytest need not search again.
    os.environ[reference.NEWEST_PYTHON] = reference.NONE if found is None else found.python
    config.stash[FOLDER] = folder = Path(tempfile.mkdtemp(prefix="sdy-opt-lit-"))
    if config.getoption("dist", "no") == "no" and os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        # Without compiled files beside the sources, each process that a test starts would compile the package again.
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(folder / "compiled"))
    config.stash[SERVER] = server = ForkServer(folder, {"FileCheck": Path(__file__).with_name("file_check.py")})
    config.stash[LIT] = Lit(folder, server)
    # What runs in the background of a script starts with some signals ignored, and so would what the tests start.
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if os.environ.get(reference.PYTHON):
        return
    if newest() is None:
        terminalreporter.write_line(
            f"NOT COMPARED WITH THE DEFAULT RELEASE: no Python here, 3.12 or later, can have jaxlib {DEFAULT.name}; "
            f"{reference.NEWEST_PYTHON} may name one. All comparisons were with jaxlib {reference.RELEASE} alone.",
            red=True,
            bold=True,
        )
    else:
        terminalreporter.write_line(f"compared with jaxlib {DEFAULT.name} and {reference.RELEASE}")


@pytest.fixture(autouse=True)
def followed_release(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Comparisons follow the release that they compare with, if that is not the default."""
    if request.path.parent.name != "conformance" or reference.judge() == DEFAULT.name:
        yield
        return
    monkeypatch.setenv(VARIABLE, reference.judge())
    with following(reference.judge()):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Garbage collections, which `sdyopt.forget` makes too, do not look through ten thousand tests again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    if FOLDER in config.stash:
        config.stash[SERVER].stop()
        shutil.rmtree(config.stash[FOLDER], ignore_errors=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    is_test = file_path.suffix in {".mlir", ".test"} and "Inputs" not in file_path.parts
    return GoldenFile.from_parent(parent, path=file_path) if is_test else None


class GoldenFile(pytest.File):
    """A file that has RUN lines, or is excluded from the tests."""

    def collect(self) -> Iterator[pytest.Item]:
        for test in self.config.stash[LIT].tests(self.path):
            yield GoldenTest.from_parent(self, name="RUN", test=test)


class GoldenFailure(Exception):
    """A RUN line failed; the message is lit's report."""


class GoldenTest(pytest.Item):
    """The RUN lines of one file."""

    def __init__(self, *, test: Any, **named: Any) -> None:
        super().__init__(**named)
        self.test = test
        self.funcargs: dict[str, Any] = {}  # Plugins, such as pytest-lsp, expect every test to have it.

    def runtest(self) -> None:
        result = self.config.stash[LIT].run(self.test)
        if result.code is lit.Test.UNSUPPORTED:
            pytest.skip(result.output)
        if result.code is lit.Test.XFAIL:
            pytest.xfail(result.output)
        if result.code.isFailure:
            raise GoldenFailure(f"{result.code.name}: {self.path}\n{result.output}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, GoldenFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.nodeid


@pytest.fixture(scope="session")
def fork_server(pytestconfig: pytest.Config) -> ForkServer:
    """Runs commands, also as `PATH` finds them in its folder `commands`."""
    server = pytestconfig.stash[SERVER]
    server.start()
    return server


@pytest.fixture
def own_dialects(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The dialects that a test registers are gone after it."""
    from sdyopt.dialects import REGISTRY
    from sdyopt.ir.attribute import forget

    monkeypatch.setattr(REGISTRY, "dialects", dict(REGISTRY.dialects))
    monkeypatch.setattr(REGISTRY, "operations", dict(REGISTRY.operations))
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture(scope="session")
def transformer_deep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The biggest program of the corpus, unpacked: 32 layers, a megabyte."""
    return corpus.unpacked(corpus.file("transformer_deep"), tmp_path_factory.mktemp("corpus"))
