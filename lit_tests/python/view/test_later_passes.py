"""Passes of XLA's compilers after the partitioner: what jaxlib 0.10.2 sends for CPUs, GPUs and TPUs."""

from __future__ import annotations

from typing import Any

import pytest

from sdyopt import parse
from sdyopt.view import view
from tools.chunks import mostly_long

DEVICES: list[dict[str, Any]] = [{"profile": "cpu"}, {"machine": "h100"}, {"machine": "tpu-v5p"}]


def program(arguments: str, body: str, result: str = "tensor<64x256xf32>", sharding: str = "[{}, {}]") -> str:
    """Returns a program whose arguments are `name: type [sharding]`, and whose result is `%r`."""
    given = []
    for each in arguments.split("; "):
        head, _, axes = each.rpartition(" [")
        given.append(f"{head} {{sdy.sharding = #sdy.sharding<@mesh, [{axes}>}}")
    return f"""
sdy.mesh @mesh = <["x"=8]>
func.func public @main({", ".join(given)}) -> ({result} {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}) {{
{body}
  return %r : {result}
}}
"""


PAIR = (
    '%a: tensor<64x256xTYPE> [{}, {"x"}]; %b: tensor<256x256xTYPE> [{"x"}, {}]; '
    '%c: tensor<64x256xTYPE> [{}, {"x"}]; %d: tensor<256x256xTYPE> [{"x"}, {}]'
)
PRODUCTS = """
  %0 = stablehlo.dot %a, %b : (tensor<64x256xTYPE>, tensor<256x256xTYPE>) -> tensor<64x256xTYPE>
  %1 = stablehlo.dot %c, %d : (tensor<64x256xTYPE>, tensor<256x256xTYPE>) -> tensor<64x256xTYPE>
"""
SUM = "  %r = stablehlo.add %0, %1 : tensor<64x256xf32>"


def of_products(element: str, after: str, sharding: str = "[{}, {}]") -> str:
    """Returns a program with two products that are summed over devices, of elements of a type."""
    return program(PAIR.replace("TYPE", element), PRODUCTS.replace("TYPE", element) + after, sharding=sharding)


def loop(body: str, carries: str = "%carry") -> str:
    """Returns a program with a loop of four iterations over slices of %a and %b, whose body returns %next."""
    return program(
        '%a: tensor<4x64x256xf32> [{}, {}, {"x"}]; %b: tensor<4x256x256xf32> [{}, {"x"}, {}]',
        f"""
  %i = stablehlo.constant dense<0> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
  %s:3 = stablehlo.while(%n = %i, %carry = %z, %other = %z) : tensor<i32>, tensor<64x256xf32>, tensor<64x256xf32>
  cond {{
    %four = stablehlo.constant dense<4> : tensor<i32>
    %is_less = stablehlo.compare LT, %n, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %is_less : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %x0 = stablehlo.dynamic_slice %a, %n, %i, %i, sizes = [1, 64, 256] : (tensor<4x64x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x256xf32>
    %x = stablehlo.reshape %x0 : (tensor<1x64x256xf32>) -> tensor<64x256xf32>
    %y0 = stablehlo.dynamic_slice %b, %n, %i, %i, sizes = [1, 256, 256] : (tensor<4x256x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x256xf32>
    %y = stablehlo.reshape %y0 : (tensor<1x256x256xf32>) -> tensor<256x256xf32>
    %p = stablehlo.dot %x, %y : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
{body}
    stablehlo.return %m, %next, {carries} : tensor<i32>, tensor<64x256xf32>, tensor<64x256xf32>
  }}
  %r = stablehlo.add %s#1, %s#2 : tensor<64x256xf32>
""",  # noqa: E501
    )


