// There must be a main function, and others have bodies.
// RUN: sdy-opt %s -sdy-propagate-to-func-results -verify-diagnostics -split-input-file

// expected-error @below {{Failed to lookup function: main}}
module {
}

// -----

func.func @main() {
  return
}
// expected-error @+1 {{function @f has no body that says what the shardings of its results are}}
func.func private @f()
