"""`sdy-opt --new-project`: a package with a dialect, passes, rules and tests.

Its files are those of docs/example_backend, and for the tests those of docs/example_project, to which the folders
`package` and `tests` lead; the wheel contains them.
"""

from __future__ import annotations

import keyword
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from sdyopt.ir.attribute import SdyOptError
from sdyopt.ir.records import NamedTuple

_HERE = Path(__file__).resolve().parent
_SOURCES = ("tests", "package")
"""Where the files are; of files with the same name the last one counts."""

_PLACEHOLDER = "acme"
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*", re.ASCII)
_LEFT_OUT = ("__pycache__", ".lit", ".mypy_cache", ".pytest_cache", ".ruff_cache")


class ProjectError(SdyOptError):
    """A project cannot be made, for the reason in the text."""


class NewProject(NamedTuple):
    folder: Path
    name: str
    """That of the distribution, with dashes."""

    @property
    def module(self) -> str:
        """The name of the package in Python, and of the dialect."""
        return self.name.replace("-", "_")

    @classmethod
    def at(cls, path: str) -> NewProject:
        """Returns the project in the folder `path`, after whose last part it is called. Raises ProjectError."""
        folder = Path(path)
        made = cls(folder, folder.name.replace("_", "-"))
        if not _NAME.fullmatch(folder.name):
            raise ProjectError(
                f"'{folder.name}' is not a name for a package: use lower-case letters, digits and dashes"
            )
        if keyword.iskeyword(made.module) or made.module in sys.stdlib_module_names:
            raise ProjectError(f"'{folder.name}' has a meaning in Python: choose another name")
        if made.module in _taken():
            raise ProjectError(f"there is a dialect '{made.module}' already: choose another name")
        if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
            raise ProjectError(f"'{path}' exists already")
        return made

    def files(self) -> dict[str, str]:
        """Returns the text of each file by its path inside the project, in order."""
        found = dict(pair for source in _SOURCES for pair in _files_of(_HERE / source))
        return {self._renamed(path): self._renamed(text) for path, text in sorted(found.items())}

    def write(self) -> list[str]:
        """Writes the files, and returns their paths inside the project. Raises ProjectError."""
        files = self.files()
        try:
            for path, text in files.items():
                target = self.folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise ProjectError(f"cannot write '{error.filename}': {error.strerror}") from None
        return list(files)

    def _renamed(self, text: str) -> str:
        return text.replace(f"{_PLACEHOLDER}-backend", self.name).replace(f"{_PLACEHOLDER}_backend", self.module)


def _taken() -> set[str]:
    """The namespaces of dialects, and the packages that a project cannot be."""
    from sdyopt.dialects import REGISTRY

    return {dialect.namespace for dialect in REGISTRY.all_dialects()} | {"sdyopt", "sdy_opt", "tests"}


def _files_of(source: Path) -> Iterator[tuple[str, str]]:
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if name not in _LEFT_OUT]
        for name in names:
            path = Path(folder, name)
            yield path.relative_to(source).as_posix(), path.read_text(encoding="utf-8")


def create_project(path: str) -> str:
    """Makes a project, and returns what to say about it. Raises ProjectError."""
    project = NewProject.at(path)
    files = project.write()
    listed = "".join([f"  {file}\n" for file in files])
    commands = f"cd {path}", "python -m pip install -e '.[test]'", "python -m pytest"
    return f"{path}: a package '{project.module}'\n{listed}Next:\n" + "".join([f"  {line}\n" for line in commands])
