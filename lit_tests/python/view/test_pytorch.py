"""Programs of PyTorch/XLA: what they send is what XLA's partitioner inserts after Shardy's propagation."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost import ViewError
from sdyopt.sharding.gspmd.meshes import mesh_with_axes, name_axes
from sdyopt.sharding.gspmd.syntax import read_sharding
from sdyopt.view import view
from sdyopt.view.variants.specs import mesh_of_text, mesh_text

RECORDS = Path(__file__).parents[2] / "pytorch" / "Inputs"

SENT = {
    "mlp.mlir": 39_428,
    "mlp.txt": 39_428,
    "transformer_fsdp.mlir": 9_471_374,
    "transformer_tensor_parallel.mlir": 2_704_276,
    "transformer_tensor_parallel.txt": 2_704_286,
    "transformer_written_out_norm.mlir": 2_048_916,
    "torchax_tensor_parallel.mlir": 2_050_436,
}
"""The bytes that a device sends in XLA for CPUs (jaxlib 0.10.2) right after its partitioner, with Shardy."""


@pytest.mark.parametrize("name", SENT)
def test_a_device_sends_what_xla_inserts(name: str) -> None:
    """Of StableHLO, and of HLO text."""
    module = sdyopt.parse(RECORDS / name)
    assert name_axes(module.operation, mesh_of_text("data=2,model=4")) == (not name.startswith("torchax"))
    found = view(module, profile="cpu")
    assert found.totals.bytes_sent == SENT[name]
    assert not found.totals.unknown
    assert [axis for mesh in found.meshes for axis in mesh.axes] == [("data", 2), ("model", 4)]


def test_the_library_names_axes_as_the_command_does() -> None:
    """By a text or a dictionary; a mesh that does not fit, or a program whose axes have names, is an error."""
    path = RECORDS / "mlp.mlir"
    for mesh in ("data=2,model=4", {"data": 2, "model": 4}):
        assert view(path, mesh=mesh).totals.by_axis == (("data", 33_284), ("model", 6_144))
    with pytest.raises(ViewError, match="along axes of sizes 2 x 4: data=4 has none that are these"):
        view(path, mesh="data=4")
    with pytest.raises(ViewError, match="name axes: with_sharding"):
        view(RECORDS / "torchax_tensor_parallel.mlir", mesh="data=2,model=4")


@pytest.mark.parametrize(
    ("sharding", "mesh", "ordered"),
    [
        ("{devices=[2,4]<=[8]}", "x=2,y=4", "x=2,y=4"),
        ("{devices=[2,4]<=[8]}", "y=4,x=2", "x=2,y=4"),
        ("{devices=[4,2]<=[2,4]T(1,0)}", "x=4,y=2", "y=2,x=4"),
        ("{devices=[8]<=[8]}", "x=2,y=4", "x=2,y=4"),
        ("{devices=[4]0,2,1,3}", "x=2,y=2", "x=2,y=2"),
        ("{devices=[4]0,3,1,2}", "x=2,y=2", "x=2,y=2:0,3,1,2"),
        ("{devices=[4]0,3,1,2}", "x=2,y=2:0,3,1,2", "x=2,y=2:0,3,1,2"),
        ("{devices=[4]0,3,1,2}", "x=2,y=2:0,2,1,3", None),
        ("{devices=[2,4]<=[8]}", "x=8", None),
        ("{devices=[2,4]<=[8]}", "x=2,y=2", None),
        ("{replicated}", "x=2", None),
    ],
)
def test_axes_are_matched_by_sizes_and_the_order_of_devices(sharding: str, mesh: str, ordered: str | None) -> None:
    found = mesh_with_axes({read_sharding(sharding): 1}, mesh_of_text(mesh))
    assert (None if found is None else mesh_text(found)) == ordered


@pytest.mark.parametrize(
    "text",
    [
        'sdy.mesh @m = <["a"=2]>\nfunc.func @f(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) { return }',
        "func.func @f(%x: tensor<8xf32> {mhlo.sharding = \"{mesh['a'=2], [{'a'}]}\"}) { return }",
        "func.func @f(%x: tensor<8xf32>) { return }",
    ],
)
def test_axes_that_have_names_keep_them(text: str) -> None:
    assert not name_axes(sdyopt.parse(text).operation, mesh_of_text("x=2"))
