sdy.mesh @m = <["a"=2,"b"=2,"c"=2]>
func.func private @g0(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 return %a : tensor<8xf32>
}
func.func @f0(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g0(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g1(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 return %a : tensor<8xf32>
}
func.func @f1(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g1(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g2(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 return %a : tensor<8xf32>
}
func.func @f2(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g2(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g3(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 return %a : tensor<8xf32>
}
func.func @f3(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g3(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g4(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 return %a : tensor<8xf32>
}
func.func @f4(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g4(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g5(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 return %a : tensor<8xf32>
}
func.func @f5(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g5(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g6(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 return %a : tensor<8xf32>
}
func.func @f6(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g6(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g7(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 return %a : tensor<8xf32>
}
func.func @f7(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g7(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g8(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f8(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g8(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g9(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f9(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g9(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g10(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f10(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g10(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g11(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f11(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g11(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g12(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f12(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g12(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g13(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f13(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g13(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g14(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f14(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g14(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g15(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
 return %a : tensor<8xf32>
}
func.func @f15(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g15(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g16(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
 return %a : tensor<8xf32>
}
func.func @f16(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g16(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g17(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
 return %a : tensor<8xf32>
}
func.func @f17(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g17(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g18(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
 return %a : tensor<8xf32>
}
func.func @f18(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g18(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g19(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
 return %a : tensor<8xf32>
}
func.func @f19(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g19(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g20(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
 return %a : tensor<8xf32>
}
func.func @f20(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g20(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g21(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
 return %a : tensor<8xf32>
}
func.func @f21(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g21(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g22(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
 return %a : tensor<8xf32>
}
func.func @f22(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g22(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g23(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f23(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g23(%a) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g24(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f24(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g24(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g25(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f25(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g25(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g26(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f26(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g26(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g27(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f27(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g27(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g28(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f28(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g28(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g29(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f29(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g29(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g30(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f30(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g30(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g31(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f31(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g31(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g32(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f32(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g32(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g33(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f33(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g33(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g34(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f34(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g34(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g35(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f35(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g35(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g36(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f36(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g36(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g37(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f37(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g37(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g38(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f38(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g38(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g39(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f39(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g39(%a) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g40(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f40(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g40(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g41(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f41(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g41(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g42(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f42(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g42(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g43(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f43(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g43(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g44(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f44(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g44(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g45(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f45(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g45(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g46(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f46(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g46(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g47(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f47(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g47(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g48(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f48(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g48(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g49(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f49(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g49(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g50(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f50(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g50(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g51(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f51(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g51(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g52(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f52(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g52(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g53(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f53(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g53(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g54(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f54(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g54(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g55(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f55(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g55(%a) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g56(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f56(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g56(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g57(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f57(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g57(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g58(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f58(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g58(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g59(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f59(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g59(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g60(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f60(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g60(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g61(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f61(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g61(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g62(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f62(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g62(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g63(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f63(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g63(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g64(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f64(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g64(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g65(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f65(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g65(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g66(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f66(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g66(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g67(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f67(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g67(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g68(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f68(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g68(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g69(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f69(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g69(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g70(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}) {
 return %a : tensor<8xf32>
}
func.func @f70(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g70(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g71(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f71(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g71(%a) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g72(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f72(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g72(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g73(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f73(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g73(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g74(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f74(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g74(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g75(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f75(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g75(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g76(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f76(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g76(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g77(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f77(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g77(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g78(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}], unreduced={"b"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f78(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g78(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g79(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}) {
 return %a : tensor<8xf32>
}
func.func @f79(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g79(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g80(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}) {
 return %a : tensor<8xf32>
}
func.func @f80(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g80(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g81(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}) {
 return %a : tensor<8xf32>
}
func.func @f81(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g81(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g82(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}) {
 return %a : tensor<8xf32>
}
func.func @f82(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g82(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g83(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}) {
 return %a : tensor<8xf32>
}
func.func @f83(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g83(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g84(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}) {
 return %a : tensor<8xf32>
}
func.func @f84(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g84(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g85(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}) {
 return %a : tensor<8xf32>
}
func.func @f85(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g85(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g86(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}) {
 return %a : tensor<8xf32>
}
func.func @f86(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g86(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g87(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f87(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g87(%a) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g88(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f88(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g88(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g89(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f89(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g89(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g90(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f90(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g90(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g91(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f91(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g91(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g92(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f92(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g92(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g93(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f93(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g93(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g94(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f94(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g94(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g95(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}) {
 return %a : tensor<8xf32>
}
func.func @f95(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g95(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g96(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}) {
 return %a : tensor<8xf32>
}
func.func @f96(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g96(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g97(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}) {
 return %a : tensor<8xf32>
}
func.func @f97(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g97(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g98(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}) {
 return %a : tensor<8xf32>
}
func.func @f98(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g98(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g99(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}) {
 return %a : tensor<8xf32>
}
func.func @f99(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g99(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g100(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}) {
 return %a : tensor<8xf32>
}
func.func @f100(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g100(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g101(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}) {
 return %a : tensor<8xf32>
}
func.func @f101(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g101(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g102(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}) {
 return %a : tensor<8xf32>
}
func.func @f102(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g102(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g103(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f103(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g103(%a) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g104(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f104(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g104(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g105(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f105(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g105(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g106(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f106(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g106(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g107(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f107(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g107(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g108(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f108(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g108(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g109(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f109(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g109(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g110(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced={"c"}>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f110(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g110(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g111(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f111(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g111(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g112(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f112(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g112(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g113(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f113(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g113(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g114(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f114(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g114(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g115(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f115(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g115(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g116(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f116(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g116(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g117(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f117(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g117(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g118(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
 return %a : tensor<8xf32>
}
func.func @f118(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g118(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g119(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f119(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g119(%a) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g120(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f120(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g120(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g121(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f121(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g121(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g122(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f122(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g122(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g123(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f123(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g123(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}], unreduced={"b"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g124(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f124(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g124(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], replicated={"a"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g125(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f125(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g125(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}], unreduced={"c"}>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}
func.func private @g126(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
 %b = stablehlo.constant dense<1.0> : tensor<f32>
 return %a, %b : tensor<8xf32>, tensor<f32>
}
func.func @f126(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = call @g126(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c"}]>, <@m, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}