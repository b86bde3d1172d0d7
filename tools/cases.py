"""Cases for comparisons with the reference: each kind of random or mutated texts, and how each of them is run.

Case N of a kind is the same on every machine.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from tools import corpus
from tools.bench import PASSES
from tools.differential import FORMS, Run
from tools.fuzzing.mutation import mutate
from tools.generator import (
    arithmetic,
    control_flow,
    faults,
    graph_regions,
    implicit_batching,
    insertion,
    mixed,
    sdy,
    stablehlo,
    tensors_and_shapes,
)
from tools.generator import doubtful as doubtful_sdy
from tools.generator.passes import (
    call_graphs,
    canonicalization,
    exporting,
    incompatible_shardings,
    local_programs,
    padding,
    permutations,
    pipelines,
    propagation,
    resharding,
    sharding_rules,
)

GENERATORS: dict[str, Callable[[int], str]] = {
    "mixed": mixed.module,
    "propagation": propagation.module,
    "sdy": sdy.module,
    "stablehlo": stablehlo.module,
}

PIPELINES: tuple[Callable[[random.Random], tuple[str, ...]], ...] = (
    call_graphs.passes,
    canonicalization.passes,
    incompatible_shardings.passes,
    local_programs.passes,
    padding.passes,
    permutations.passes,
    pipelines.general_passes,
    pipelines.named,
    resharding.passes,
    lambda chance: pipelines.passes(chance, chance.choice((1, 1, 2, 3))),
    lambda chance: propagation.pipeline(chance, chance.choice(propagation.PASSES)),
)
"""The functions that return passes of each kind."""

LONGEST = 30_000
"""The size of programs of the corpus; larger ones take long and contain nothing new."""

ABSENT = "quant"
"""The dialect that the reference lacks; messages about it cannot be compared."""


class Case(NamedTuple):
    """A text, and how to run it."""

    text: str
    run: Run


class Kind(NamedTuple):
    """A kind of cases."""

    description: str
    """A description of the cases, and of the comparison, for the page about conformance."""
    case: Callable[[int], Case]
    """Returns a case by its number."""


KINDS: dict[str, Kind] = {}
"""The kinds of cases by name, in the order of the page about conformance."""


def kind(name: str) -> Callable[[Callable[[int, random.Random], Case]], Callable[[int], Case]]:
    """Makes a function from numbers and chance to cases a kind of cases, which its docstring describes."""

    def registered(make: Callable[[int, random.Random], Case]) -> Callable[[int], Case]:
        def case(number: int) -> Case:
            return make(number, random.Random(f"{name.replace('-', ' ')} {number}"))

        KINDS[name] = Kind(" ".join((make.__doc__ or "").split()), case)
        return case

    return registered


def random_run(chance: random.Random) -> Run:
    """Returns a random run: no pass, one, or up to nine, one of them perhaps a propagation; any form."""
    count = chance.choice((0, 1, 1, 1, *range(2, 9)))
    form = chance.choice((*FORMS, "pretty", "pretty"))
    return Run(pipelines.passes(chance, count), form)


@kind("valid")
def valid(number: int, chance: random.Random) -> Case:
    """Valid generated modules, with random passes and a random form of the output.

    Outputs are compared byte for byte.
    """
    return Case(GENERATORS[chance.choice(sorted(GENERATORS))](number), random_run(chance))


@cache
def sources() -> list[str]:
    """Returns the texts to mutate besides generated modules: parts of golden tests, and smaller programs."""
    programs = (corpus.text(name) for name in corpus.names())
    return [text for text in (*corpus.golden_parts(), *programs) if len(text) < LONGEST and ABSENT not in text]


@kind("mutated")
def mutated(number: int, chance: random.Random) -> Case:
    """Texts with one or two random mutations.

    The verdict, the positions and words of all errors and notes, and the outputs of accepted texts are compared.
    """
    generate = GENERATORS.get(chance.choice((*GENERATORS, *["none"] * 5)))
    text = generate(number) if generate else chance.choice(sources())
    for _ in range(chance.choice((1, 1, 1, 2))):
        text = mutate(text, chance)
    propagated = propagation.pipeline(chance, chance.choice(propagation.PASSES))
    run = Run(
        chance.choice(((), (), (), PASSES, propagated)), chance.choice(("pretty", "generic")), chance.random() < 0.7
    )
    return Case(text, run)


@kind("doubtful")
def doubtful(number: int, chance: random.Random) -> Case:
    """Random combinations of meshes, axes, shardings, factors and edges; most are invalid.

    The comparison is that of mutated texts.
    """
    return Case(doubtful_sdy.module(number), random_run(chance))


@kind("propagated")
def propagated(number: int, chance: random.Random) -> Case:
    """Valid generated modules, with a pass that propagates shardings or writes sharding rules.

    It has random options, and comes after passes that prepare modules for it. Outputs are compared byte for byte.
    """
    name = propagation.PASSES[number % len(propagation.PASSES)]
    generators = (*[propagation.module] * 6, mixed.module, sdy.module)
    if name == "sdy-populate-op-sharding-rules":
        generators += (sharding_rules.module,) * 8
    generate = chance.choice(generators)
    form = chance.choice(("pretty", "pretty", "generic"))
    return Case(generate(number), Run(propagation.pipeline(chance, name), form))


@kind("arithmetic")
def arithmetical(number: int, chance: random.Random) -> Case:
    """Operations of arith, complex, math and ub: valid ones, random ones, and texts with mutations.

    Some are in modules of other kinds. Passes are ones that do not fold.
    """
    match number % 6:
        case 0 | 3:
            return Case(arithmetic.doubtful(number), Run(form=chance.choice(("pretty", "generic", "locations"))))
        case 1:
            text = arithmetic.module(number, is_apart=chance.random() < 0.5)
            return Case(text, Run(without_folding(chance.choice(PIPELINES)(chance)), chance.choice((*FORMS, "pretty"))))
        case 4 | 5:
            return with_pieces(chance, (arithmetic.piece,))
    text = arithmetic.module(number)
    for _ in range(chance.choice((1, 1, 2))):
        text = mutate(text, chance)
    return Case(text, Run(form=chance.choice(("pretty", "generic"))))


@kind("doubtful-stablehlo")
def doubtful_stablehlo(number: int, chance: random.Random) -> Case:
    """Random convolutions, and random operations with computations that may contain unregistered operations.

    The comparison is that of mutated texts.
    """
    return Case(faults.module(number), Run(allow_unregistered=True))


@kind("canonicalized")
def canonicalized(number: int, chance: random.Random) -> Case:
    """Valid generated modules with much to canonicalize, with `canonicalize`, `cse` and `symbol-dce`."""
    generate = chance.choice((canonicalization.module, canonicalization.module, canonicalization.module, mixed.module))
    return Case(generate(number), Run(canonicalization.passes(chance), chance.choice(("pretty", "locations"))))


@kind("calling")
def calling(number: int, chance: random.Random) -> Case:
    """Valid generated modules of functions that call each other, with the passes over functions and calls."""
    passes = call_graphs.passes(chance)
    return Case(call_graphs.module(number, passes), Run(passes, chance.choice(("pretty", "locations"))))


@kind("pipelined")
def pipelined(number: int, chance: random.Random) -> Case:
    """Valid generated modules with the pipelines for import, export and propagation, with random options."""
    modules = (*[propagation.module] * 4, *[call_graphs.module] * 2, exporting.module, mixed.module, sdy.module)
    generate = chance.choice(modules)
    return Case(generate(number), Run(pipelines.named(chance), chance.choice(("pretty", "pretty", "locations"))))


@kind("resharding")
def resharded(number: int, chance: random.Random) -> Case:
    """Valid generated modules with chains of reshards between all kinds of shardings, with
    `sdy-reshard-to-collectives`. In some cases `canonicalize` follows.
    """
    form = chance.choice(("pretty", "pretty", "locations", "generic"))
    printing = ("-mlir-print-value-users",) if chance.random() < 0.1 else ()
    return Case(resharding.module(number), Run(resharding.passes(chance), form, printing=printing))


@kind("batched")
def batched(number: int, chance: random.Random) -> Case:
    """Valid generated modules of gathers and scatters, whose batch dimensions are made explicit."""
    rules = ("sdy-populate-op-sharding-rules",) if chance.random() < 0.2 else ()
    passes = ("sdy-explicit-gather-scatter-batching", *rules)
    return Case(implicit_batching.module(number), Run(passes, chance.choice(("pretty", "locations"))))


@kind("general")
def general(number: int, chance: random.Random) -> Case:
    """Valid generated modules with nested modules and symbols, with MLIR's passes for any program.

    The operations of some nested modules are in any order, and symbols have each visibility.
    """
    generate = chance.choice((graph_regions.module, call_graphs.module, canonicalization.module, mixed.module))
    form = chance.choice(("pretty", "locations", "generic locations"))
    return Case(generate(number), Run(pipelines.general_passes(chance), form, allow_unregistered=True))


@kind("incompatible")
def incompatible(number: int, chance: random.Random) -> Case:
    """Valid generated modules whose operations do not fit their sharding rules, with `sdy-insert-explicit-reshards`.

    The pass runs in both versions, also after propagation.
    """
    run = Run(incompatible_shardings.passes(chance), chance.choice(("pretty", "locations")))
    return Case(incompatible_shardings.module(number), run)


@kind("few-axes")
def few_axes(number: int, chance: random.Random) -> Case:
    """Operations whose operands and results are all sharded along the same one or two axes, also where these do not
    divide dimensions, with explicit reshards, local programs, padding, permutation factors, propagation or export.
    """
    run = Run(chance.choice(incompatible_shardings.AFTER_SHARDING), "pretty")
    return Case(incompatible_shardings.on_few_axes(number), run)


@kind("permuting")
def permuting(number: int, chance: random.Random) -> Case:
    """Valid generated modules of operations that permute sharded dimensions, with `sdy-resolve-permutation-factors`.

    The pass also runs after propagation and explicit reshards.
    """
    return Case(permutations.module(number), Run(permutations.passes(chance), chance.choice(("pretty", "locations"))))


@kind("padded")
def padded(number: int, chance: random.Random) -> Case:
    """Generated modules of tensors that their shardings do not divide, with `sdy-pad-for-divisibility`.

    In some cases it runs after passes that make collectives, or before others. Outputs, and errors with their words,
    are compared.
    """
    form = chance.choice(("pretty", "pretty", "locations"))
    printing = ("-mlir-print-value-users",) if chance.random() < 0.1 else ()
    return Case(padding.module(number), Run(padding.passes(chance), form, True, printing))


@kind("localized")
def localized(number: int, chance: random.Random) -> Case:
    """Generated modules of sharded operations, with `sdy-convert-global-to-local` and random options.

    Most operations have local forms. Outputs are compared byte for byte, and errors.
    """
    text = local_programs.module(number)
    form = chance.choice(("pretty", "pretty", "locations", "generic"))
    # The order of users that come before a definition is a known difference.
    shows_users = chance.random() < 0.1 and local_programs.GRAPH not in text
    printing = ("-mlir-print-value-users",) if shows_users else ()
    return Case(text, Run(local_programs.passes(chance), form, allow_unregistered=True, printing=printing))


@kind("blocks")
def branching(number: int, chance: random.Random) -> Case:
    """Functions of several blocks that branch to each other.

    Most are valid. Some are in modules of other kinds. Passes do not fold. Outputs are compared byte for byte, and
    errors in each word.
    """
    if number % 3 == 2:
        return with_pieces(chance, (*control_flow.MAKERS, tensors_and_shapes.piece, arithmetic.piece))
    passes = chance.choice(((), *[without_folding(chance.choice(PIPELINES)(chance)) for _ in range(2)]))
    return Case(control_flow.module(number), Run(passes, chance.choice((*FORMS, "pretty"))))


@kind("tensors-and-shapes")
def tensors(number: int, chance: random.Random) -> Case:
    """Operations of the dialects tensor and shape, some with wrong types.

    Some are in modules of other kinds. Passes do not fold. Outputs are compared byte for byte, and errors in each word.
    """
    if number % 3 == 2:
        return with_pieces(chance, (tensors_and_shapes.piece,))
    passes = without_folding(chance.choice(PIPELINES)(chance)) if number % 3 else ()
    return Case(tensors_and_shapes.module(number), Run(passes, chance.choice((*FORMS, "pretty"))))


# Operations of MLIR's own dialects, which stay as they are where the reference folds them.

FOLDING = re.compile(
    "canonicalize|inline\\b|constant-or-scalar-splitter|constant-splitter|constraint-to-reshard|gather-scatter-batching|"
    "reshard-to-collectives|global-to-local|pad-for|permutation-factors|-pipeline"
)
"""The passes that fold in the reference, and pipelines with them."""


def without_folding(passes: Sequence[str]) -> tuple[str, ...]:
    """Returns the passes that do not fold."""
    return tuple([each for each in passes if not FOLDING.search(each)])


BASES = (
    *("batched", "calling", "canonicalized", "general", "incompatible", "localized"),
    *("padded", "permuting", "pipelined", "propagated", "valid"),
)
"""The kinds in whose modules other operations are inserted.

