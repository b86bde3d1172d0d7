// Collectives that the program holds are counted as they stand; calls multiply, and unknown loops are not summed.
// RUN: sdy-view %s --collectives | FileCheck %s --match-full-lines --strict-whitespace

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %n: tensor<i32>,
                %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8xf32> {
  %0 = func.call @gathered(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = func.call @gathered(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %c = %a) : tensor<i32>, tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"y"}]>]>}
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %2 = sdy.all_to_all [{"y"}: 0->1] %w out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x8xf32>
    stablehlo.return %i, %c : tensor<i32>, tensor<8xf32>
  }
  return %r#1 : tensor<8xf32>
}

func.func private @gathered(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.all_gather [{"y"}] %a out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//      CHECK:{{.*}}collectives_as_written.mlir, as written: 8 devices, mesh ["x"=2, "y"=4]
// CHECK-EMPTY:
// CHECK-NEXT:function   kind        source                          axes  of  operand a device  sent a device     runs   in all  why
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main      all_to_all  collectives_as_written.mlir:16  "y"    4  f32[2,8]                   48 B  unknown  unknown  as written
// CHECK-NEXT:@gathered  all_gather  collectives_as_written.mlir:23  "y"    4  f32[2]                     24 B        2     48 B  as written
// CHECK-NEXT:sent a device: at least 48 B, all over "y", and 48 B in each iteration of the loop collectives_as_written.mlir:11 (1 collective)
// CHECK-NEXT:not summed: 1 collective in loops whose number of runs is unknown (--assume-runs=collectives_as_written.mlir:11=N)
