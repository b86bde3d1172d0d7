// --sort lists by bytes a device, by name, or by the size of the whole; --top the first ones.
// RUN: sdy-view %s --as-written --sort bytes | FileCheck %s --check-prefix=BYTES
// RUN: sdy-view %s --as-written --sort shape | FileCheck %s --check-prefix=SHAPE
// RUN: sdy-view %s --as-written --sort=name --top=3 | FileCheck %s --check-prefix=NAME

sdy.mesh @mesh = <["x"=4]>

func.func @main(%a2: tensor<600xbf16>, %a10: tensor<1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<10x2xbf16>, %u: tensor<?xbf16>) {
  return
}

// BYTES: %a2 {{.*}} 1,200 (1.1 KiB) no sharding: 4 copies
// BYTES-NEXT: %a10 {{.*}} 512
// BYTES-NEXT: %a1 {{.*}} 40 no sharding
// BYTES-NEXT: %u {{.*}} — no sharding: 4 copies; size of dimension 0 not known
// SHAPE: %a10
// SHAPE-NEXT: %a2
// SHAPE-NEXT: %a1
// SHAPE-NEXT: %u
// NAME: %a1 argument
// NAME-NEXT: %a2 argument
// NAME-NEXT: %a10 argument
// NAME-NEXT: … 1 more
