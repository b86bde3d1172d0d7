// What is wrong with options and pipelines.
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(sdy-populate-op-sharding-rules)' 2>&1 | FileCheck %s --check-prefix=NEST
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(func.func(sdy-populate-op-sharding-rules{conservative-propagation=maybe}))' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(func.func(sdy-populate-op-sharding-rules{foo=1}))' 2>&1 | FileCheck %s --check-prefix=NAME

// NEST: Can't add pass 'PopulateOpShardingRulesPass' restricted to 'func.func' on a PassManager intended to run on 'builtin.module', did you intend to nest?
// VALUE: for the --conservative-propagation option: 'maybe' is invalid value for boolean argument! Try 0 or 1
// NAME: no such option foo
func.func @main() {
  return
}
