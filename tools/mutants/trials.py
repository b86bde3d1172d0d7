"""Runs tests on mutants, in a copy of the checkout: for each, those that execute the statement that it changes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import coverage

from tools.mutants import executed_lines
from tools.mutants.mutations import lines_of, mutated
from tools.mutants.nursery import LEFT_OUT
from tools.mutants.results import Mutant

ROOT = Path(__file__).resolve().parents[2]

TESTS = (
    "lit_tests/view",
    "lit_tests/python/view",
    "lit_tests/python/hlo",
    "lit_tests/python/library/test_notebook_magic.py",
    "lit_tests/python/documentation/test_readme.py",
)
"""The tests that may notice a mutant."""


class Tests:
    """The tests of a copy of the checkout, and which lines each executes."""

    def __init__(self, folder: Path, lines: Path | None) -> None:
        """Copies the checkout into a folder. `lines` is where the lines are recorded, if they are to be kept."""
        self.copy = folder / "sdy-opt"
        ignored = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", ".lit")
        shutil.copytree(ROOT, self.copy, symlinks=True, ignore=ignored)
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._of_line: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
        self._nursery: subprocess.Popen[str] | None = None
        lines = lines or folder / "lines"
        if not lines.exists():
            self._record(lines)
        self._read(lines)

    def _record(self, lines: Path) -> None:
        """Runs all tests once. Raises CalledProcessError if one fails."""
        lines.mkdir()
        environment = self._environment(f"{self.copy / 'tools' / 'mutants' / 'tracing'}{os.pathsep}")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tools.mutants.executed_lines"]
        subprocess.run(
            [*command, "-k", LEFT_OUT, *TESTS],
            cwd=self.copy,
            env=environment | {executed_lines.VARIABLE: str(lines)},
            check=True,
        )

    def _read(self, lines: Path) -> None:
        for file in lines.glob("*.json"):
            tests, seconds, executed = json.loads(file.read_text(encoding="utf-8"))
            for test in tests:
                self._seconds[test] = max(self._seconds[test], seconds)
            for name, numbers in executed.items():
                for number in numbers:
                    self._of_line[name, number].update(tests)

    def of(self, mutant: Mutant, source: str) -> list[str]:
        """Returns the tests that execute a statement, the quickest first.

        A statement that runs when its module is imported is executed by all tests of the module and of those that
        import it.
        """
        lines = lines_of(mutant, source)
        found: set[str] = set()
        if lines:
            found = found.union(*[self._of_line.get((mutant.file, line), set()) for line in lines])
        else:
            users = {mutant.file, *self._importers(mutant.file)}
            found = found.union(*[tests for (file, _), tests in self._of_line.items() if file in users])
        return sorted(found, key=lambda test: (self._seconds[test], test))

    def _importers(self, file: str) -> list[str]:
        """Returns the files that import a file."""
        path = Path(file).with_suffix("")
        module = ".".join((path.parent if path.name == "__init__" else path).parts)
        package, _, name = module.rpartition(".")
        found = []
        for each in {name for name, _ in self._of_line}:
            text = (self.copy / each).read_text(encoding="utf-8")
            if f"{module} import" in text or f"import {module}" in text or f"from {package} import {name}" in text:
                found.append(each)
        return found

    def killer(self, mutant: Mutant) -> str:
        """Returns a test that fails on a mutant, "endless" if one does not end; nothing if all pass."""
        file = self.copy / mutant.file
        source, times = file.read_text(encoding="utf-8"), file.stat()
        tests = self.of(mutant, source)
        if not tests:
            return ""
        file.write_text(mutated(mutant, source), encoding="utf-8")
        try:
            return self.failing(tests)
        finally:
            file.write_text(source, encoding="utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def failing(self, tests: Sequence[str]) -> str:
        """Returns the first of the tests that fails. Raises ChildProcessError if what runs them has ended."""
        if self._nursery is None:
            self._nursery = subprocess.Popen(
                [sys.executable, "-m", "tools.mutants.nursery"],
                cwd=self.copy,
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
        requests, answers = self._nursery.stdin, self._nursery.stdout
        assert requests is not None and answers is not None
        requests.write(json.dumps(tests) + "\n")
        requests.flush()
        answer = answers.readline()
        if not answer:
            raise ChildProcessError("what runs the tests has ended")
        return answer.strip()

    def _environment(self, more: str = "") -> dict[str, str]:
        """Returns an environment in which the copy is imported, and nothing else of this one."""
        modules = [f"{more}{self.copy}", str(Path(coverage.__file__).parents[1])]
        commands = [str(Path(sys.executable).parent), "/usr/bin", "/bin"]
        return {"PATH": os.pathsep.join(commands), "PYTHONPATH": os.pathsep.join(modules)}
