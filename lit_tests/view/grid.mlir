// --grid draws the blocks of one tensor with the devices that hold them, in the order that the mesh gives to these.
// RUN: sdy-view %s --as-written --grid=%a | FileCheck %s --check-prefix=A --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written -grid --value %b | FileCheck %s --check-prefix=B --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --grid=%b --dims 2,0 --at 1=1 | FileCheck %s --check-prefix=DIMS --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --grid=%c | FileCheck %s --check-prefix=DYNAMIC --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --grid=%d | FileCheck %s --check-prefix=SCALAR --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --grid=%local --dims=1,2 --at x=1 | FileCheck %s --check-prefix=MANUAL --match-full-lines --strict-whitespace

sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @snake = <["x"=2, "y"=4], device_ids=[0, 1, 2, 3, 7, 6, 5, 4]>

func.func @main(%a: tensor<4x10xf32> {sdy.sharding = #sdy.sharding<@snake, [{"x"}, {"y"}]>},
                %b: tensor<6x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y":(1)2}, {"x", "y":(2)2}]>},
                %c: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %d: tensor<f32>) {
  %0 = sdy.manual_computation(%b) in_shardings=[<@mesh, [{}, {"x"}, {"y"}]>] out_shardings=[<@mesh, [{}, {"x"}, {}]>] manual_axes={"x"} (%local: tensor<6x2x8xf32>) {
    sdy.return %local : tensor<6x2x8xf32>
  } : (tensor<6x4x8xf32>) -> tensor<6x4x8xf32>
  return
}

//      A:@main %a: tensor<4x10xf32>, <@snake, [{"x"}, {"y"}]>
// A-NEXT:8 blocks of 24 bytes, each on 1 device; 16.7% padding
// A-NEXT:down: dimension 0 over {"x"}; across: dimension 1 over {"y"}
// A-NEXT:       0:3    3:6    6:9   9:10
// A-NEXT:    ┌──────┬──────┬──────┬──────┐
// A-NEXT:0:2 │    0 │    1 │    2 │    3 │
// A-NEXT:    ├──────┼──────┼──────┼──────┤
// A-NEXT:2:4 │    7 │    6 │    5 │    4 │
// A-NEXT:    └──────┴──────┴──────┴──────┘

//      B:@main %b: tensor<6x4x8xf32>, <@mesh, [{}, {"y":(1)2}, {"x", "y":(2)2}]>
// B-NEXT:8 blocks of 96 bytes, each on 1 device
// B-NEXT:down: dimension 1 over {"y":(1)2}; across: dimension 2 over {"x", "y":(2)2}
// B-NEXT:      0:2   2:4   4:6   6:8
// B-NEXT:    ┌─────┬─────┬─────┬─────┐
// B-NEXT:0:2 │   0 │   1 │   4 │   5 │
// B-NEXT:    ├─────┼─────┼─────┼─────┤
// B-NEXT:2:4 │   2 │   3 │   6 │   7 │
// B-NEXT:    └─────┴─────┴─────┴─────┘

//      DIMS:@main %b: tensor<6x4x8xf32>, <@mesh, [{}, {"y":(1)2}, {"x", "y":(2)2}]>
// DIMS-NEXT:8 blocks of 96 bytes, each on 1 device
// DIMS-NEXT:down: dimension 2 over {"x", "y":(2)2}; across: dimension 0
// DIMS-NEXT:      0:6
// DIMS-NEXT:    ┌─────┐
// DIMS-NEXT:0:2 │   2 │
// DIMS-NEXT:    ├─────┤
// DIMS-NEXT:2:4 │   3 │
// DIMS-NEXT:    ├─────┤
// DIMS-NEXT:4:6 │   6 │
// DIMS-NEXT:    ├─────┤
// DIMS-NEXT:6:8 │   7 │
// DIMS-NEXT:    └─────┘
// DIMS-NEXT:Of dimension 1, this is block 1 of 2 (--at 1=…).

//      DYNAMIC:@main %c: tensor<?xf32>, <@mesh, [{"x"}]>
// DYNAMIC-NEXT:2 blocks, each on 4 devices; replicated over "y": 4 copies; size of dimension 0 not known
// DYNAMIC-NEXT:across: dimension 0 over {"x"}
// DYNAMIC-NEXT:   block 0   block 1
// DYNAMIC-NEXT: ┌─────────┬─────────┐
// DYNAMIC-NEXT: │     0–3 │     4–7 │
// DYNAMIC-NEXT: └─────────┴─────────┘

//      SCALAR:@main %d: tensor<f32>, no sharding
// SCALAR-NEXT:one block of 4 bytes, on 8 devices; no sharding: 8 copies
// SCALAR-NEXT: ┌─────┐
// SCALAR-NEXT: │ 0–7 │
// SCALAR-NEXT: └─────┘

//      MANUAL:@main %local: tensor<6x2x8xf32>, <@mesh, [{}, {}, {"y"}]>
// MANUAL-NEXT:4 blocks of 96 bytes, each on 1 device; local along manual "x"
// MANUAL-NEXT:down: dimension 1; across: dimension 2 over {"y"}
// MANUAL-NEXT:      0:2   2:4   4:6   6:8
// MANUAL-NEXT:    ┌─────┬─────┬─────┬─────┐
// MANUAL-NEXT:0:2 │   4 │   5 │   6 │   7 │
// MANUAL-NEXT:    └─────┴─────┴─────┴─────┘
// MANUAL-NEXT:On the manual axis "x", this is place 1 of 2 (--at x=…).
