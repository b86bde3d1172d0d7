"""The programs that are measured, as files."""

from __future__ import annotations

from pathlib import Path

from tools import corpus
from tools.bench.transformer import transformer
from tools.generator import stablehlo

DEEP = 128
"""Layers of the deeper transformer; that of the corpus has 32."""

LONG_OPS = 10_000
LONG_SEED = 1


def from_corpus(name: str, folder: Path) -> Path:
    """A program of the corpus, not packed."""
    return corpus.unpacked(corpus.file(name), folder)


def deep_transformer(layers: int, folder: Path) -> Path:
    """A transformer with so many layers."""
    return _written(f"transformer_{layers}_layers", transformer(layers), folder)


def long_module(ops: int, folder: Path) -> Path:
    """A program in which nearly every line has a shape of its own."""
    return _written(f"{ops}_shapes", stablehlo.long_module(LONG_SEED, ops), folder)


def operations(file: Path) -> int:
    """About how many operations a program has: its lines."""
    with file.open("rb") as lines:
        return sum(1 for _ in lines)


def _written(name: str, text: str, folder: Path) -> Path:
    file = folder / f"{name}.mlir"
    file.write_text(text)
    return file
