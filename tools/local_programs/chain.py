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
"""The passes in jaxlib 0.10.2.

Calls are named computations in between, whose results get local types; those of calls do not.
"""

OF_NEWEST = (
    *[each.replace("collectives=true}", "collectives=true inline-meshes=false}") for each in CHAIN[:-2]],
    "sdy-resolve-single-device-sharding",
    *CHAIN[-2:],
)
"""The passes in the newest release."""

WITH_CALLS = (
    "sdy-propagation-pipeline",
    "sdy-insert-explicit-reshards{enable-full-version=true}",
    "sdy-reshard-to-collectives",
    "sdy-convert-global-to-local",
)
"""Passes that leave calls as they are."""


def local_program(module: sdyopt.Module, release: str) -> sdyopt.Module:
    """Makes a program that of each device as in a release, and returns it. Raises sdyopt.Error if a pass refuses it.

    Replica groups are listed: the XLA that executes the program reads no others.
    """
    if release == "0.10.2":
        return module.run(*CHAIN, shardy=release)
    passes = [each.replace("global-to-local", "global-to-local{enable-rgv3=false}") for each in OF_NEWEST]
    return module.run(*passes, shardy=release)
