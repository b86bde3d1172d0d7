// Compilers for GPUs and TPUs gather only the largest elements of each device, where the partitioner alone gathers all.
// That for TPUs sorts all elements of its own rows if not far fewer are wanted; for GPUs it gathers all rows if several
// devices have the same.
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefixes=MACHINE,TPU
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefixes=MACHINE,GPU
// RUN: sdy-view %s --collectives --peak-profile cpu | FileCheck %s --check-prefix=CPU


// MACHINE: all_gather {{.*}}:21 "model" 4 f32[256,100] 300 KiB 1 300 KiB 2 600 KiB
// TPU-NOT: all_gather
// GPU-NEXT: all_gather {{.*}}:22 "data" 2 f32[256,4096] 4 MiB

// CPU: all_gather {{.*}}:21 "model" 4 f32[256,4096] 12 MiB

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func public @main(%a: tensor<512x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
    %b: tensor<512x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<512x100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
        tensor<512x100xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<512x100xf32>) {
  %values, %indices = chlo.top_k(%a, k = 100) : tensor<512x16384xf32> -> (tensor<512x100xf32>, tensor<512x100xi32>)
  %others, %unused = chlo.top_k(%b, k = 100) : tensor<512x4096xf32> -> (tensor<512x100xf32>, tensor<512x100xi32>)
  return %values, %indices, %others : tensor<512x100xf32>, tensor<512x100xi32>, tensor<512x100xf32>
}
