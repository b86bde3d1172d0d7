"""Fast paths change nothing: with every one off, the output and the errors are the same.

Off are lines and dictionaries known by their text, the quick look at counts, types and attributes, what a verifier
remembers and leaves out, what passes say of their output, printing plans, names and texts that are kept, the answers
that functions remember, copies of bodies whose operations are not created before anything looks at them, and the
thresholds from which many operands are handled in other ways.
"""

from __future__ import annotations

import contextlib
import functools
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import sdyopt.cli.main  # noqa: F401 - imports what a run may need
from sdyopt.driver import input_output as binary
from sdyopt.driver import job
from sdyopt.driver.job import Options, Outcome
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.read.builder import Builder
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.names import Names
from sdyopt.mlir.write.printer import Printer
from sdyopt.passes.importing import calls as imported_calls
from sdyopt.pipeline.model import PassInvocation, Pipeline
from sdyopt.pipeline.registry import PASSES, find_pass
from sdyopt.rewriting import functions as function_copies
from sdyopt.rewriting import rewriter
from sdyopt.rewriting.rewriter import Rewriter
from tools import corpus
from tools.chunks import chunks, mostly_long, sampled
from tools.differential import Run, ours
from tools.fuzzing.mutation import mutate
from tools.generator import mixed, sdy, stablehlo
from tools.generator.passes import call_graphs, pipelines

FORMS = {"pretty": Options(), "generic": Options(print_op_generic=True), "locations": Options(print_debuginfo=True)}

GENERATED = 120
"""Modules of each generator."""

KEPT = {"passes_by_name"}
"""Functions whose answers do not depend on the program, and take long to find."""


class Forgetful(dict[Any, Any]):
    """A table that never has anything in it."""

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def setdefault(self, key: Any, default: Any = None) -> Any:
        return Forgetful()


_FORGETFUL = property(lambda self: Forgetful(), lambda self, value: None)
"""An attribute for a table, in which nothing is ever found."""


def _remembering_functions() -> Iterator[tuple[Any, str, Any]]:
    """Every function of ours that remembers its answers, wherever it has a name, and what it remembers them of."""
    for module in [module for name, module in sys.modules.items() if name.startswith("sdyopt")]:
        for name, value in list(vars(module).items()):
            if isinstance(value, functools._lru_cache_wrapper) and value.__name__ not in KEPT:
                yield module, name, value.__wrapped__


class _AlwaysChanging(Rewriter):
    """A rewriter that says that something has changed, whatever happens."""

    has_changed = property(lambda self: True, lambda self, value: None)  # type: ignore[assignment]
    has_rewired = property(lambda self: True, lambda self, value: None)  # type: ignore[assignment]


def _without_text(self: Attribute, name: str, value: Any) -> None:
    """In place of Attribute.__setattr__: the only attribute that may be set, `printed`, stays what it is."""
    assert name == "printed"


def _forget_texts() -> None:
    work = [Attribute]
    while work:
        cls = work.pop()
        work += cls.__subclasses__()
        for known in cls.instances.values():
            object.__setattr__(known, "printed", None)


