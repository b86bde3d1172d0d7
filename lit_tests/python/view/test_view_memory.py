"""The memory of tensors, the memory of a device over a program, and partitions."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.memory_model.graph import ANY_RESULT, NOT_DONATED, Donation, donated_to, shared_bytes
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects.quant import AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import ComplexType, DictionaryAttr, FloatType, IndexType, IntegerType, NoneType, OpaqueType
from sdyopt.view import element_bits, plain_bytes, view
from sdyopt.view.collection import analyze
from sdyopt.view.command import run
from sdyopt.view.model import Query
from sdyopt.view.render import memory_curve
from sdyopt.view.render.memory_curve import MemoryCurve

BITS: list[tuple[Type, int | None]] = [
    (IntegerType(1), 8),
    (IntegerType(2), 2),
    (IntegerType(4, "u"), 4),
    (IntegerType(8), 8),
    (IntegerType(24), 32),
    (IntegerType(64, "u"), 64),
    (FloatType("f4E2M1FN"), 4),
    (FloatType("f8E4M3FN"), 8),
    (FloatType("bf16"), 16),
    (FloatType("f64"), 64),
    (ComplexType(FloatType("f32")), 64),
    (ComplexType(FloatType("f64")), 128),
    (AnyQuantizedType(IntegerType(4), (-8, 7)), 4),
    (AnyQuantizedType(FloatType("f8E5M2"), (-57344, 57344)), 8),
    (UniformQuantizedType(IntegerType(2), (0, 3), FloatType("f32"), (), (), (0x3FF << 52,), (0,), False), 2),
    (UniformQuantizedType(IntegerType(8, "u"), (0, 255), FloatType("f32"), (), (), (0x3FF << 52,), (0,), False), 8),
    (CalibratedQuantizedType(FloatType("bf16"), (0, 0x3FF << 52)), 16),
    (IndexType(), 64),
    (NoneType(), None),
    (ComplexType(OpaqueType("foo", "bar")), None),
]


@pytest.mark.parametrize(("type", "bits"), BITS, ids=repr)
def test_element_bits(type: Type, bits: int | None) -> None:
    """Booleans take a byte; narrow numbers are packed, as in the layouts that XLA gives them; others whole bytes."""
    assert element_bits(type) == bits


def test_plain_bytes_round_up_once() -> None:
    """Three elements of four bits take two bytes; an array without elements none; a scalar is one element."""
    assert plain_bytes((3,), 4) == 2
    assert plain_bytes((3, 0), 32) == 0
    assert plain_bytes((), 32) == 4


EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

INPUTS = Path(__file__).parent / "Inputs"
CALLS = (INPUTS / "view_memory_curve.calls.txt").read_text(encoding="utf-8")


def curve(program: str | Path, most_points: int = 1000, most_values: int = 1000) -> MemoryCurve:
    found = memory_curve.memory_curve(analyze(sdyopt.parse(program), Query(as_written=True)), most_points, most_values)
    assert found is not None
    return found


def steps(found: MemoryCurve) -> list[tuple[str, int, list[str]]]:
    values = [group.rows[0] for group in found.groups]
    return [
        (
            point.operation,
            point.bytes,
            [f"@{values[each.group].function} {values[each.group].name}" for each in point.live],
        )
        for point in found.points
    ]


def test_a_call_is_one_step() -> None:
    """With what the function needs beside its arguments; then its result is there. That of all is there always."""
    always = ["@main %x", "@main %2"]
    assert steps(curve(CALLS)) == [
        ("", 64, always),
        ("call", 96, [*always, "@f all values together"]),
        ("call", 96, [*always, "@main %0"]),
        ("call", 128, [*always, "@main %0", "@f all values together"]),
        ("call", 128, [*always, "@main %0", "@main %1"]),
        ("add", 128, [*always, "@main %0", "@main %1"]),
        ("return", 64, always),
    ]


def test_few_points_are_the_highest_of_their_stretches() -> None:
    """In the order of the program; of the values alive there as many as are wanted, and how many there are."""
    found = curve(CALLS, most_points=3, most_values=2)
    assert [(point.operation, point.bytes, point.values, len(point.live)) for point in found.points] == [
        ("call", 96, 3, 2),
        ("call", 128, 4, 2),
        ("call", 128, 4, 2),
        ("add", 128, 4, 4),
    ]
    assert found.steps == 7


@pytest.mark.parametrize("name", ["moe", "decoder", "gated_mlp", "loop", "matmul", "mlp"])
def test_its_highest_point_is_the_peak(name: str) -> None:
    """With the same values alive; at each point they sum up to its bytes."""
    analysis = analyze(sdyopt.parse(EXAMPLES / f"{name}.mlir"), Query())
    found = memory_curve.memory_curve(analysis, 1000, 1000)
    assert found is not None
    assert analysis.view.peak is not None
    peak = analysis.view.peak
    assert max([point.bytes for point in found.points]) == peak.bytes
    highest = next(point for point in found.points if (point.bytes, point.source) == (peak.bytes, peak.source))
    assert sum([each.bytes for each in highest.live]) == sum([each.bytes for each in analysis.view.peak.live])
    for point in found.points:
        sums = sum([each.bytes for each in point.live]), sum([each.values for each in point.live])
        assert sums == (point.bytes, point.values)
        assert sum(point.drawn) <= point.bytes


def test_layers_are_those_whose_arguments_are_read() -> None:
    """Operations between two of one layer are in it; without layers, stretches are functions of the source."""
    type = "tensor<8x8xf32>"
    text = f'func.func @main(%arg0: {type}, %arg1: {type} loc("p[0]"), %arg2: {type} loc("p[1]")) -> {type} {{\n'
    operands = [("%arg0", "%arg1"), ("%0", "%0"), ("%1", "%arg1"), ("%2", "%arg2")]
    for number, (left, right) in enumerate(operands):
        scope = "transpose(jvp())" if right == "%arg2" else "jvp()"
        text += f"  %{number} = stablehlo.dot_general {left}, {right}, contracting_dims = [1] x [0]\n"
        text += f"    : ({type}, {type}) -> {type} loc("
        text += f'"jit(f)/{scope}/dot"(callsite("f"("m.py":{number}:1) at "g"("m.py":9:1))))\n'
    text += f"  return %3 : {type}\n}}\n"
    bands = curve(text).bands
    assert list(dict.fromkeys([band.name for band in bands if band.name])) == ["layer 0", "layer 1"]
    assert {band.phase for band in bands} == {"", "forward", "backward"}
    assert {band.name for band in curve(text.replace("p[", "p")).bands} == {"", "f"}
    assert [(band.first, band.last + 1) for band in bands][1:] == [
        (band.last + 1, after.last + 1) for band, after in pairwise(bands)
    ]


def test_without_a_body_there_is_no_curve() -> None:
    """Nor is there a peak."""
    module = sdyopt.parse("func.func private @f(tensor<8xf32>)")
    assert memory_curve.memory_curve(analyze(module, Query()), 10, 10) is None


def test_functions_that_call_each_other_end() -> None:
    """The memory of a function that calls itself is not known, and not counted."""
    found = curve("""
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
""")
    assert len(found.points) == 4


@pytest.mark.parametrize(
    ("donations", "results", "shared"),
    [
        ([(8, 0)], [8], [8]),
        ([(4, 0)], [8], [4]),  # A named result of another size: no more than both have.
        ([(8, 0)], [4], [4]),
        ([(8, 1)], [8], [0]),
        ([(8, NOT_DONATED)], [8], [0]),
        ([(8, -3)], [8], [0]),
        ([(8, 0), (8, None)], [8, 8], [8, 8]),
        ([(8, 0), (8, None)], [8], [8, 0]),
        ([(8, 0)], [None], [0]),
        ([(None, 0)], [8], [0]),
        ([(8, None)], [4, 8, 8], [8]),
        ([(8, None)], [16], [0]),
        ([(0, None)], [0], [0]),
        ([(None, None)], [None], [0]),
        ([(8, None), (8, None)], [8], [8, 0]),
        ([(8, None), (8, 0)], [8], [0, 8]),  # Named results are taken first,
        ([(8, 0), (8, 0)], [8], [8, 0]),  # and only once.
        ([(8, None), (4, 1), (2, None)], [8, 4, 2], [8, 4, 2]),
    ],
)
def test_shared_bytes(
    donations: list[tuple[int | None, int | None]], results: list[int | None], shared: list[int]
) -> None:
    """Each argument has bytes and the number of a result, or None for any."""
    given = {
        place: Donation(size, ANY_RESULT if number is None else number)
        for place, (size, number) in enumerate(donations)
    }
    assert list(shared_bytes(given, results).values()) == shared


@pytest.mark.parametrize(
    ("attributes", "result"),
    [
        ("tf.aliasing_output = 2 : i32", 2),
        ("tf.aliasing_output = 0 : i32, jax.buffer_donor = true", 0),
        ('tf.aliasing_output = "any"', ANY_RESULT),
        ("jax.buffer_donor = true", ANY_RESULT),
        ("jax.buffer_donor = false", NOT_DONATED),
        ("jax.buffer_donor", NOT_DONATED),
        ("tf.aliasing_output = -1 : i32", NOT_DONATED),
        ("foo.bar = 1 : i32", NOT_DONATED),
    ],
)
def test_attributes_of_arguments(attributes: str, result: int) -> None:
    found = sdyopt.parse_attribute(f"{{{attributes}}}")
    assert isinstance(found, DictionaryAttr)
    assert donated_to(found) == result


STACK = 'loc(callsite("wsc"("/src/layers.py":10:5) at callsite("block"("/src/model.py":22:9) at "x"("train.py":1:1))))'

PROGRAM = f"""
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {{
  %0 = sdy.sharding_constraint %a <@mesh, [{{"x"}}]> : tensor<8xf32> {STACK}
  return %0 : tensor<8xf32>
}}
"""


def test_a_line_under_the_name_of_the_input_is_one_of_the_input(tmp_path: Path) -> None:
    """Operations may name a file that was called as the input is: the one from which that was made."""
    file = tmp_path / "step.mlir"
    file.write_text(PROGRAM.replace(STACK, f'loc("{file}":70:3)'))
    found = view(sdyopt.parse(file), as_written=True)
    places = {tensor.name: tensor.place for tensor in found.tensors}
    assert [(place.file, place.line) for place in places.values() if place] == [
        (str(file), 3),
        (str(file), 3),
        (f"{file} (original)", 70),
    ]
    status, output, _ = run([str(file), "--as-written", "--kind", "constraint"])
    assert status == 0
    assert "step.mlir (original):70" in output.decode()


def test_places_are_those_of_the_frames_that_are_chosen() -> None:
    module = sdyopt.parse(PROGRAM)
    lines = []
    for choice in (FrameChoice(), FrameChoice(skip=["layers"]), FrameChoice("innermost", ["layers"])):
        [*_, constraint] = view(module, as_written=True, frames=choice).tensors
        assert constraint.place is not None
        lines.append(constraint.place.line)
        assert [frame.line for frame in constraint.source] == [10, 22, 1]
    assert lines == [10, 22, 10]
