"""Variants: how shardings are written, what they change, and that a variant is the program that it says."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.time.machine import Machine
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.view import ViewError, view
from sdyopt.view.model import Query
from sdyopt.view.variants.edits import (
    Constraint,
    DropShardings,
    Edit,
    NewMesh,
    Renumbering,
    Shard,
    Spec,
    SpecError,
    mesh_of_text,
    mesh_text,
)
from sdyopt.view.variants.measuring import Variant, changed, measured, variants_of
from tools import corpus
from tools.recorded import recorded_programs

INPUTS = Path(__file__).parent / "Inputs"
PROGRAM = (INPUTS / "view_variants.program.txt").read_text(encoding="utf-8")


def text_of(*edits: Edit) -> str:
    return str(changed(Variant(sdyopt.parse(PROGRAM), edits)))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", "P()"),
        ("None", "P(None)"),
        (",tensor,fsdp", "P(None, 'tensor', 'fsdp')"),
        ("P(None, 'tensor')", "P(None, 'tensor')"),
        ("(data,fsdp),None", "P(('data', 'fsdp'), None)"),
        ("P(('data', 'fsdp'), ?)", "P(('data', 'fsdp'), ?)"),
    ],
)
def test_specs(text: str, shown: str) -> None:
    assert str(Spec.of(text)) == shown


@pytest.mark.parametrize("text", ["(data", "data)", "((a,b))", "a b", "a,()"])
def test_texts_that_are_no_specs(text: str) -> None:
    with pytest.raises(SpecError):
        Spec.of(text)


@pytest.mark.parametrize("text", ["data=2,model=4", "x=2,y=2:0,2,1,3"])
def test_meshes(text: str) -> None:
    assert mesh_text(mesh_of_text(text)) == text


@pytest.mark.parametrize("text", ["", "data", "data=0", "data=2,data=2", "x=2:0", "x=2:0,0", "x=-1", "x=2:a,b"])
def test_texts_that_are_no_meshes(text: str) -> None:
    with pytest.raises(SpecError):
        mesh_of_text(text)


@pytest.mark.parametrize("name", ["p['blocks'][*]['w']", "p/blocks/*/w", "p.blocks.*.w", "*['w']"])
def test_patterns_pick_all_layers(name: str) -> None:
    assert text_of(Shard(name, Spec.of(",model"))).count('[{}, {"model"}, {}]') == 2


@pytest.mark.parametrize("name", ["x", "%arg0", "arg0", "0"])
def test_names_of_arguments(name: str) -> None:
    assert '%arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}' in text_of(
        Shard(name, Spec.of(",model"))
    )


@pytest.mark.parametrize("name", ["result 0", "result[0]"])
def test_names_of_results(name: str) -> None:
    found = text_of(Shard(name, Spec.of(",model")))
    assert 'sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>})' in found


def test_constraint_at_a_line_of_python() -> None:
    found = text_of(Constraint("decoder.py:13", Spec.of("data,model")))
    assert 'sdy.sharding_constraint %0 <@mesh, [{"data"}, {"model"}]>' in found
    assert found.count("sdy.sharding_constraint") == 2


def test_constraint_that_is_there_changes() -> None:
    found = text_of(Constraint("%1", Spec.of(",model")))
    assert found.count("sdy.sharding_constraint") == 1
    assert 'sdy.sharding_constraint %0 <@mesh, [{}, {"model"}]>' in found


def test_drop_shardings_and_another_mesh() -> None:
    found = text_of(Shard("x", Spec.of("fsdp")), NewMesh(mesh_of_text("fsdp=8")), DropShardings())
    assert found.count("sdy.sharding = ") == 1
    assert "sdy.sharding_constraint" not in found
    assert 'sdy.mesh @mesh = <["fsdp"=8]>' in found


def test_a_program_without_a_mesh_gets_one() -> None:
    module = sdyopt.parse("func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  return %x : tensor<8xf32>\n}")
    edits = (NewMesh(mesh_of_text("x=2")), Shard("x", Spec.of("x")))
    assert '<@mesh, [{"x"}]>' in str(changed(Variant(module, edits)))


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Shard("y", Spec.of("data")), "no argument or result is called 'y'"),
        (Constraint("decoder.py:14", Spec.of("data")), "no value is at 'decoder.py:14'"),
        (Constraint("nowhere", Spec.of("data")), "expected %NAME or FILE:LINE"),
        (NewMesh(mesh_of_text("z=8")), "which the mesh z=8 does not have"),
    ],
)
def test_changes_that_do_not_fit(edit: Edit, message: str) -> None:
    with pytest.raises(ViewError) as error:
        text_of(edit)
    assert message in str(error.value)


def test_variants_are_all_combinations_of_alternatives() -> None:
    module = sdyopt.parse(PROGRAM)
    one: list[Edit | None] = [Shard("x", Spec.of("data")), Shard("x", Spec.of("model"))]
    two: list[Edit | None] = [None, NewMesh(mesh_of_text("data=4,model=2"))]
    found = variants_of([module], [], [one, two])
    assert [variant.changes for variant in found] == [
        (),
        ("x=P('data')",),
        ("x=P('data')", "mesh data=4,model=2"),
        ("x=P('model')",),
        ("x=P('model')", "mesh data=4,model=2"),
    ]


@pytest.mark.parametrize(
    ("file", "edits"),
    [
        pytest.param(
            "lit_tests/corpus/transformer.mlir",
            [Shard("0", Spec.of(text)) for text in ("data", ",model", "model,data")],
            marks=pytest.mark.long,
        ),
        pytest.param(
            "lit_tests/corpus/transformer_scan.mlir",
            [NewMesh(mesh_of_text("data=4,model=2")), DropShardings()],
            marks=pytest.mark.long,
        ),
        ("lit_tests/corpus/mlp.mlir", [NewMesh(mesh_of_text("x=4,y=2,z=1")), DropShardings()]),
        ("examples/moe.mlir", [NewMesh(mesh_of_text("expert=2")), Shard("weights", Spec.of("None"))]),
    ],
)
def test_a_variant_costs_what_its_program_costs(file: str, edits: list[Edit]) -> None:
    """The text of each variant, read again, has the same peak, bytes sent and time."""
    machine = Machine.of("tpu-v5e")
    variants = variants_of([sdyopt.parse(Path(file))], [], [edits])
    for variant, found in zip(variants, measured(variants, Query(machine=machine)), strict=True):
        assert not found.error
        (again,) = measured([Variant(sdyopt.parse(str(changed(variant))))], Query(machine=machine))
        seen = view(str(changed(variant)), machine=machine)
        assert found.cost is not None and again.cost is not None
        assert (found.peak_bytes, found.cost.bytes_sent) == (again.peak_bytes, again.cost.bytes_sent)
        assert found.cost.seconds == pytest.approx(again.cost.seconds)
        if seen.stage.partitioner == "shardy":
            assert seen.peak is not None and seen.time is not None
            assert (found.peak_bytes, found.cost.bytes_sent) == (seen.peak.bytes, seen.totals.bytes_sent)
            assert found.cost.seconds == pytest.approx(seen.time.cost.seconds)


def test_the_program_itself_is_not_changed() -> None:
    module = sdyopt.parse(PROGRAM)
    before = str(module)
    list(measured(variants_of([module], [DropShardings()], [[Shard("x", Spec.of("model"))]]), Query()))
    assert str(module) == before


def test_views_with_other_shardings() -> None:
    seen = view(PROGRAM, machine=Machine.of())
    other = seen.with_sharding({"x": (None, "model")}, constraints={"%1": ("data",)}, mesh="data=4,model=2")
    assert other.tensors[0].share.sharding_text == '<@mesh, [{}, {"model"}]>'
    assert other.meshes[0].axes == (("data", 4), ("model", 2))
    assert other.time is not None
    assert pickle.loads(pickle.dumps(other)) == other


def test_variants_are_the_same_in_several_processes() -> None:
    module = sdyopt.parse(PROGRAM)
    variants = variants_of([module], [], [[Shard("x", Spec.of(text)) for text in ("data", "model", ",model")]])
    one = list(measured(variants, Query()))
    assert list(measured(variants, Query(), jobs=2)) == one


@pytest.mark.parametrize("name", ["u01_mlp_dp", "v04_lora", "w08_kalman"])
def test_a_variant_has_the_peak_of_the_view(name: str) -> None:
    """Donation and the profile, which is that of CPUs for a program that calls LAPACK, are those of the view."""
    module = sdyopt.parse(recorded_programs.text(name))
    peak = view(module).peak
    assert peak is not None
    (found,) = measured([Variant(module, ())], Query())
    assert found.peak_bytes == peak.bytes


def test_variants_have_the_peak_of_the_compiler_that_is_wanted() -> None:
    """A product on TPUs computes the square of what it reads, one on GPUs reads it in memory."""
    text = """
