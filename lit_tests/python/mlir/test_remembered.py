"""What verification leaves out changes nothing: what is remembered, and passes that say that they changed nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sdyopt.diagnostics.rendering import hints
from sdyopt.dialects import REGISTRY
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError, Source
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.rewrite.remarks import Listeners
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.printer import describe_operation, print_operation
from sdyopt.pipeline.manager import PassManager
from sdyopt.pipeline.model import read_pipeline
from sdyopt.pipeline.registry import PASSES, PassEntry
from sdyopt.rewriting.rewriter import Rewriter
from tools import cases, corpus
from tools.generator import sdy, stablehlo
from tools.generator.passes import exporting

SEEDS = range(5031, 5071)


def module(text: str) -> Operation:
    parsed = parse(text, REGISTRY, allow_unregistered=True).module
    Verifier(REGISTRY, describe_operation).verify(parsed)
    return parsed


def printed(text: str, op: Operation) -> str:
    return print_operation(op, Source(text, "-"), PrintOptions(generic=True, debug_info=True))


def texts(is_long: bool) -> Iterator[str]:
    """Programs, except the deep transformer, which is that of two layers again and again; and generated modules."""
    names = [name for name in corpus.names() if name != "transformer_deep"][::4] if is_long else corpus.QUICK
    yield from map(corpus.text, names)
    for seed in SEEDS[:20] if is_long else SEEDS[:3]:
        yield sdy.module(seed)
        yield stablehlo.module(seed)
        yield exporting.module(seed)


@pytest.fixture(scope="module", params=[False, pytest.param(True, marks=pytest.mark.long)], ids=["few", "all"])
def programs(request: pytest.FixtureRequest) -> list[tuple[str, Operation, str]]:
    """The texts with their modules, and these printed, all made once."""
    read = [(text, module(text)) for text in texts(request.param)]
    return [(text, op, printed(text, op)) for text, op in read]


def wiring(op: Operation) -> list[tuple[Operation, tuple[Value, ...]]]:
    """The operations in a module, in the order of the text, with their operands."""
    return [(inner, tuple(inner.operands)) for inner in op.walk()]


def run_inside(pipeline: str, op: Operation, is_new: bool) -> bool:
    """Runs a pipeline for a pass; it may have changed anything."""
    errors: list[CompilationError] = []
    if is_new:
        Verifier(REGISTRY, describe_operation).verify(op)
    if not PassManager(read_pipeline(pipeline), Verifier(REGISTRY, describe_operation), errors.append).run(op):
        raise CompilationError([])
    return True


def run(entry: PassEntry, op: Operation) -> Rewriter:
    """Runs a pass over a module, or over the functions in it; returns the rewriter, which says what it has changed."""
    rewriter = Rewriter(Listeners(run_pipeline=run_inside))
    made = entry.load()()
    for anchor in [op] if entry.anchor == op.name else op.regions[0].block.ops:
        if anchor.name == entry.anchor:
            made.run(anchor, rewriter)
    return rewriter


@pytest.mark.parametrize("entry", PASSES, ids=[entry.name for entry in PASSES])
def test_a_pass_that_says_that_it_changed_nothing_did_not(
    entry: PassEntry, programs: list[tuple[str, Operation, str]]
) -> None:
    """Each pass on programs and generated modules, and once more on its own output; and so for what it rewires."""
    unchanged = 0
    for text, original, before in programs:
        op = clone(original, {})
        for is_again in (False, True):
            wired = wiring(op)
            try:
                rewriter = run(entry, op)
            except CompilationError:
                break
            if not rewriter.has_changed:
                unchanged += 1
                assert printed(text, op) == before
            elif not is_again:
                before = printed(text, op)
            if not rewriter.has_rewired:
                left = iter(wired)
                assert all(place in left for place in wiring(op)), "only erased operations are missing"
    assert unchanged >= (12 if len(programs) > 60 else 2)


def answer(text: str, remember: bool) -> list[str] | None:
    """What is wrong with a text; None if nothing is, or if it cannot be read."""
    try:
        parsed = parse(text, REGISTRY, allow_unregistered=True).module
    except CompilationError:
        return None
    try:
        Verifier(REGISTRY, describe_operation, remember).verify(parsed)
    except CompilationError as error:
        found = error.diagnostics
        return [str(each._replace(hint=hint)) for each, hint in zip(found, hints(found), strict=True)]
    return []


def test_what_is_remembered_changes_no_verdict() -> None:
    """Modules with something changed: a verifier that remembers nothing says the same."""
    verdicts = [(answer(text, True), answer(text, False)) for text in (cases.mutated(seed).text for seed in SEEDS)]
    assert [first for first, _ in verdicts] == [second for _, second in verdicts]
    assert any(first for first, _ in verdicts) and [] in [first for first, _ in verdicts]
