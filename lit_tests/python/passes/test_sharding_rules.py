"""The op sharding rules that are built for operations, by examples: `shapes of operands -> shapes of results`."""

from __future__ import annotations

import re

import pytest

import sdyopt
from sdyopt.sharding.rules import build_sharding_rule

REDUCERS = {
    "add": "^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> "
    "stablehlo.return %z : tensor<f32>",
    "update": "^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %y : tensor<f32>",
    "greater": "^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.compare GT, %x, %y : "
    "(tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %z : tensor<i1>",
    "two adds": "^bb0(%a: tensor<f32>, %b: tensor<f32>, %x: tensor<f32>, %y: tensor<f32>): "
    "%c = stablehlo.add %a, %x : tensor<f32> %z = stablehlo.add %b, %y : tensor<f32> "
    "stablehlo.return %c, %z : tensor<f32>, tensor<f32>",
}
GROUPS = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"


def type_of(shape: str) -> str:
    """`3x5` is `tensor<3x5xf32>`, `():i32` is `tensor<i32>`; other types stand as they are."""
    found = re.fullmatch(r"(\(\)|[\dx?]+)(?::(\w+))?", shape)
    if not found:
        return shape
    sizes = "" if found[1] == "()" else f"{found[1]}x"
    return f"tensor<{sizes}{found[2] or 'f32'}>"


def types_of(shapes: str) -> list[str]:
    return [type_of(shape) for shape in shapes.split(", ")] if shapes else []


def module_of(name: str, shapes: str, properties: str = "", regions: tuple[str, ...] = ()) -> str:
    """A function with this operation on its arguments."""
    operands, results = (types_of(side.strip()) for side in shapes.split("->"))
    arguments = ", ".join([f"%{number}: {type}" for number, type in enumerate(operands)])
    uses = ", ".join([f"%{number}" for number in range(len(operands))])
    bodies = ", ".join([f"{{{REDUCERS[region]}}}" for region in regions])
    full_name = name if "." in name else f"stablehlo.{name}"
    return (
        f'func.func @main({arguments}) {{ %r:{len(results)} = "{full_name}"({uses})'
        f"{f' <{{{properties}}}>' if properties else ''}"
        f"{f' ({bodies})' if bodies else ''} : ({', '.join(operands)}) -> ({', '.join(results)}) return }}"
    )


def rules_in(text: str, name: str, is_conservative: bool = False) -> list[str]:
    """The rules of the operations of that name, as they are shown below."""
    module = sdyopt.parse(text)
    rules = [build_sharding_rule(op, is_conservative) for op in module.walk() if op.name.endswith(name)]
    return ["none" if rule is None else str(rule)[len("#sdy.op_sharding_rule<") : -1] for rule in rules]


Example = tuple[str, str, str, str] | tuple[str, str, str, str, tuple[str, ...]]
"""An operation, its shapes, its properties, its rule and its regions."""

