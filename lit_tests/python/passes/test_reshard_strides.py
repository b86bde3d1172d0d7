"""The strides by which reshards are compared, and when shardings are equivalent."""

from __future__ import annotations

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.canonicalize.reshards import strides
from sdyopt.dialects.sdy.shardings.axes import is_equivalent

MESH = Mesh((MeshAxis("a", 2), MeshAxis("b", 4)))
A, B = AxisRef("a"), AxisRef("b")


def strides_of(dimensions: list[list[str]], type: str) -> dict[str, int]:
    return {axis.name: stride for axis, stride in strides(Sharding.of("m", dimensions), sdyopt.parse_type(type), MESH)}


def test_strides_count_elements() -> None:
    assert strides_of([["a"], ["b"]], "tensor<8x16xf32>") == {"b": 4, "a": 64}
    assert strides_of([["b", "a"]], "tensor<64xf32>") == {"a": 8, "b": 16}


def test_sizes_that_do_not_divide_are_rounded_up() -> None:
    assert strides_of([["b"]], "tensor<7xf32>") == {"b": 2}


def test_a_reshape_keeps_strides() -> None:
    assert strides_of([["a"], []], "tensor<8x16xf32>") == strides_of([["a"]], "tensor<128xf32>")


def test_numbers_have_64_bits() -> None:
    assert strides_of([["a"], []], "tensor<8x?xf32>") == {"a": 0}
    assert strides_of([["b"]], "tensor<?xf32>") == {"b": -(2**61)}


def test_equivalent_shardings_have_the_same_axes_and_the_mesh_counts_if_there_are_any() -> None:
    assert is_equivalent(Sharding.of("m", [["a"]]), Sharding.of("m", [["a"]], is_closed=False))
    assert is_equivalent(Sharding.of("m", [[]]), Sharding.of("n", [[]]))
    assert not is_equivalent(Sharding.of("m", [["a"]]), Sharding.of("n", [["a"]]))
    assert not is_equivalent(Sharding.of("m", [["a"]]), Sharding.of("m", [["b"]]))
