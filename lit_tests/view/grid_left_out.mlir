// A picture fits into the width of the terminal, and says which blocks and devices it leaves out.
// RUN: env COLUMNS=50 sdy-view %s --as-written --grid | FileCheck %s --strict-whitespace
// RUN: sdy-view %s --as-written --grid --json | FileCheck %s --check-prefix=JSON

sdy.mesh @mesh = <["x"=64, "y"=128]>

func.func private @main(tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x":(1)4}]>})

//      CHECK:512 blocks of 131,072 bytes (128 KiB), each on 16 devices; replicated over "x":(4)16: 16 copies
// CHECK-NEXT:down: dimension 0 over {"y"}; across: dimension 1 over {"x":(1)4}
// CHECK-NEXT:                           0                1024…
// CHECK-NEXT:         ┌───────────────────┬───────────────────…
// CHECK-NEXT:    0:32 │  0,128,256,…,1920 │  2048,2176,…,3968 …
//      CHECK:992:1024 │ 31,159,287,…,1951 │  2079,2207,…,3999 …
// CHECK-NEXT:         …
// CHECK-NEXT:Shown are 32 of 128 rows and 2 of 4 columns of blocks.
// CHECK-NEXT:… stands for more of the 16 devices that hold a block.

// JSON: "blocks": [{"block": [0, 0], "place": [], "extent": {{\[\[}}0, 32], [0, 1024]], "devices": [0, 128, 256, 384,
