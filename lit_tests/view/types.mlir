// What types take: narrow and complex elements, unknown and bounded sizes, what is not a tensor.
// RUN: sdy-view %s --as-written | FileCheck %s --match-full-lines --strict-whitespace
sdy.mesh @mesh = <["x"=2]>
func.func private @types(
    tensor<f32>, tensor<0x4xf32>, tensor<3xi1>, tensor<3xi4>, tensor<2xcomplex<f32>>, tensor<4x!quant.uniform<i8:f32, 2.0>>,
    tensor<?x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<?x4xf32, #stablehlo.bounds<9, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<*xf32>, !stablehlo.token, tuple<tensor<4xf32>>, i32)

//      CHECK:{{.*}}types.mlir, as written: 2 devices, mesh ["x"=2]
// CHECK-EMPTY:
// CHECK-NEXT:name    kind      line  type                                    sharding     local shape  shards  copies  bytes a device  why
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:%arg0   argument     4  f32                                     —            scalar            1       2               4  no sharding: 2 copies
// CHECK-NEXT:%arg1   argument     4  0x4xf32                                 —            0x4               1       2               0  no sharding: 2 copies
// CHECK-NEXT:%arg2   argument     4  3xi1                                    —            3                 1       2               3  no sharding: 2 copies
// CHECK-NEXT:%arg3   argument     4  3xi4                                    —            3                 1       2               2  no sharding: 2 copies
// CHECK-NEXT:%arg4   argument     4  2xcomplex<f32>                          —            2                 1       2              16  no sharding: 2 copies
// CHECK-NEXT:%arg5   argument     4  4x!quant.uniform<i8:f32, 2.000000e+00>  —            4                 1       2               4  no sharding: 2 copies
// CHECK-NEXT:%arg6   argument     4  ?x4xf32                                 [{"x"}, {}]  ?x4               2       1               —  size of dimension 0 not known
// CHECK-NEXT:%arg7   argument     4  ?x4xf32, #stablehlo.bounds<9, ?>        [{"x"}, {}]  5x4               2       1              80  10.0% padding; counted at its bounds
// CHECK-NEXT:%arg8   argument     4  tensor<*xf32>                           —            —                 —       —               —  rank not known
// CHECK-NEXT:%arg9   argument     4  !stablehlo.token                        —            —                 —       —               —  no tensor
// CHECK-NEXT:%arg10  argument     4  tuple<tensor<4xf32>>                    —            —                 —       —               —  no tensor
// CHECK-NEXT:%arg11  argument     4  i32                                     —            —                 —       —               —  no tensor
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments  bytes  results  bytes  together, a device
// CHECK-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@types        0–1         12    109        0      0                 109  29 B without a sharding; 5 of unknown size not counted