ADDED = "    %next = stablehlo.add %carry, %p : tensor<64x256xf32>"
MASKED = """
    %three = stablehlo.constant dense<3> : tensor<i32>
    %is_last = stablehlo.compare EQ, %n, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %zeros = stablehlo.constant dense<0.0> : tensor<64x256xf32>
    %masked = stablehlo.select %is_last, %p, %zeros : tensor<i1>, tensor<64x256xf32>
    %next = stablehlo.add %carry, %masked : tensor<64x256xf32>
"""
SCALED = """
    %half = stablehlo.constant dense<0.5> : tensor<64x256xf32>
    %q = stablehlo.multiply %p, %half : tensor<64x256xf32>
    %next = stablehlo.add %carry, %q : tensor<64x256xf32>
"""
CONVERTED = """
  %2 = stablehlo.convert %0 : (tensor<64x256xbf16>) -> tensor<64x256xf32>
  %3 = stablehlo.convert %1 : (tensor<64x256xbf16>) -> tensor<64x256xf32>
  %r = stablehlo.add %2, %3 : tensor<64x256xf32>
"""
NARROWED = """
  %2 = stablehlo.convert %0 : (tensor<64x256xf32>) -> tensor<64x256xbf16>
  %3 = stablehlo.convert %1 : (tensor<64x256xf32>) -> tensor<64x256xbf16>
  %4 = stablehlo.add %2, %3 : tensor<64x256xbf16>
  %r = stablehlo.convert %4 : (tensor<64x256xbf16>) -> tensor<64x256xf32>
"""
TWICE = """
  %2 = stablehlo.add %0, %1 : tensor<64x256xf32>
  %3 = stablehlo.sine %0 : tensor<64x256xf32>
  %r = stablehlo.multiply %2, %3 : tensor<64x256xf32>
"""
SPLIT = '[{"x"}, {}]'
ROWS = 'tensor<64x256xf32> [{"x"}, {}]'
WHOLE = "sdy.sharding_constraint %a <@mesh, [{}, {}]> : tensor<64x256xf32>"
OWN = """
  %0 = {WHOLE}
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<64x256xf32>
  %r = stablehlo.sine %1 : tensor<64x256xf32>
""".replace("{WHOLE}", WHOLE)
CAST = f"""
  %0 = {WHOLE}
  %r = stablehlo.convert %0 : (tensor<64x256xf32>) -> tensor<64x256xbf16>
"""
WIDENED = """
  %0 = stablehlo.convert %a : (tensor<64x256xi8>) -> tensor<64x256xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<64x256xf32>
  %r = stablehlo.sine %1 : tensor<64x256xf32>
"""
WEIGHTS = '%a: tensor<64x256xf32> [{"x"}, {}]; %b: tensor<256x256xf32> [{"x"}, {}]'
PRODUCT = "  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [PRECISION, PRECISION] : "
PRODUCT += "(tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>"
REDUCED = """
  %f = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %f) applies stablehlo.maximum across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.reduce(%c init: %f) applies stablehlo.maximum across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %r = stablehlo.add %0, %1 : tensor<64xf32>
"""  # noqa: E501
LAYERS = """
  %i = stablehlo.constant dense<0> : tensor<i32>
  %s:2 = stablehlo.while(%n = %i, %x = %a) : tensor<i32>, tensor<64x256xf32>
  cond {
    %eight = stablehlo.constant dense<8> : tensor<i32>
    %is_less = stablehlo.compare LT, %n, %eight, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %is_less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %w0 = stablehlo.dynamic_slice %b, %n, %i, %i, sizes = [1, 256, 256] : (tensor<8x256x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x256xf32>
    %w = stablehlo.reshape %w0 : (tensor<1x256x256xf32>) -> tensor<256x256xf32>
    %p = stablehlo.dot %x, %w : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
    %t = stablehlo.tanh %p : tensor<64x256xf32>
    stablehlo.return %m, %t : tensor<i32>, tensor<64x256xf32>
  }
  %r = stablehlo.sine %s#1 : tensor<64x256xf32>
"""  # noqa: E501

REDUCE, SCATTER, GATHER, F32, BF16 = "all-reduce", "reduce-scatter", "all-gather", "f32[64,256]", "bf16[64,256]"
PERMUTE = "collective-permute"

SCALAR = """
  %0 = stablehlo.reshape %a : (tensor<64x256xf32>) -> tensor<16384xf32>
  %1 = stablehlo.reshape %c : (tensor<64x256xf32>) -> tensor<16384xf32>
  %r = stablehlo.dot %0, %1 : (tensor<16384xf32>, tensor<16384xf32>) -> tensor<f32>
"""
EQUAL = """
  %0 = stablehlo.broadcast_in_dim %w, dims = [0, 1] : (tensor<64x256xf32>) -> tensor<64x256x4xf32>
  %1 = stablehlo.multiply %a, %0 : tensor<64x256x4xf32>
  %2 = stablehlo.broadcast_in_dim %w, dims = [0, 1] : (tensor<64x256xf32>) -> tensor<64x256x4xf32>
  %3 = stablehlo.multiply %c, %2 : tensor<64x256x4xf32>
  %r = stablehlo.add %1, %3 : tensor<64x256x4xf32>
"""


