"""XLA's form of shardings, as the wheel reads and writes it: its only pass of these, and its portable artifacts."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

import sdyopt
from sdyopt.hlo import parse_hlo
from tools import reference
from tools.chunks import sampled
from tools.recorded.record_xla_form import CORPUS, RECORDS, compiled_texts, sections

IMPORT = "xla-sdy-round-trip-import-shardy-attrs"

RECORDED = sorted(RECORDS.glob("*.texts.mlir"))
PROGRAMS = sorted(CORPUS.glob("*.mlir"))

RANDOM_MESHES = 60


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_attributes_are_imported_as_in_the_wheel(path: Path) -> None:
    text = sections(path.read_text())["00"]
    theirs = reference.run_isolated(text, [IMPORT])
    assert theirs.ok
    assert str(sdyopt.parse(text).run(IMPORT)) == theirs.output


def _artifact(text: str) -> str:
    """Returns the text of a program that has been written as a portable artifact, without SDY, and read again."""
    context = reference.new_context(False)
    from jaxlib import _jax
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    with context, ir.Location.unknown():
        version = stablehlo.get_current_version()
        artifact = _jax.mlir.serialize_portable_artifact(ir.Module.parse(text), version, False)
        return str(stablehlo.deserialize_portable_artifact(context, artifact))


def _random_program(random: Random) -> str:
    """Returns a program with meshes over the same devices, which become one, and shardings with parts of axes."""
    factors = random.sample([2, 2, 3, 4], random.randint(2, 3))
    count = 1
    for factor in factors:
        count *= factor
    order = random.choice(["", f", device_ids=[{', '.join(map(str, random.sample(range(count), count)))}]"])
    axes = ", ".join([f'"x{number}"={factor}' for number, factor in enumerate(factors)])
    meshes = [f"sdy.mesh @m = <[{axes}]{order}>", f'sdy.mesh @all = <["all"={count}]{order}>']
    random.shuffle(meshes)
    places = random.sample(range(len(factors)), 2)
    lists = [f'{{"x{place}"{random.choice(["", ", ?"])}}}{random.choice(["", "p1"])}' for place in places]
    whole = random.choice(['{"all"}', f'{{"all":(1){factors[0]}}}', "{?}"])
    type = f"tensor<{count}x{count}xf32>"
    return f"""{meshes[0]}
{meshes[1]}
func.func @main(%arg0: {type} {{sdy.sharding = #sdy.sharding<@m, [{", ".join(lists)}]>}})
    -> ({type} {{sdy.sharding = #sdy.sharding<@all, [{whole}, {{}}]>}}) {{
  %0 = sdy.sharding_constraint %arg0 <@all, [{{}}, {whole}]> : {type}
  %1 = stablehlo.tanh %0 {{sdy.sharding = #sdy.sharding_per_value<[<@m, [{lists[1]}, {{}}]>]>}} : {type}
  return %1 : {type}
}}
"""


def _check_export(text: str) -> None:
    ours = str(sdyopt.parse(text).run("xla-sdy-round-trip-export-pipeline", shardy=reference.RELEASE))
    assert _artifact(ours) == _artifact(text)


@pytest.mark.parametrize("path", sampled(PROGRAMS, PROGRAMS[::6], 4), ids=lambda path: path.stem)
def test_programs_of_jax_are_exported_as_in_the_wheel(path: Path) -> None:
    """Both texts go through an artifact, which moves constants and drops dead operations."""
    _check_export(path.read_text())


def test_meshes_and_orders_of_devices_are_exported_as_in_the_wheel() -> None:
    for random in map(Random, range(RANDOM_MESHES)):
        _check_export(_random_program(random))


TAKEN = ("mlp", "shard_map_nested", "shard_map_partial")

WITHOUT_SHARDY = ("stablehlo-ext-canonicalize-from-hlo-import", "sdy-propagation-pipeline")
"""XLA drops the values that a loop leaves as they are before it reads the shardings of the loop."""


@pytest.mark.long
def test_xla_takes_what_is_exported() -> None:
    """In both forms: with Shardy, or propagated here and without it. The collectives are those of the program.

    As in pipelines that end with an export, such as Reactant's.
    """
    given = [(CORPUS / f"{name}.mlir").read_text() for name in TAKEN]
    ways = (("xla-sdy-round-trip-export-pipeline",), (*WITHOUT_SHARDY, "xla-sdy-stablehlo-export-pipeline"))
    exported = [[str(sdyopt.parse(text).run(*way, shardy=reference.RELEASE)) for text in given] for way in ways]
    programs = [(text, number < 2) for number, texts in enumerate([given, *exported]) for text in texts]
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        found = executor.submit(compiled_texts, programs).result()
    sent = [Counter([(each.kind, each.bytes_sent) for each in parse_hlo(text).collectives]) for text in found]
    assert all(sent)
    count = len(TAKEN)
    assert sent[:count] == sent[count : 2 * count] == sent[2 * count :]
