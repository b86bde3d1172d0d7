"""The most that a device holds at one time, and donated arguments: literal numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.view import PeakView, view
from sdyopt.view.render.amounts import short, size, time

MESH = 'sdy.mesh @mesh = <["x"=4]>\n'


def peak(text: str, compiler: Compiler = Compiler.GPU) -> PeakView:
    """The peak of a program for four devices, in which all values are replicated: 1,024 bytes each."""
    module = sdyopt.parse(MESH + text.replace("T", "tensor<256xf32>"), name="p.mlir")
    found = view(module, as_written=True, profile=compiler).peak
    assert found is not None
    return found


PROGRAMS = (Path(__file__).parent / "Inputs" / "view_peak.programs.txt").read_text(encoding="utf-8").split("// -----\n")


@pytest.mark.parametrize("text", PROGRAMS, ids=lambda text: text[3:].partition(".")[0])
def test_programs(text: str) -> None:
    """Their last comments say the peak, the operation at which it is, and what is alive then."""
    found = peak(text)
    names = {each.name if each.function == "main" else f"{each.name} of @{each.function}" for each in found.live}
    expected = f"// {found.bytes:,} bytes at {found.operation or 'the start'}: {', '.join(sorted(names))}"
    assert re.findall("^//.*$", text, re.MULTILINE)[-1] == expected


def test_cheap_operations_are_computed_twice() -> None:
    """By each of two readers; what takes long, or reads two values, is in memory."""
    text = """
func.func @main(%a: T, %b: T) -> (T, T) {{
  %0 = stablehlo.{operation} : T
  %1 = stablehlo.tanh %0 : T
  %2 = stablehlo.reverse %0, dims = [0] : T
  return %1, %2 : T, T
}}"""
    found = {name: peak(text.format(operation=name)) for name in ("negate %a", "sine %a", "add %a, %b")}
    assert {name: view.bytes for name, view in found.items()} == {
        "negate %a": 4 * 1024,
        "sine %a": 5 * 1024,
        "add %a, %b": 5 * 1024,
    }


def test_what_has_the_rank_of_the_result_counts_as_read() -> None:
    """A broadcast does not, so that each of two readers subtracts it again."""
    text = """
func.func @main(%a: tensor<64x4xf32>, %b: tensor<64xf32>, %c: tensor<64x4xf32>)
    -> (tensor<64x4xf32>, tensor<64x4xf32>) {
  %0 = stablehlo.broadcast_in_dim %b, dims = [0] : (tensor<64xf32>) -> tensor<64x4xf32>
  %1 = stablehlo.subtract %a, OPERAND : tensor<64x4xf32>
  %2 = stablehlo.tanh %1 : tensor<64x4xf32>
  %3 = stablehlo.reverse %1, dims = [0] : tensor<64x4xf32>
  return %2, %3 : tensor<64x4xf32>, tensor<64x4xf32>
}"""
    assert peak(text.replace("OPERAND", "%0")).bytes == 4 * 1024 + 256
    assert peak(text.replace("OPERAND", "%c")).bytes == 5 * 1024 + 256


def test_arguments_are_donated_only_if_a_result_takes_their_place() -> None:
    """XLA counts others among the arguments to the end."""
    found = peak("""
func.func @main(%a: T {jax.buffer_donor = true}) -> tensor<512xf32> {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (T, T) -> tensor<512xf32>
  return %0 : tensor<512xf32>
}""")
    assert found.bytes == 3 * 1024
    assert [live.reason for live in found.live] == ["result of concatenate", "argument"]


def test_what_is_alive_says_why() -> None:
    """With its type, sharding and line."""
    found = peak("""
