func.func @main(%a: !cmath.complex<f32>, %b: !cmath.complex<f32>) -> f32 {
  %0 = "cmath.mul"(%a, %b) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  %1 = "cmath.norm"(%0) : (!cmath.complex<f32>) -> f32
  return %1 : f32
}
