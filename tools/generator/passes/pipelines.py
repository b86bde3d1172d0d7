"""Random pipelines of the passes that the reference has, too."""

from __future__ import annotations

from random import Random

from tools import bench
from tools.generator.passes import propagation

EXPORTING = (
    "sdy-drop-sharding-rules",
    "sdy-sharding-constraint-to-reshard",
    "sdy-sink-data-flow-edges",
    "sdy-update-non-divisible-input-output-shardings",
    "sdy-remove-sub-axes-in-input-output-shardings",
    "sdy-close-shardings",
    "sdy-remove-sharding-groups",
    "sdy-remove-all-gather-reduce-scatter-for-cmv1",
    "sdy-constant-or-scalar-merger",
    "sdy-remove-propagation-debug-info",
    "sdy-drop-sharding-and-mesh",
)
"""The passes that run after propagation; the last one when no sharding names a mesh any more."""

BEFORE, INLINE, DROP = bench.PASSES[:-1], bench.PASSES[-1], EXPORTING[-1]

IN_A_ROW = (*BEFORE, *propagation.PASSES[1:], propagation.PASSES[0], *EXPORTING[:-1], INLINE, DROP)
"""Passes of which each takes what those before it leave; propagation and the passes after it need names of meshes."""

PASSES = (
    *bench.PASSES,
    *EXPORTING,
    "sdy-sink-data-flow-edges{sink-debug-propagation-edge-sharding=true sink-debug-sharding-origins=true}",
)
"""Those that come in any order, some with options, as they stand in a textual pipeline."""


def passes(random: Random, count: int) -> tuple[str, ...]:
    """Returns that many passes, of which some may be the same; or one more, which propagates shardings."""
    found = random.choices(PASSES, k=count)
    if random.random() < 0.3:
        name = random.choice(propagation.PASSES)
        found.insert(random.randint(0, count), propagation.with_options(random, name))
    return tuple(found)


EXPORT_OPTIONS = (
    "avoid-export-for-partitioning",
    "dump-propagation-edges",
    "dump-sharding-origins",
    "keep-sharding-rules",
    "update-non-divisible-input-output-shardings=false",
    "enable-insert-explicit-collectives",
    "enable-insert-explicit-collectives remove-all-gather-reduce-scatter-for-cmv1",
)


def named(random: Random) -> tuple[str, ...]:
    """Returns a pipeline that has a name, with any options, or the stages of a whole one."""
    deduplicated = random.choice(("", "", "{dedup-functions-fully=true}"))
    export = random.choice(("", "", *[f"{{{options}}}" for options in EXPORT_OPTIONS]))
    return random.choice(
        (
            (f"sdy-propagation-pipeline{deduplicated}",),
            (f"sdy-propagation-pipeline{deduplicated}",),
            (f"sdy-import-pipeline{deduplicated}",),
            (f"sdy-export-pipeline{export}",),
            (
                f"sdy-import-pipeline{deduplicated}",
                propagation.with_options(random, "sdy-user-priority-propagate"),
                f"sdy-export-pipeline{export}",
            ),
        )
    )


GENERAL = (
    "symbol-privatize",
    "symbol-privatize",
    "symbol-privatize{exclude=f,mesh}",
    "topological-sort",
    "topological-sort",
    "strip-debuginfo",
    "inline",
    "inline",
    "inline{default-pipeline=cse}",
    "inline{default-pipeline=}",
    "inline{op-pipelines=func.func(topological-sort,canonicalize,cse)}",
    "loop-invariant-code-motion",
    "control-flow-sink",
    "symbol-dce",
    "canonicalize",
    "cse",
    "trivial-dce",
    "trivial-dce{remove-blocks=false}",
    "trivial-dce{recursive=false}",
    "composite-fixed-point-pass{pipeline=trivial-dce,symbol-dce,cse}",
    "composite-fixed-point-pass{pipeline=func.func(cse),trivial-dce}",
    "composite-fixed-point-pass{max-iterations=1 pipeline=inline,canonicalize}",
)
"""Passes for any program."""


def general_passes(random: Random) -> tuple[str, ...]:
    """Returns one to three of them."""
    return tuple(random.choices(GENERAL, k=random.choice((1, 1, 2, 3))))
