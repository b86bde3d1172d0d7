"""pytest runs each .mlir file as lit does."""

import subprocess

import pytest


def pytest_collect_file(file_path, parent):
    return GoldenFile.from_parent(parent, path=file_path) if file_path.suffix == ".mlir" else None


class GoldenFile(pytest.File):
    def collect(self):
        test = GoldenTest.from_parent(self, name="RUN")
        test.funcargs = {}  # Plugins, such as pytest-lsp, expect every test to have it.
        yield test


class GoldenTest(pytest.Item):
    def runtest(self):
        done = subprocess.run(["lit", "-v", self.path], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
