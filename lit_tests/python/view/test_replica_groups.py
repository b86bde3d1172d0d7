"""Groups of devices as axes of a mesh and as lists of devices: the same numbers, whatever counts them."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sdyopt
from sdyopt.cost.collectives.found import Groups, listed_or_along_axes, replica_groups
from sdyopt.cost.program.executions import EnclosingScope
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.time.machine import Machine, device_named
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from sdyopt.editor.language import Document, code_lenses, inlay_hints
from sdyopt.planning.records import cost_of
from sdyopt.view import view
from tools.chunks import mostly_long

PROGRAMS = Path(__file__).parents[2] / "view" / "Inputs" / "collectives_of_jax"

_MESH = re.compile(r"sdy\.mesh @(\w+) = <\[([^\]]*)\]")
_AXES = re.compile(r"#stablehlo\.replica_group_mesh_axes<mesh = @(\w+), axes = \[([^\]]*)\]>")
_AXIS = re.compile(r'name = "(\w+)"(?:, sub_axis_info = \((\d+)\)(\d+))?')

Sizes = dict[str, int]
Part = tuple[str, int, int]
"""An axis, the size of the parts before, and the size of the part."""


def groups_along(sizes: Sizes, parts: list[Part]) -> list[list[int]]:
    """The devices that differ in their digits of `parts` alone, each group in the order of these."""
    found: dict[tuple[int, ...], list[tuple[list[int], int]]] = {}
    for device, place in enumerate(product(*[range(size) for size in sizes.values()])):
        digits, rest = [], dict(zip(sizes, place, strict=True))
        for name, before, size in parts:
            step = sizes[name] // (before * size)
            digits.append(dict(zip(sizes, place, strict=True))[name] // step % size)
            rest[name] -= digits[-1] * step
        found.setdefault(tuple(rest.values()), []).append((digits, device))
    return [[device for _, device in sorted(members)] for members in found.values()]


def dense(groups: list[list[int]]) -> str:
    return f"dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"


def with_lists(text: str) -> str:
    """The program with lists of devices in place of axes."""
    sizes = {
        name: {axis: int(size) for axis, size in re.findall(r'"(\w+)"=(\d+)', axes)}
        for name, axes in _MESH.findall(text)
    }

    def listed(match: re.Match[str]) -> str:
        mesh = sizes[match[1]]
        parts = [(name, int(before or 1), int(size or mesh[name])) for name, before, size in _AXIS.findall(match[2])]
        return dense(groups_along(mesh, parts))

    return _AXES.sub(listed, text)


def numbers(text: str, as_written: bool = False) -> object:
    module = sdyopt.parse(text, name="p.mlir")
    seen = view(module, as_written=as_written)
    rows = [each._replace(source=()) for each in seen.collectives]
    cost = cost_of(module, Machine(device_named("tpu-v5p")))
    return rows, seen.totals._replace(by_line=(), unknown=()), len(seen.totals.unknown), cost


@pytest.mark.parametrize("name", ["full", "partial", "nested", "pmap"])
@pytest.mark.parametrize("as_written", mostly_long([False, True], [True]))
def test_axes_and_lists_give_the_same_numbers(name: str, as_written: bool) -> None:
    text = (PROGRAMS / f"{name}.mlir").read_text()
    lists = with_lists(text)
    assert "replica_group_mesh_axes" in text
    assert "replica_group_mesh_axes" not in lists
    assert numbers(text, as_written) == numbers(lists, as_written)
    assert all(each.bytes_sent for each in view(sdyopt.parse(text)).collectives)


@pytest.mark.parametrize(("apart", "at_once"), [("start_and_done", "at_once"), ("start_and_done_psum", "at_once_psum")])
@pytest.mark.parametrize("as_written", [False, True])
def test_collectives_that_start_and_end_apart_are_one(apart: str, at_once: str, as_written: bool) -> None:
    text, other = [(PROGRAMS / f"{name}.mlir").read_text() for name in (apart, at_once)]
    assert numbers(text, as_written) == numbers(with_lists(other), as_written)


@pytest.mark.parametrize("name", ["full", "partial", "nested", "pmap"])
def test_axes_and_lists_look_the_same_in_an_editor(name: str) -> None:
    text = (PROGRAMS / f"{name}.mlir").read_text()
    found = []
    for form in (text, with_lists(text)):
        document = Document(form)
        document.propagate()
        lenses = [(form[: each.offset].count("\n"), each.text) for each in code_lenses(document)]
        hints = [(each.text, each.tooltip) for each in inlay_hints(document)]
        found.append((lenses, hints))
    assert found[0] == found[1]
    assert any("sent" in shown for _, shown in found[0][0])


@pytest.mark.parametrize("name", ["partial", "nested"])
def test_axes_and_lists_have_the_same_reasons(name: str) -> None:
    text = (PROGRAMS / f"{name}.mlir").read_text()
    lists = with_lists(text)
    found = []
    for form in (text, lists):
        module = sdyopt.parse(form, name="p.mlir")
        seen = view(module, why=[tensor.name for tensor in view(module).tensors], replicated=True)
        found.append((seen.why, seen.replicated))
    assert found[0] == found[1]
    assert found[0][0]


@st.composite
def meshes_and_parts(draw: st.DrawFn) -> tuple[Sizes, list[Part]]:
    """A mesh, and parts of its axes that do not overlap."""
    sizes = {f"a{number}": draw(st.sampled_from([1, 2, 3, 4, 6, 8, 12])) for number in range(draw(st.integers(1, 3)))}
    parts: list[Part] = []
    for name, size in sizes.items():
        before = 1
        while before < size:
            part = draw(st.sampled_from([each for each in range(2, size + 1) if size // before % each == 0]))
            if draw(st.booleans()):
                parts.append((name, before, part))
            before *= part
    return sizes, draw(st.permutations(parts))


@given(meshes_and_parts(), st.booleans())
def test_any_parts_of_any_mesh_are_the_same_groups(case: tuple[Sizes, list[Part]], is_local: bool) -> None:
    sizes, parts = case
    mesh = ", ".join([f'"{name}"={size}' for name, size in sizes.items()])
    axes = ", ".join(
        [
            f'#stablehlo.axis_ref<name = "{name}"'
            + (">" if size == sizes[name] else f", sub_axis_info = ({before}){size}>")
            for name, before, size in parts
        ]
    )
    expected = groups_along(sizes, parts)
    forms = (f"#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [{axes}]>", dense(expected))
    found: list[Groups] = []
    whole = Mesh(tuple([MeshAxis(name, size) for name, size in sizes.items()]))
    for form in forms:
        module = sdyopt.parse(
            f"sdy.mesh @mesh = <[{mesh}]>\n"
            "func.func @main(%a: tensor<2xf32>) {\n"
            "  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] "
            f"manual_axes={{{', '.join([f'{chr(34)}{name}{chr(34)}' for name in sizes])}}} (%b: tensor<2xf32>) {{\n"
            f'    %1 = "stablehlo.collective_broadcast"(%b) <{{replica_groups = {form}}}> : '
            "(tensor<2xf32>) -> tensor<2xf32>\n"
            "    sdy.return %1 : tensor<2xf32>\n"
            "  } : (tensor<2xf32>) -> tensor<2xf32>\n"
            "  return\n}"
        )
        (op,) = module.operation.walk("stablehlo.collective_broadcast")
        scope = EnclosingScope(module.operation)
        read = listed_or_along_axes(op, scope, is_local)
        assert read is not None
        assert sorted(map(list, read.expanded())) == sorted(expected)
        found.append(replica_groups(op, LocalSizes(scope, whole, is_local)))
    assert found[0] == found[1]
    covered = [axis for axis in found[0].axes if sizes[axis.name] > 1]
    assert found[0].size == len(expected[0])
    assert {axis.name for axis in covered} == {name for name, _, size in parts if size > 1}


@pytest.mark.parametrize(
    "groups",
    [
        '#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>',
        '#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = ['
        '#stablehlo.axis_ref<name = "y", sub_axis_info = (1)3>]>',
        '#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, '
        '#stablehlo.axis_ref<name = "x">]>',
    ],
)  # fmt: skip
def test_axes_that_the_mesh_does_not_have_are_unknown(groups: str) -> None:
    """They are not nothing."""
    seen = view(
        sdyopt.parse(
            'sdy.mesh @mesh = <["x"=2, "y"=4]>\n'
            "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
            f'  %1 = "stablehlo.collective_broadcast"(%a) <{{replica_groups = {groups}}}> : '
            "(tensor<2xf32>) -> tensor<2xf32>\n"
            "  return %1 : tensor<2xf32>\n}"
        )
    )
    assert [each.bytes_sent for each in seen.collectives] == [None]
    assert seen.totals.most is None


CALL = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) -> tensor<8xf32> {{
  %0 = stablehlo.custom_call @{target}(%a) {{{attributes}}} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}}"""


