// Axes of operations that are propagated have no known origin, which is not written any more.
// RUN: sdy-opt %s -sdy-basic-propagate=debug-sharding-origins=true -shardy=0.11.2 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -sdy-basic-propagate=debug-sharding-origins=true | FileCheck %s --check-prefix=NEWEST

sdy.mesh @mesh = <["a"=2]>
func.func @main() -> tensor<8xf32> {
  %0 = stablehlo.custom_call @make() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : () -> tensor<8xf32>
  // OLDER: stablehlo.negate {{.*}}sdy.sharding_origins = [{a = ": 0"}]
  // NEWEST: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>} : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
