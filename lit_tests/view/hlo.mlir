// --hlo shows a program that XLA has compiled, alone or next to the same program of Shardy's partitioner.
// RUN: sdy-view --hlo %S/../hlo/compiled/experts.txt --top 2 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../hlo/lowered/experts.txt --hlo=%S/../hlo/compiled/experts.txt | FileCheck %s --check-prefix=BOTH --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../hlo/lowered/tensor_parallel.txt --hlo %S/../hlo/compiled/tensor_parallel.txt --collectives | FileCheck %s --check-prefix=LISTS --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --hlo %S/../hlo/written/loops.txt --force | FileCheck %s --check-prefix=WRITTEN --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --hlo %S/../hlo/written/loops.txt --force --json | FileCheck %s --check-prefix=JSON
// RUN: sdy-view --json --hlo - < %S/../hlo/compiled/ring.txt | FileCheck %s --check-prefix=ALONE
// RUN: bash -c "sdy-view --hlo %s; echo status $?" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: sdy-view %S/../hlo/lowered/reduced_and_scattered.txt --hlo %S/../hlo/compiled/reduced_and_scattered.txt | FileCheck %s --check-prefix=WIDER
// RUN: not sdy-view --hlo no_such_file.txt 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: bash -c "sdy-view --hlo %s --why x; sdy-view --hlo %s --html -; echo status $?" 2>&1 | FileCheck %s --check-prefix=FORMS
// RUN: bash -c "sdy-view --hlo %S/../hlo/compiled/ring.txt --max-sent 1KiB --max-bytes 1KiB > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=LIMITS

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

//      CHECK:{{.*}}experts.txt, compiled by XLA: 8 devices, module jit_f
// CHECK-EMPTY:
// CHECK-NEXT:kind        source                                             axes       of  operand a device  sent a device  runs   in all  why
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:all_reduce  compiled.py:90 in f (from experts compiled.py:92)  "_axis_1"   4  f32[4,4,16]             1.5 KiB     1  1.5 KiB  jit(f)/egsf,gse->gsf/dot_general
// CHECK-NEXT:all_gather  compiled.py:90 in f (from experts compiled.py:92)  "_axis_0"   2  f32[4,4,16]               1 KiB     1    1 KiB  jit(f)/egsf,gse->gsf/dot_general
// CHECK-NEXT:… 2 more
// CHECK-NEXT:sent a device: 3.2 KiB: 2.2 KiB over "_axis_1", 1 KiB over "_axis_0"
// CHECK-NEXT:by kind: all_gather 1.7 KiB, all_reduce 1.5 KiB
// CHECK-NEXT:by line: compiled.py:90 2.5 KiB, compiled.py:87 768 B, compiled.py:86 48 B
// CHECK-NEXT:arguments 1.5 KiB, results 256 B a device

//      BOTH:{{.*}}experts.txt, propagated, partitioned by XLA for CPUs: 8 devices, mesh ["data"=2, "expert"=4]
// BOTH-NEXT:{{.*}}experts.txt, compiled by XLA: 8 devices, module jit_f
// BOTH-EMPTY:
// BOTH-NEXT:kind        axes      model           sent a device  XLA             sent a device
// BOTH-NEXT:──────────────────────────────────────────────────────────────────────────────────
// BOTH-NEXT:all_gather  "expert"  experts.txt:7           768 B  compiled.py:87          768 B
// BOTH-NEXT:all_gather  "expert"  experts.txt:39           48 B  compiled.py:86           48 B
// BOTH-NEXT:all_reduce  "expert"  experts.txt:13        1.5 KiB  compiled.py:90        1.5 KiB
// BOTH-NEXT:all_gather  "data"    experts.txt:13          1 KiB  compiled.py:90          1 KiB
// BOTH-EMPTY:
// BOTH-NEXT:kind        axes      model  sent a device  XLA  sent a device
// BOTH-NEXT:──────────────────────────────────────────────────────────────
// BOTH-NEXT:all_gather  "expert"      2          816 B    2          816 B
// BOTH-NEXT:all_reduce  "expert"      1        1.5 KiB    1        1.5 KiB
// BOTH-NEXT:all_gather  "data"        1          1 KiB    1          1 KiB
// BOTH-EMPTY:
// BOTH-NEXT:a device               model      XLA
// BOTH-NEXT:───────────────────────────────────────────
// BOTH-NEXT:sent by collectives  3.2 KiB  3.2 KiB  same
// BOTH-NEXT:arguments            1.5 KiB  1.5 KiB  same
// BOTH-NEXT:results                256 B    256 B  same
// BOTH-NEXT:after donation       1.7 KiB  1.7 KiB  same

