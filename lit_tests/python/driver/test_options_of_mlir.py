"""Options of mlir-opt of LLVM 22: sdy-opt has each of them, or says what it is for."""

from __future__ import annotations

import click
import pytest

from sdyopt.cli.main import COMMAND, explained

OPTIONS = """
    allow-unregistered-dialect color debug debug-counter debug-only dump-pass-pipeline elide-resource-data-from-bytecode
    emit-bytecode emit-bytecode-producer emit-bytecode-version help help-hidden help-list help-list-hidden
    info-output-file irdl-file list-passes load-dialect-plugin load-pass-plugin log-actions-to log-mlir-actions-filter
    mlir-debug-counter mlir-diagnostic-verbosity-level mlir-disable-diagnostic-notes mlir-disable-threading
    mlir-elide-elementsattrs-if-larger mlir-elide-resource-strings-if-larger mlir-enable-debugger-hook
    mlir-generate-reproducer mlir-output-format mlir-pass-pipeline-crash-reproducer mlir-pass-pipeline-local-reproducer
    mlir-pass-statistics mlir-pass-statistics-display mlir-pretty-debuginfo mlir-print-assume-verified
    mlir-print-debug-counter mlir-print-debuginfo mlir-print-elementsattrs-with-hex-if-larger mlir-print-ir-after
    mlir-print-ir-after-all mlir-print-ir-after-change mlir-print-ir-after-failure mlir-print-ir-before
    mlir-print-ir-before-all mlir-print-ir-module-scope mlir-print-ir-tree-dir mlir-print-local-scope
    mlir-print-op-generic mlir-print-op-on-diagnostic mlir-print-skip-regions mlir-print-stacktrace-on-diagnostic
    mlir-print-unique-ssa-ids mlir-print-value-users mlir-timing mlir-timing-display mlir-use-nameloc-as-prefix
    mlir-very-unsafe-disable-verifier-on-parsing no-implicit-module o output-split-marker pass-pipeline
    print-all-options print-debug-counter print-options profile-actions-to remark-format remark-policy remarks-filter
    remarks-filter-analyse remarks-filter-failed remarks-filter-missed remarks-filter-passed remarks-output-file
    run-reproducer show-dialects split-input-file stats stats-json time-passes track-memory verify-diagnostics
    verify-each verify-roundtrip version
"""


@pytest.mark.parametrize("name", OPTIONS.split())
def test_an_option_is_there_or_explained(name: str) -> None:
    known = {option for each in COMMAND.get_params(click.Context(COMMAND)) for option in each.opts}
    assert {f"-{name}", f"--{name}"} & known or explained(name)
