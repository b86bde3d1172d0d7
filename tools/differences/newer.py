"""Where the reference refuses what newer versions of Shardy accept, and sdy-opt as well."""

from __future__ import annotations

from tools.differences.difference import Difference
from tools.differential import Run

NEWER: tuple[Difference, ...] = (
    Difference(
        "Reduction operators",
        "Newer versions of Shardy reduce by maximum and minimum, too, and read `unreduced{…}` without an equals sign.",
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        'func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"a"}>})',
        'prints `func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"a"}>})`',
        "`2:86: error: expected '{'`, and 1 more",
        line=2,
    ),
    Difference(
        "Unreduced axes without braces",
        "As newer versions, sdy-opt expects a brace where the equals sign may be missing.",
        'module attributes {test.a = #sdy.sharding<@m, [{}], unreduced "a">} {}',
        "`1:62: error: expected '{'`",
        "`1:62: error: expected '='`, and 1 more",
    ),
    Difference(
        "Large factors",
        "In newer versions the sizes of factors have 64 bits.",
        "module attributes {test.a = #sdy.op_sharding_rule<([i])->([i]) {i=8589934592}>} {}",
        "prints `module attributes {test.a = #sdy.op_sharding_rule<([i])->([i]) {i=8589934592}>} {`",
        "`1:67: error: integer value too large`",
        line=0,
    ),
    Difference(
        "Records of functions' edges",
        "Newer versions do not look for the values that the record of a function's edge names.",
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        'func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {\n'
        '  %0 = sdy.func_data_flow_edge %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" '
        "= operand-0 -> [operand-3]}]}]>} : tensor<8xf32>\n"
        "  return\n"
        "}",
        "prints `%0 = sdy.func_data_flow_edge %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 "
        '= [{"a" = operand-0 -> [operand-3]}]}]>} : tensor<8xf32>`',
        "`3:8: error: 'sdy.func_data_flow_edge' op expected a value ref to have an operand index in range "
        "[0, 1), got: 3`",
        line=3,
    ),
    Difference(
        "Inlined meshes of replica groups",
        "Newer versions inline them as meshes of StableHLO.",
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        "func.func private @f(tensor<8xf32>) attributes {replica_groups = "
        '#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "a">]>}',
        "prints `func.func private @f(tensor<8xf32>) attributes {replica_groups = "
        '#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = '
        '"one", size = 1>]>, axes = [#stablehlo.axis_ref<name = "a">]>}`',
        "crashes",
        Run(("sdy-inline-meshes",)),
    ),
    Difference(
        "Reshards to single devices",
        "Newer versions leave them to `-sdy-resolve-single-device-sharding`.",
        "sdy.mesh @d = <[], device_ids=[0]>\n"
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        "func.func @f(%x: tensor<8xf32>) {\n"
        "  %0 = sdy.reshard %x <@d, []> : tensor<8xf32>\n"
        "  return\n"
        "}",
        "prints `%0 = sdy.reshard %arg0 <@d, []> : tensor<8xf32>`",
        "`4:8: error: failed to legalize operation 'sdy.reshard' that was explicitly marked illegal: %0 = "
        '"sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@d, []>}> : (tensor<8xf32>) -> tensor<8xf32>`',
        Run(("sdy-reshard-to-collectives",)),
        line=4,
    ),
    Difference(
        "Slices along axes of size one",
        "In newer versions they are local if they begin at the start.",
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        'func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"one"}]>}) {\n'
        '  %0 = stablehlo.slice %x [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"one"}]>]>} : '
        "(tensor<8xf32>) -> tensor<3xf32>\n"
        "  return\n"
        "}",
        "prints `%0 = stablehlo.slice %arg0 [0:3] : (tensor<8xf32>) -> tensor<3xf32>`",
        "`3:8: error: 'stablehlo.slice' op dimension 0 is sharded but the slice is not a full slice and "
        "requires device communication.`, and 1 more",
        Run(("sdy-convert-global-to-local",)),
        line=3,
    ),
    Difference(
        "Windows that do not overlap",
        "In newer versions they are local. sdy-opt makes sure that windows begin where the parts of devices do.",
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        'func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %c: tensor<f32>) {\n'
        '  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>, window_strides = '
        "array<i64: 2>}> ({\n"
        "  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
        "    stablehlo.return %q : tensor<f32>\n"
        '  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>, tensor<f32>) -> '
        "tensor<4xf32>\n"
        "  return\n"
        "}",
        'prints `%0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, '
        "window_strides = array<i64: 2>}> ({`",
        "crashes",
        Run(("sdy-convert-global-to-local",)),
        line=3,
    ),
    Difference(
        "Padded collectives",
        "Newer versions pad further collectives than all-slices and all-gathers. sdy-opt does where the "
        "reference fails.",
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        "func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {\n"
        '  %0 = sdy.reduce_scatter [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<7xf32>\n'
        '  %1 = sdy.all_gather [{"a"}] %0 out_sharding=<@m, [{}]> : tensor<7xf32>\n'
        "  return %1 : tensor<7xf32>\n"
        "}",
        'prints `%1 = sdy.reduce_scatter [{"a"}] %0 out_sharding=<@m, [{"a"}]> : tensor<8xf32>`',
        "`4:8: error: 'sdy.all_gather' op collective on operand without sharding`",
        Run(("sdy-pad-for-divisibility",)),
        line=5,
    ),
    Difference(
        "Pads of padded tensors",
        "Newer versions change the edges of the pad. sdy-opt does where the reference fails, and masks "
        "elements that would show.",
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        "func.func @f(%x: tensor<7xf32>, %c: tensor<f32>) {\n"
        '  %0 = sdy.all_slice [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<7xf32>\n'
        "  %1 = stablehlo.pad %0, %c, low = [1], high = [0], interior = [0] {sdy.sharding = "
        '#sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>\n'
        "  return\n"
        "}",
        'prints `%2 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : '
        "tensor<8xi32>`",
        "`4:8: error: failed to legalize operation 'stablehlo.pad' that was explicitly marked illegal: %4 = "
        '"stablehlo.pad"(%3, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 1>, '
        'interior_padding = array<i64: 0>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : '
        "(tensor<7xf32>, tensor<f32>) -> tensor<8xf32>`",
        Run(("sdy-pad-for-divisibility",)),
        line=6,
    ),
    Difference(
        "Convolutions of padded tensors",
        "Newer versions mask the operands and slice the result. sdy-opt does where the reference fails, but "
        "not where groups or reversed windows are padded.",
        'sdy.mesh @m = <["a"=2, "one"=1]>\n'
        "func.func @f(%x: tensor<1x7x1xf32>, %k: tensor<3x1x1xf32>) {\n"
        '  %0 = sdy.all_slice [{}, {"a"}, {}] %x out_sharding=<@m, [{}, {"a"}, {}]> : tensor<1x7x1xf32>\n'
        "  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x1xf32>, "
        "tensor<3x1x1xf32>) -> tensor<1x5x1xf32>\n"
        "  return\n"
        "}",
        "prints `%3 = stablehlo.slice %2 [0:1, 0:5, 0:1] : (tensor<1x6x1xf32>) -> tensor<1x5x1xf32>`",
        "`4:8: error: inferred shape '[1, 6, 1]' is incompatible with return type of operation 'tensor<1x5x1xf32>'`",
        Run(("sdy-pad-for-divisibility",)),
        line=7,
    ),
)