def far(operations: int) -> str:
    """Returns a program that gathers %b for two products with so many operations between them."""
    between = "".join([f"  %{n + 1} = stablehlo.sine %{n} : tensor<64x256xf32>\n" for n in range(operations)])
    last = PRODUCT.replace("%a", f"%{operations}").replace("x [0]", "x [1]")
    return program(
        WEIGHTS, f"{PRODUCT.replace('%r', '%0')}\n{between}{last}".replace("PRECISION", "DEFAULT"), sharding=SPLIT
    )


ROW_OF = '%a: tensor<4096x256xf32> [{"x"}, {}]; %i: tensor<1x1xi32> [{}, {}]'
ROW = """
  %r = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 256>}> : (tensor<4096x256xf32>, tensor<1x1xi32>) -> tensor<1x256xf32>
"""
UPDATE = """
  %r = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
                                                   scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4096x256xf32>, tensor<1x1xi32>, tensor<1x256xf32>) -> tensor<4096x256xf32>
"""
ROW_AND_UPDATE = f"{ROW_OF}; %u: tensor<1x256xf32> [{{}}, {{}}]"
TABLE = "tensor<4096x256xf32>", '[{"x"}, {}]'
CONSTANT_ROW = '%a: tensor<4096x256xf32> [{"x"}, {}]; %u: tensor<1x256xf32> [{}, {}]'
CONSTANT_ROWS = '%a: tensor<4096x256xf32> [{"x"}, {}]; %u: tensor<8x256xf32> [{"x"}, {}]'
ROW_3 = """
  %three = stablehlo.constant dense<3> : tensor<i32>
  %i = stablehlo.broadcast_in_dim %three, dims = [] : (tensor<i32>) -> tensor<1x1xi32>
"""
ADDED_ROWS = """
  %j = stablehlo.reshape %i : (tensor<1x1xi32>) -> tensor<1xi32>
  %r = "stablehlo.scatter"(%a, %j, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<4096x256xf32>, tensor<1xi32>, tensor<8x256xf32>) -> tensor<4096x256xf32>
"""
MANY_ROWS = (
    '%a: tensor<4096x256xf32> [{"x"}, {}]; %i: tensor<65536x1xi32> [{"x"}, {}]; %u: tensor<65536x256xf32> [{"x"}, {}]'
)
SCATTERED = """
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4096x256xf32>
  %s = "stablehlo.scatter"(%zeros, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
                                                   scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<4096x256xf32>, tensor<65536x1xi32>, tensor<65536x256xf32>) -> tensor<4096x256xf32>
  %r = stablehlo.add %a, %s : tensor<4096x256xf32>
"""
ONE_SCATTERED = SCATTERED.partition("  %r")[0]
OTHER_SCATTERED = ONE_SCATTERED.partition("  %s")[2].replace("%u", "%v")
SCATTERED_TWICE = f"{ONE_SCATTERED}  %v = stablehlo.negate %u : tensor<65536x256xf32>\n  %t{OTHER_SCATTERED}"
REPEATED = """
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1024xf32>) -> tensor<1024x256xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<1024x256xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {}]> : tensor<1024x256xf32>
  %r = stablehlo.sine %2 : tensor<1024x256xf32>
"""
CHOSEN = """
  %0 = sdy.sharding_constraint %b <@mesh, [{}, {}]> : tensor<256x256xf32>
  %1 = stablehlo.abs %0 : tensor<256x256xf32>
  %r = stablehlo.dot %a, %1 : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
"""
IN_GROUPS = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(
    %a: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}
) -> (tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {}]> : tensor<64x256xf32>
  %1 = stablehlo.dot %0, %b : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}
