// RUN: not sdy-reduce %s 2>&1 | FileCheck %s --check-prefix=TEST
// RUN: not sdy-reduce %s --my-pass 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not sdy-reduce %s --outptu=x 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not sdy-reduce %s --test=true 2>&1 | FileCheck %s --check-prefix=SUCCEEDS
// RUN: not sdy-reduce %s --test=false --output=absent 2>&1 | FileCheck %s --check-prefix=MATCHES
// RUN: not sdy-reduce %s --test=false --output='(' 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not sdy-reduce %t.missing --test=false 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not sdy-reduce %s --test=false -o %t.missing/out.mlir 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: sdy-reduce %s --test='sleep 9' --timeout=0.2 --seconds=0.1 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: sdy-reduce /dev/null --test=false 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not sdy-reduce %s --test='no-such-command {}' 2>&1 | FileCheck %s --check-prefix=COMMAND

// TEST: Error: --test='COMMAND' is missing, the command that fails, for example --test='sdy-opt {} --sdy-close-shardings'
// PASS: Error: No such option: --my-pass; options of the command that fails are in it: --test='sdy-opt {} --my-pass'
// NEAR: Error: No such option '--outptu'. Did you mean '--output'?
// SUCCEEDS: sdy-reduce: error: the command does not fail on the whole program: its exit status is 0; --output=REGEX looks at its output
// MATCHES: sdy-reduce: error: nothing that the command prints for the whole program matches --output 'absent'
// REGEX: Error: --output is not a regular expression: missing ), unterminated subpattern at position 0
// FILE: sdy-reduce: error: cannot open input file '{{.*}}.missing': No such file or directory
// OUT: sdy-reduce: error: cannot open output file '{{.*}}out.mlir'
// TIME: sdy-reduce: ended before it was done
// COMMAND: sdy-reduce: error: the shell cannot run the command: {{.*}}no-such-command
// EMPTY: sdy-reduce: note: the command fails on an empty program, too
// EMPTY-NEXT: module {
func.func private @f()
