// Where it is not known what XLA's partitioner moves, a row has an upper bound, and guards fail.

// RUN: sdy-view --collectives --peak %s | filecheck %s
// RUN: sdy-view --collectives --partitioner shardy %s | filecheck %s --check-prefix=SHARDY
// RUN: sh -c 'sdy-view --strict %s > /dev/null; echo "status $?"' 2>&1 | filecheck %s --check-prefix=STRICT
// RUN: sh -c 'sdy-view --max-sent=64KiB %s > /dev/null; echo "status $?"' 2>&1 | filecheck %s --check-prefix=SENT
// RUN: sh -c 'sdy-view --max-peak=3MiB %s > /dev/null; echo "status $?"' 2>&1 | filecheck %s --check-prefix=PEAK
// RUN: sdy-view --drop-shardings %s | filecheck %s --check-prefix=VARIANTS
// RUN: sdy-view --time %s | filecheck %s --check-prefix=TIME
// RUN: sdy-plan %s | filecheck %s --check-prefix=PLAN

sdy.mesh @mesh = <["data"=8]>
func.func @main(%a: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<512x4xf32> {
  %0 = stablehlo.tanh %a : tensor<512x1024xf32>
  %1 = stablehlo.custom_call @opaque(%0) : (tensor<512x1024xf32>) -> tensor<512x4xf32>
  return %1 : tensor<512x4xf32>
}

//      CHECK:perhaps_gathered.mlir, propagated, partitioned by XLA for TPUs: 8 devices
//      CHECK:all_gather  perhaps_gathered.mlir:15  "data"   8  f32[64,1024]      at most 1.7 MiB     1  unknown  perhaps gathered by XLA's partitioner for custom_call
// CHECK-NEXT:sent a device: unknown: 1 collective of unknown bytes, at most 1.7 MiB
//      CHECK:not summed: what is perhaps gathered by XLA's partitioner for custom_call at perhaps_gathered.mlir:15, at most 1.7 MiB
//      CHECK:peak a device: at least 2.5 MiB
// CHECK-NEXT:at most 4.2 MiB if XLA gathers what it may (see the collectives of unknown bytes)

//     SHARDY:perhaps_gathered.mlir, propagated, explicit collectives: 8 devices
// SHARDY-NOT:perhaps gathered

//      STRICT:perhaps_gathered.mlir:15: 1 all-gather of unknown bytes, at most 1.7 MiB: perhaps gathered by XLA's partitioner for custom_call
// STRICT-NEXT:status 1

//      SENT:cannot tell whether a device sends more than --max-sent 64 KiB: at least 0 B, and 1 collective of unknown bytes, at most 1.7 MiB
// SENT-NEXT:status 1

//      PEAK:cannot tell whether the peak is more than --max-peak 3 MiB: about 2.5 MiB, at most 4.2 MiB (perhaps_gathered.mlir:15: perhaps gathered by XLA's partitioner for custom_call)
// PEAK-NEXT:status 1

//      VARIANTS:0  as given {{.*}} ≥ 2.5 MiB
//      VARIANTS:least memory (profile tpu): 1, unless it is 0 (not known); fastest: not known
// VARIANTS-NEXT:≥: XLA may send or hold more than is known (--collectives says for which lines, and how much at most)

// TIME:not known: the bytes of 1 collective

//      PLAN:sent           at most 1.7 MiB  at most 1.7 MiB  all-gather 1.7 MiB
//      PLAN:note: bytes sent and times have upper bounds of 1 collective of unknown bytes
