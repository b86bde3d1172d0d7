"""Which bytes donated arguments share with results."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.cost.memory_model.graph import ANY_RESULT, NOT_DONATED, Donation, donated_to, shared_bytes
from sdyopt.ir.attributes import DictionaryAttr


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
