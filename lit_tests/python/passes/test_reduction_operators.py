"""Changes of unreduced axes, and what bodies reduce by."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import MAX, MIN, SUM, AxisRef, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.dialects.sdy.shardings.axes import ANY, check_transition, reduction_operator, reduction_properties
from sdyopt.passes.exporting.verify_unreduced_axes import reduction_of_body

MESH = Mesh((MeshAxis("x", 2), MeshAxis("y", 2), MeshAxis("z", 4)))
OTHER = Mesh(MESH.axes, tuple(reversed(range(16))))
X, Y, Z = map(AxisRef, "xyz")
Z1 = AxisRef("z", SubAxis(1, 2))


def unreduced(*axes: AxisRef, by: str = SUM) -> Sharding:
    return Sharding.of("m", [None]).replace(unreduced=axes, reduction_op=by)


def complaint(
    operands: list[Sharding],
    results: list[Sharding],
    introduced_by: str | None = SUM,
    dropped_by: str | None = None,
    meshes: tuple[Mesh | None, ...] = (MESH, MESH),
) -> str | None:
    return check_transition(operands, results, meshes, introduced_by, dropped_by)


def test_sums_may_be_introduced_and_kept() -> None:
    assert complaint([unreduced(X)], [unreduced(X, Y)]) is None
    assert complaint([], [unreduced(X)]) is None
    assert complaint([unreduced(X), unreduced(Y)], [unreduced(X, Y)]) is None


def test_none_may_be_introduced() -> None:
    assert complaint([unreduced()], [unreduced(Z1)], None) == "cannot add new unreduced axis 'z'."


def test_another_operator_is_introduced() -> None:
    expected = "cannot introduce 'max' unreduced axes. Expected 'sum'."
    assert complaint([unreduced()], [unreduced(X, by=MAX)]) == expected
    assert complaint([unreduced(Z1)], [unreduced(AxisRef("z"), by=MAX)]) == expected
    assert complaint([unreduced()], [unreduced(X, by=MAX)], ANY) is None


def test_none_may_be_dropped() -> None:
    found = complaint([unreduced(X, Y)], [unreduced(X)])
    assert found is not None and found.startswith("dropped unreduced axis 'y' without a blessed operation")


def test_another_operator_is_dropped() -> None:
    assert complaint([unreduced(X, by=MAX)], [unreduced()], None, MAX) is None
    expected = "cannot reduce 'max' unreduced axes. Expected 'min'."
    assert complaint([unreduced(X, by=MAX)], [unreduced()], None, MIN) == expected


def test_the_operator_of_kept_axes_stays() -> None:
    expected = "cannot change the reduction operator of kept unreduced axes from max to sum."
    assert complaint([unreduced(X, Y, by=MAX)], [unreduced(X)], SUM, MAX) == expected
    assert complaint([unreduced(Z1, by=MAX)], [unreduced(Z1)], ANY, ANY) == expected


@pytest.mark.parametrize("meshes", [(MESH, OTHER), (MESH, None), ()])
def test_other_meshes_are_not_compared(meshes: tuple[Mesh | None, ...]) -> None:
    assert complaint([unreduced(X)], [unreduced()], meshes=meshes) is None


def test_unknown_axes_are_reported_elsewhere() -> None:
    assert complaint([unreduced(AxisRef("q"))], [unreduced()]) is None


def test_the_operator_stays_where_axes_go() -> None:
    """Two shardings that are written alike may differ."""
    reduced = unreduced(X, by=MAX).replace(unreduced=())
    assert str(reduced) == str(unreduced()) and reduced is not unreduced()


@pytest.mark.parametrize("operator", [SUM, MAX, MIN])
def test_properties_of_collectives(operator: str) -> None:
    word = "" if operator == SUM else f"{operator} "
    text = f"""
      sdy.mesh @m = <["x"=2]>
      func.func @f(%a: tensor<8xf32>) {{
        %0 = sdy.all_reduce {word}{{"x"}} %a out_sharding=<@m, [{{}}]> : tensor<8xf32>
        return
      }}
    """
    (op,) = [op for op in sdyopt.parse(text).walk() if op.name == "sdy.all_reduce"]
    assert reduction_operator(op) == operator
    assert dict(op.properties.items()).items() >= reduction_properties(operator).items()


@pytest.mark.parametrize(
    ("body", "operator"),
    [
        ("%0 = stablehlo.maximum %a, %b : tensor<f32>\nstablehlo.return %0 : tensor<f32>", MAX),
        ("%0 = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %0 : tensor<f32>", SUM),
        ("%0 = stablehlo.multiply %a, %b : tensor<f32>\nstablehlo.return %0 : tensor<f32>", None),
        ("stablehlo.return %a : tensor<f32>", None),
    ],
)
def test_what_a_body_reduces_by(body: str, operator: str | None) -> None:
    text = f"""
      func.func @f(%x: tensor<8xf32>, %y: tensor<f32>) {{
        %r = "stablehlo.reduce"(%x, %y) <{{dimensions = array<i64: 0>}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          {body}
        }}) : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
        return
      }}
    """
    (op,) = [op for op in sdyopt.parse(text).walk() if op.name == "stablehlo.reduce"]
    assert reduction_of_body(op) == operator
