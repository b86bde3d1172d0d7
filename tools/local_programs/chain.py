"""The passes from a program of JAX to the program of each device."""

from __future__ import annotations

import sdyopt

CHAIN = (
    "sdy-import-pipeline",
    "sdy-flatten-call-graph",
    "symbol-dce",
    "sdy-import-func-calls{add-data-flow-edges-on-named-computations=true}",
    "symbol-dce",
    "sdy-apply-sharding-constraints",
    "sdy-sharding-group-import",
    "sdy-user-priority-propagate",
    "sdy-export-pipeline{enable-insert-explicit-collectives=true}",
    "sdy-resolve-permutation-factors",
    "sdy-reshard-to-collectives",
    "sdy-pad-for-divisibility",
    "sdy-convert-global-to-local",
    "sdy-export-named-computations",
)
"""Calls are named computations in between, whose results get local types; those of calls do not."""

LATER, OF_LATER = (
    "0.12.0.1",
    (
        *[each.replace("collectives=true}", "collectives=true inline-meshes=false}") for each in CHAIN[:-2]],
        "sdy-resolve-single-device-sharding",
        "sdy-convert-global-to-local{enable-rgv3=false}",
        CHAIN[-1],
    ),
)
"""The newest release, and the passes for it."""

WITH_CALLS = (
    "sdy-propagation-pipeline",
    "sdy-insert-explicit-reshards{enable-full-version=true}",
    "sdy-reshard-to-collectives",
    "sdy-convert-global-to-local",
)
"""Passes that leave calls as they are."""


def local_program(module: sdyopt.Module, is_later: bool = False) -> sdyopt.Module:
    """Makes a program that of each device, and returns it. Raises sdyopt.Error if a pass refuses it.

    That is done as in the reference, or as in the newest release.
    """
    return module.run(*OF_LATER, shardy=LATER) if is_later else module.run(*CHAIN)
