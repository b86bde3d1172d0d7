// The pass runs on functions: as a flag it is nested in one, in a pipeline one writes that.
// RUN: sdy-opt %s -sdy-reshard-to-collectives -dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: sdy-opt %s -pass-pipeline="builtin.module(func.func(sdy-reshard-to-collectives{keep-redundant-reshards=true}))" | FileCheck %s --check-prefix=NESTED
// RUN: not sdy-opt %s -pass-pipeline="builtin.module(sdy-reshard-to-collectives)" 2>&1 | FileCheck %s --check-prefix=ERROR

// FLAG: builtin.module(func.func(sdy-reshard-to-collectives{keep-redundant-reshards=false}))
// NESTED: sdy.reshard
// ERROR: Can't add pass 'ReshardToCollectivesPass' restricted to 'func.func' on a PassManager intended to run on 'builtin.module', did you intend to nest?
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"x"}]> : tensor<8xf32>
  return
}