Not chains of reshards, where several axes of a collective may be faulty: the reference names any of them.
"""


def with_pieces(chance: random.Random, makers: Sequence[insertion.Maker]) -> Case:
    """Returns a case of another kind with further operations in its module."""
    while True:
        base = KINDS[chance.choice(BASES)].case(chance.randrange(10**6))
        if (text := insertion.with_pieces(base.text, chance, makers)) != base.text:
            return Case(text, base.run._replace(passes=without_folding(base.run.passes), allow_unregistered=True))


@kind("bytecode")
def binary_modules(number: int, chance: random.Random) -> Case:
    """Valid generated modules, written as bytecode of a random version, and read again.

    Compared are the bytes, and what both print of what they have written.
    """
    run = Run((), "generic locations", allow_unregistered=True, binary=f"bytecode {chance.choice((*range(7), 6, 6))}")
    return Case(GENERATORS[chance.choice(sorted(GENERATORS))](number), run)


ARTIFACT_VERSIONS = ("0.9.0", "0.10.0", "0.12.0", "0.14.0", "0.15.0", "1.0.0", "1.5.0", "1.9.0", "1.17.0", "1.22.0")
"""Versions of StableHLO: of each version of bytecode one, and several of the newest."""


@kind("artifacts")
def artifact_modules(number: int, chance: random.Random) -> Case:
    """Valid generated modules without collectives of SDY, written as portable artifacts for a random version of
    StableHLO, and read again. Compared are what both print of what they have written, and what a version cannot
    express.
    """
    run = Run((), "generic locations", binary=f"artifact {chance.choice(ARTIFACT_VERSIONS)}")
    return Case(stablehlo.module(number), run)
