// A reshard may introduce unreduced axes of maxima, but not in jaxlib 0.11.1.
// RUN: not sdy-opt %s -shardy=0.11.1 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s | FileCheck %s --check-prefix=NEWEST

sdy.mesh @m = <["x"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  // OLDER: error: 'sdy.reshard' op cannot introduce 'max' unreduced axes. Expected 'sum'.
  // NEWEST: sdy.reshard %arg0 <@m, [{}], unreduced=max{"x"}>
  %0 = sdy.reshard %a <@m, [{}], unreduced=max{"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
