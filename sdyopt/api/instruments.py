"""Observers of passes for Python programs: what `-mlir-print-ir-…` and `-mlir-timing` are for commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection

from sdyopt.dialects import REGISTRY
from sdyopt.driver.instruments.snapshots import Snapshots
from sdyopt.driver.job import Options
from sdyopt.driver.pipeline.manager import Instrument
from sdyopt.ir.operation import Operation
from sdyopt.mlir.read.description import describe_operation
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.print_options import PrintOptions
from sdyopt.mlir.write.printer import print_operation


def print_ir(
    before: Collection[str] | bool = (),
    after: Collection[str] | bool = True,
    *,
    only_changes: bool = False,
    module_scope: bool = False,
    write: Callable[[str], object] | None = None,
) -> Instrument:
    """Returns an instrument that prints the program before and after passes: all, none or some of them, by name.

    `only_changes` omits programs that a pass leaves as they are, and `module_scope` prints the whole module for passes
    over functions. `write` takes whole lines, by default for standard error.
    """
    options = Options(
        print_ir_before=() if isinstance(before, bool) else tuple(before),
        print_ir_before_all=before is True,
        print_ir_after=() if isinstance(after, bool) else tuple(after),
        print_ir_after_all=after is True,
        print_ir_after_change=only_changes,
        print_ir_module_scope=module_scope,
    )
    return Snapshots(options, _text, Verifier(REGISTRY, describe_operation), write or sys.stderr.write)


def _text(op: Operation, generic: bool) -> str:
    return print_operation(op, options=PrintOptions(generic=generic, local_scope=op.parent is not None))