//      LISTS:{{.*}}tensor_parallel.txt, propagated, partitioned by XLA for CPUs: 8 devices, mesh ["data"=2, "model"=4]
// LISTS-EMPTY:
// LISTS-NEXT:kind        source                 axes     of  operand a device  sent a device  runs   in all  why
// LISTS-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// LISTS-NEXT:all_reduce  tensor_parallel.txt:7  "model"   4  f32[8,32]               1.5 KiB     1  1.5 KiB  dot_general tensor_parallel.txt:7 contracts over "model"
// LISTS-NEXT:sent a device: 1.5 KiB, all over "model"
// LISTS-EMPTY:
// LISTS-NEXT:{{.*}}tensor_parallel.txt, compiled by XLA: 8 devices, module jit_f
// LISTS-EMPTY:
// LISTS-NEXT:kind        source                                                     axes     of  operand a device  sent a device  runs   in all  why
// LISTS-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// LISTS-NEXT:all_reduce  compiled.py:56 in f (from tensor_parallel compiled.py:58)  "model"   4  f32[8,32]               1.5 KiB     1  1.5 KiB  jit(f)/dot_general
// LISTS-NEXT:sent a device: 1.5 KiB, all over "model"
// LISTS-NEXT:arguments 5 KiB, results 1 KiB a device
// LISTS-EMPTY:
// LISTS-NEXT:kind        axes     model                  sent a device  XLA             sent a device
// LISTS-NEXT:────────────────────────────────────────────────────────────────────────────────────────
// LISTS-NEXT:all_reduce  "model"  tensor_parallel.txt:7        1.5 KiB  compiled.py:56        1.5 KiB
// LISTS-EMPTY:
// LISTS-NEXT:kind        axes     model  sent a device  XLA  sent a device
// LISTS-NEXT:─────────────────────────────────────────────────────────────
// LISTS-NEXT:all_reduce  "model"      1        1.5 KiB    1        1.5 KiB
// LISTS-EMPTY:
// LISTS-NEXT:a device               model      XLA
// LISTS-NEXT:───────────────────────────────────────────
// LISTS-NEXT:sent by collectives  1.5 KiB  1.5 KiB  same
// LISTS-NEXT:arguments              5 KiB    5 KiB  same
// LISTS-NEXT:results                1 KiB    1 KiB  same
// LISTS-NEXT:after donation         6 KiB    6 KiB  same

//      WRITTEN:{{.*}}hlo.mlir, as written: 2 devices, mesh ["x"=2]
// WRITTEN-NEXT:{{.*}}loops.txt, compiled by XLA: 8 devices, module loops
// WRITTEN-EMPTY:
// WRITTEN-NEXT:kind        axes  as written  sent a device  XLA     sent a device
// WRITTEN-NEXT:────────────────────────────────────────────────────────────────────────────
// WRITTEN-NEXT:all_reduce  —     —                       —  —          56 B a run  only XLA
// WRITTEN-NEXT:all_reduce  —     —                       —  —          56 B a run  only XLA
// WRITTEN-NEXT:all_reduce  —     —                       —  —    728 B in 13 runs  only XLA
// WRITTEN-NEXT:all_reduce  —     —                       —  —    672 B in 12 runs  only XLA
// WRITTEN-NEXT:all_reduce  —     —                       —  —     280 B in 5 runs  only XLA
// WRITTEN-NEXT:all_reduce  —     —                       —  —                56 B  only XLA
// WRITTEN-EMPTY:
// WRITTEN-NEXT:kind        axes  as written  sent a device  XLA      sent a device
// WRITTEN-NEXT:─────────────────────────────────────────────────────────────────────────────
// WRITTEN-NEXT:all_reduce  —              —              —    6  1.6 KiB + unknown  only XLA
// WRITTEN-EMPTY:
// WRITTEN-NEXT:a device             as written               XLA
// WRITTEN-NEXT:────────────────────────────────────────────────────────
// WRITTEN-NEXT:sent by collectives         0 B  at least 1.6 KiB
// WRITTEN-NEXT:arguments                  32 B              37 B  1.16×
// WRITTEN-NEXT:results                    32 B              32 B  same
// WRITTEN-NEXT:after donation             64 B              69 B  1.08×
// WRITTEN-NEXT:not summed of XLA: 2 collectives whose runs or sizes are unknown

// JSON: "partitioner": "as written",{{.*}}"xla": {"partitioner": "xla", "file": "{{.*}}loops.txt", "module": "loops", "devices": 8, "collectives": [{"kind": "all-reduce", "function": "{{.*}}", "axes": []
// ALONE: {"partitioner": "xla", "file": "<stdin>", "module": "jit_local", "devices": 8,
// WIDER: sent by collectives   736 B  1.1 KiB  1.61×
// WIDER: in 2 collectives XLA sends 32-bit floats where the model has 16-bit ones

// ERROR: hlo.mlir:14:1: error: expected 'HloModule', with which HLO text begins
// ERROR: hint: HLO text is what jax.jit(f).lower(...).compile().as_text() returns
// ERROR-NEXT: status 1
// FILE: sdy-view: error: cannot open input file 'no_such_file.txt': No such file or directory
// FORMS: --why needs a program: sdy-view INPUT --hlo FILE
// FORMS: --html needs a program: sdy-view INPUT --hlo FILE
// FORMS-NEXT: status 2
// LIMITS: ring.txt: arguments and results take 2 KiB a device, more than --max-bytes 1 KiB (2,048 > 1,024 bytes)
// LIMITS-NEXT: ring.txt: collectives send 8 KiB a device, more than --max-sent 1 KiB (8,192 > 1,024 bytes)
// LIMITS-NEXT: status 1
