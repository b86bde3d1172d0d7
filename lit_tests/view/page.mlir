// --html writes one page instead of tables: to a file, which it replaces, or for - to standard output. Passes run first.
// RUN: sdy-view %s --as-written --html %t.html
// RUN: FileCheck %s --input-file %t.html
// RUN: sdy-view %s --as-written --html - -sdy-inline-meshes | FileCheck %s --check-prefix=INLINED
// RUN: bash -c "sdy-view %s --as-written --html - --json; echo status $?" 2>&1 | FileCheck %s --check-prefix=JSON

sdy.mesh @mesh = <["x"=2]>

func.func private @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

// CHECK: <!doctype html>
// CHECK: <title>page.mlir – sdy-view</title>
// CHECK: <script type="application/json" id="data">{"file":"{{.*}}page.mlir","stage":"as written","partitioner":"as written","devices":2,
// CHECK-SAME: "text_line":9,"share":0
// CHECK-SAME: "local_shape":[4]
// CHECK-SAME: "partition":{"mesh":0,"dimensions":[[["x",1,2]]],"manual":[]}
// CHECK-SAME: "layouts":[{"axes":[["x",2]],"device_ids":null}]
// CHECK-SAME: "is_as_written":true
// INLINED: "sharding":"\u003cmesh\u003c[\"x\"=2]\u003e, [{\"x\"}]\u003e"
// INLINED-SAME: "is_as_written":false
// JSON: Error: --html shows all of it: it cannot be combined with --json
// JSON-NEXT: status 2
