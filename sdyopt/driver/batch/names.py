"""The files to which the outputs of many inputs are written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache

from sdyopt.driver.batch.errors import RunError

_DEEPEST = 100
"""The depth of nested folders that are inspected one by one."""


def output_paths(inputs: Sequence[str], folder: str) -> list[str]:
    """Returns a file in `folder` for each input; the files need not exist.

    An output is named like its input. If two inputs have the same name, all keep their folders, relative to the folder
    that contains all inputs. Raises RunError if an output would replace another one, or an input.
    """
    names = [os.path.basename(path) for path in map(os.path.abspath, inputs)]
    if len(set(map(_folded, names))) < len(names):
        names = _below_common_folder(inputs)
    outputs = [os.path.join(folder, name) for name in names]
    _check(inputs, outputs)
    return outputs


def _below_common_folder(paths: Sequence[str]) -> list[str]:
    """Returns the paths relative to the folder that contains all of them."""
    parts = [os.path.abspath(path).split(os.sep) for path in paths]
    common = parts[0][:-1]
    for part in parts:
        shared = 0
        for mine, theirs in zip(common, part[:-1], strict=False):
            if mine != theirs:
                break
            shared += 1
        del common[shared:]
    return [os.sep.join(part[len(common) :]) for part in parts]


def _check(inputs: Sequence[str], outputs: Sequence[str]) -> None:
    """Raises RunError if two outputs are the same file, or an output is an input."""
    whose: dict[str, str] = {}
    for path, target, output in zip(inputs, _targets(outputs), outputs, strict=True):
        if target in whose:
            raise RunError(f"the outputs of '{whose[target]}' and '{path}' would both be '{output}'")
        whose[target] = path
    for path, target in zip(inputs, _targets(inputs), strict=True):
        if target in whose:
            raise RunError(f"the output of '{whose[target]}' would replace the input '{path}'")


def _targets(paths: Sequence[str]) -> Iterator[str]:
    """Returns the files that paths lead to, through links. Each folder is resolved once."""

    @cache
    def real(path: str) -> str:
        folder, name = os.path.split(path)
        if os.path.islink(path) or not name or path.count(os.sep) > _DEEPEST:
            return os.path.realpath(path)
        return os.path.join(real(folder), name)

    for path in paths:
        yield _folded(real(os.path.abspath(path)))


def _folded(path: str) -> str:
    """Returns what is the same for the names of one file: on macOS, too, capitals do not distinguish files."""
    return path.casefold() if sys.platform == "darwin" else os.path.normcase(path)
