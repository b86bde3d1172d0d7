// Affine maps and integer sets are simplified as they are read, and print as aliases.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect | FileCheck %s

// CHECK: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(d0, d1) -> (d1, d0)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d0 + d1 * 2, d0 floordiv 3)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(d0, d1) -> (d0 + d1 * 2, d0 floordiv 3)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0] -> (d1 + s0, d0 mod 4)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(d0, d1)[s0] -> (d1 + s0, d0 mod 4)>} : () -> ()

// -----

// CHECK: #map = affine_map<() -> ()>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<() -> ()>} : () -> ()

// -----

// CHECK: #map = affine_map<() -> (0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<() -> (0)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j) -> (j, i + 1 - 1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0] -> (d1 * s0, d0 ceildiv s0, -d0, d0 - d1, (d0 + d1) * 2, d0 * 3, 10)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[n] -> (j * n, i ceildiv n, -i, i - j, (i + j) * 2, 3 * i, 2 * 3 + 4)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0 mod 0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i) -> (i mod 0)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0 floordiv 0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i) -> (i floordiv 0)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0 mod -1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i) -> (i mod -1)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0) : (d0 >= 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i) : (i >= 0)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0, -(-d0 + 5) + 3 >= 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i)[n] : (i - n >= 0, i == 0, -i + 5 <= 3)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0) : (0 == 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i) : ()>} : () -> ()

// -----

// CHECK: #map = affine_map<() -> ()>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<()[] -> ()>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (- -i)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (9223372036854775807)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (9223372036854775807)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (16)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (0x10)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (9223372036854775807 + 1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (9223372036854775807 + 1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (9223372036854775807 * 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (9223372036854775807 * 2)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> ((d0 * s0) * s0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i * s * s)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 * s0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (s * i)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 mod s0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i mod s)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 - s0 * 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i - 2 * s)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (2 + i)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (s + i)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 * 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i + i)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i - i)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 * -2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i - i * 3)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (-d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i * 2 - i * 3)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 mod 3)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i - 3 * (i floordiv 3))>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0 + 1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> ((i + 1) + s)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + 3)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> ((i + 1) + 2)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 * 6)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i * 2 * 3)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> ((d0 * s0) * 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> ((i * 2) * s)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i floordiv 1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 * 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i * 128 floordiv 64)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 64)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> ((i * 128 + s) floordiv 64)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (s0 mod 64)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> ((i * 128 + s) mod 64)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> ((i * 128) mod 64)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i mod 1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 mod 4)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> ((i mod 8) mod 4)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i ceildiv 1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 * 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i * 4 ceildiv 2)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (3, 4, 1, -4, -3, 1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (7 floordiv 2, 7 ceildiv 2, 7 mod 2, -7 floordiv 2, -7 ceildiv 2, -7 mod 2)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (7 floordiv 0, 7 mod 0, 7 ceildiv 0, -7)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (7 floordiv 0, 7 mod 0, 7 ceildiv 0, 7 floordiv -1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (-d0 - s0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (-i - s)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (-(d0 + s0))>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (-(i + s))>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 - (s0 + 1))>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i - (s + 1))>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 - s0 mod 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i - (s mod 2))>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 - 1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i + -1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 - 1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i-1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> (d0 - s0 * 2 - 3)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> (i - s * 2 - 3)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0)[s0] -> ((d0 + s0) mod 2 + 1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i)[s] -> ((i + s) mod 2 + 1)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(d0)->(d0)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map < (d0) -> (d0) >} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(f32) -> (f32)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(mod) -> (mod)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(tensor) -> (tensor)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i32, true) -> (i32, true)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0 floordiv 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(floordiv) -> (floordiv floordiv 2)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(a.b$c) -> (a.b$c)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0) : (d0 >= 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i) : (i > = 0)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0) : (-d0 >= 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i) : (i < = 0)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0) : (d0 - 1 == 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i) : (i == 1)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 1 >= 0, d0 >= 0, -d0 + 1 == 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i) : (i >= 1, i <= 1, 0 <= i, 1 == i)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0) : (0 == 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i) : (i == i)>} : () -> ()

// -----

// CHECK: #set = affine_set<(d0)[s0] : (d0 - s0 * 2 >= 0, 1 == 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<(i)[s] : (i - s * 2 >= 0, 1 == 0)>} : () -> ()

// -----