EXAMPLES: list[Example] = [
    ("add", "4x1, 4x1 -> 4x1", "", "([i, j], [i, j])->([i, j]) {i=4, j=1}"),
    ("add", "(), () -> ()", "", "([], [])->([])"),
    ("exponential", "0x5 -> 0x5", "", "([i, j])->([i, j]) {i=0, j=5}"),
    ("bitcast_convert", "3x4 -> 3x4:i32", "", "([i, j])->([i, j]) {i=3, j=4}"),
    ("bitcast_convert", "3x4 -> 3x4x4:i8", "", "([i, j])->([i, j, k]) {i=3, j=4, k=4} need_replication={k}"),
    ("bitcast_convert", "3x4x4:i8 -> 3x4", "", "([i, j, k])->([i, j]) {i=3, j=4, k=4} need_replication={k}"),
    (
        "batch_norm_inference",
        "3x6x5, 6, 6, 6, 6 -> 3x6x5",
        "epsilon = 0.1 : f32, feature_index = 1 : i64",
        "([i, j, k], [j], [j], [j], [j])->([i, j, k]) {i=3, j=6, k=5}",
    ),
    (
        "broadcast_in_dim",
        "5x1 -> 7x3x5",
        "broadcast_dimensions = array<i64: 2, 0>",
        "([l, i])->([j, k, l]) {i=1, j=7, k=3, l=5}",
    ),
    ("broadcast_in_dim", "() -> 7x3", "broadcast_dimensions = array<i64>", "([])->([i, j]) {i=7, j=3}"),
    ("broadcast_in_dim", "1 -> 7x1", "broadcast_dimensions = array<i64: 1>", "([j])->([i, j]) {i=7, j=1}"),
    ("cholesky", "3x5x5 -> 3x5x5", "", "([i, j, k])->([i, j, k]) {i=3, j=5, k=5} need_replication={j, k}"),
    ("clamp", "(), 3x5, () -> 3x5", "", "([], [i, j], [])->([i, j]) {i=3, j=5}"),
    ("select", "():i1, 3x5, 3x5 -> 3x5", "", "([], [i, j], [i, j])->([i, j]) {i=3, j=5}"),
    (
        "dot_general",
        "2x5x3, 3x2x7 -> 2x5x7",
        "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], "
        "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>",
        "([i, j, l], [l, i, k])->([i, j, k]) {i=2, j=5, k=7, l=3} reduction={l}",
    ),
    ("dot", "5x3, 3x7 -> 5x7", "", "([i, k], [k, j])->([i, j]) {i=5, j=7, k=3} reduction={k}"),
    ("dot", "5x3, 3 -> 5", "", "([i, j], [j])->([i]) {i=5, j=3} reduction={j}"),
    ("dot", "3, 3x7 -> 7", "", "([j], [j, i])->([i]) {i=7, j=3} reduction={j}"),
    ("dot", "3, 3 -> ()", "", "([i], [i])->([]) {i=3} reduction={i}"),
    (
        "dynamic_slice",
        "3x9, ():i32, ():i32 -> 3x4",
        "slice_sizes = array<i64: 3, 4>",
        "([i, j], [], [])->([i, j]) {i=3, j=9} need_replication={j} blocked_propagation={j}",
    ),
    (
        "dynamic_update_slice",
        "3x9, 3x4, ():i32, ():i32 -> 3x9",
        "",
        "([i, j], [i, k], [], [])->([i, j]) {i=3, j=9, k=4} need_replication={k}",
    ),
    (
        "fft",
        "3x6x8 -> tensor<3x6x5xcomplex<f32>>",
        "fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type RFFT>",
        "([i, j, k])->([i, j, k]) {i=3, j=6, k=8} need_replication={k} blocked_propagation={k}",
    ),
    (
        "reduce",
        "3x5x7, () -> 5",
        "dimensions = array<i64: 0, 2>",
        "([i, j, k], [])->([j]) {i=3, j=5, k=7} reduction={i, k}",
        ("add",),
    ),
    (
        "reduce",
        "3x5, 3x5, (), () -> 3, 3",
        "dimensions = array<i64: 1>",
        "([i, j], [i, j], [], [])->([i], [i]) {i=3, j=5} reduction={j}",
        ("two adds",),
    ),
    ("reverse", "3x5 -> 3x5", "dimensions = array<i64: 1>", "([i, j])->([i, j]) {i=3, j=5} permutation={j}"),
    (
        "rng_bit_generator",
        "2:ui64 -> 2:ui64, 5x7:ui32",
        "rng_algorithm = #stablehlo<rng_algorithm DEFAULT>",
        "([i])->([i], [j, k]) {i=2, j=5, k=7} need_replication={i} blocked_propagation={i}",
    ),
    ("sort", "3x5 -> 3x5", "dimension = 1 : i64", "([i, j])->([i, j]) {i=3, j=5} need_replication={j}", ("greater",)),
    (
        "sort",
        "1x5 -> 1x5",
        "dimension = 1 : i64",
        "([i, j])->([i, j]) {i=1, j=5} need_replication={j} blocked_propagation={j}",
        ("greater",),
    ),
    ("sort", "3x5 -> 3x5", "dimension = -1 : i64", "([i, j])->([i, j]) {i=3, j=5}", ("greater",)),
    ("sort", "3x5 -> 3x5", "", "([i, j])->([i, j]) {i=3, j=5}", ("greater",)),
    ("transpose", "3x5x7 -> 7x3x5", "permutation = array<i64: 2, 0, 1>", "([j, k, i])->([i, j, k]) {i=7, j=3, k=5}"),
    (
        "all_gather",
        "3x4x5 -> 3x8x5",
        f"all_gather_dim = 1 : i64, {GROUPS}",
        "([i, k, j])->([i, l, j]) {i=3, j=5, k=4, l=8} need_replication={k, l}",
    ),
    (
        "reduce_scatter",
        "3x4x5 -> 3x2x5",
        f"scatter_dimension = 1 : i64, {GROUPS}",
        "([i, k, j])->([i, l, j]) {i=3, j=5, k=4, l=2} need_replication={k, l}",
        ("add",),
    ),
    ("all_reduce", "6x2, (), 3 -> 6x2, (), 3", GROUPS, "([i, j], [], [i])->([i, j], [], [i]) {i=6, j=2}", ("add",)),
    (
        "all_to_all",
        "3x4x5 -> 6x2x5",
        f"split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {GROUPS}",
        "([l, j, i])->([m, k, i]) {i=5, j=4, k=2, l=3, m=6} need_replication={j, k, l, m}",
    ),
    (
        "all_to_all",
        "3x4x5 -> 3x4x5",
        f"split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, {GROUPS}",
        "([i, k, j])->([i, l, j]) {i=3, j=5, k=4, l=4} need_replication={k, l}",
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example[0]} {example[1]}")
def test_rule(example: Example) -> None:
    name, shapes, properties, rule = example[:4]
    text = module_of(name, shapes, properties, example[4] if len(example) == 5 else ())
    assert rules_in(text, f".{name}") == [rule]


CONVOLUTION = "dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>"
LINE = "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>"
ONE_GROUP = "batch_group_count = 1 : i64, feature_group_count = 1 : i64"

CONSERVATIVE_EXAMPLES: list[tuple[str, str, str, tuple[str, ...], str, str]] = [
    (
        "pad",
        "3x5, () -> 4x5",
        "edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 0, 0>, "
        "interior_padding = array<i64: 0, 0>",
        (),
        "([i, j], [])->([i, j]) {i=3, j=5} permutation={i}",
        "([i, j], [])->([i, j]) {i=3, j=5} permutation={i} blocked_propagation={i}",
    ),
    (
        "slice",
        "3x5 -> 2x5",
        "start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 5>, strides = array<i64: 1, 1>",
        (),
        "([i, j])->([i, j]) {i=3, j=5} permutation={i}",
        "([i, j])->([i, j]) {i=3, j=5} permutation={i} blocked_propagation={i}",
    ),
    (
        "reduce_window",
        "3x9, () -> 3x8",
        "window_dimensions = array<i64: 1, 2>",
        ("add",),
        "([i, j], [])->([i, j]) {i=3, j=8} permutation={j}",
        "([i, j], [])->([i, j]) {i=3, j=8} permutation={j} blocked_propagation={j}",
    ),
    (
        "select_and_scatter",
        "3x8, 3x4, () -> 3x8",
        "window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>",
        ("greater", "add"),
        "([i, k], [i, j], [])->([i, k]) {i=3, j=4, k=8} need_replication={j} permutation={k}",
        "([i, k], [i, j], [])->([i, k]) {i=3, j=4, k=8} need_replication={j} permutation={k} "
        "blocked_propagation={j, k}",
    ),
    (
        "concatenate",
        "3x5, 4x5 -> 7x5",
        "dimension = 0 : i64",
        (),
        "([i, j], [i, j])->([i, j]) {i=7, j=5} need_replication={i}",
        "([j, i], [k, i])->([l, i]) {i=5, j=1, k=1, l=1}",
    ),
    (
        "convolution",
        "2x9x8x6, 3x3x6x10 -> 2x3x3x10",
        f"{CONVOLUTION}, {ONE_GROUP}, window_strides = array<i64: 3, 2>",
        (),
        "([i, jk, lm, n], [k, m, n, o])->([i, j, l, o]) {i=2, j=3, k=3, l=3, m=2, n=6, o=10} "
        "reduction={k, m, n} permutation={j, l}",
        "([i, l, m, j], [n, o, j, k])->([i, p, q, k]) {i=2, j=6, k=10, l=1, m=1, n=1, o=1, p=1, q=1} reduction={j}",
    ),
    (
        "convolution",
        "2x9x6, 9x2x12 -> 2x1x12",
        f"{LINE}, batch_group_count = 1 : i64, feature_group_count = 3 : i64",
        (),
        "([i, j, kl], [j, l, km])->([i, n, km]) {i=2, j=9, k=3, l=2, m=4, n=1} reduction={j, l}",
        "([i, m, jk], [n, k, jl])->([i, o, jl]) {i=2, j=3, k=2, l=4, m=1, n=1, o=1} reduction={k}",
    ),
    (
        "convolution",
        "4x9x6, 1x6x10 -> 2x9x10",
        f"{LINE}, batch_group_count = 2 : i64, feature_group_count = 1 : i64",
        (),
        "([ij, k, l], [n, l, im])->([j, k, im]) {i=2, j=2, k=9, l=6, m=5, n=1} reduction={l} permutation={k}",
        "([ij, m, k], [n, k, il])->([j, o, il]) {i=2, j=2, k=6, l=5, m=1, n=1, o=1} reduction={k}",
    ),
]


@pytest.mark.parametrize(
    ("name", "shapes", "properties", "regions", "usual", "conservative"),
    CONSERVATIVE_EXAMPLES,
    ids=lambda value: value if isinstance(value, str) and "->" in value and "(" not in value else "",
)
def test_conservative_rule(
    name: str, shapes: str, properties: str, regions: tuple[str, ...], usual: str, conservative: str
) -> None:
    """These rules depend on whether they are to be conservative."""
    text = module_of(name, shapes, properties, regions)
    assert rules_in(text, f".{name}") == [usual]
    assert rules_in(text, f".{name}", is_conservative=True) == [conservative]


@pytest.mark.parametrize(
    ("shapes", "rule"),
    [
        ("2x3x5 -> 30", "([i, j, k])->([ijk]) {i=2, j=3, k=5}"),
        ("4x8 -> 4x8", "([i, j])->([i, j]) {i=4, j=8}"),
        ("12 -> 3x4", "([ij])->([i, j]) {i=3, j=4}"),
        ("4x8 -> 2x16", "([ij, k])->([i, jk]) {i=2, j=2, k=8}"),
        ("1x6x1 -> 2x1x3", "([i, jl, m])->([j, k, l]) {i=1, j=2, k=1, l=3, m=1}"),
        ("() -> 1x1", "([])->([i, j]) {i=1, j=1}"),
        ("6x35 -> 10x21", "([ij, ln])->([ik, mn]) {i=2, j=3, k=5, l=5, m=3, n=7}"),
        ("2x3x5 -> 5x3x2", "([i, k, m])->([j, l, n]) {i=2, j=5, k=3, l=3, m=5, n=2}"),
        ("6x10 -> 4x15", "([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=5}"),
        ("12x10 -> 20x6", "([ij, ln])->([ik, mn]) {i=4, j=3, k=5, l=5, m=3, n=2}"),
        ("3x8x5 -> 6x4x5", "([i, jk, l])->([ij, k, l]) {i=3, j=2, k=4, l=5}"),
        ("8x9 -> 12x6", "([ij, ln])->([ik, mn]) {i=4, j=2, k=3, l=3, m=2, n=3}"),
        ("0x3 -> 3x0", "none"),
    ],
)
def test_reshape(shapes: str, rule: str) -> None:
    assert rules_in(module_of("reshape", shapes), ".reshape") == [rule]


@pytest.mark.parametrize(
    ("name", "shapes", "attribute", "region", "rule"),
    [
        (
            "gather",
            "2x9x5x3, 2x7x2:i32 -> 2x7x4x3",
            "dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], "
            "operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], "
            "index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4, 3>",
            (),
            "([i, m, k, l], [i, j, n])->([i, j, k, l]) {i=2, j=7, k=5, l=3, m=9, n=2} "
            "reduction={m} need_replication={k, n} blocked_propagation={k}",
        ),
        (
            "gather",
            "9x5, 7:i32 -> 7x1x5",
            "dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, "
            "slice_sizes = array<i64: 1, 5>",
            (),
            "([j, l], [i])->([i, k, l]) {i=7, j=9, k=1, l=5} reduction={j} need_replication={k}",
        ),
        (
            "scatter",
            "2x9x5x3, 2x7x2:i32, 2x7x4x3 -> 2x9x5x3",
            "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [1], "
            "input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], "
            "index_vector_dim = 2>",
            ("add",),
            "([i, n, k, m], [i, j, o], [i, j, l, m])->([i, n, k, m]) "
            "{i=2, j=7, k=5, l=4, m=3, n=9, o=2} reduction={j} need_replication={k, l, o}",
        ),
        (
            "scatter",
            "9x3, 7x1:i32, 7x3 -> 9x3",
            "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
            "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>",
            ("update",),
            "([k, j], [i, l], [i, j])->([k, j]) {i=7, j=3, k=9, l=1} need_replication={i, l}",
        ),
    ],
)
def test_indexing(name: str, shapes: str, attribute: str, region: tuple[str, ...], rule: str) -> None:
    assert rules_in(module_of(name, shapes, attribute, region), f".{name}") == [rule]


@pytest.mark.parametrize(
    ("left", "transpose", "shapes", "rule"),
    [
        (
            "true",
            "NO_TRANSPOSE",
            "2x4x4, 2x4x3 -> 2x4x3",
            "([i, j, l], [i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4}",
        ),
        ("true", "TRANSPOSE", "2x4x4, 2x4x3 -> 2x4x3", "([i, l, j], [i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4}"),
        ("false", "NO_TRANSPOSE", "2x4x4, 2x3x4 -> 2x3x4", "([i, l, k], [i, j, k])->([i, j, l]) {i=2, j=3, k=4, l=4}"),
        ("false", "ADJOINT", "2x4x4, 2x3x4 -> 2x3x4", "([i, k, l], [i, j, k])->([i, j, l]) {i=2, j=3, k=4, l=4}"),
    ],
)
def test_triangular_solve(left: str, transpose: str, shapes: str, rule: str) -> None:
    properties = (
        f"left_side = {left}, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose {transpose}>"
    )
    text = module_of("triangular_solve", shapes, properties)
    assert rules_in(text, ".triangular_solve") == [f"{rule} need_replication={{j, k, l}}"]


@pytest.mark.parametrize(
    ("target", "shapes", "rule"),
    [
        ("MoveToHost", "3x5 -> 3x5, 3x5", "([i, j])->([i, j], [i, j]) {i=3, j=5}"),
        ("mhlo.erf", "4 -> 4x2", "([i])->([i, j]) {i=4, j=2}"),
        ("mhlo.erf", "4 -> 8", "([i])->([i]) {i=8}"),
        ("mhlo.erf", "4 -> !stablehlo.token", "none"),
        ("X64Combine", "2:ui32, 2:ui32 -> 2:ui64", "([i], [i])->([i]) {i=2}"),
        ("Eigh", "3x5x5 -> 3x5x5, 3x5", "([i, j, k])->([i, j, k], [i, k]) {i=3, j=5, k=5}"),
        ("Eigh", "5 -> 5, 5", "none"),
        (
            "Qr",
            "3x6x5 -> 3x6x5, 3x5",
            "([i, j, k])->([i, j, k], [i, l]) {i=3, j=6, k=5, l=5} need_replication={j, k, l}",
        ),
        (
            "ProductOfElementaryHouseholderReflectors",
            "3x6x5, 3x5 -> 3x6x5",
            "([i, j, k], [i, l])->([i, j, k]) {i=3, j=6, k=5, l=5} need_replication={j, k, l}",
        ),
        (
            "mhlo.topk",
            "3x9 -> 3x2, 3x2:i32",
            "([i, j])->([i, j], [i, j]) {i=3, j=9} need_replication={j} blocked_propagation={j}",
        ),
        (
            "ApproxTopK",
            "3x9, 3x9:i32, (), ():i32 -> 3x2, 3x2:i32",
            "([i, j], [i, j], [], [])->([i, k], [i, k]) {i=3, j=9, k=2} need_replication={k} blocked_propagation={k}",
        ),
        ("tpu_custom_call", "3x5 -> 3x5", "none"),
        ("Sharding", "3x5 -> 3x5", "none"),
    ],
)
def test_custom_call(target: str, shapes: str, rule: str) -> None:
    assert rules_in(module_of("custom_call", shapes, f'call_target_name = "{target}"'), ".custom_call") == [rule]


def test_concatenated_slices_are_permuted() -> None:
    """If all operands are slices, or all are parts of the same value."""
    text = """
    func.func @main(%a: tensor<3x5xf32>, %b: tensor<3x5xf32>) {
      %s = stablehlo.slice %a [0:1, 0:5] : (tensor<3x5xf32>) -> tensor<1x5xf32>
      %t = stablehlo.slice %b [0:1, 0:5] : (tensor<3x5xf32>) -> tensor<1x5xf32>
      %0 = stablehlo.concatenate %a, %s, dim = 0 : (tensor<3x5xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
      %1 = stablehlo.concatenate %b, %s, dim = 0 : (tensor<3x5xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
      %2 = stablehlo.concatenate %s, %t, dim = 0 : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<2x5xf32>
      %3 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<6x5xf32>
      return
    }"""
    kinds = [rule.rpartition("} ")[2] for rule in rules_in(text, "concatenate")]
    assert kinds == ["permutation={i}", "need_replication={i}", "permutation={i}", "need_replication={i}"]


def test_an_update_at_constant_indices_passes_shardings_through() -> None:
    text = """
    func.func @main(%a: tensor<9xf32>, %u: tensor<4xf32>) {
      %i = stablehlo.constant dense<1> : tensor<i32>
      %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
      return
    }"""
    assert rules_in(text, "dynamic_update_slice") == ["([i], [j], [])->([i]) {i=9, j=4}"]


def test_the_combined_state_of_random_bits_is_replicated() -> None:
    text = """
    func.func @main(%a: tensor<2xui32>) {
      %0 = stablehlo.custom_call @X64Combine(%a, %a) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
      %1:2 = stablehlo.rng_bit_generator %0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi8>)
      return
    }"""
    assert rules_in(text, "custom_call") == ["([i], [i])->([i]) {i=2} need_replication={i} blocked_propagation={i}"]
