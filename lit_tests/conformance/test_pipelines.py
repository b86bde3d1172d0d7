"""Pipelines, options of passes, snapshots and reports of times are those of the reference."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest

import sdyopt.cli.main
from sdyopt.pipeline.model import read_pipeline
from sdyopt.pipeline.registry import PIPELINES as PIPELINES_BY_NAME
from sdyopt.pipeline.registry import PassEntry, PipelineError
from tools import corpus, differential, reference
from tools.chunks import chunks, mostly_long
from tools.follow.registry import OWN
from tools.generator import sdy
from tools.generator.passes import exporting
from tools.generator.passes.pipelines import EXPORTING, PASSES
from tools.judges import pass_manager
from tools.judges.pass_manager import Reading

# Textual pipelines are read, printed, refused and run as the reference does it.


INPUTS = Path(__file__).parent / "Inputs"
PIPELINES = (INPUTS / "pipelines.pipelines.txt").read_text(encoding="utf-8")
"""Each with something of its own."""

BLANKS = [
    "builtin.module(\n)",
    "builtin.module(\nsdy-inline-meshes,\r\n\ta)",
    "builtin.module(a\tb)",
    "builtin.module((\t)",
    "builtin.module(x(\ta,\t)",
    "\tany\v(\fsdy-inline-meshes\r)\n",
]

PIECES = [*"(){},, \t\n'", "any", "func.func", "a=1", "sdy-inline-meshes", "any(sdy-inline-meshes)"]


def ours(text: str) -> Reading:
    try:
        return Reading(printed=str(read_pipeline(text)))
    except PipelineError as error:
        return Reading(error=str(error))


@pytest.mark.parametrize("text", [*PIPELINES.split("\n"), *BLANKS])
def test_a_pipeline_is_read_or_refused_as_in_the_reference(text: str) -> None:
    assert ours(text) == pass_manager.read_pipeline(text)


def test_pipelines_of_random_pieces() -> None:
    """Most are refused; which is told of first, and where, is the same."""
    chance = random.Random(0)
    readings = []
    for _ in range(1000):
        text = f"builtin.module({''.join(chance.choices(PIECES, k=chance.randrange(1, 9)))})"
        reading = ours(text)
        assert reading == pass_manager.read_pipeline(text), text
        readings.append(reading)
    assert len(set(readings)) > 200
    assert sum(not reading.error for reading in readings) > 12


OF_REFERENCE = [entry for entry in PIPELINES_BY_NAME if entry.name not in OWN]


@pytest.mark.parametrize("entry", OF_REFERENCE, ids=lambda entry: str(entry.name))
def test_named_pipelines_are_the_same_passes(entry: PassEntry) -> None:
    """With each combination of the options that the reference has, except the one that ends the process."""
    flags = [name for name, option in entry.options.items() if isinstance(option.default, bool) and not option.is_newer]
    flags = [name for name in flags if name != "enable-per-instruction-partitioning"]
    for values in itertools.product(("false", "true"), repeat=len(flags)):
        options = " ".join([f"{flag}={value}" for flag, value in zip(flags, values, strict=True)])
        text = f"builtin.module({entry.name}{{{options}}})"
        reading = ours(text)
        assert not reading.error
        assert reading == pass_manager.read_pipeline(text)


NESTED = [
    "builtin.module(builtin.module({}))",
    "builtin.module(any({}))",
    "any(builtin.module({0}),builtin.module({0}))",
    "builtin.module({0},builtin.module({0}))",
]
"""Pipelines of passes that run on modules in a module."""


def elements(name: str) -> str:
    """A pass as it stands in a pipeline on modules: one on functions is nested."""
    return reference.pipeline_of([name]).removeprefix("builtin.module(").removesuffix(")")


def inner(text: str) -> str:
    """A module in a module, with an operation beside it."""
    return f"module {{\nfunc.func private @beside()\n{text}\n}}"


@pytest.mark.parametrize("pipeline", mostly_long(NESTED, NESTED[:1]))
def test_passes_run_on_inner_modules_as_in_the_reference(pipeline: str) -> None:
    """Over generated modules, with each pass; some are refused, with the same words at the same place."""
    accepted = 0
    for seed in range(24):
        text = inner(sdy.module(seed))
        text_of_pipeline = pipeline.format(elements(PASSES[seed % len(PASSES)]))
        theirs = reference.run_isolated(text, pipeline=text_of_pipeline)
        if theirs.crashed:
            continue
        status, output, errors = sdyopt.cli.main.run(["-", f"-pass-pipeline={text_of_pipeline}"], stdin=text.encode())
        assert (status == 0) == theirs.ok, (text_of_pipeline, text)
        assert output.decode() == theirs.output
        if not theirs.ok:
            assert differential.our_refusal(errors.decode()) == differential.their_refusal(theirs.diagnostics)
        accepted += theirs.ok
    assert accepted > 6


ON_FUNCTIONS = tuple([name for name in EXPORTING if name in reference.FUNCTION_PASSES])
NEEDS_NAME = b"which needs the mesh's name"
"""The error of ours where the reference makes up the name of a mesh."""
ON_MODULES = ("sdy-close-shardings", "sdy-remove-sharding-groups", "sdy-drop-sharding-and-mesh")


def mixed_pipeline(chance: random.Random) -> str:
    """Passes on functions and on modules, some in pipelines that run on anything, or on inner modules."""
    elements = []
    for _ in range(chance.choice((1, 2, 3, 4))):
        passes = ",".join(chance.choices(ON_FUNCTIONS, k=chance.choice((1, 2, 3))))
        forms = ("func.func({})", "func.func({})", "any({})", "builtin.module(func.func({}))", "func.func(any({}))")
        on_modules = chance.choice(ON_MODULES)
        elements.append(chance.choice((*[form.format(passes) for form in forms], on_modules, f"any({on_modules})")))
    return f"builtin.module({','.join(elements)})"


@pytest.mark.parametrize("first", chunks(200, 20))
def test_passes_on_functions_run_as_in_the_reference(first: int) -> None:
    """Function after function; what is wrong with symbols is reported when all have run, or never."""
    outcomes = []
    for seed in range(first, first + 20):
        chance = random.Random(seed)
        text = exporting.module(seed) if chance.random() < 0.7 else inner(exporting.module(seed))
        pipeline = mixed_pipeline(chance)
        theirs = reference.run_isolated(text, pipeline=pipeline)
        if theirs.crashed:
            continue
        status, output, errors = sdyopt.cli.main.run(["-", f"-pass-pipeline={pipeline}"], stdin=text.encode())
        if NEEDS_NAME in errors:
            continue
        assert ((status == 0), output.decode()) == (theirs.ok, theirs.output), (seed, pipeline)
        if not theirs.ok:
            found, expected = differential.our_refusal(errors.decode()), differential.their_refusal(theirs.diagnostics)
            assert found.message == expected.message, (seed, pipeline)
        outcomes.append(theirs.ok)
    assert outcomes.count(True) > 6


@pytest.mark.long
@pytest.mark.parametrize("first", chunks(100, 50))
def test_without_verification_nothing_is_refused(first: int) -> None:
    """Invalid modules are printed in generic form."""
    for seed in range(first, first + 50):
        text, pipeline = exporting.module(seed), mixed_pipeline(random.Random(seed))
        theirs = pass_manager.run_unverified(text, pipeline)
        if theirs is None:
            continue
        flags = ["-verify-each=false", f"-pass-pipeline={pipeline}"]
        status, output, errors = sdyopt.cli.main.run(["-", *flags], stdin=text.encode())
        if NEEDS_NAME not in errors:
            assert (status, output.decode().rstrip()) == (0, theirs.output.rstrip()), (seed, pipeline)


# The options of passes have the effect that they have in the reference.


RECORDS = {"debug-propagation-edge-sharding": "sdy.propagation_edges", "debug-sharding-origins": "sdy.sharding_origins"}


@pytest.mark.long
@pytest.mark.parametrize("option", RECORDS)
def test_records_of_applied_constraints(option: str) -> None:
    """Over programs of the corpus and generated modules, where the reference does not crash."""
    recorded = 0
    texts = [corpus.text(name) for name in ("mlp", "transformer", "sharding_groups", "size_one_axes")]
    for text in [*texts, *map(sdy.module, range(60))]:
        pipeline = f"builtin.module(sdy-apply-sharding-constraints{{{option}}})"
        theirs = reference.run_isolated(text, pipeline=pipeline)
        if theirs.ok:
            status, output, _ = sdyopt.cli.main.run(["-", f"-pass-pipeline={pipeline}"], stdin=text.encode())
            assert (status, output.decode()) == (0, theirs.output)
            recorded += RECORDS[option] in theirs.output
    assert recorded > 8


# Reports of times have the layout of the reference's: the same lines, except the times and stages of our own.


TEXT = """
func.func private @f()
func.func @g() { return }
module @x {
}
module @y {
}
"""

TIMED = [
    "builtin.module(sdy-inline-meshes,sdy-lift-inlined-meshes,sdy-inline-meshes)",
    "any(any(sdy-inline-meshes))",
    "builtin.module(builtin.module(sdy-inline-meshes,sdy-inline-meshes),func.func(any(sdy-inline-meshes)))",
    "builtin.module(builtin.module(sdy-inline-meshes),sdy-inline-meshes,builtin.module(sdy-inline-meshes))",
    "builtin.module(builtin.module(sdy-inline-meshes),builtin.module(sdy-inline-meshes))",
    "builtin.module(func.func(sdy-sink-data-flow-edges),func.func(sdy-constant-or-scalar-merger),sdy-inline-meshes)",
    "builtin.module(sdy-inline-meshes,func.func(sdy-constant-or-scalar-merger,sdy-constant-or-scalar-merger))",
    "builtin.module(any(sdy-constant-or-scalar-merger),any(sdy-inline-meshes),func.func(sdy-sink-data-flow-edges))",
    "builtin.module(func.func(sdy-constant-or-scalar-merger),builtin.module(func.func(sdy-constant-or-scalar-merger)))",
]

TIME = re.compile(r"\d+\.\d+")
BLANKS_BEFORE_TIME = re.compile(r" +(?=#)")
STAGES = re.compile(r"\) +(Parser|Verifier|Output)\n")


def layout(report: str) -> list[str]:
    """The lines of a report without times, of which the blanks before them depend."""
    return BLANKS_BEFORE_TIME.sub(" ", TIME.sub("#", report)).splitlines(keepends=True)


@pytest.mark.parametrize("pipeline", TIMED)
def test_the_tree_is_that_of_the_reference(pipeline: str) -> None:
    theirs = pass_manager.run_with_timing(TEXT, pipeline)
    assert theirs is not None and theirs.output
    _, _, errors = sdyopt.cli.main.run(["-", "-mlir-timing", f"-pass-pipeline={pipeline}"], stdin=TEXT.encode())
    ours = [line for line in layout(errors.decode()) if not STAGES.search(line)]
    assert ours == layout(theirs.written)


def test_the_list_names_each_pass_once() -> None:
    """The longest first, then the rest, and all."""
    flags = ["-mlir-timing", "-mlir-timing-display=list", f"-pass-pipeline={TIMED[3]}"]
    _, _, errors = sdyopt.cli.main.run(["-", *flags], stdin=TEXT.encode())
    lines = errors.decode().splitlines()
    rows = [re.fullmatch(r" +(\d+\.\d{4}) \( *\d+\.\d%\)  (.*)", line) for line in lines[6:]]
    names = [row[2] for row in rows if row]
    assert len(names) == len(lines) - 6 and names[-2:] == ["Rest", "Total"]
    assert sorted(names[:-2]) == ["'builtin.module' Pipeline", "InlineMeshesPass", "Output", "Parser", "Verifier"]
    seconds = [float(row[1]) for row in rows[:-2] if row]
    assert seconds == sorted(seconds, reverse=True)
