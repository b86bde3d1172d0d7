// A hint is no part of what is said: expected is the message, and nothing else.
// RUN: sdy-opt %s -verify-diagnostics

func.func @value(%input: i32) -> i32 {
  // expected-error-re @+1 {{use of undeclared SSA value name{{$}}}}
  return %inptu : i32
}
