"""The view of a module as a library: names, places, sums."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt
from sdyopt.display.tables import table_lines
from sdyopt.view import DeviceSum, Place, TensorKind, UnknownValueError, view
from sdyopt.view.columns.collectives import TENSOR, reasons, tensor_listing
from sdyopt.view.model import main_first
from sdyopt.view.render.printing import function_table
from tools import corpus
from tools.chunks import sampled

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

INPUTS = Path(__file__).parent / "Inputs"
PROGRAM = (INPUTS / "view_module.program.txt").read_text(encoding="utf-8")


def module() -> sdyopt.Module:
    return sdyopt.parse(PROGRAM.replace("    %1 =", "    %inner ="), allow_unregistered_dialect=True, name="p.mlir")


def test_sums_differ_where_devices_hold_different_tensors() -> None:
    """A maximal mesh adds to one device alone, even to one that no other mesh has; the unknown is counted apart."""
    (function,) = view(module(), as_written=True).functions
    assert function.sums == (
        DeviceSum(0, 0, 20, 32, 8, 32, 52),
        DeviceSum(1, 3, 8, 32, 8, 32, 40),
        DeviceSum(4, 5, 0, 0, 0, 0, 0),
        DeviceSum(6, 6, 20, 0, 0, 0, 20),
    )
    assert (function.arguments, function.results, function.constraints, function.unknown) == (4, 1, 1, 1)
    assert [(sums.devices, sums.bytes) for sums in function.sums[:2]] == [(1, 52), (3, 40)]


def test_names_are_those_of_the_text() -> None:
    """Results named over several lines, groups of results and arguments of blocks are found under their names there."""
    seen = view(module(), ["%one", "%x", "%0"], as_written=True, with_undecided=False)
    assert [(tensor.name, tensor.place and tensor.place.line, tensor.kind.value) for tensor in seen.tensors] == [
        ("%a", 6, "argument"),
        ("%b", 7, "argument"),
        ("%c", 8, "argument"),
        ("%d", 8, "argument"),
        ("result 0", 5, "result"),
        ("%0", 10, "value"),
        ("%one#0", 10, "value"),
        ("%one#1", 10, "value"),
        ("%x", 12, "value"),
        ("%inner", 13, "constraint"),
    ]
    assert seen.tensors[0].place == Place("p.mlir", 6, 5)


UNDECIDED = (INPUTS / "view_module.undecided.txt").read_text(encoding="utf-8")


def test_tensors_without_a_sharding_are_listed() -> None:
    """Those that devices hold: neither tokens nor what a reduction computes element by element."""
    tensors = view(sdyopt.parse(UNDECIDED)).tensors
    values = [
        (tensor.name, tensor.share.bytes, reasons(tensor)) for tensor in tensors if tensor.kind is TensorKind.VALUE
    ]
    assert values == [
        ("%0", 256, "no sharding: 2 copies"),
        ("%1#0", 8, "no sharding: 2 copies"),
        ("%2", 4, "no sharding: 2 copies"),
    ]


def test_the_largest_is_the_largest() -> None:
    """Also if it has no sharding; only of a program as it is written, to be propagated yet, it may be left out."""
    module = sdyopt.parse(UNDECIDED)
    assert [tensor.name for tensor in view(module, most=1).tensors] == ["%0"]
    assert [tensor.name for tensor in view(module, most=1, with_undecided=False).tensors] == ["%0"]
    assert [tensor.name for tensor in view(module, most=1, as_written=True).tensors] == ["%0"]
    written = view(module, most=1, as_written=True, with_undecided=False)
    assert ([tensor.name for tensor in written.tensors], written.left_out) == (["%a"], 2)


def test_tensors_that_share_name_and_place_have_numbers() -> None:
    """The callee is copied for calls with other shardings."""
    tensors = view(sdyopt.parse(corpus.text("transformer_scan")), functions=["main"], kinds=["value"]).tensors
    several = [tensor for tensor in tensors if tensor.copy is not None]
    for tensor in several:
        same = [other.copy for other in several if (other.name, other.place) == (tensor.name, tensor.place)]
        assert same == [(number, len(same)) for number in range(1, len(same) + 1)]


def test_what_is_only_implied_has_no_name() -> None:
    """The operation that a reduction applies stands where the reduction does, and is not taken for it."""
    text = """
    func.func @main(%a: tensor<8xf32>, %b: tensor<f32>) -> tensor<f32> {
      %sum = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      return %sum : tensor<f32>
    }"""  # noqa: E501
    assert [tensor.name for tensor in view(sdyopt.parse(text), ["%sum"]).tensors][3:] == ["%sum"]


CALLS = (INPUTS / "view_module.calls.txt").read_text(encoding="utf-8")


def test_functions_of_manual_computations_are_local() -> None:
    """Functions that only manual computations call, directly or not, are local along their axes; others are not."""
    arguments = [
        tensor for tensor in view(sdyopt.parse(CALLS), as_written=True).tensors if tensor.kind is TensorKind.ARGUMENT
    ]
    assert {
        tensor.function: ([axis.name for axis in tensor.share.manual_axes], tensor.share.copies) for tensor in arguments
    } == {
        "main": ([], 8),
        "inside": (["x"], 4),
        "deeper": (["x", "y"], 1),
        "both": ([], 8),
        "public": ([], 8),
        "endless": ([], 8),
    }


def test_names_after_passes_are_the_printed_ones() -> None:
    """Once a pass has run, a value has the name that `str(module)` gives it."""
    changed = module().run("sdy-inline-meshes")
    names = [tensor.name for tensor in view(changed, with_undecided=False).tensors]
    assert names == ["%arg0", "%arg1", "%arg2", "%arg3", "result 0", "%2"]
    assert "%2 = sdy.sharding_constraint %0#0" in str(changed)


def test_unknown_names_are_refused_with_near_ones() -> None:
    """Near names are suggested, results of the function too."""
    with pytest.raises(UnknownValueError, match=r"no value '%iner'; did you mean '%inner'"):
        view(module(), ["%iner"], as_written=True)
    with pytest.raises(UnknownValueError, match=r"no value 'result 7'; did you mean 'result 0'"):
        view(module(), ["result 7"], as_written=True)
    with pytest.raises(UnknownValueError, match=r"no value '1:%x': there is '%x' on other lines"):
        view(module(), ["1:%x"], as_written=True)


def test_a_value_asked_for_twice_is_listed_once() -> None:
    """Names may overlap, and may be those of what is listed anyway."""
    asked = ["%x", "%x", "@main:x", "%a", "result 0"]
    names = [tensor.name for tensor in view(module(), asked, as_written=True, with_undecided=False).tensors]
    assert names == ["%a", "%b", "%c", "%d", "result 0", "%x", "%inner"]


@pytest.mark.parametrize("name", sampled(corpus.names(), corpus.names()[::9], 4))
def test_programs_of_jax_are_seen(name: str) -> None:
    """In every program of the corpus each tensor of known size takes bytes, and blocks, copies and devices agree."""
    for tensor in view(sdyopt.parse(corpus.text(name))).tensors:
        share = tensor.share
        partition = share.partition
        assert share.devices == partition.blocks * partition.holders * partition.instances
        if share.local_shape is not None and None not in share.local_shape:
            assert share.bytes is not None


XLA_SAYS = {
    "constants": 96,
    "control_flow": 260,
    "convnet": 30048,
    "many_ops": 196,
    "mlp": 9216,
    "shard_map_matmul": 2560,
    "shard_map_nested": 64,
    "shard_map_partial": 128,
    "sharding_groups": 64,
    "size_one_axes": 320,
    "transformer": 132624,
    "transformer_scan": 430608,
}
"""`argument_size_in_bytes` of the program compiled by XLA for 8 devices of the CPU, with the Shardy partitioner."""


@pytest.mark.parametrize("name", XLA_SAYS)
def test_arguments_take_what_xla_says(name: str) -> None:
    """The arguments of a compiled program take on each device what the view sums up."""
    (main,) = [function for function in view(sdyopt.parse(corpus.text(name))).functions if function.name == "main"]
    (sums,) = main.sums
    assert (sums.first_device, sums.last_device, sums.argument_bytes) == (0, 7, XLA_SAYS[name])


def test_names_and_labels_move_no_cursor() -> None:
    """The names in a program are shown with escapes where they could do something to a terminal."""
    text = 'func.func private @"a\\1Bb"(tensor<f32>) -> (tensor<f32> {jax.result_info = "x\\0Ay"})'
    seen = view(sdyopt.parse(text))
    table = TENSOR.table(seen.tensors, tensor_listing(seen, seen.tensors))
    shown = "".join(text for line in table_lines(table) for text, _ in line)
    assert "result 0 x\\ny" in shown and "\n" not in shown
    assert "@a\\x1bb" in "".join(text for line in table_lines(function_table(seen, seen.functions)) for text, _ in line)


@pytest.mark.long
def test_one_long_line_is_read_in_time() -> None:
    """Names are found in a program that stands on one line, without reading it again for each."""
    ops = " ".join(f"%{number} = stablehlo.negate %a : tensor<8xf32>" for number in range(5000))
    module = sdyopt.parse(f"func.func @main(%a: tensor<8xf32>) {{ {ops} return }}")
    seen = view(module, ["%4999"], with_undecided=False)
    assert [tensor.name for tensor in seen.tensors] == ["%a", "%4999"]


def test_a_constraint_whose_reshard_is_removed_is_not_held() -> None:
    """It is listed without bytes, and after all others; the program as it is written does not say that. XLA's
    partitioner makes what a constraint asks for.
    """
    module = sdyopt.parse(EXAMPLES / "decoder.mlir")
    (constraint,) = view(module, functions=["main"], kinds=["constraint"], partitioner="shardy").tensors[1:]
    assert (constraint.name, constraint.is_held, constraint.share.bytes) == ("%5", False, 0)
    assert reasons(constraint) == "not held: the partitioner has removed the reshard"
    assert "%5" not in [tensor.name for tensor in view(module, most=10, partitioner="shardy").tensors]
    (constraint,) = view(module, functions=["main"], kinds=["constraint"]).tensors[1:]
    assert (constraint.is_held, constraint.share.bytes) == (True, 512 // 16 * 2048 * 256000 * 4)
    assert all(tensor.is_held for tensor in view(module, as_written=True).tensors)


DEAD = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %dead = stablehlo.negate %x : tensor<8xf32>
  %used = stablehlo.abs %x : tensor<8xf32>
  return %used : tensor<8xf32>
}
"""


def test_an_erased_value_is_known_to_be() -> None:
    """It is no unknown name, and listed in the program as it is written."""
    for values, why in ((["%dead"], []), ([], ["%dead"])):
        with pytest.raises(UnknownValueError) as caught:
            view(sdyopt.parse(DEAD), values, why=why)
        assert str(caught.value) == (
            "'%dead' is erased: nothing uses it in the program as the partitioner leaves it; --as-written lists it"
        )
    with pytest.raises(UnknownValueError, match="no value '%dear'"):
        view(sdyopt.parse(DEAD), ["%dear"])
    assert "%dead" in [tensor.name for tensor in view(sdyopt.parse(DEAD), ["%dead"], as_written=True).tensors]


def test_main_comes_first_then_what_is_public() -> None:
    text = """
    func.func private @c() { return }
    func.func @b() { return }
    func.func @main() { return }
    func.func private @a() { return }
    func.func @d() { return }"""
    functions = view(sdyopt.parse(text)).functions
    assert [function.name for function in functions] == ["c", "b", "main", "a", "d"]
    assert [function.name for function in main_first(functions)] == ["main", "b", "d", "c", "a"]
