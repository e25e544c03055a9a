// RUN: nereid-opt %s | nereid-opt | FileCheck %s
// RUN: nereid-opt %s -emit-bytecode | nereid-opt | FileCheck %s

// CHECK-LABEL: func.func @math
func.func @math(%x: tensor<4xf32>, %n: tensor<4xi32>, %bits: tensor<4xi8>) {
  // CHECK: tile.float_to_float %{{.*}} toward_zero : tensor<4xf32> -> tensor<4xf16>
  %0 = tile.float_to_float %x toward_zero : tensor<4xf32> -> tensor<4xf16>
  // CHECK: tile.float_to_float %{{.*}} : tensor<4xf32> -> tensor<4xf8E4M3FN>
  %1 = tile.float_to_float %x : tensor<4xf32> -> tensor<4xf8E4M3FN>
  // CHECK: tile.float_to_float %{{.*}} from_e4b15 : tensor<4xi8> -> tensor<4xf16>
  %2 = tile.float_to_float %bits from_e4b15 : tensor<4xi8> -> tensor<4xf16>
  // CHECK: tile.float_to_float %{{.*}} to_e4b15 : tensor<4xf32> -> tensor<4xi8>
  %3 = tile.float_to_float %x to_e4b15 : tensor<4xf32> -> tensor<4xi8>
  // CHECK: tile.mul_high %{{.*}}, %{{.*}} unsigned : tensor<4xi32>
  %4 = tile.mul_high %n, %n unsigned : tensor<4xi32>
  // CHECK: tile.div_exact %{{.*}}, %{{.*}} : tensor<4xf32>
  %5 = tile.div_exact %x, %x : tensor<4xf32>
  // CHECK: tile.sqrt_exact %{{.*}} : tensor<4xf32>
  %6 = tile.sqrt_exact %x : tensor<4xf32>
  // CHECK: tile.libm "hypot"(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = tile.libm "hypot"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
