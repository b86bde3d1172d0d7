"""The options of `view` are the fields of one record."""

from __future__ import annotations

from inspect import signature

import pytest

import sdyopt
from sdyopt.view.collection import view
from sdyopt.view.query import Query, Request

PROGRAM = """sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
"""


def test_view_has_the_fields_of_a_request_as_parameters() -> None:
    assert list(signature(view).parameters) == ["program", *Request.record_fields]


def test_options_are_given_in_order_or_by_name() -> None:
    module = sdyopt.parse(PROGRAM)
    assert view(module, ["%arg0"], kinds=["value"]).tensors == view(module, values=["%arg0"], kinds=["value"]).tensors
    assert view(module, with_peak=False).peak is None


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="peek"):
        view(PROGRAM, peek=True)  # type: ignore[call-overload]


def test_a_query_is_changed_on_a_copy() -> None:
    query = Query(most=3, kinds=["value"])
    assert (query.but(kinds=None).kinds, query.but(kinds=None).most, query.kinds) == (None, 3, ["value"])
