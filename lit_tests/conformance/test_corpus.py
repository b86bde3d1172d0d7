"""Real programs and golden tests: ours prints what the reference prints, byte for byte."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from itertools import cycle, product, zip_longest

import pytest

from sdyopt.pipeline.registry import PIPELINES as NAMED
from tools import cases, corpus, differential, fuzz, reference
from tools.chunks import sampled
from tools.differential import Run
from tools.follow.registry import OWN
from tools.generator.passes import call_graphs, propagation
from tools.generator.passes.pipelines import IN_A_ROW

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")


# Ours prints what the reference prints, byte for byte: each program of the corpus, each pass alone and all of them.


PIPELINES: dict[str, Sequence[str]] = {
    "none": (),
    # Those that propagate shardings have tests of their own.
    **{name: (name,) for name in IN_A_ROW if name not in propagation.PASSES},
    # What names a mesh is not valid without it.
    "sdy-drop-sharding-and-mesh": ("sdy-inline-meshes", "sdy-drop-sharding-and-mesh"),
    "all": IN_A_ROW,
    **{entry.name: (entry.name,) for entry in NAMED if entry.name not in OWN},
    "explicit collectives": (
        "sdy-import-pipeline",
        "sdy-user-priority-propagate",
        "sdy-export-pipeline{enable-insert-explicit-collectives=true}",
    ),
}
OTHER_FORMS = ("generic", "locations")
OTHER_PIPELINES = ("none", "all")
SECONDS = 120
"""The time that the reference may take for a program."""
DYNAMIC = "dynamic_shapes"
"""The program with dynamic shapes, which passes that propagate shardings refuse."""

programs = pytest.mark.parametrize("name", sampled(corpus.names(), corpus.QUICK))
QUICK_PIPELINES = ("all", "sdy-propagation-pipeline")
"""The pipelines that run on a quarter of the programs without `-m long`, too; each other one runs on one program."""
QUICK_PROGRAMS = [name for name in corpus.names()[::4] if name != "transformer_deep"]
PROGRAMS_AND_PIPELINES = sampled(
    [(name, pipeline) for name in corpus.names() for pipeline in PIPELINES],
    {*product(QUICK_PROGRAMS, QUICK_PIPELINES), *zip(cycle(corpus.QUICK), PIPELINES, strict=False)},
)
CALLING = sampled(
    [name for name in corpus.names() if " call @" in corpus.text(name)], ("branches_of_jit", "jit_in_jit")
)
"""The programs whose functions call each other."""
forms = pytest.mark.parametrize("form", ["pretty", "generic", "locations"])


def passes_of(pipeline: str, name: str) -> Sequence[str]:
    """Returns the passes of a pipeline, without those that refuse the program of that name."""
    refusing = (*propagation.PASSES, "sdy-propagation-pipeline") if name == DYNAMIC else ()
    return [each for each in PIPELINES[pipeline] if each not in refusing]


def ours(text: str, passes: Sequence[str] = (), form: str = "pretty") -> str:
    answer = differential.ours(text, Run(tuple(passes), form))
    assert answer.accepted, str(answer)
    return answer.output


def theirs(text: str, passes: Sequence[str] = (), form: str = "pretty") -> str:
    answer = differential.theirs(text, Run(tuple(passes), form), seconds=SECONDS)
    assert answer is not None
    assert answer.accepted, str(answer)
    return answer.output


def assert_same(found: str, expected: str) -> None:
    """Fail with the first line that differs: pytest's own diff takes minutes for a megabyte."""
    if found != expected:
        for number, (line, wanted) in enumerate(zip_longest(found.splitlines(), expected.splitlines()), 1):
            if line != wanted:
                pytest.fail(f"line {number}:\nours:      {line}\nreference: {wanted}", pytrace=False)
        pytest.fail("line ends differ", pytrace=False)


@pytest.mark.parametrize("name_and_pipeline", PROGRAMS_AND_PIPELINES, ids="-".join)
def test_output_is_the_reference_s(name_and_pipeline: tuple[str, str]) -> None:
    name, pipeline = name_and_pipeline
    text, passes = corpus.text(name), passes_of(pipeline, name)
    assert_same(ours(text, passes), theirs(text, passes))


@pytest.mark.parametrize("name", CALLING)
def test_functions_and_calls_are_the_reference_s(name: str) -> None:
    """After each pass over them, and after what Shardy's pipelines do with them; or the program is refused."""
    text = corpus.text(name)
    for passes in (*((each,) for each in call_graphs.PASSES), *call_graphs.PIPELINES):
        run = Run(passes, "locations")
        found, expected = differential.ours(text, run), differential.theirs(text, run, seconds=SECONDS)
        assert expected is not None
        assert_same(found.output, expected.output)
        assert found == expected


@programs
@pytest.mark.parametrize("form", OTHER_FORMS)
@pytest.mark.parametrize("pipeline", OTHER_PIPELINES)
def test_other_forms_are_the_reference_s(name: str, form: str, pipeline: str) -> None:
    text, passes = corpus.text(name), passes_of(pipeline, name)
    assert_same(ours(text, passes, form), theirs(text, passes, form))


@programs
@forms
@pytest.mark.parametrize("pipeline", OTHER_PIPELINES)
def test_output_read_back_prints_the_same(name: str, form: str, pipeline: str) -> None:
    output = ours(corpus.text(name), passes_of(pipeline, name), form)
    assert_same(ours(output, form=form), output)


def test_dynamic_shapes_are_refused_in_the_same_words() -> None:
    """By each pass that propagates shardings; so are all passes in a row."""
    for passes in (*[(name,) for name in propagation.PASSES], IN_A_ROW):
        found = differential.ours(corpus.text(DYNAMIC), Run(passes))
        assert not found.accepted
        assert found == differential.theirs(corpus.text(DYNAMIC), Run(passes))


@programs
def test_the_generic_form_is_the_same_module(name: str) -> None:
    text = corpus.text(name)
    assert_same(ours(ours(text, form="generic")), ours(text))


def test_the_command_writes_the_same() -> None:
    command = [sys.executable, "-m", "sdyopt", str(corpus.file("mlp")), *(f"-{name}" for name in IN_A_ROW)]
    done = subprocess.run(command, capture_output=True, check=True)
    assert_same(done.stdout.decode(), theirs(corpus.text("mlp"), IN_A_ROW))


# What the golden tests ask of ours the reference does as well: each part of each, without passes.


CHUNKS = 32
"""So many tests share the parts."""


@pytest.mark.parametrize("chunk", sampled(range(CHUNKS), [0], 4))
def test_golden_tests_are_read_as_the_reference_reads_them(chunk: int) -> None:
    assert_alike(chunk, allow_unregistered=False)


@pytest.mark.long
@pytest.mark.parametrize("chunk", sampled(range(CHUNKS), [0]))
def test_so_they_are_where_unregistered_operations_are_allowed(chunk: int) -> None:
    assert_alike(chunk, allow_unregistered=True)


def assert_alike(chunk: int, allow_unregistered: bool) -> None:
    """Fails unless verdict, output, place, words and notes are the same."""
    for text in corpus.golden_parts()[chunk::CHUNKS]:
        if cases.ABSENT not in text:
            verdict = fuzz.judged(cases.Case(text, Run(allow_unregistered=allow_unregistered)))
            assert verdict.outcome not in fuzz.DIFFERENT, f"{verdict.explanation}\n\n{text}"
