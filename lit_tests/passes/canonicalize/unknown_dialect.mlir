// Only dialects that there are can be chosen.
// RUN: not sdy-opt %s -canonicalize=filter-dialects=sdy,unknown 2>&1 | FileCheck %s

// CHECK: error: can't load dialect 'unknown': missing registration?
