"""The view's copy of a program has the shardings that XLA's own module has before it is partitioned.

XLA's modules before and after propagation are recorded beside the compiled programs. XLA folds constants, which a copy
for a view does not; products, convolutions, gathers, scatters, sorts and slices are the same, and so are their types
and shardings. `tools/judges/xla_propagation.py` compares all values of any program.
"""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.origins.followers import Follower
from sdyopt.cost.program.xla_import import import_as_xla
from sdyopt.dialects.sdy.printing import sharding as sharding_text
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.passes.pipelines.export_pipeline import ExportPipeline
from sdyopt.passes.pipelines.import_pipeline import ImportPipeline
from sdyopt.passes.pipelines.propagation_pipeline import AFTER_BOTH, INLINED

RECORDED = sorted(path.parent for path in Path("lit_tests/compiled").glob("*/after_propagation.mlir.gz"))
KEPT = {"dot", "convolution", "gather", "scatter", "sort", "dynamic_slice", "dynamic_update_slice"}

Counts = Counter[tuple[str, str, str]]


def read(folder: Path, name: str) -> sdyopt.Module:
    return sdyopt.parse(gzip.decompress((folder / name).read_bytes()).decode())


def propagated(module: sdyopt.Module) -> sdyopt.Module:
    """Runs what comes before the module is saved as that after propagation."""
    passes = [*ImportPipeline().passes(), *INLINED, *AFTER_BOTH, *ExportPipeline().passes()]
    passes = [each for each in passes if each.name != "sdy-save-module"]
    names = [each.name for each in passes]
    for each in passes[: names.index("sdy-close-shardings") + 1]:
        options = " ".join(f"{name.replace('_', '-')}={str(value).lower()}" for name, value in each.options)
        module.run(f"{each.name}{{{options}}}" if options else each.name, on_warning=lambda _: None)
    return module


def counts(module: sdyopt.Module) -> Counts:
    """The sharded results of operations by name, type and sharding; not the name `dot` and `dot_general` differ by."""
    found: Counts = Counter()
    for op in module.operation.walk():
        for result in op.results:
            sharding = sharding_of(result)
            axes = [] if sharding is None else [dimension.axes for dimension in sharding.dimensions]
            text = sharding_text(sharding) if sharding is not None and any(axes) else ""
            found[op.name.rpartition(".")[2].removesuffix("_general"), str(result.type), text] += 1
    return found


def of_kept(found: Counts) -> Counts:
    return Counter({key: count for key, count in found.items() if key[0] in KEPT})


def test_five_programs_are_recorded() -> None:
    assert len(RECORDED) >= 5


@pytest.mark.parametrize("folder", RECORDED, ids=lambda folder: folder.name)
def test_the_copy_has_the_shardings_of_xla(folder: Path) -> None:
    module = read(folder, "program.mlir.gz")
    assert import_as_xla(module.operation, Follower(())).calls_left == ()
    assert of_kept(counts(propagated(module))) == of_kept(counts(read(folder, "after_propagation.mlir.gz")))


@pytest.mark.parametrize("folder", RECORDED, ids=lambda folder: folder.name)
def test_the_module_of_xla_is_propagated_alike(folder: Path) -> None:
    """XLA's module before propagation: every operation has the sharding that XLA gives it."""
    after = counts(read(folder, "after_propagation.mlir.gz"))
    assert counts(propagated(read(folder, "before_propagation.mlir.gz"))) == after
