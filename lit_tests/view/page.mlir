// --html writes one page instead of tables: to a file, which it replaces, or for - to standard output. Passes run first.
// RUN: sdy-view %s --as-written --html %t.html
// RUN: FileCheck %s --input-file %t.html
// RUN: sdy-view %s --as-written --html - --sdy-inline-meshes | FileCheck %s --check-prefix=INLINED
// RUN: bash -c "sdy-view %s --as-written --html - --json; echo status $?" 2>&1 | FileCheck %s --check-prefix=JSON

sdy.mesh @mesh = <["x"=2]>

func.func private @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

// CHECK: <!doctype html>
// CHECK: <title>page.mlir – sdy-view</title>
// CHECK: <script type="application/json" id="data">{"file":"{{.*}}page.mlir","name":"page.mlir","heading":["as written: 2 devices, mesh [\"x\"=2]"],
// CHECK-SAME: "rows":[["%arg0","argument","9","8xf32","[{\"x\"}]","4","2","1","16",""]],"of":[["main",["%arg0"]]]
// CHECK-SAME: "meshes":[{"axes":[["x",2]],"device_ids":null}]
// CHECK-SAME: "is_input":true
// INLINED: "<mesh<[\"x\"=2]>, [{\"x\"}]>"
// INLINED-SAME: "is_input":false
// JSON: Error: --html shows all of it: it cannot be combined with --json
// JSON-NEXT: status 2
