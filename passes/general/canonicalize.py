"""-canonicalize."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from sdyopt.dialects import REGISTRY
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.greedy import GreedyOptions, rewrite_greedily
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.patterns import Pattern, PatternSet
from sdyopt.rewriting.rewriter import Rewriter


def canonicalization_patterns(
    enabled: Collection[str] = (), disabled: Collection[str] = (), dialects: Collection[str] = ()
) -> PatternSet:
    """Returns the patterns that are enabled and not disabled, by name or label, and of `dialects` if any are given.

    The patterns of a dialect are imported with its first operation.
    """

    def patterns_of(dialect: str) -> list[Pattern]:
        declared = REGISTRY.dialects.get(dialect)
        if declared is None or not declared.patterns:
            return []
        found: tuple[Pattern, ...] = declared.part("patterns").PATTERNS
        return [one for one in found if not dialects or (one.dialect or dialect) in dialects]

    return PatternSet((), enabled, disabled, patterns_of)


@register_pass("canonicalize")
class Canonicalizer(Pass):
    """Folds operations, applies canonicalization patterns, erases dead operations and merges constants.

    Constants move to the start of their function, or of the computation around them that sees no values from outside,
    and equal ones become one; attributes beside the value do not count. Operations without effects that nothing uses
    are erased. Reshards and collectives that follow each other are merged where they can be, and those that do nothing
    go. Operations of StableHLO, and of MLIR's dialects arith, cf, complex, math, shape and tensor, stay as they are.
    """

    anchor: ClassVar[str] = ANY

    top_down: bool = option(default=True, help="Visits operations from first to last, each before what it holds")
    region_simplify: str = option(
        default="normal",
        help="Simplifies regions: `aggressive` also merges identical blocks",
        choices=("disabled", "normal", "aggressive"),
    )
    max_iterations: int = option(default=10, help="Maximum number of sweeps over the program; -1 for no limit")
    max_num_rewrites: int = option(
        default=-1, help="Maximum number of patterns that apply in one sweep; -1 for no limit"
    )
    test_convergence: bool = option(
        default=False, help="Fails if the last sweep that is allowed still changes something"
    )
    disable_patterns: tuple[str, ...] = option(default=(), help="Labels or names of patterns that do not apply")
    enable_patterns: tuple[str, ...] = option(
        default=(), help="Labels or names of patterns; if any are given, no others apply"
    )
    filter_dialects: tuple[str, ...] = option(default=(), help="Dialects whose patterns apply; all if none is given")
    cse_between_iterations: bool = option(default=False, help="Eliminates common subexpressions after each sweep")

    folds: bool = True
    """Whether operations are folded and constants merged; only pipelines say otherwise."""

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for name in self.filter_dialects:
            if name not in REGISTRY.namespaces:
                message = f"can't load dialect '{name}': missing registration?"
                raise CompilationError([Diagnostic("error", message, op.location)])
        patterns = canonicalization_patterns(self.enable_patterns, self.disable_patterns, self.filter_dialects)
        options = GreedyOptions(
            self.top_down,
            self.region_simplify,
            self.max_iterations,
            self.max_num_rewrites,
            self.cse_between_iterations,
            self.folds,
        )
        converged = rewrite_greedily(op, patterns, rewriter, options)
        if self.test_convergence and not converged:
            raise CompilationError([])
