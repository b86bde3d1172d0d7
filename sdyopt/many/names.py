"""Where the outputs of many inputs go."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache

from sdyopt.many.errors import RunError

_DEEPEST = 100
"""Folders in folders, of which each is looked at by itself."""


def output_paths(inputs: Sequence[str], folder: str) -> list[str]:
    """For each input a file of its name in `folder`; none needs to exist.

    If two inputs have the same name all keep the folders that they are in, below the one that holds them all.

    Raises RunError if an output would replace another one, or an input.
    """
    names = [os.path.basename(path) for path in map(os.path.abspath, inputs)]
    if len(set(names)) < len(names):
        names = _below_common_folder(inputs)
    outputs = [os.path.join(folder, name) for name in names]
    _check(inputs, outputs)
    return outputs


def _below_common_folder(paths: Sequence[str]) -> list[str]:
    """The paths from the folder that holds all of them on."""
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
    """Raises RunError if two outputs would be one file, or an output an input."""
    whose: dict[str, str] = {}
    for path, target, output in zip(inputs, _targets(outputs), outputs, strict=True):
        if target in whose:
            raise RunError(f"the outputs of '{whose[target]}' and '{path}' would both be '{output}'")
        whose[target] = path
    for path, target in zip(inputs, _targets(inputs), strict=True):
        if target in whose:
            raise RunError(f"the output of '{whose[target]}' would replace the input '{path}'")


def _targets(paths: Sequence[str]) -> Iterator[str]:
    """The files that paths lead to, through links. Each folder is asked for once."""

    @cache
    def real(path: str) -> str:
        folder, name = os.path.split(path)
        if os.path.islink(path) or not name or path.count(os.sep) > _DEEPEST:
            return os.path.realpath(path)
        return os.path.join(real(folder), name)

    for path in paths:
        yield os.path.normcase(real(os.path.abspath(path)))
