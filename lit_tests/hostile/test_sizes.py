"""Shapes, meshes and literals that claim far more than there is, or than fits into 64 bits."""

from __future__ import annotations

from typing import Any

import pytest

from tools.chunks import mostly_long

MOST = (1 << 63) - 1
FOURTH = 1 << 32
ATTRIBUTE = "module attributes {a.b = …} {}"
MESH = 'sdy.mesh @mesh = <["a"=1000000000]>\n'


def function(line: str, arguments: str = "%a: tensor<2xf32>") -> str:
    return f"func.func @f({arguments}) {{\n{line}\nreturn }}"


SPLATS = {
    "integers": "dense<1> : tensor<1000000000000000xi32>",
    "more than 64 bits can count": f"dense<1> : tensor<{FOURTH}x{FOURTH}x4xi32>",
    "none of very many": f"dense<1> : tensor<{MOST}x{MOST}x0xi32>",
    "floats": "dense<1.500000e+00> : tensor<1000x1000000000000xf32>",
    "complex numbers": "dense<(1.500000e+00,2.000000e+00)> : tensor<1000000000000000xcomplex<f32>>",
    "truth values": "dense<true> : tensor<1000000000000000xi1>",
    "strings": 'dense<"a"> : tensor<1000000000000000x!foo.str>',
    "one sparse": "sparse<0, 1> : tensor<1000000000000000xi32>",
    "resource": "dense_resource<a> : tensor<1000000000000000xi32>",
    "very many dimensions": f"dense<1> : tensor<{'1x' * 20_000}i32>",
}


@pytest.mark.parametrize("kind", mostly_long(SPLATS, list(SPLATS)[::3]))
def test_literals_that_stand_for_very_many(sdy_opt: Any, kind: str) -> None:
    """One element again and again is kept and written as one."""
    run = sdy_opt(ATTRIBUTE.replace("…", SPLATS[kind]), "-allow-unregistered-dialect")
    assert run.status == 0
    if not kind.startswith("none"):
        assert f"a.b = {SPLATS[kind]}" in run.output


LITERALS = {
    "too few": ("dense<[1, 2]> : tensor<1000000000000000xi32>", "inferred shape of elements literal ([2])"),
    "none": ("dense<> : tensor<1000000000000000xi32>", "parsed zero elements"),
    "bytes": (f'dense<"0x0100000002000000"> : tensor<{FOURTH}x{FOURTH}xi32>', "hex data size is invalid"),
    "bytes that overflow": (f'dense<"0x0100000002000000"> : tensor<{1 << 62}x4x2xi32>', "hex data size is invalid"),
    "deep": (f"dense<{'[' * 20_000}1{']' * 20_000}> : tensor<1xi32>", "inferred shape of elements literal"),
    "ragged": (f"dense<[{'[1],' * 20_000}[1, 2]]> : tensor<1xi32>", "ranks are not consistent"),
    "elements that go on": (f"dense<[{'1,' * 50_000}]> : tensor<1xi32>", "expected element literal"),
}


@pytest.mark.parametrize("kind", mostly_long(LITERALS, list(LITERALS)[::3]))
def test_literals_of_other_sizes_than_they_claim(sdy_opt: Any, kind: str) -> None:
    literal, message = LITERALS[kind]
    assert message in sdy_opt(ATTRIBUTE.replace("…", literal)).errors


GROUPS = "replica_groups = dense<-1> : tensor<1x1000000000000000xi64>"
TAKES_PAIRS = 'stablehlo.collective_permute"(%a) {source_target_pairs = dense<0> : tensor<100000000x2xi64>}'
ADDING = "({^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32>})"
SHAPE = "%c = stablehlo.constant dense<1> : tensor<1000000000000000xi64>\n"

CHECKED = {
    "all_gather": f'"stablehlo.all_gather"(%a) {{all_gather_dim = 0 : i64, {GROUPS}}} : (tensor<2xf32>) -> '
    "tensor<?xf32>",
    "all_to_all": '"stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 '
    f": i64, {GROUPS}}} : (tensor<2xf32>) -> tensor<2xf32>",
    "all_reduce": f'"stablehlo.all_reduce"(%a) {ADDING} {{{GROUPS}}} : (tensor<2xf32>) -> tensor<2xf32>',
    "reduce_scatter": f'"stablehlo.reduce_scatter"(%a) {ADDING} {{scatter_dimension = 0 : i64, {GROUPS}}} : '
    "(tensor<2xf32>) -> tensor<?xf32>",
    "collective_broadcast": f'"stablehlo.collective_broadcast"(%a) {{{GROUPS}}} : (tensor<2xf32>) -> tensor<2xf32>',
    "collective_permute": f'"{TAKES_PAIRS} : (tensor<2xf32>) -> tensor<2xf32>',
    "padding": f'"stablehlo.reduce_window"(%a, %p) {ADDING} {{window_dimensions = array<i64: 1>, padding = dense<0> : '
    "tensor<1000000000000000x2xi64>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>",
    "dynamic_iota": f"{SHAPE}stablehlo.dynamic_iota %c, dim = 0 : (tensor<1000000000000000xi64>) -> tensor<2xf32>",
    "dynamic_broadcast_in_dim": f"{SHAPE}stablehlo.dynamic_broadcast_in_dim %a, %c, dims = [0] : "
    "(tensor<2xf32>, tensor<1000000000000000xi64>) -> tensor<2xf32>",
    "rng": f"{SHAPE}stablehlo.rng %p, %p, %c, distribution = UNIFORM : "
    "(tensor<f32>, tensor<f32>, tensor<1000000000000000xi64>) -> tensor<2xf32>",
}


