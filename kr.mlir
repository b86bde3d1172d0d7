sdy.mesh @m = <["y"=2, "x"=2]>
sdy.mesh @n = <["y"=2, "x"=2], device_ids=[0, 3, 1, 2]>
sdy.mesh @o = <["y"=2, "x"=4]>
func.func @f0(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f1(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f2(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f3(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f4(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f5(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f6(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f7(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f8(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f9(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f10(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f11(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f12(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f13(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f14(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f15(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f16(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f17(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f18(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f19(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f20(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f21(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f22(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f23(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f24(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f25(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f26(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f27(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f28(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f29(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f30(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f31(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f32(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f33(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f34(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f35(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f36(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f37(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f38(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f39(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f40(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f41(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f42(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f43(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f44(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f45(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f46(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f47(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f48(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f49(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f50(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f51(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f52(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f53(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f54(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f55(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f56(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f57(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f58(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f59(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f60(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f61(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f62(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f63(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f64(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f65(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f66(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f67(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f68(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f69(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f70(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f71(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f72(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f73(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f74(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f75(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f76(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f77(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f78(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f79(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f80(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f81(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f82(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f83(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f84(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f85(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f86(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f87(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f88(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f89(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f90(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f91(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f92(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f93(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f94(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f95(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f96(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f97(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f98(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f99(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f100(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f101(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f102(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f103(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f104(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f105(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f106(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f107(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f108(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f109(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f110(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f111(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f112(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f113(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f114(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f115(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f116(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f117(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f118(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f119(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f120(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f121(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f122(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f123(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f124(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f125(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f126(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f127(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f128(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f129(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f130(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f131(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f132(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f133(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f134(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f135(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f136(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f137(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f138(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f139(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f140(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f141(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f142(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f143(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@o, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f144(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f145(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f146(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f147(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f148(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f149(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f150(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f151(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f152(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@n, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f153(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f154(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@o, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f155(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}], replicated={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}], replicated={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}