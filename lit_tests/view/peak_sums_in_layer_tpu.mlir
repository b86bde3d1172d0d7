// Several sums of windowed products between two barriers do not wait for the end: of the gradients of a layer no copy is in
// memory at the next one. XLA for TPU v5e: 2595.0 MiB, of which 512 MiB are the operand of one sum.
// RUN: sdy-view %s --device tpu-v5e --peak | FileCheck %s

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%u0: tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w0: tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u1: tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w1: tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u2: tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w2: tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %x0: tensor<524288x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %z0 = stablehlo.dot_general %x0, %u0, contracting_dims = [1] x [0] : (tensor<524288x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<524288x4096xbf16>
  %h0 = stablehlo.tanh %z0 : tensor<524288x4096xbf16>
  %y0 = stablehlo.dot_general %h0, %w0, contracting_dims = [1] x [0] : (tensor<524288x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<524288x1024xbf16>
  %x1 = stablehlo.add %x0, %y0 : tensor<524288x1024xbf16>
  %z1 = stablehlo.dot_general %x1, %u1, contracting_dims = [1] x [0] : (tensor<524288x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<524288x4096xbf16>
  %h1 = stablehlo.tanh %z1 : tensor<524288x4096xbf16>
  %y1 = stablehlo.dot_general %h1, %w1, contracting_dims = [1] x [0] : (tensor<524288x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<524288x1024xbf16>
  %x2 = stablehlo.add %x1, %y1 : tensor<524288x1024xbf16>
  %z2 = stablehlo.dot_general %x2, %u2, contracting_dims = [1] x [0] : (tensor<524288x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<524288x4096xbf16>
  %h2 = stablehlo.tanh %z2 : tensor<524288x4096xbf16>
  %y2 = stablehlo.dot_general %h2, %w2, contracting_dims = [1] x [0] : (tensor<524288x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<524288x1024xbf16>
  %x3 = stablehlo.add %x2, %y2 : tensor<524288x1024xbf16>
  %b2:2 = stablehlo.optimization_barrier %x2, %x3 : tensor<524288x1024xbf16>, tensor<524288x1024xbf16>
  %z2_again = stablehlo.dot_general %b2#0, %u2, contracting_dims = [1] x [0] : (tensor<524288x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<524288x4096xbf16>
  %h2_again = stablehlo.tanh %z2_again : tensor<524288x4096xbf16>
  %dw2 = stablehlo.dot_general %h2_again, %b2#1, contracting_dims = [0] x [0] : (tensor<524288x4096xbf16>, tensor<524288x1024xbf16>) -> tensor<4096x1024xbf16>
  %dh2 = stablehlo.dot_general %b2#1, %w2, contracting_dims = [1] x [1] : (tensor<524288x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<524288x4096xbf16>
  %t2 = stablehlo.multiply %h2_again, %h2_again : tensor<524288x4096xbf16>
  %p2 = stablehlo.multiply %dh2, %t2 : tensor<524288x4096xbf16>
  %dz2 = stablehlo.subtract %dh2, %p2 : tensor<524288x4096xbf16>
  %du2 = stablehlo.dot_general %b2#0, %dz2, contracting_dims = [0] x [0] : (tensor<524288x1024xbf16>, tensor<524288x4096xbf16>) -> tensor<1024x4096xbf16>
  %dx2 = stablehlo.dot_general %dz2, %u2, contracting_dims = [1] x [1] : (tensor<524288x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<524288x1024xbf16>
  %g2 = stablehlo.add %b2#1, %dx2 : tensor<524288x1024xbf16>
  %b1:2 = stablehlo.optimization_barrier %x1, %g2 : tensor<524288x1024xbf16>, tensor<524288x1024xbf16>
  %z1_again = stablehlo.dot_general %b1#0, %u1, contracting_dims = [1] x [0] : (tensor<524288x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<524288x4096xbf16>
  %h1_again = stablehlo.tanh %z1_again : tensor<524288x4096xbf16>
  %dw1 = stablehlo.dot_general %h1_again, %b1#1, contracting_dims = [0] x [0] : (tensor<524288x4096xbf16>, tensor<524288x1024xbf16>) -> tensor<4096x1024xbf16>
  %dh1 = stablehlo.dot_general %b1#1, %w1, contracting_dims = [1] x [1] : (tensor<524288x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<524288x4096xbf16>
  %t1 = stablehlo.multiply %h1_again, %h1_again : tensor<524288x4096xbf16>
  %p1 = stablehlo.multiply %dh1, %t1 : tensor<524288x4096xbf16>
  %dz1 = stablehlo.subtract %dh1, %p1 : tensor<524288x4096xbf16>
  %du1 = stablehlo.dot_general %b1#0, %dz1, contracting_dims = [0] x [0] : (tensor<524288x1024xbf16>, tensor<524288x4096xbf16>) -> tensor<1024x4096xbf16>
  %dx1 = stablehlo.dot_general %dz1, %u1, contracting_dims = [1] x [1] : (tensor<524288x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<524288x1024xbf16>
  %g1 = stablehlo.add %b1#1, %dx1 : tensor<524288x1024xbf16>
  %b0:2 = stablehlo.optimization_barrier %x0, %g1 : tensor<524288x1024xbf16>, tensor<524288x1024xbf16>
  %z0_again = stablehlo.dot_general %b0#0, %u0, contracting_dims = [1] x [0] : (tensor<524288x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<524288x4096xbf16>
  %h0_again = stablehlo.tanh %z0_again : tensor<524288x4096xbf16>
  %dw0 = stablehlo.dot_general %h0_again, %b0#1, contracting_dims = [0] x [0] : (tensor<524288x4096xbf16>, tensor<524288x1024xbf16>) -> tensor<4096x1024xbf16>
  %dh0 = stablehlo.dot_general %b0#1, %w0, contracting_dims = [1] x [1] : (tensor<524288x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<524288x4096xbf16>
  %t0 = stablehlo.multiply %h0_again, %h0_again : tensor<524288x4096xbf16>
  %p0 = stablehlo.multiply %dh0, %t0 : tensor<524288x4096xbf16>
  %dz0 = stablehlo.subtract %dh0, %p0 : tensor<524288x4096xbf16>
  %du0 = stablehlo.dot_general %b0#0, %dz0, contracting_dims = [0] x [0] : (tensor<524288x1024xbf16>, tensor<524288x4096xbf16>) -> tensor<1024x4096xbf16>
  return %du0, %dw0, %du1, %dw1, %du2, %dw2 : tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>
}

// CHECK-NOT: %dz
// CHECK:     %h2_again {{.*}} 512 MiB {{.*}} read by dot_general, multiply
// CHECK:     %h2_again (transposed for dot_general) {{.*}} 512 MiB
// CHECK:     %dh2 {{.*}} 512 MiB {{.*}} result of dot_general
// CHECK-NOT: 512 MiB
// CHECK:     peak a device: about 2.0 GiB
