"""Networks: where the axes of a mesh are, how long collectives take there, and what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from sdyopt.cost.time.machine import (
    DeviceError,
    Network,
    Placement,
    PlacementError,
    device_named,
    known_devices,
    network_of,
)
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, SubAxis

MEGA = 1e6


def mesh(**axes: int) -> Mesh:
    return Mesh(tuple([MeshAxis(name, size) for name, size in axes.items()]))


def network(device: str, placement: Placement, **axes: int) -> Network:
    return network_of(device_named(device), mesh(**axes), placement)


def gathered(found: Network, *axes: AxisRef) -> float:
    return found.seconds("all-gather", MEGA, axes, 0)


def test_an_axis_along_several_axes_of_the_torus_uses_them_at_once() -> None:
    found = network("tpu-v5p", Placement((4, 8, 8), (("tensor", ("y", "z")),)), data=4, tensor=64)
    assert gathered(found, AxisRef("tensor")) == pytest.approx(64 * MEGA / (4 * 90e9))
    assert gathered(found, AxisRef("data")) == pytest.approx(2 * MEGA / 90e9)


def test_axes_that_are_not_placed_take_those_of_their_size() -> None:
    """As `mesh_utils` does, from the last axis of the mesh on."""
    given = network("tpu-v5p", Placement((4, 8, 8), (("data", ("x",)), ("tensor", ("y", "z")))), data=4, tensor=64)
    assert network("tpu-v5p", Placement((4, 8, 8)), data=4, tensor=64) == given


def test_axes_that_share_an_axis_of_the_torus_share_its_links() -> None:
    """The minor one is a line of neighbours; the major one goes around, past the devices between."""
    found = network("tpu-v5e", Placement((16,)), data=4, model=4)
    assert gathered(found, AxisRef("model")) == pytest.approx(3 * MEGA / 45e9)
    assert gathered(found, AxisRef("data")) == pytest.approx(2 * MEGA / (45e9 / 4))


def test_sub_axes_are_parts_of_a_line() -> None:
    found = network("tpu-v5e", Placement((16,)), model=16)
    assert gathered(found, AxisRef("model", SubAxis(8, 2))) == pytest.approx(MEGA / 45e9)
    assert gathered(found, AxisRef("model", SubAxis(1, 2))) == pytest.approx(MEGA / (45e9 / 8))


def test_slices_are_connected_by_a_slower_network() -> None:
    """The first axis that is a multiple of the slices leads to them; others stay inside."""
    found = network("tpu-v5p", Placement((4, 4), slices=2), data=8, model=4)
    assert found == network("tpu-v5p", Placement((4, 4), (("data", ("dcn", "x")), ("model", ("y",)))), data=8, model=4)
    inside = 2 * (2 * MEGA) / 90e9
    assert gathered(found, AxisRef("data")) == pytest.approx(MEGA / 6.25e9 + inside)
    assert gathered(found, AxisRef("model")) == pytest.approx(2 * MEGA / 90e9)


def test_switches_connect_the_minor_axes() -> None:
    found = network("h100", Placement(), data=16, model=4)
    assert gathered(found, AxisRef("model")) == pytest.approx(3 * MEGA / 450e9, abs=4e-6)
    assert found.seconds("all-gather", 1e9, [AxisRef("model")], 0) == pytest.approx(3e9 / 450e9)
    assert found.seconds("all-gather", 1e9, [AxisRef("data")], 0) == pytest.approx(7e9 / 50e9 + 8e9 / 450e9)


def test_more_axes_than_the_torus_has_share_its_links() -> None:
    one, four = (
        gathered(network("tpu-v5e", Placement(), **dict.fromkeys(names, 16)), AxisRef("a")) for names in ("a", "abcd")
    )
    assert four == pytest.approx(2 * one)


def test_a_bandwidth_replaces_that_of_an_axis() -> None:
    found = network("tpu-v5p", Placement(bandwidths=(("model", 100.0),)), model=8)
    assert found.seconds("all-gather", 1e9, [AxisRef("model")], 0) == pytest.approx(8e9 / 100e9)


def test_collectives_without_axes_use_the_slowest_links() -> None:
    found = network("h100", Placement(), data=2, model=8)
    assert found.seconds("all-reduce", 1e9, [], 4) == pytest.approx(2 * 0.75e9 / 50e9)


@pytest.mark.parametrize(
    ("device", "placement", "message"),
    [
        ("tpu-v5p", Placement((4, 4)), "a torus of 4x4 has 16 chips, and the mesh 32 devices"),
        ("tpu-v5e", Placement((2, 4, 4)), "2x4x4 has more axes than tpu-v5e: 2"),
        ("tpu-v5p", Placement((4, 8), (("modle", ("x",)),)), "the mesh has no axis 'modle': it has data, model"),
        ("tpu-v5p", Placement((4, 8), (("model", ("w",)),)), "axis 'model' is along 'w', and the torus has x, y"),
        ("tpu-v5p", Placement((4, 8), (("model", ("x",)),)), "axis 'model' of 8 devices is along x, where there are 4"),
        ("tpu-v5p", Placement((2, 16)), "axis 'model' of 8 devices fits along no axes of 2x16"),
        ("tpu-v5p", Placement((), (("model", ("x",)),)), "give the sizes with --topology"),
        ("tpu-v5p", Placement(slices=3), "no axis of the mesh is a multiple of 3 slices"),
        ("h100", Placement((4, 8)), "--topology is of a torus, and h100 has switches"),
    ],
)
def test_what_does_not_fit(device: str, placement: Placement, message: str) -> None:
    with pytest.raises(PlacementError) as error:
        network(device, placement, data=4, model=8)
    assert message in str(error.value)


def test_every_figure_has_a_source() -> None:
    for device in known_devices().values():
        assert all(figure.source for _, figure in device.figures)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a", "Expected ']'"),
        ("[a]\nnetwork = 'ring'", "'network' is 'ring', expected 'torus' or 'switch'"),
        ("[a]\nnetwork = 'switch'", "lacks 'flops.bf16'"),
        ("[a]\nnetwork = 'switch'\nflops.bf16 = 1e12\ndomain = 8\nmemory = 1e9", "lacks 'memory_bandwidth'"),
        ("[a]\nnetwork = 'switch'\nflops.bf16 = 1e12\nspeed = 1", "a switch has no 'speed'"),
        ("[a]\nnetwork = 'torus'\n[b]\nnetwork = 'torus'", "lacks 'flops.bf16'"),
        ("", "describes 0 devices"),
    ],
)
def test_files_that_are_no_device(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "device.toml"
    file.write_text(text)
    with pytest.raises(DeviceError) as error:
        device_named(str(file))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("domain", value) for value in ("0", "-1", "'many'", "true", "8.0")],
        *[("memory", value) for value in ("-1", "'fast'", "true", "inf", "{ source = 'x' }")],
    ],
)
def test_figures_that_are_no_positive_numbers(tmp_path: Path, key: str, value: str) -> None:
    figures = {"flops.bf16": "1e12", "memory": "1e9", "memory_bandwidth": "1e12", "inside": "1e9", "outside": "1e9"}
    figures |= {"hop_latency": "1e-6", "domain": "8", key: value}
    file = tmp_path / "device.toml"
    file.write_text("\n".join(["[a]", "network = 'switch'", *[f"{name} = {text}" for name, text in figures.items()]]))
    with pytest.raises(DeviceError, match=f"expected a positive {'integer' if key == 'domain' else 'number'}"):
        device_named(str(file))


def test_an_unknown_device_has_a_hint() -> None:
    with pytest.raises(DeviceError, match="did you mean 'tpu-v5p'"):
        device_named("tpu-v5")
