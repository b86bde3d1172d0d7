// Where XLA may move operands otherwise than Shardy, a row has an upper bound, and guards fail.

// RUN: sdy-view --collectives --peak %s | filecheck %s
// RUN: sh -c 'sdy-view --strict %s > /dev/null; echo "status $?"' 2>&1 | filecheck %s --check-prefix=STRICT
// RUN: sh -c 'sdy-view --max-sent=64KiB %s > /dev/null; echo "status $?"' 2>&1 | filecheck %s --check-prefix=SENT
// RUN: sh -c 'sdy-view --max-peak=2MiB %s > /dev/null; echo "status $?"' 2>&1 | filecheck %s --check-prefix=PEAK
// RUN: sh -c 'sdy-view --max-sent=8MiB --max-peak=8MiB %s > /dev/null; echo "status $?"' 2>&1 | filecheck %s --check-prefix=BELOW
// RUN: sdy-view --drop-shardings %s | filecheck %s --check-prefix=VARIANTS
// RUN: sdy-view --time %s | filecheck %s --check-prefix=TIME
// RUN: sdy-plan %s | filecheck %s --check-prefix=PLAN

sdy.mesh @mesh = <["data"=8]>
func.func @main(%tables: tensor<8x1000x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>},
                %ids: tensor<8x64x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}) -> tensor<8x64x64xf32> {
  %0 = "stablehlo.gather"(%tables, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 64>}> : (tensor<8x1000x64xf32>, tensor<8x64x1xi32>) -> tensor<8x64x64xf32>
  return %0 : tensor<8x64x64xf32>
}

//      CHECK:all_to_all   perhaps_gathered.mlir:14  "data"   8  s32[8,8,1]                  224 B     1    224 B  operand 1 of gather
// CHECK-NEXT:~all_gather  perhaps_gathered.mlir:15  "data"   8  f32[1,1000,64]    at most 1.8 MiB     1  unknown  estimated: perhaps gathered by XLA's partitioner for gather
// CHECK-NEXT:sent a device: at least 224 B, all over "data", and 1 collective of unknown bytes, at most 1.8 MiB
//      CHECK:peak a device: at least 266.5 KiB
//      CHECK:at most 4.0 MiB if XLA gathers what it may (see the collectives of unknown bytes)

//      STRICT:perhaps_gathered.mlir:15: 1 all-gather of unknown bytes, at most 1.8 MiB: perhaps gathered by XLA's partitioner for gather
// STRICT-NEXT:status 1

//      SENT:cannot tell whether a device sends more than --max-sent 64 KiB: at least 224 B, and 1 collective of unknown bytes, at most 1.8 MiB (perhaps_gathered.mlir:15: perhaps gathered by XLA's partitioner for gather)
// SENT-NEXT:status 1

//      PEAK:cannot tell whether the peak is more than --max-peak 2 MiB: about 266.5 KiB, at most 4.0 MiB (perhaps_gathered.mlir:15: perhaps gathered by XLA's partitioner for gather)
// PEAK-NEXT:status 1

// BELOW-NOT:cannot tell
//     BELOW:status 0

//      VARIANTS:peak  sent over data  XLA sends more
//      VARIANTS:0  as given           ≥ 266.5 KiB         ≥ 224 B         unknown  ≥ 4.01 µs
//      VARIANTS:least memory (profile device): 1, unless it is 0 (not known); fastest: 1
// VARIANTS-NEXT:≥: XLA may send or hold more than is known (--collectives says for which lines, and how much at most)

// TIME:not known: what XLA's partitioner moves otherwise for 1 operation (--collectives)

//      PLAN:sent by a device            224 B            224 B  all-to-all 224 B
// PLAN-NEXT:XLA sends more    at most 1.8 MiB  at most 1.8 MiB