@contextlib.contextmanager
def fast_paths_off() -> Iterator[None]:
    """Inside, every program is read, verified, changed and printed the long way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(binary, "parse", functools.partial(parse, use_templates=False))
        patch.setattr(job, "Verifier", functools.partial(Verifier, remember=False))
        patch.setattr(rewriter, "Rewriter", _AlwaysChanging)
        for cls in [entry.load() for entry in PASSES]:
            patch.setattr(cls, "leaves_valid", False, raising=False)
            patch.setattr(cls, "keeps_order", False, raising=False)
        patch.setattr(Builder, "may_use_hidden", property(lambda self: True, lambda self, value: None), raising=False)
        patch.setattr(Printer, "plans", _FORGETFUL, raising=False)
        patch.setattr(Printer, "_shared", _FORGETFUL, raising=False)
        patch.setattr(Printer, "_plan_of_constant", Printer._own_plan)
        for module in (function_copies, imported_calls):
            patch.setattr(module, "content_of", lambda region: None)
        patch.setattr(Names, "_suggestions", _FORGETFUL, raising=False)
        patch.setattr(Attribute, "__setattr__", _without_text)
        for module, name, function in _remembering_functions():
            patch.setattr(module, name, function)
        _forget_texts()
        yield


def _run(text: str, form: str = "pretty") -> tuple[Outcome, list[str]]:
    said: list[str] = []
    passes = [PassInvocation(find_pass(name)) for name in pipelines.IN_A_ROW]
    return job.process(text, "program.mlir", Pipeline.of(passes), FORMS[form], said.append), said


def _assert_same(text: str, form: str = "pretty") -> Outcome:
    quick = _run(text, form)
    with fast_paths_off():
        assert _run(text, form) == quick
    return quick[0]


PROGRAMS = [name for name in corpus.names() if name != "transformer_deep"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", sampled(PROGRAMS, corpus.QUICK))
def test_programs_of_the_corpus_come_out_the_same(name: str, form: str) -> None:
    """All passes, in each form; the deep transformer is that of two layers again and again.

    Passes that propagate shardings refuse dynamic shapes.
    """
    assert _assert_same(corpus.text(name), form).succeeded == (name != "dynamic_shapes")


@pytest.mark.parametrize(
    "seeds", sampled([range(start, start + 5) for start in range(0, GENERATED, 5)], {range(5)}), ids=str
)
@pytest.mark.parametrize("generator", [sdy, stablehlo, mixed], ids=lambda module: module.__name__.rpartition(".")[2])
def test_generated_modules_come_out_the_same(generator: Any, seeds: range) -> None:
    """All passes over modules of every operation; some have data-flow edges already, which is no error of ours."""
    accepted = 0
    for seed in seeds:
        accepted += _assert_same(generator.module(seed), list(FORMS)[seed % len(FORMS)]).succeeded
    assert accepted >= len(seeds) // 10


@pytest.mark.parametrize("generator", [sdy, stablehlo], ids=lambda module: module.__name__.rpartition(".")[2])
@pytest.mark.parametrize("start", chunks(GENERATED // 2, 6))
def test_the_same_is_said_of_what_is_wrong(start: int, generator: Any) -> None:
    """Texts with something changed, most of which are invalid."""
    refused = 0
    for seed in range(start, start + 6):
        refused += not _assert_same(mutate(generator.module(seed), random.Random(seed))).succeeded
    assert refused > 1


def assert_calls_come_out_the_same(text: str, passes: Sequence[str], form: str) -> None:
    """Fails unless passes over functions and calls give the same with every fast path off."""
    quick = ours(text, Run(tuple(passes), form))
    with fast_paths_off():
        assert ours(text, Run(tuple(passes), form)) == quick


CALLS = [*[(each,) for each in call_graphs.PASSES], *call_graphs.PIPELINES]


@pytest.mark.parametrize("passes", CALLS, ids=lambda passes: "-".join(passes)[:60])
@pytest.mark.parametrize("form", sampled(FORMS, ["pretty"], 2))
@pytest.mark.parametrize("name", mostly_long(["jit_in_jit", "encoder_and_decoder"], corpus.QUICK))
def test_calls_of_programs_come_out_the_same(name: str, form: str, passes: Sequence[str]) -> None:
    """The smaller programs of the corpus in which functions call each other."""
    assert_calls_come_out_the_same(corpus.text(name), passes, form)


@pytest.mark.parametrize("start", chunks(200, 10))
def test_calls_of_generated_modules_come_out_the_same(start: int) -> None:
    """Modules of functions that call each other, each with one of the pipelines and in one of the forms."""
    for seed in range(start, start + 10):
        passes = CALLS[seed % len(CALLS)]
        assert_calls_come_out_the_same(call_graphs.module(seed, passes), passes, list(FORMS)[seed % len(FORMS)])
