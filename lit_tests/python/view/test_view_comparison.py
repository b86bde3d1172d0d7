"""Two programs side by side: which of their tensors are the same, and in which order changes are listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sdyopt.api.module import parse
from sdyopt.view import view
from sdyopt.view.comparison import compare, comparison_tables, in_order
from sdyopt.view.model import ModuleView
from tools.chunks import sampled

ROOT = Path(__file__).parents[3]

PROGRAMS = sorted(
    path
    for pattern in ("examples/*.mlir", "lit_tests/corpus/*.mlir", "lit_tests/hlo/lowered/*.txt")
    for path in ROOT.glob(pattern)
    if path.name != "wrong.mlir"
)


@pytest.mark.parametrize("path", sampled(PROGRAMS, PROGRAMS[::9], 4), ids=lambda path: path.stem)
def test_a_program_does_not_differ_from_itself(path: Path) -> None:
    """Names occur several times in it: in sibling regions, and where a call has been copied."""
    text = path.read_text()
    before, after = [view(parse(text, allow_unregistered_dialect=True, name=path.name)) for _ in range(2)]
    comparison = compare(before, after)
    assert (comparison.tensors, comparison.collectives) == ((), ())
    assert [change.name for change in comparison.sums if change.before != change.after] == []


def program(*shardings: str) -> ModuleView:
    """Returns a program whose branches each have a value `%3` with one of `shardings`."""
    written = "sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{{{}}}]>]>"
    branches = ", ".join(
        f"""{{
          %3 = stablehlo.negate %x {{{written.format(sharding)}}} : tensor<8xf32>
          stablehlo.return %3 : tensor<8xf32>
        }}"""
        for sharding in shardings
    )
    text = f"""
      sdy.mesh @mesh = <["x"=2, "y"=4]>
      func.func @main(%x: tensor<8xf32>, %i: tensor<i32>) -> tensor<8xf32> {{
        %0 = "stablehlo.case"(%i) ({branches}) : (tensor<i32>) -> tensor<8xf32>
        return %0 : tensor<8xf32>
      }}"""
    return view(parse(text), as_written=True, kinds=("value",))


def changes(before: ModuleView, after: ModuleView) -> list[tuple[str | None, str | None]]:
    found = [change for change in compare(before, after).tensors if change.after.name == "%3"]
    return [(change.before.share.sharding_text, change.after.share.sharding_text) for change in found]


def test_values_of_branches_that_share_a_name_are_paired_in_their_order() -> None:
    x, y = '<@mesh, [{"x"}]>', '<@mesh, [{"y"}]>'
    assert changes(program('"x"', '"y"'), program('"x"', '"y"')) == []
    assert changes(program('"x"', '"y"'), program('"y"', '"x"')) == [(x, y), (y, x)]
    assert changes(program('"x"', '"y"'), program('"x"', '"x"')) == [(y, x)]


def test_with_another_number_of_branches_those_that_are_equal_are_paired_first() -> None:
    x, y, none = '<@mesh, [{"x"}]>', '<@mesh, [{"y"}]>', "<@mesh, [{}]>"
    assert changes(program('"x"', '"y"', ""), program('"y"', "")) == []
    assert changes(program('"x"', '"y"', ""), program('"y"', '"y"')) == [(x, y)]
    assert changes(program('"x"'), program('"x"', "")) == []
    assert changes(program('"x"', ""), program('"y"')) == [(x, y)]
    assert changes(program("", "", '"x"'), program('"x"', "")) == []
    assert none in [tensor.share.sharding_text for tensor in program("").tensors]


MESH = 'sdy.mesh @mesh = <["x"=2, "y"=4]>'


def sharded(name: str, size: int, axis: str) -> str:
    """Returns an argument of 4 bytes an element, along an axis or none."""
    dimension = f'{{"{axis}"}}' if axis else "{}"
    return f"%{name}: tensor<{size}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{dimension}]>}}"


def arguments(**given: tuple[int, str]) -> ModuleView:
    """Returns a program with arguments of these sizes, along these axes."""
    texts = ", ".join([sharded(name, *pair) for name, pair in given.items()])
    return view(parse(f"{MESH} func.func @main({texts}) {{ return }}"), as_written=True)


def test_what_changes_most_comes_first_unless_another_order_is_asked_for() -> None:
    before = arguments(b=(64, "x"), c=(64, "x"), d=(32, ""), a=(128, ""), e=(8, ""))
    after = arguments(b=(64, ""), c=(64, "y"), d=(32, "x"), a=(128, "y"), e=(8, ""))
    comparison = compare(before, after)
    differences = {
        change.after.name: (change.after.share.bytes or 0) - (change.before.share.bytes or 0)
        for change in comparison.tensors
    }
    assert list(differences.items()) == [("%a", 128 - 512), ("%b", 256 - 128), ("%c", 64 - 128), ("%d", 64 - 128)]
    names = {
        order: [change.after.name for change in in_order(comparison, order).tensors]
        for order in ("order", "bytes", "name", "shape")
    }
    assert names == {
        "order": ["%b", "%c", "%d", "%a"],
        "bytes": ["%b", "%a", "%c", "%d"],
        "name": ["%a", "%b", "%c", "%d"],
        "shape": ["%a", "%b", "%c", "%d"],
    }


def gathers(*axes: str) -> ModuleView:
    """Returns a program with all-gathers along these axes, to 256 bytes, 512 bytes, and so on."""
    sizes = [64 << number for number in range(len(axes))]
    ops = [
        f'%{number} = sdy.all_gather [{{"{axis}"}}] %x{number} out_sharding=<@mesh, [{{}}]> : tensor<{size}xf32>'
        for number, (axis, size) in enumerate(zip(axes, sizes, strict=True))
    ]
    given = [sharded(f"x{number}", size, axis) for number, (axis, size) in enumerate(zip(axes, sizes, strict=True))]
    lines = [f"{MESH} func.func @main({', '.join(given)}) {{", *ops, "return }"]
    return view(parse("\n".join(lines)))


def test_collectives_that_send_more_or_less_come_first() -> None:
    """An all-gather to b bytes sends b / 2 along "x", and three quarters of b along "y"."""
    comparison = compare(gathers("x", "x"), gathers("y", "x", "y"))
    gone, first, third = ("gone", "x", 128, 0), ("new", "y", 0, 192), ("new", "y", 0, 768)
    orders = {None: comparison, **{order: in_order(comparison, order) for order in ("order", "bytes", "name", "shape")}}
    rows = {
        order: [(change.word, change.axes, change.sent_before, change.sent_after) for change in found.collectives]
        for order, found in orders.items()
    }
    assert rows == {
        None: [third, first, gone],
        "order": [gone, first, third],
        "bytes": [third, first, gone],
        "name": [gone, third, first],
        "shape": [gone, first, third],
    }


def test_shardings_of_tables_may_be_on_several_lines() -> None:
    """Of the columns of changed tensors only these; numbers are to the right."""
    _, table = comparison_tables(compare(program('"x"'), program('"y"')))
    assert [(column.name, column.right, column.below) for column in table.columns] == [
        ("function", False, False),
        ("name", False, False),
        ("kind", False, False),
        ("sharding", False, True),
        ("copies", True, False),
        ("bytes a device", True, False),
    ]
    assert table.rows[-1][2:] == ["value", '<@mesh, [{"x"}]> → <@mesh, [{"y"}]>', "4 → 2", "16 B → 8 B"]
