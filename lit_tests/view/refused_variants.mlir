// A variant that cannot be made is a row that says why; the others are shown, and the exit status is 1.
// RUN: rm -rf %t && not sdy-view %s --mesh "x=4;data=4,model=2" 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERROR --input-file=%t
// RUN: not sdy-view %s --mesh "x=4;data=4,model=2" --json 2>%t | FileCheck %s --check-prefix=JSON
// RUN: not sdy-view %s --shard "0=data;,,data;none" --html - 2>%t | FileCheck %s --check-prefix=PAGE
// RUN: rm -rf %t && not sdy-view %s --mesh "x=4;data=4,model=2" -o %t && ls %t | FileCheck %s --check-prefix=WRITTEN
// RUN: not sdy-view %s --mesh x=4 2>&1 | FileCheck %s --check-prefix=ALONE

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<64x128xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// CHECK:      0  as given
// CHECK-NEXT: 1  mesh x=4 {{.*}} refused: {{.*}}:11: a sharding is along axis 'data', which the mesh x=4 does not have
// CHECK:      2  mesh data=4,model=2 {{.*}} %arg0
// CHECK:      1 variant cannot be made or partitioned

// ERROR:     error: {{.*}}refused_variants.mlir: variant 1 (mesh x=4): refused: {{.*}}: a sharding is along axis 'data'
// ERROR-NOT: error

// JSON:      "number": 1, {{.*}}"changes": ["mesh x=4"], "devices": null, "error": "{{.*}}: a sharding is along axis 'data',
// JSON-SAME: "number": 2, {{.*}}"error": null,

// PAGE: <tr id="v1">{{.*}}>0=P(&#x27;data&#x27;)</td>
// PAGE: <tr id="v2">{{.*}}>0=P(None, None, &#x27;data&#x27;)</td>{{.*}}>refused: {{.*}}</td>
// PAGE: <tr id="v3">{{.*}}>refused: {{.*}}</td>

// WRITTEN:      refused_variants.0.mlir
// WRITTEN-NEXT: refused_variants.2.mlir
// WRITTEN-NOT:  {{.}}

// ALONE-NOT: as given
// ALONE:     error: {{.*}}: a sharding is along axis 'data', which the mesh x=4 does not have
