"""What the passes after propagation compute: of shardings, of the attributes of functions and of unreduced axes."""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random

import pytest

import sdyopt
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, ManualAxes, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.dialects.sdy.shardings.axes import contains, sharded_size, size
from sdyopt.ir.attributes import DYNAMIC, UNIT, ArrayAttr, DictionaryAttr, FloatType, RankedTensorType, SymbolRefAttr
from sdyopt.ir.signature import Signature
from sdyopt.passes.exporting.after_propagation import closed, mergeable_by
from sdyopt.passes.exporting.input_output_shardings import (
    divisible_axes,
    divisible_dimension,
    divisible_sharding,
    without_sub_axes,
)
from sdyopt.passes.exporting.sink_data_flow_edges import seen_from_outside
from sdyopt.passes.exporting.verify_unreduced_axes import differing_axes
from sdyopt.rewriting.functions import without_value_attributes
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings

MESH = Mesh((MeshAxis("a", 4), MeshAxis("b", 6), MeshAxis("c", 2), MeshAxis("d", 1)))


def axes(text: str) -> tuple[AxisRef, ...]:
    """The axes in `a b:1:2`: a whole axis, and a sub-axis with its pre-size and size."""
    found = []
    for word in text.split():
        name, *part = word.split(":")
        found.append(AxisRef(name, SubAxis(int(part[0]), int(part[1])) if part else None))
    return tuple(found)


@pytest.mark.parametrize(
    ("given", "length", "expected"),
    [
        ("a", 6, "a:1:2"),
        ("b c", 10, "b:1:2"),
        ("b c a:2:2", 12, "b c"),
        ("a:1:2", 7, ""),
        ("a:2:2 c", 10, "a:2:2"),
        ("b:2:3", 6, "b:2:3"),
        ("d a", 6, ""),
        ("", 7, ""),
    ],
)
def test_leading_axes_that_divide(given: str, length: int, expected: str) -> None:
    assert divisible_axes(axes(given), length, MESH) == axes(expected)


def test_what_is_left_divides_and_is_a_beginning() -> None:
    """Of any two axes, and any length; if all of them divide it, all are left."""
    for first, second in product(("a", "a:1:2", "b", "b:1:3", "c"), repeat=2):
        given = axes(f"{first} {second}")
        for length in range(1, 50):
            left = divisible_axes(given, length, MESH)
            assert length % sharded_size(left, MESH) == 0
            assert left[:-1] == given[: len(left) - 1] if left else True
            assert all(contains(axis, part) for axis, part in zip(given, left, strict=False))
            if length % prod(size(axis, MESH) for axis in given) == 0:
                assert left == given
            assert divisible_axes(left, length, MESH) == left


def test_only_changed_dimensions_lose_their_priority() -> None:
    kept, changed = DimensionSharding(axes("a"), False, 1), DimensionSharding(axes("b"), False, 2)
    assert divisible_dimension(kept, 8, MESH) is kept
    assert divisible_dimension(kept, 0, MESH) is kept
    assert divisible_dimension(changed, 8, MESH) == DimensionSharding(axes("b:1:2"), False)


def test_dynamic_shapes_stay() -> None:
    sharding = Sharding.of(MESH, [["a"], []])
    assert divisible_sharding(sharding, RankedTensorType((3, DYNAMIC), FloatType("f32")), MESH) is sharding
    assert divisible_sharding(sharding, RankedTensorType((3, 3), FloatType("f32")), MESH) == Sharding.of(MESH, [[], []])


def test_shardings_are_closed_and_without_sub_axes_once_and_for_all() -> None:
    """On random shardings: what stays is as it was, and a second time changes nothing."""
    random = Random(0)
    shardings = Shardings(random, Meshes(random))
    for _ in range(300):
        sharding = shardings.of(RankedTensorType((8, 8), FloatType("f32")))
        result = closed(sharding)
        assert closed(result) is result
        assert all(dimension.is_closed for dimension in result.dimensions) and not result.replicated
        assert [d.axes for d in result.dimensions] == [d.axes for d in sharding.dimensions]
        cut = without_sub_axes(sharding)
        assert without_sub_axes(cut) is cut
        assert without_sub_axes(result) is result
        for before, after in zip(sharding.dimensions, cut.dimensions, strict=True):
            assert before.axes[: len(after.axes)] == after.axes
            assert after.is_closed or all(axis.sub_axis is None for axis in after.axes)


def test_in_shardings_keep_their_lists_and_manual_axes() -> None:
    outer = Sharding(MESH, (DimensionSharding(axes("a b")),), axes("c"), axes("d"))
    inner = Sharding(MESH, (DimensionSharding(axes("c"), False, 1),))
    seen = seen_from_outside(inner, ManualAxes(("a",)), outer)
    assert seen == Sharding(MESH, (DimensionSharding(axes("a c"), False, 1),), axes("c"), axes("d"))
    maximal = Sharding(Mesh((), (0,)), ())
    assert seen_from_outside(maximal, ManualAxes(()), outer) == outer.replace(mesh=maximal.mesh)


def test_lists_of_attributes_go_when_nothing_is_in_them() -> None:
    first, second = DictionaryAttr((("sdy.sharding", UNIT),)), DictionaryAttr((("test.note", UNIT),))
    nothing = DictionaryAttr(())

    def function(*dictionaries: DictionaryAttr) -> Signature:
        return Signature.of(FUNC, properties=DictionaryAttr((("arg_attrs", ArrayAttr(dictionaries)),)))

    assert without_value_attributes(function(first, nothing), ["sdy.sharding"]) is Signature.of(FUNC)
    assert without_value_attributes(function(first, second), ["sdy.sharding"]) is function(nothing, second)
    assert without_value_attributes(function(nothing), ["sdy.sharding"]) is function(nothing)


def test_what_constants_are_merged_by() -> None:
    """Value and attributes, but not the name; broadcasts of scalars by their types, too."""
    text = """
    func.func @f(%x: tensor<f32>, %y: tensor<1xf32>) {
      %0 = stablehlo.constant dense<1.0> : tensor<f32>
      %1 = sdy.constant dense<1.0> : tensor<f32>
      %2 = sdy.constant {test.note} dense<1.0> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %4 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %5 = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<1xf32>) -> tensor<8xf32>
      return
    }
    """
    keys = [mergeable_by(op.signature) for op in sdyopt.parse(text).walk() if op.results]
    assert keys[0] is keys[1] and len(set(keys[:5])) == 4
    assert keys[5] is None


@pytest.mark.parametrize(
    ("found", "expected", "names"),
    [("b", "", "b"), ("c a", "b", "a, b, c"), ("a b", "b a", ""), ("a:1:2", "a", "a"), ("", "", "")],
)
def test_names_of_axes_that_one_list_has(found: str, expected: str, names: str) -> None:
    shardings = [Sharding(SymbolRefAttr(("m",)), (), (), axes(text)) for text in (found, expected)]
    assert differing_axes(*shardings) == names