func.func @main(%a: T {jax.buffer_donor = true}, %b: T) -> T {
  %0 = stablehlo.cbrt %b : T
  %1 = stablehlo.reverse %0, dims = [0] : T
  %2 = stablehlo.add %1, %0 : T
  %3 = stablehlo.custom_call @f(%2) : (T) -> T
  %4 = stablehlo.subtract %3, %0 : T
  %5 = stablehlo.add %4, %a : T
  return %5 : T
}""")
    assert found.source[0].line == 7
    assert [(live.name, live.source[0].line, live.reason) for live in found.live] == [
        ("%a", 3, "donated, until its last use"),
        ("%b", 3, "argument"),
        ("%0", 4, "read by reverse, add, subtract"),
        ("%2", 6, "operand of custom_call"),
        ("%3", 7, "result of custom_call"),
    ]
    assert {(live.type, live.sharding) for live in found.live} == {("tensor<256xf32>", None)}


LOOP = """
func.func @main(%a: T, %b: T, %more: tensor<i1>) -> T {{
  %r:2 = stablehlo.while(%c = %a, %w = %b) : T, T
  cond {{
    stablehlo.return %more : tensor<i1>
  }} do {{
    %1 = {body} : T
    stablehlo.return %1, %w : T, T
  }}
  return %r#0 : T
}}"""


@pytest.mark.parametrize(("body", "copies"), [("stablehlo.tanh %c", 3), ("stablehlo.reverse %c, dims = [0]", 4)])
def test_loops_carry_values_in_place(body: str, copies: int) -> None:
    """A carried value has one buffer, beside what is computed for it, unless that is computed in place; what stays the
    same in the loop is there once.
    """
    found = peak(LOOP.format(body=body))
    assert found.bytes == copies * 1024 + 1


def test_values_that_change_places_in_a_loop_are_copied() -> None:
    """Each has a buffer of its own, and what is in one goes to the other."""
    found = peak(LOOP.format(body="stablehlo.tanh %w").replace("return %1, %w", "return %1, %c"))
    assert found.bytes == 6 * 1024 + 1
    assert [live.reason for live in found.live].count("copy for while") == 2


def test_all_reduces_are_combined() -> None:
    """Operands and results of those that do not depend on each other are in memory at once."""
    text = """
func.func @main(%a: T) -> (T, T) {
  %0 = stablehlo.tanh %a : T
  %1 = stablehlo.sine OPERAND : T
  %2 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}]> : T
  %3 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}]> : T
  return %2, %3 : T, T
}"""
    found = peak(text.replace("OPERAND", "%a"))
    assert (found.bytes, found.operation) == (5 * 1024, "all_reduce")
    later = text.replace("  %1 = stablehlo.sine OPERAND : T\n", "").replace(
        "  %3", "  %1 = stablehlo.sine %2 : T\n  %3"
    )
    assert peak(later).bytes == 4 * 1024


def reasons(text: str, compiler: Compiler = Compiler.GPU) -> dict[str, int]:
    """The bytes of what is at the peak beside values of the program, by reason, after propagation."""
    found = view(sdyopt.parse(MESH + text, name="p.mlir"), profile=compiler).peak
    assert found is not None
    sums = dict.fromkeys(found.estimated, 0)
    for live in found.live:
        if live.reason in sums:
            sums[live.reason] += live.bytes
    return sums


SPLIT = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}'


def test_gathered_operands_are_whole() -> None:
    """An update at a place that is not known gathers what it updates: four times what a device holds."""
    text = """