// CHECK: #set = affine_set<() : (0 == 0)>
// CHECK: "d.op"() {a = #set} : () -> ()
"d.op"() {a = affine_set<()[] : ()>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: "d.op"() {a = #map, b = #map} : () -> ()
"d.op"() {a = affine_map<(i) -> (i)>, b = affine_map<(j) -> (j)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (d0 + d1 + 2, d1 + d0 + 2, d0 + d1 + 3 + 2, d0 * 2 + d1 + 3, s0 + s1 + 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (i + (j + 2), j + (i + 2), (i + 2) + (j + 3), (i * 2) + (j + 3), s + (t + 2))>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (d0 + d1, d1 * 2 + d0, d1 + d0 * 2, d1 * 2 + d0 * 2, d1 mod 2 + d0 mod 2, s0 + s1, d0 + s0, s0 * s1, s0 * s1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (j + i, j * 2 + i, j + i * 2, j * 2 + i * 2, (j mod 2) + (i mod 2), t + s, s + i, t * s, s * t)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (1, 0, 1, 1, d0 floordiv s0, s1 floordiv s0, (s0 * s1) floordiv s0, (s0 * 2) floordiv s0, (s0 * 2) mod s0, 0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (s floordiv s, s mod s, s ceildiv s, (s+1) floordiv (s+1), i floordiv s, t floordiv s, (s * t) floordiv s, (s * 2) floordiv s, (s*2) mod s, (s*2) mod (s*2))>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> ((d0 + d1) * 2, 0, d1 + s0 + d0, d0 + d1 + s0 + d0, s0 * 2 + s1, s1 * 2 + s0, d0 + s0, d1 + s0 + d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> ((j + i) + (j + i), (i + j) - (j + i), (j + s) + i, i + j + s + i, s * 2 + t, t * 2 + s, i + s, j + s + i)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (1 floordiv s0, 0 mod s0, 0 floordiv s0, 0 ceildiv s0, 0, 0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (1 floordiv s, 0 mod s, 0 floordiv s, 0 ceildiv s, 0 * s, s * 0)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (d0 + d1 - 2 - d0)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (i + (j + (-2)) - i)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (d0 + d1 + 2 + 5)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (i + (j + 2) + 5)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (s1 * (s0 * 2), (s1 * (s0 * 3)) * 2, (s1 + 1) * (s0 + 1), d0 * (s0 * s1), d0 * (s0 * s1))>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (t * (s * 2), (t * 2) * (s * 3), (t + 1) * (s + 1), (t*s)*i, i * (t*s))>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> ((s0 * s1) * s1, s0 + s1 + s1, (s0 * s1) * 2, (d0 + 2) * s1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (t*s*t, t + s + t, t*2*s, (i + 2) * t)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (d0 + d1 - d0 - 2, d0 + d1 - d0 - 2 - d0 mod 2, d1 - d0 - d0 floordiv 2 - 2, d1 - d0 floordiv 2 - 2, d0 + d1 + 2 + d0 floordiv 2, d1 + d0 + 2 - d1)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (i + (j - i + (-2)), i + (j - i + (-2)) - i mod 2, (j - i + (-2)) - i floordiv 2, (j + (-2)) - i floordiv 2, i + (j + 2) + i floordiv 2, j + (i + 2) - j)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (d1 + d0 floordiv 2 + 2, d0 + d1 + 2 + d0 floordiv 2, d0 + d1 + 2 + s0, d0 + d1 + 2 + s0 * 2)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> ((j + 2) + i floordiv 2,(i + (j + 2)) + i floordiv 2, i + (j + 2) + s, i + (j + 2) + 2 * s)>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (d0 + s0 mod 2 + 2, d0 + d1 + 2 + d0 + s0, d0 + d1 + 2 + s0 floordiv 3)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (i + 2 + s mod 2, i + (j + 2) + (i + s), i + (j + 2) + s floordiv 3)>} : () -> ()

// -----

// What may combine with the last summand of a sum is added to that one.
// CHECK: #map = affine_map<(d0, d1)[s0, s1] -> (d0 + d1 - d0 floordiv 2 + 3, d0 + (d0 floordiv 2) * 2 + s0 + 3, d0 + d1 mod 4)>
// CHECK: "d.op"() {a = #map} : () -> ()
"d.op"() {a = affine_map<(i, j)[s, t] -> (i + (j + 3) - i floordiv 2, i + (s + 3) + (i floordiv 2) * 2, (i + j) - (j floordiv 4) * 4)>} : () -> ()