sdy.mesh @mesh = <["data"=2]>
func.func @main(%x: tensor<64x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<64x64xf32> {
  %0 = stablehlo.convert %x : (tensor<64x64xbf16>) -> tensor<64x64xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
"""  # noqa: E501
    module = sdyopt.parse(text)
    variants = variants_of([module], [], [[Shard("x", Spec.of(",data"))]])
    peaks = {}
    for compiler in (Compiler.GPU, Compiler.TPU):
        seen = view(module, profile=compiler)
        changed_view = seen.with_sharding({"x": (None, "data")})
        assert seen.peak is not None and changed_view.peak is not None
        peaks[compiler] = [seen.peak.bytes, changed_view.peak.bytes]
        found = measured(variants, Query(profile=compiler))
        assert [each.peak_bytes for each in found] == peaks[compiler]
    assert peaks[Compiler.TPU] < peaks[Compiler.GPU]


def _groups(mesh: Mesh, along: Sequence[str]) -> list[list[int]]:
    """The devices that differ along some axes alone, in the order of these."""
    found: dict[tuple[int, ...], list[tuple[list[int], int]]] = {}
    for number, place in enumerate(product(*[range(axis.size) for axis in mesh.axes])):
        at = dict(zip([axis.name for axis in mesh.axes], place, strict=True))
        others = tuple([at[name] for name in sorted(at) if name not in along])
        found.setdefault(others, []).append(([at[name] for name in along], number))
    return sorted([[number for _, number in sorted(group)] for group in found.values()])


@pytest.mark.parametrize("seed", range(20))
def test_collectives_of_manual_computations_are_along_the_same_axes_on_another_mesh(seed: int) -> None:
    random = Random(seed)
    names = ["a", "b", "c", "d"]
    sizes = {name: random.choice((1, 2, 3, 4)) for name in names}
    manual = random.sample(names, random.randint(1, 4))
    along = random.sample(manual, random.randint(1, len(manual)))
    old = mesh_of_text(",".join([f"{name}={sizes[name]}" for name in names]))
    sizes |= {name: random.choice((1, 2, 3)) for name in names if name not in manual}
    new = mesh_of_text(",".join([f"{name}={sizes[name]}" for name in random.sample(names, 4)]))
    found = Renumbering(old, new, manual).rows(_groups(old, along), is_sorted=True)
    assert found == _groups(new, along)


def test_another_mesh_for_a_manual_computation() -> None:
    module = corpus.text("ring_attention")
    swapped = str(changed(Variant(sdyopt.parse(module), (NewMesh(mesh_of_text("head=2,sequence=4")),))))
    assert "source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4]]>" in swapped
    back = changed(Variant(sdyopt.parse(swapped), (NewMesh(mesh_of_text("sequence=4,head=2")),)))
    assert str(back).count("[0, 2], [2, 4], [4, 6], [6, 0]") == 2
    with pytest.raises(SpecError, match=r"one of 4 devices along 'sequence' holds: .* must keep sequence=4"):
        changed(Variant(sdyopt.parse(module), (NewMesh(mesh_of_text("sequence=2,head=4")),)))


@pytest.mark.parametrize(
    ("groups", "is_alike"),
    [([[0, 2], [1, 3]], True), ([[0, 2], [1], [3]], False), ([[0, 2]], False), ([[0, 3], [1, 2]], False)],
)
def test_groups_that_are_not_alike_along_other_axes(groups: list[list[int]], is_alike: bool) -> None:
    old, new = mesh_of_text("a=2,b=2"), mesh_of_text("b=3,a=2")
    assert (Renumbering(old, new, ["a"]).rows(groups, is_sorted=True) is not None) == is_alike
