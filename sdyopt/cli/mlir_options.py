"""The options of mlir-opt that sdy-opt does not have, and what they are for: https://mlir.llvm.org/docs/."""

from __future__ import annotations

import re

_PLUGINS = "loads plugins in C++; passes and dialects of Python packages are found by their entry points"
_INTERNAL = "serves to debug MLIR's own code"
_STATISTICS = "shows statistics of LLVM's own code; -mlir-timing and -mlir-pass-statistics show those of passes"
_TRACES = "shows where in its own code MLIR reports a diagnostic; -debug shows tracebacks"

_REMARKS = "selects LLVM's remarks; -remarks=REGEX selects those of sdy-opt by their passes"

_OPTIONS = {
    **dict.fromkeys(("load-dialect-plugin", "load-pass-plugin"), _PLUGINS),
    **dict.fromkeys(
        (
            *("log-actions-to", "log-mlir-actions-filter", "profile-actions-to", "mlir-enable-debugger-hook"),
            *("debug-counter", "print-debug-counter", "mlir-debug-counter", "mlir-print-debug-counter"),
            *("debug-buffer-size", "disable-symbolication", "crash-diagnostics-dir"),
            *("print-all-options", "print-options"),
        ),
        _INTERNAL,
    ),
    **dict.fromkeys(
        ("stats", "stats-json", "info-output-file", "track-memory", "time-passes", "sort-timers"), _STATISTICS
    ),
    "mlir-print-stacktrace-on-diagnostic": _TRACES,
    "mlir-diagnostic-verbosity-level": "leaves out remarks and warnings; sdy-opt shows remarks with -remarks only",
    **dict.fromkeys(
        ("help-hidden", "help-list-hidden"), "shows options of LLVM's own code; -help shows all of sdy-opt"
    ),
    "mlir-very-unsafe-disable-verifier-on-parsing": "reads invalid programs; sdy-opt verifies all that it reads",
    "mlir-pass-pipeline-local-reproducer": "writes the program before the pass that fails; "
    "-mlir-pass-pipeline-crash-reproducer writes that before the pipeline",
    "remark-format": "selects the form of LLVM's remarks; -remarks-format selects that of sdy-opt's",
    **dict.fromkeys(
        (
            *("remarks-filter", "remarks-filter-passed", "remarks-filter-missed", "remarks-filter-failed"),
            *("remarks-filter-analyse", "remark-policy"),
        ),
        _REMARKS,
    ),
}

_DIALECTS = (
    "acc affine amdgpu arith arm-neon arm-sme arm-sve async bufferization buffer control-flow dlti emitc "
    "expand-strided fold-memref func gpu index linalg llvm map math memref mesh ml-program mpi nvgpu nvvm omp openacc "
    "outline pdl ptr quant rocdl scf shape shard sharding sparse sparsification spirv tensor tosa transform ub vector "
    "wasmssa x86vector xegpu xevm"
)
_PASSES = re.compile(
    rf"convert-[\w-]+|test-[\w-]+|[\w-]+-to-[\w-]+|one-shot-bufferize|(?:{'|'.join(_DIALECTS.split())})-[\w-]+"
)


def explained(name: str) -> str | None:
    """Returns the error for an option of mlir-opt that sdy-opt does not have; None for others."""
    name = name.partition("=")[0]
    reason = _OPTIONS.get(name)
    if reason is not None:
        return f"'-{name}' is an option of mlir-opt that {reason}"
    if _PASSES.fullmatch(name):
        return f"'-{name}' may be a pass of mlir-opt, on dialects or in tests that sdy-opt does not have"
    return None