func.func @main(%a: T SPLIT, %u: tensor<2x8xf32>, %i: tensor<i32>) -> (T SPLIT) {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (T, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> T
  return %0 : T
}""".replace("SPLIT", SPLIT).replace("T", "tensor<64x8xf32>")
    found = reasons(text)
    assert found == {"gathered for dynamic_update_slice": 64 * 8 * 4}


def test_one_dimension_is_gathered_after_another() -> None:
    """The last one first; what is gathered inside of rows is copied into their order."""
    text = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: T {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<64x2xf32>, tensor<64x2xi32>) {
  %0:2 = chlo.top_k(%a, k = 2) : T -> (tensor<64x2xf32>, tensor<64x2xi32>)
  return %0#0, %0#1 : tensor<64x2xf32>, tensor<64x2xi32>
}""".replace("T", "tensor<64x64xf32>")
    found = view(sdyopt.parse(text), profile=Compiler.CPU).peak
    assert found is not None
    whole = [live.bytes for live in found.live if "gathered" in live.reason]
    assert sorted(whole) == [64 * 64 * 4 // 2, 64 * 64 * 4]


@pytest.mark.long
def test_the_deepest_nesting_is_walked() -> None:
    """Regions in regions need no stack of the interpreter."""
    depth = 1100
    opened = "".join(
        [
            f"%{number} = stablehlo.while(%c{number} = %a) : T cond {{ stablehlo.return %p : tensor<i1> }} do {{"
            for number in range(depth)
        ]
    )
    closed = "".join(["stablehlo.return %a : T }" for _ in range(depth)])
    assert peak(f"func.func @main(%a: T, %p: tensor<i1>) {{ {opened} {closed} return }}").bytes >= 1024


def test_amounts() -> None:
    """As they are read and written."""
    assert [size(text) for text in ("4096", "1.5GiB", "2 GB", "1k", "7B")] == [4096, 3 << 29, 2 * 10**9, 1000, 7]
    assert [short(count) for count in (None, 0, 28, 28 << 10)] == ["—", "0 B", "28 B", "28 KiB"]
    assert [time(each) for each in (None, 0.0, 2.0, 1.25e-3, 3e-6, 5e-10)] == [
        "—",
        "0 s",
        "2 s",
        "1.25 ms",
        "3 µs",
        "0.5 ns",
    ]


def test_loops_that_nothing_reads_change_no_lives() -> None:
    """Before and after what is read; the same without them."""
    dead = """
  %d{0} = stablehlo.while(%x = %a) : T
  cond {{
    stablehlo.return %n : tensor<i1>
  }} do {{
    %y = stablehlo.custom_call @step(%x) : (T) -> T
    stablehlo.return %y : T
  }}"""
    text = """
func.func @main(%a: T, %n: tensor<i1>) -> T {{{0}
  %0 = stablehlo.custom_call @begin(%a) : (T) -> T
  %1 = stablehlo.while(%x = %0) : T
  cond {{
    stablehlo.return %n : tensor<i1>
  }} do {{
    %2 = stablehlo.custom_call @one(%x) : (T) -> T
    %3 = stablehlo.custom_call @two(%2) : (T) -> T
    %4 = stablehlo.custom_call @three(%2, %3) : (T, T) -> T
    stablehlo.return %4 : T
  }}
  %5 = stablehlo.custom_call @end(%0, %1) : (T, T) -> T{1}
  return %5 : T
}}"""
    sizes = [
        peak(text.format(*parts)).bytes for parts in (("", ""), (dead.format(0), ""), (dead.format(0), dead.format(1)))
    ]
    assert sizes == [6 * 1024 + 1] * 3


COLLECTING = """
func.func @main(%x: T) -> tensor<3x256xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<3x256xf32>
  %0:3 = stablehlo.while(%i = %c, %y = %x, %all = %f) : tensor<i32>, T, tensor<3x256xf32>
    cond {
    %1 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.compare NE, %i, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %1 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %i, %1 : tensor<i32>
    %3 = stablehlo.reverse %y, dims = [0] : T loc("layer"("train.py":42:1))
    %4 = stablehlo.reshape %3 : (T) -> tensor<1x256xf32> loc("train.py":61:1)
    %5 = stablehlo.dynamic_update_slice %all, %4, %i, %c
      : (tensor<3x256xf32>, tensor<1x256xf32>, tensor<i32>, tensor<i32>) -> tensor<3x256xf32> loc("train.py":61:1)
    stablehlo.return %2, %3, %5 : tensor<i32>, T, tensor<3x256xf32>
  } loc("train.py":61:1)
  return %0#2 : tensor<3x256xf32>
}"""
"""A `lax.scan` that keeps a value of each of three iterations."""


def test_what_a_loop_collects_is_of_the_line_that_computes_it() -> None:
    """A `lax.scan` keeps a value of each iteration: the line of that is to blame, not the one of the loop."""
    found = peak(COLLECTING)
    (held,) = [live for live in found.live if live.bytes == 3 * 1024]
    assert ([frame.line for frame in held.source], held.reason[:18]) == ([42], "of each iteration,")


def test_tensors_without_memory_of_their_own_come_last() -> None:
    """The zeros that a loop begins with, and what it writes into the place of its result."""
    module = sdyopt.parse(MESH + COLLECTING.replace("T", "tensor<256xf32>"), name="p.mlir")
    listed = view(module, as_written=True, kinds="value", most=3).tensors
    assert [(tensor.name, tensor.source[0].line) for tensor in listed if tensor.share.bytes == 3 * 1024] == [
        ("%0#2", 42)
    ]


@pytest.mark.parametrize(("pads", "held"), [("[[1, 1], [1, 1]]", 0), ("[[0, 1], [0, 1]]", 8 * 65 * 65 * 64 * 4)])
def test_convolutions_on_gpus_read_padded_images(pads: str, held: int) -> None:
    """XLA for GPUs copies an image with its padding if that is not the same on both sides."""
    size = 64 if held == 0 else 63
    result = f"tensor<8x{size}x{size}x128xf32>"
    text = f"""func.func public @main(%x: tensor<8x64x64x64xf32>, %w: tensor<3x3x64x128xf32>) -> {result} {{
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {{pad = {pads}}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
    : (tensor<8x64x64x64xf32>, tensor<3x3x64x128xf32>) -> {result}
  return %0 : {result}
}}"""
    peaks = [view(sdyopt.parse(text), machine=each).peak for each in ("h100", "tpu-v5e")]
    assert peaks[0] is not None and peaks[1] is not None
    assert peaks[0].bytes - peaks[1].bytes == held


@pytest.mark.parametrize(("batch", "copies"), [(2, 2), (7, 2), (8, 0)])
def test_small_batches_are_cut_into_parts_on_tpus(batch: int, copies: int) -> None:
    """The gradient of a kernel of three columns reads two shifted copies of 64 columns: eight parts of nine."""
    image, kernel = f"tensor<{batch}x8x64x128xf32>", "tensor<3x3x128x128xf32>"
    padded = "window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
    forward, backward = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]"
    text = f"""func.func public @main(%x: {image}, %w: {kernel}) -> ({image}, {kernel}) {{
  %0 = stablehlo.convolution(%x, %w) dim_numbers = {forward}, {padded} : ({image}, {kernel}) -> {image}
  %1 = stablehlo.tanh %0 : {image}
  %2 = stablehlo.convolution(%1, %w) dim_numbers = {forward}, {padded} : ({image}, {kernel}) -> {image}
  %3 = stablehlo.convolution(%1, %2) dim_numbers = {backward}, {padded} : ({image}, {image}) -> {kernel}
  return %2, %3 : {image}, {kernel}
}}"""
    seen = view(sdyopt.parse(text), machine="tpu-v5p").peak
    assert seen is not None
    held = [value.bytes for value in seen.live if value.reason.startswith("parts")]
    assert held == [batch * 8 * 72 * 128 * 4] * copies


def test_marks_of_nodes_are_bits_of_their_own() -> None:
    """Two rules that share one would change the order of each other's nodes."""
    bits = [value for name, value in vars(marks).items() if name.isupper() and type(value) is int]
    assert len(bits) >= 16
    assert all(bit.bit_count() == 1 for bit in bits) and len(set(bits)) == len(bits)
