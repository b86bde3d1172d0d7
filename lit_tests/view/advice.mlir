// Of what XLA gathers whole, `--collectives` says which constraint would send less, if one is known.
// RUN: sdy-view %s --collectives | FileCheck %s
// RUN: sdy-view %s --json | FileCheck %s --check-prefix=JSON
// RUN: sdy-view %s --collectives --partitioner shardy | FileCheck %s --check-prefix=SHARDY

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<32x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>}, %n: tensor<i32>,
                %b: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<32x64x64xf32>, tensor<256x64xf32>, tensor<256x64xf32>) {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {"x", "y"}, {}]> : tensor<32x64x64xf32>

  // One constraint in a function helps at both of its calls.
  %1 = call @turned(%b) : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {"y"}]> : tensor<256x64xf32>
  %3 = call @turned(%2) : (tensor<256x64xf32>) -> tensor<256x64xf32>

  // Constants do not say how often the loop runs: what an iteration sends counts.
  %4:2 = stablehlo.while(%i = %n, %c = %b) : tensor<i32>, tensor<256x64xf32> cond {
    %9 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  } do {
    %9 = sdy.sharding_constraint %c <@mesh, [{}, {"y"}]> : tensor<256x64xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{"x"}, {}]> : tensor<256x64xf32>
    stablehlo.return %i, %10 : tensor<i32>, tensor<256x64xf32>
  }

  return %0, %3, %4#1 : tensor<32x64x64xf32>, tensor<256x64xf32>, tensor<256x64xf32>
}

func.func private @turned(%a: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<256x64xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"y"}]> : tensor<256x64xf32>
  return %1 : tensor<256x64xf32>
}

// CHECK:      XLA will warn of an involuntary full rematerialization: 448 KiB, advice.mlir:10, because x (value of the constraint) goes from [{"y"}, {}, {"x"}] to [{}, {"x", "y"}, {}]; with_sharding_constraint(x, P('y', 'x')) before it sends 80 KiB instead
// CHECK-NEXT: XLA will warn of an involuntary full rematerialization: 96 KiB, advice.mlir:32, because x (value of the constraint) goes from [{"x"}, {}] to [{}, {"y"}]; with_sharding_constraint(x, P('x', 'y')) before it sends 16 KiB instead
// CHECK-NEXT: XLA will warn of an involuntary full rematerialization: 32 KiB in each iteration, advice.mlir:23, because x (value of the constraint) goes from [{}, {"y"}] to [{"x"}, {}]; with_sharding_constraint(x, P('x', 'y')) before it saves 56 KiB

// JSON:      "rematerializations": [{"source": [{"file": "{{[^"]*}}advice.mlir", "line": 10, "column": 8, "function": null}],
// JSON-SAME: "value": "value of the constraint", "is_result": false, "is_backward": false, "bytes_sent": 458752, "sent": 458752,
// JSON-SAME: "before": "[{\"y\"}, {}, {\"x\"}]", "after": "[{}, {\"x\", \"y\"}, {}]", "advice": {"constraint": "P('y', 'x')", "bytes_sent": 188416, "saved": 376832}},
// JSON-SAME: "sent": null, "before": "[{}, {\"y\"}]", "after": "[{\"x\"}, {}]", "advice": {"constraint": "P('x', 'y')", "bytes_sent": 565248, "saved": 57344}}]}

// SHARDY-NOT: XLA will warn
