// --peak of a program that XLA has compiled, and what is refused: other programs, and text that is not scheduled.
// RUN: sdy-view --hlo %S/../hlo/compiled/fully_sharded.txt --peak --top 1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../hlo/lowered/fully_sharded.txt --hlo %S/../hlo/compiled/fully_sharded.txt --peak | FileCheck %s --check-prefix=BOTH
// RUN: bash -c "sdy-view --hlo %S/../hlo/compiled/ring.txt --max-peak 1KiB > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: bash -c "sdy-view %S/../hlo/lowered/ring.txt --hlo %S/../hlo/compiled/ring.txt --max-peak 4KiB > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: not sdy-view %S/../hlo/lowered/fully_sharded.txt --hlo %S/../hlo/compiled/ring.txt 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not sdy-view --hlo %S/../hlo/written/loops.txt 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: bash -c "sdy-view --hlo %S/../hlo/written/loops.txt --force --max-peak 1GiB > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

//      CHECK:alive then  type        source          bytes a device
// CHECK-NEXT:──────────────────────────────────────────────────────
// CHECK-NEXT:dot.4       f32[16,32]  compiled.py:27           2 KiB
// CHECK-NEXT:… 5 more
// CHECK-NEXT:peak a device: about 9.5 KiB: arguments 1.5 KiB + results 540 B − 512 B donated + temporaries 8.0 KiB

// BOTH: after donation {{.*}}same
// BOTH-NEXT: peak (cpu), about

// LIMIT: error: {{.*}}ring.txt: the peak is about 4.2 KiB a device, more than --max-peak 1 KiB (4,356 > 1,024 bytes)
// LIMIT-NEXT: status 1

// SECOND: error: {{.*}}lowered/ring.txt: the peak (profile cpu) is about 4.0 KiB a device, more than --max-peak 4 KiB (4,100 > 4,096 bytes)
// SECOND-NEXT: error: {{.*}}compiled/ring.txt: the peak is about 4.2 KiB a device, more than --max-peak 4 KiB (4,356 > 4,096 bytes)
// SECOND-NEXT: status 1

// OTHER: error: {{.*}}ring.txt: not compiled from {{.*}}fully_sharded.txt: the program is module jit_step, the compiled one jit_local; --force compares them

// ORDER: error: {{.*}}loops.txt: not scheduled: this is not what runs, and its sizes may be those of all devices together; the text that ends in after_optimizations.txt is scheduled; --force shows this one

// UNKNOWN: error: {{.*}}loops.txt: cannot tell whether the peak is more than --max-peak 1 GiB: the program is not scheduled
// UNKNOWN-NEXT: status 1