"""

JOINED = """  %0 = stablehlo.sine %a : tensor<6144xf32>
  %1 = stablehlo.cosine %a : tensor<6144xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<6144xf32>, tensor<6144xf32>) -> tensor<12288xf32>"""
EDGES = """  %0 = stablehlo.slice %a [0:4, 0:256] : (tensor<64x256xf32>) -> tensor<4x256xf32>
  %1 = stablehlo.slice %a [60:64, 0:256] : (tensor<64x256xf32>) -> tensor<4x256xf32>
  %r = stablehlo.concatenate %0, %a, %1, dim = 0
    : (tensor<4x256xf32>, tensor<64x256xf32>, tensor<4x256xf32>) -> tensor<72x256xf32>"""
TRANSPOSED = """  %0 = stablehlo.transpose %b, dims = [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = stablehlo.dot %a, %b : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %2 = stablehlo.dot %a, %0 : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %r = stablehlo.multiply %1, %2 : tensor<64x256xf32>"""
CASES: dict[str, tuple[Any, ...]] = {
    "a concatenation along the only dimension": (
        program('%a: tensor<6144xf32> [{"x"}]', JOINED, "tensor<12288xf32>", '[{"x"}]'),
        *[[(GATHER, "f32[768]", 1)] * 2] * 2,
        [(PERMUTE, "f32[768]", 1)] * 4,
    ),
    "a value between its first and last rows": (
        program('%a: tensor<64x256xf32> [{"x"}, {}]', EDGES, "tensor<72x256xf32>", SPLIT),
        *[[(PERMUTE, "f32[768]", 1)] * 2 + [(PERMUTE, "f32[1024]", 1)] * 2] * 3,
    ),
    "products of a value and of its transpose": (
        program('%a: tensor<64x256xf32> [{"x"}, {}]; %b: tensor<256x256xf32> [{"x"}, {}]', TRANSPOSED, sharding=SPLIT),
        [(GATHER, "f32[32,256]", 1), (GATHER, "f32[256,32]", 1)],
        [(GATHER, "f32[32,256]", 1), (GATHER, "f32[256,32]", 1)],
        [(GATHER, "bf16[32,256]", 1)],
    ),
    "sums are added first": (of_products("f32", SUM), [(REDUCE, F32, 1)] * 2, [(REDUCE, F32, 1)], [(REDUCE, F32, 1)]),
    "sums of wider type": (
        of_products("bf16", CONVERTED),
        [(REDUCE, F32, 1)] * 2,
        [(REDUCE, F32, 1)],
        [(REDUCE, BF16, 1)] * 2,
    ),
    "sums of narrower type stay": (of_products("f32", NARROWED), *[[(REDUCE, F32, 1)] * 2] * 3),
    "a sum that is used twice stays": (of_products("f32", TWICE), *[[(REDUCE, F32, 1)] * 2] * 3),
    "sums of which devices take parts": (
        of_products("f32", SUM, SPLIT),
        [(REDUCE, F32, 1)] * 2,
        [(SCATTER, F32, 1)],
        [(SCATTER, F32, 1)],
    ),
    "maxima are not added": (
        program(
            '%a: tensor<64x256xf32> [{}, {"x"}]; %c: tensor<64x256xf32> [{}, {"x"}]', REDUCED, "tensor<64xf32>", "[{}]"
        ),
        *[[(REDUCE, "f32[64]", 1)] * 2] * 3,
    ),
    "a loop's sum": (loop(ADDED, "%other"), [(REDUCE, F32, 4)], [(REDUCE, F32, 1)], [(REDUCE, F32, 1)]),
    "a loop's masked sum": (loop(MASKED, "%other"), [(REDUCE, F32, 4)], [(REDUCE, F32, 1)], [(REDUCE, F32, 1)]),
    "a loop's scaled sum stays": (loop(SCALED, "%other"), *[[(REDUCE, F32, 4)]] * 3),
    "a carry that is read": (loop(ADDED, "%carry"), *[[(REDUCE, F32, 4)]] * 3),
    "own parts again": (program(f"%a: {ROWS}", OWN, sharding=SPLIT), [(GATHER, "f32[8,256]", 1)], [], []),
    "what is narrowed is gathered narrow": (
        program(f"%a: {ROWS}", CAST, "tensor<64x256xbf16>"),
        [(GATHER, "f32[8,256]", 1)],
        *[[(GATHER, "bf16[8,256]", 1)]] * 2,
    ),
    "what was narrow is gathered narrow": (
        program('%a: tensor<64x256xi8> [{"x"}, {}]', WIDENED),
        *[[(GATHER, "s8[8,256]", 1)]] * 3,
    ),
    "operands of products": (
        program(WEIGHTS, PRODUCT.replace("PRECISION", "DEFAULT"), sharding=SPLIT),
        *[[(GATHER, "f32[32,256]", 1)]] * 2,
        [(GATHER, "bf16[32,256]", 1)],
    ),
    "what was gathered not long ago": (far(100), *[[(GATHER, "f32[32,256]", 1)]] * 2, [(GATHER, "bf16[32,256]", 1)]),
    "what was gathered long ago": (far(101), *[[(GATHER, "f32[32,256]", 1)]] * 2, [(GATHER, "bf16[32,256]", 1)] * 2),
    **{
        f"parts of {size // 8} numbers": (
            program(
                f'%a: tensor<{size}xf32> [{{"x"}}]',
                f"  %r = stablehlo.sine %a : tensor<{size}xf32>",
                f"tensor<{size}xf32>",
                "[{}]",
            ),
            *[[(GATHER, f"f32[{size // 8}]", 1)]] * 2,
            [last],
        )
        for size, last in ((1024, (GATHER, "f32[128]", 1)), (768, (REDUCE, "f32[768]", 1)))
    },
    "a scalar product of what is reshaped": (
        program('%a: tensor<64x256xf32> [{}, {"x"}]; %c: tensor<64x256xf32> [{}, {"x"}]', SCALAR, "tensor<f32>", "[]"),
        *[[(GATHER, "f32[64,32]", 1)] * 2] * 2,
        [(REDUCE, "f32[]", 1)],
    ),
    "operands of exact products": (
        program(WEIGHTS, PRODUCT.replace("PRECISION", "HIGHEST"), sharding=SPLIT),
        *[[(GATHER, "f32[32,256]", 1)]] * 3,
    ),
    "what does not change in a loop": (
        program('%a: tensor<64x256xf32> [{}, {}]; %b: tensor<8x256x256xf32> [{"x"}, {}, {}]', LAYERS),
        [(GATHER, "f32[1,256,256]", 1)],
        [(GATHER, "f32[1,256,256]", 8)],
        [(GATHER, "bf16[1,256,256]", 8)],
    ),
    "a gather of one row": (
        program(ROW_OF, ROW, "tensor<1x256xf32>"),
        [(REDUCE, "f32[1,256]", 1)],
        [(GATHER, "f32[512,256]", 1)],
        [(REDUCE, "f32[1,256]", 1)],
    ),
    "a scatter of two rows": (
        program(ROW_AND_UPDATE.replace("<1x", "<2x"), UPDATE.replace("<1x", "<2x"), *TABLE),
        *[[]] * 3,
    ),
    "a scatter of one row": (program(ROW_AND_UPDATE, UPDATE, *TABLE), [], *[[(GATHER, "f32[512,256]", 1)]] * 2),
    "a scatter of a row that is known": (program(CONSTANT_ROW, f"{ROW_3}{UPDATE}", *TABLE), *[[]] * 3),
    "a row that is known is added to": (
        program(CONSTANT_ROWS, f"{ROW_3}{ADDED_ROWS}", *TABLE),
        [(GATHER, "f32[1,256]", 1), (GATHER, "f32[512,256]", 1)],
        *[[*[("collective-permute", "f32[256]", 1)] * 7, (GATHER, "f32[1,256]", 1)]] * 2,
    ),
    "what is scattered and added": (
        program(MANY_ROWS, SCATTERED, *TABLE),
        [(REDUCE, "f32[4096,256]", 1)],
        *[[(GATHER, "f32[512,256]", 1), (SCATTER, "f32[4096,256]", 1)]] * 2,
    ),
    "what is scattered two times and added": (
        program(MANY_ROWS, f"{SCATTERED_TWICE}  %r = stablehlo.add %s, %t : {TABLE[0]}", *TABLE),
        [(REDUCE, "f32[4096,256]", 1)] * 2,
        *[[(SCATTER, "f32[4096,256]", 1)]] * 2,
    ),
    "what is gathered after a broadcast": (
        program('%a: tensor<1024xf32> [{"x"}]', REPEATED, "tensor<1024x256xf32>"),
        [(GATHER, "f32[128,256]", 1)],
        *[[(GATHER, "f32[128]", 1)]] * 2,
    ),
    "operands of products are chosen": (
        program(WEIGHTS, CHOSEN, sharding=SPLIT),
        *[[(GATHER, "f32[32,256]", 1)]] * 2,
        [(GATHER, "bf16[32,256]", 1)],
    ),
    "operands of products are computed": (
        program(WEIGHTS, CHOSEN.replace("abs", "negate"), sharding=SPLIT),
        *[[(GATHER, "f32[32,256]", 1)]] * 3,
    ),
    "own parts again in groups of devices": (IN_GROUPS, [(GATHER, "f32[32,256]", 1)], *[[]] * 2),
}


TURNED = """
  %0 = stablehlo.slice %a [2:3] : (tensor<3xf32>) -> tensor<1xf32>
  %1 = stablehlo.slice %a [0:2] : (tensor<3xf32>) -> tensor<2xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
"""
SPREAD = "  %r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<43xf32>) -> tensor<11x43x47xf32>"


@pytest.mark.parametrize("given", DEVICES)
@pytest.mark.parametrize("body", [TURNED, SPREAD])
def test_sizes_that_devices_do_not_divide(body: str, given: dict[str, Any]) -> None:
    """Passes after the partitioner meet results of functions that are sums, and gathers of a flattened value."""
    if body is TURNED:
        text = program('%a: tensor<3xf32> [{"x"}]', body, "tensor<3xf32>", "[{}]")
        types = ["f32[1]", "f32[1]", "f32[3]"] if given == DEVICES[-1] else ["f32[1]", "f32[2]", "f32[1]", "f32[3]"]
    else:
        text = program('%a: tensor<43xf32> [{"x"}]', body, "tensor<11x43x47xf32>", '[{}, {"x":(1)2}, {"x":(2)4}]')
        types = ["f32[11,22,12]", "f32[11616]"]
    assert [each.operand.type for each in view(parse(text), **given).collectives] == types


def test_equal_operations_are_one_for_tpus() -> None:
    """The compiler for TPUs makes one of two broadcasts, and propagates that."""
    whole = "tensor<64x256x4xf32>"
    text = program(
        f'%a: {whole} [{{"x"}}, {{}}, {{}}]; %c: {whole} [{{}}, {{"x"}}, {{}}]; %w: tensor<64x256xf32> [{{}}, {{}}]',
        EQUAL,
        whole,
        '[{"x"}, {}, {}]',
    )
    found = [view(parse(text), **given).collectives for given in DEVICES]
    moved = [f"{each.operand.type} of {each.source[0].line}" for (each,) in found]
    assert moved == ["f32[64,32,4] of 9", "f32[64,32,4] of 9", "f32[64,32,4] of 8"]


@pytest.mark.parametrize(
    ("shape", "split", "element", "is_scattered"),
    [
        ((64, 128), 0, "f32", False),  # One tile of 8×128 elements.
        ((64, 256), 0, "f32", True),
        ((64, 304), 0, "f32", False),  # Three.
        ((128, 304), 0, "f32", True),
        ((128, 32), 0, "f32", True),
        ((8, 1024), 1, "f32", True),  # Parts that are interleaved may be one tile, but have whole rows.
        ((4, 8192), 1, "f32", False),
        ((64, 256), 0, "bf16", True),
        ((8, 1024), 1, "bf16", False),  # These are packed in pairs.
        ((32, 2048), 1, "bf16", True),
    ],
)
def test_parts_of_sums_on_tpus_are_tiles(shape: tuple[int, int], split: int, element: str, is_scattered: bool) -> None:
    rows, columns = shape
    axes = ["{}", "{}"]
    axes[split] = '{"x"}'
    types = [f"tensor<{each}x{element}>" for each in (f"256x{rows}", f"256x{columns}", f"{rows}x{columns}")]
    body = f"  %r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : ({types[0]}, {types[1]}) -> {types[2]}"
    given = f'%a: {types[0]} [{{"x"}}, {{}}]; %b: {types[1]} [{{"x"}}, {{}}]'
    (found,) = view(parse(program(given, body, types[2], f"[{', '.join(axes)}]")), machine="tpu-v5e").collectives
    assert (found.kind == "reduce-scatter") is is_scattered


@pytest.mark.parametrize(
    ("shape", "sent"), [("64x16x64", 229376), ("64x10x64", 229376), ("64x10x200", 917504), ("64x3x128", 172032)]
)
def test_sums_of_several_matrices_are_sent_in_tiles_on_tpus(shape: str, sent: int) -> None:
    """The bytes are those of XLA's text; matrices with fewer rows than a tile are summed whole."""
    bags, words, columns = shape.split("x")
    table, ids = f"tensor<4096x{columns}xf32>", f"tensor<{bags}x{words}x1xi32>"
    numbers = "offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2"
    body = (
        f'  %r = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<{numbers}>, '
        f"slice_sizes = array<i64: 1, {columns}>}}> : ({table}, {ids}) -> tensor<{shape}xf32>"
    )
    given = f'%a: {table} [{{"x"}}, {{}}]; %b: {ids} [{{"x"}}, {{}}, {{}}]'
    found = view(parse(program(given, body, f"tensor<{shape}xf32>", '[{"x"}, {}, {}]')), machine="tpu-v5e")
    assert found.collectives[-1].bytes_sent == sent


@pytest.mark.parametrize(
    ("rows", "columns", "element"), [(256, 64, "f32"), (64, 64, "bf16"), (64, 256, "bf16"), (32, 128, "f32")]
)
def test_layers_in_narrow_parts_are_gathered_in_f32_on_tpus(rows: int, columns: int, element: str) -> None:
    x, w, y = [f"tensor<{each}xf32>" for each in (f"32x16x{rows}", f"{rows}x{columns}", f"32x16x{columns}")]
    given = f'%a: {x} [{{"x"}}, {{}}, {{}}]; %b: tensor<1x{rows}x{columns}xf32> [{{}}, {{"x"}}, {{}}]'
    body = f"""
  %0 = stablehlo.reshape %b : (tensor<1x{rows}x{columns}xf32>) -> {w}
  %r = stablehlo.dot_general %a, %0, contracting_dims = [2] x [0] : ({x}, {w}) -> {y}
"""
    text = program(given, body, y, '[{"x"}, {}, {}]')
    assert [each.operand.type for each in view(parse(text), machine="tpu-v5e").collectives] == [
        f"{element}[{rows // 8},{columns}]"
    ]


CALLED = """
  %0 = stablehlo.add %a, %b : tensor<64x256xf32>
  %1 = call @f(%0) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %2 = call @f(%1) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %r = stablehlo.add %2, %b : tensor<64x256xf32>
"""


@pytest.mark.parametrize(("operations", "sent"), [(18, 64512), (19, 71680)])
def test_large_functions_are_inlined_after_propagation_for_tpus(operations: int, sent: int) -> None:
    """Those of 20 instructions or more, parameters included, that several calls call."""
    lines = [f"  %{number + 1} = stablehlo.tanh %{number} : tensor<64x256xf32>" for number in range(operations)]
    body = "\n".join([*lines, f"  return %{operations} : tensor<64x256xf32>"])
    text = program('%a: tensor<64x256xf32> [{"x"}, {}]; %b: tensor<64x256xf32> [{}, {"x"}]', CALLED)
    text += f"func.func private @f(%0: tensor<64x256xf32>) -> tensor<64x256xf32> {{\n{body}\n}}"
    found = [view(parse(text), **given) for given in DEVICES]
    assert [each.totals.bytes_sent for each in found] == [64512, 64512, sent]
    assert not any(each.calls_left for each in found)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", mostly_long(CASES, list(CASES)[::3]))
def test_collectives_are_those_of_the_compiler(name: str, number: int) -> None:
    text, *expected = CASES[name]
    found = view(parse(text), **DEVICES[number])
    assert [(each.kind, each.operand.type, each.executions) for each in found.collectives] == expected[number]
    assert not found.totals.unknown


def test_the_compiler_is_named() -> None:
    """Without a machine it is that for TPUs."""
    module = parse(of_products("f32", SUM))
    found = [view(module).stage_text, *[view(module, **given).stage_text for given in DEVICES]]
    assert found == [f"propagated, partitioned by XLA for {each}s" for each in ("TPU", "CPU", "GPU", "TPU")]


def test_peaks_hold_what_is_gathered_before_a_loop() -> None:
    """A loop holds what has left it."""
    text = CASES["what does not change in a loop"][0]
    peaks = [view(parse(text), **given).peak for given in DEVICES]
    assert all(each is not None and each.bytes >= 8 * 256 * 256 * 2 for each in peaks)