@pytest.mark.parametrize(
    ("target", "communicates"),
    [
        ("my_nccl_allreduce", True),
        ("ncclAllGather", True),
        ("psum_quantized", True),
        ("ring_permute", True),
        ("mpi_send", True),
        ("ReduceScatterBf16", True),
        ("all2all", True),
        ('"all-gather-done"', False),
        ("SendToHost", False),
        ("compile_expert", False),
        ("lapack_sgetrf_ffi", False),
    ],
)
def test_calls_whose_names_say_that_they_communicate_are_unknown(target: str, communicates: bool) -> None:
    seen = view(sdyopt.parse(CALL.format(target=target, attributes="")))
    rows = [each for each in seen.collectives if each.most is None]
    assert [each.bytes_sent for each in rows] == ([None] if communicates else [])
    if communicates:
        assert seen.totals.most is None
        assert seen.totals.is_lower_bound


@pytest.mark.parametrize(
    "config",
    ["", "{", "[]", "{}", '{"all_gather_dimension": 0}', '{"all_gather_dimension": 0, "replica_groups": [[0, "x"]]}'],
)
def test_what_a_start_says_that_is_not_understood_is_unknown(config: str) -> None:
    text = config.replace('"', "\\22")
    attributes = f'mhlo.frontend_attributes = {{async_collective_config = "{text}"}}'
    seen = view(sdyopt.parse(CALL.format(target='"all-gather-start"', attributes=attributes)))
    assert [(each.kind, each.bytes_sent, each.most) for each in seen.collectives] == [("all-gather", None, None)]


@pytest.mark.parametrize(("channel_type", "is_host", "kinds"), [(1, "false", ["collective-permute"]), (2, "true", [])])
def test_a_send_to_another_device_is_unknown_and_one_to_the_host_is_none(
    channel_type: int, is_host: str, kinds: list[str]
) -> None:
    channel = f"#stablehlo.channel_handle<handle = 5, type = {channel_type}>"
    text = f"""
func.func @main(%a: tensor<16x8xf32>, %t: !stablehlo.token) -> !stablehlo.token {{
  %0 = "stablehlo.send"(%a, %t) <{{channel_handle = {channel}, is_host_transfer = {is_host}}}>
      : (tensor<16x8xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}}"""
    seen = view(sdyopt.parse(text), is_local=True)
    assert [(each.kind, each.bytes_sent) for each in seen.collectives] == [(kind, None) for kind in kinds]
    assert seen.totals.is_lower_bound == bool(kinds)
