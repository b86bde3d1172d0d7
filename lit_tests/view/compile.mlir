// --compile lets XLA's own compilers compile a program. What is wrong is found before that, in one sentence.
// RUN: bash -c "sdy-view %s --compile tpu-v5x; echo status $?" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sdy-view %s --compile tpu-v5e:2x2x2 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not sdy-view %s --compile gpu:8 --diff 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: bash -c "sdy-view %s --compile gpu --jax-python no/such/python; echo status $?" 2>&1 | FileCheck %s --check-prefix=PYTHON
// RUN: bash -c "sdy-view %s --partitioner jaxlib --jax-python no/such/python; echo status $?" 2>&1 | FileCheck %s --check-prefix=PYTHON
// RUN: not sdy-view %s --check 2>&1 | FileCheck %s --check-prefix=CHECKED
// RUN: not sdy-view %s %s --compile cpu 2>&1 | FileCheck %s --check-prefix=SEVERAL

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// NAME: sdy-view: error: --compile: no machine is called 'tpu-v5x'; did you mean 'tpu-v5
// NAME-NEXT: status 1
// SIZE: 'tpu-v5e:2x2x2' has no size of the form tpu-v5e:2x4 or tpu-v5e:16x16@2, two slices
// FORM: --compile cannot be combined with --diff
// PYTHON: sdy-view: error: there is no Python at 'no/such/python'
// PYTHON-NEXT: status 1
// CHECKED: --check compares the model with jaxlib: --partitioner jaxlib --check
// SEVERAL: --compile shows one program; several inputs, or variants, give a table
