// --help lists the ten options that are used most, the others by their sections, passes in a line; every option may have one dash or two.
// RUN: sdy-view --help | FileCheck %s
// RUN: sdy-view --version | FileCheck %s --check-prefix=VERSION
// RUN: sdy-view --as-written %s --value=%arg0 --top 1 | FileCheck %s --check-prefix=DASHES

func.func private @main(tensor<8xf32>)

// CHECK: Usage: sdy-view [OPTIONS] [INPUT]...
// CHECK: Most used:
// CHECK: --collectives[=BOOL]
// CHECK: --peak[=BOOL]
// CHECK: --time[=BOOL]
// CHECK: --why NAME|FILE:LINE[:DIM]
// CHECK: --annotate FILE
// CHECK: --html FILE
// CHECK: --diff[=BOOL]
// CHECK: --hlo FILE
// CHECK: --max-peak SIZE
// CHECK: --all[=BOOL]
// CHECK: Program:
// CHECK: --as-written[=BOOL]
// CHECK: --allow-unregistered-dialect[=BOOL]
// CHECK: Tables:
// CHECK: --value NAME
// CHECK: --function NAME
// CHECK: --kind KIND,…
// CHECK: --sort order|bytes|name|shape
// CHECK: --top N
// CHECK: Costs:
// CHECK: XLA's compilers:
// CHECK: --compile MACHINE
// CHECK: --compile-effort full|quick
// CHECK: --compile-limit SECONDS
// CHECK: --jax-python PATH
// CHECK: Time:
// CHECK: --device NAME
// CHECK: --topology SIZES
// CHECK: --axis AXIS=x,y
// CHECK: --slices N
// CHECK: --overlap SHARE
// CHECK: --bandwidth AXIS=GB/s
// CHECK: Variants:
// CHECK: --shard NAME=SPEC[;…]
// CHECK: --constraint PLACE=SPEC[;…]
// CHECK: --mesh AXIS=SIZE,…[;…]
// CHECK: --drop-shardings[=BOOL]
// CHECK: --between I,J
// CHECK: -o FOLDER
// CHECK: Comparison and limits:
// CHECK: --max-bytes SIZE
// CHECK: --max-sent SIZE
// CHECK: Other forms:
// CHECK: --json
// CHECK: Over time:
// CHECK: --trace FILE
// CHECK: Diagnostics:
// CHECK: --frames user|innermost|all
// CHECK: --skip-frames REGEX
// CHECK: Passes, run in the order of the command line:
// CHECK-NEXT: --PASS[=OPTIONS]
// VERSION: sdy-view, version {{[0-9]+\.[0-9]+\.[0-9]+}}
// DASHES: %arg0  argument     6