@pytest.mark.parametrize("operation", mostly_long(CHECKED, list(CHECKED)[::3]))
def test_numbers_that_have_to_be_looked_at(sdy_opt: Any, operation: str) -> None:
    """Where each of them counts there are never as many: they are refused, and not gone through."""
    line = CHECKED[operation]
    run = sdy_opt(function(line, "%a: tensor<2xf32>, %p: tensor<f32>"))
    assert "op is checked with up to 1048576 equal numbers in an attribute, but there are " in run.errors


def test_as_many_numbers_as_are_looked_at(sdy_opt: Any) -> None:
    line = '"stablehlo.collective_broadcast"(%a) {replica_groups = dense<0> : tensor<1x1048576xi64>}'
    assert "replica id #0 seen more than once" in sdy_opt(function(f"{line} : (tensor<2xf32>) -> tensor<2xf32>")).errors


OPERATIONS = {
    "reshape": (
        f"%0 = stablehlo.reshape %a : (tensor<{MOST}x{MOST}xf32>) -> tensor<{MOST}x{MOST}xf32>",
        f"%a: tensor<{MOST}x{MOST}xf32>",
    ),
    "iota": (f"%0 = stablehlo.iota dim = 0 : tensor<{MOST}x{MOST}xf32>", ""),
    "constant": ("%cst = stablehlo.constant dense<1.000000e+00> : tensor<1000000000000000xf32>", ""),
    "bitcast_convert": (
        f"%0 = stablehlo.bitcast_convert %a : (tensor<{MOST}xf32>) -> tensor<{MOST}x4xi8>",
        f"%a: tensor<{MOST}xf32>",
    ),
}


@pytest.mark.parametrize("operation", mostly_long(OPERATIONS, list(OPERATIONS)[::3]))
def test_operations_on_more_than_64_bits_can_count(sdy_opt: Any, operation: str) -> None:
    line, arguments = OPERATIONS[operation]
    assert line.replace("%a ", "%arg0 ") in sdy_opt(function(line, arguments)).output


def test_a_reshape_to_nothing(sdy_opt: Any) -> None:
    """The product of the sizes is told as it is, and not as 64 bits would have it: that is nothing, too."""
    run = sdy_opt(
        function(
            f"stablehlo.reshape %a : (tensor<{FOURTH}x{FOURTH}xf32>) -> tensor<0xf32>",
            f"%a: tensor<{FOURTH}x{FOURTH}xf32>",
        )
    )
    assert run.errors.splitlines()[0] == (
        f"IN:2:1: error: number of output elements (0) doesn't match expected number of elements ({1 << 64})"
    )


MESHES = {
    "devices": MESH,
    "more than 64 bits can count": f'sdy.mesh @mesh = <["a"={FOURTH}, "b"={FOURTH}, "c"={MOST}]>\n',
}


@pytest.mark.parametrize("kind", MESHES)
def test_meshes(sdy_opt: Any, kind: str) -> None:
    """No device is looked at by itself."""
    text = MESHES[kind] + "func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})"
    run = sdy_opt(text, "-sdy-inline-meshes", "-sdy-lift-inlined-meshes", "-sdy-remove-size-one-axes")
    assert MESHES[kind].strip() in run.output


DEVICE_IDS = {
    "fewer": ('["a"=1000000000], device_ids=[1, 0]', "got: 1000000000 != 2"),
    "fewer than overflow": (f'["a"={FOURTH}, "b"={FOURTH}], device_ids=[1, 0]', f"got: {1 << 64} != 2"),
    "far away": (f'["a"=2], device_ids=[{MOST}, 0]', f"must be iota(product(axes)), got: 0, {MOST}"),
    "negative": (f'["a"=2], device_ids=[-{MOST}, 0]', f"device id must be non-negative, got: -{MOST}"),
}


@pytest.mark.parametrize("kind", DEVICE_IDS)
def test_device_ids(sdy_opt: Any, kind: str) -> None:
    ids, message = DEVICE_IDS[kind]
    assert message in sdy_opt(f"sdy.mesh @mesh = <{ids}>").errors


def test_every_second_bit_of_an_axis(sdy_opt: Any) -> None:
    """Sub-axes as small as can be of an axis as large as can be."""
    sub_axes = ", ".join(f'"a":({4**number})2' for number in range(31))
    sharding = f"#sdy.sharding<@mesh, [{{{sub_axes}}}]>"
    text = (
        f'sdy.mesh @mesh = <["a"={1 << 62}]>\nfunc.func private @f(tensor<{1 << 62}xf32> {{sdy.sharding = {sharding}}})'
    )
    assert sharding in sdy_opt(text, "-sdy-remove-size-one-axes").output
