"""Where ours and the reference differ in the padding of tensors that their shardings do not divide."""

from __future__ import annotations

from tools.differences.difference import CRASHES, Difference
from tools.differential import Run

PADDING: tuple[Difference, ...] = (
    Difference(
        "Slices that cannot be padded",
        "Where a slice that -sdy-pad-for-divisibility pads would need elements of other devices, or its operand has no "
        "sharding, the reference ends with a message, or crashes.",
        'sdy.mesh @m = <["a"=4]>\n'
        "func.func @f(%x: tensor<8xf32>) {\n"
        '  %0 = stablehlo.slice %x [0:5] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : '
        "(tensor<8xf32>) -> tensor<5xf32>\n"
        "  return\n"
        "}",
        "`3:8: error: 'stablehlo.slice' op cannot be padded along dimension 0: its limit would become 8 instead of 5, "
        "but its operand has no sharding`",
        CRASHES,
        Run(("sdy-pad-for-divisibility",)),
    ),
    Difference(
        "Padding of complex numbers",
        "The reference has no zero of a complex type.",
        'sdy.mesh @m = <["a"=4]>\n'
        "func.func @f(%x: tensor<7xcomplex<f32>>) {\n"
        '  %0 = sdy.all_slice [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<7xcomplex<f32>>\n'
        "  return\n"
        "}",
        "prints `%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>`",
        CRASHES,
        Run(("sdy-pad-for-divisibility",)),
        line=3,
    ),
    Difference(
        "Padding inside of reducers",
        "An argument of a region that is not a loop, branch or computation stands for nothing that is sharded, and the "
        "reference uses that nothing as an operand.",
        'sdy.mesh @m = <["a"=4]>\n'
        "func.func @f(%x: tensor<8xf32>, %c: tensor<f32>) {\n"
        "  %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>\n"
        "   reducer(%p: tensor<f32>, %q: tensor<f32>) {\n"
        '    %1 = stablehlo.custom_call @f(%p) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : '
        "(tensor<f32>) -> tensor<7xf32>\n"
        "    stablehlo.return %q : tensor<f32>\n"
        "  }\n"
        "  return\n"
        "}",
        'prints `%1 = stablehlo.custom_call @f(%arg2) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : '
        "(tensor<f32>) -> tensor<8xf32>`",
        CRASHES,
        Run(("sdy-pad-for-divisibility",)),
        line=5,
    ),
    Difference(
        "Padding inside of asynchronous operations",
        "An argument of `stablehlo.async_start` stands for nothing that is sharded, either: after the error that both "
        "report, the reference finds that nothing as an operand, and sdy-opt the cast of the argument.",
        'sdy.mesh @m = <["a"=4]>\n'
        "func.func @f(%u: tensor<1xf32>, %i: tensor<i32>) {\n"
        '  %0 = stablehlo.custom_call @f() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : '
        "() -> tensor<7xf32>\n"
        '  %1 = "stablehlo.async_start"(%0, %u, %i) ({\n'
        "  ^bb0(%p: tensor<7xf32>, %q: tensor<1xf32>, %r: tensor<i32>):\n"
        "    %2 = stablehlo.dynamic_update_slice %p, %q, %r : "
        "(tensor<7xf32>, tensor<1xf32>, tensor<i32>) -> tensor<7xf32>\n"
        "    stablehlo.return %2 : tensor<7xf32>\n"
        "  }) : (tensor<7xf32>, tensor<1xf32>, tensor<i32>) -> !stablehlo.future<tensor<7xf32>>\n"
        "  return\n"
        "}",
        "`4:8: error: 'stablehlo.async_start' op operand type 'tensor<8xf32>' at index 0 must match region argument "
        "type 'tensor<7xf32>'`",
        "`4:8: error: 'stablehlo.async_start' op operand type 'tensor<8xf32>' at index 0 must match region argument "
        "type 'tensor<7xf32>'`, and 1 more",
        Run(("sdy-pad-for-divisibility",)),
    ),
)
