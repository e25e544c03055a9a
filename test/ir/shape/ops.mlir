// RUN: nereid-opt %s | nereid-opt | FileCheck %s
// RUN: nereid-opt %s -emit-bytecode | nereid-opt | FileCheck %s

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: f32, %p: !tile.ptr<f16>, %index: tensor<2x4xi32>) {
  // CHECK: tile.range 8 to 12 : tensor<4xi32>
  %range = tile.range 8 to 12 : tensor<4xi32>
  // CHECK: tile.splat %{{.*}} : f32 -> tensor<2x4xf32>
  %tile = tile.splat %x : f32 -> tensor<2x4xf32>
  // CHECK: tile.splat %{{.*}} : !tile.ptr<f16> -> tensor<4x!tile.ptr<f16>>
  %pointers = tile.splat %p : !tile.ptr<f16> -> tensor<4x!tile.ptr<f16>>
  // CHECK: tile.expand_dims %{{.*}} axis 0 : tensor<4xi32> -> tensor<1x4xi32>
  %row = tile.expand_dims %range axis 0 : tensor<4xi32> -> tensor<1x4xi32>
  // CHECK: tile.broadcast %{{.*}} : tensor<1x4xi32> -> tensor<2x4xi32>
  %rows = tile.broadcast %row : tensor<1x4xi32> -> tensor<2x4xi32>
  // CHECK: tile.reshape %{{.*}} : tensor<2x4xi32> -> tensor<8xi32>
  %flat = tile.reshape %rows : tensor<2x4xi32> -> tensor<8xi32>
  // CHECK: tile.transpose %{{.*}} [1, 0] : tensor<2x4xf32> -> tensor<4x2xf32>
  %turned = tile.transpose %tile [1, 0] : tensor<2x4xf32> -> tensor<4x2xf32>
  // CHECK: tile.split %{{.*}} : tensor<4x2xf32> -> tensor<4xf32>
  %a, %b = tile.split %turned : tensor<4x2xf32> -> tensor<4xf32>
  // CHECK: tile.join %{{.*}}, %{{.*}} : tensor<4xf32> -> tensor<4x2xf32>
  %joined = tile.join %a, %b : tensor<4xf32> -> tensor<4x2xf32>
  // CHECK: tile.cat %{{.*}}, %{{.*}} axis 0 : tensor<4xf32> -> tensor<8xf32>
  %cat = tile.cat %a, %b axis 0 : tensor<4xf32> -> tensor<8xf32>
  // CHECK: tile.flip %{{.*}} axis 1 : tensor<2x4xf32> -> tensor<2x4xf32>
  %flipped = tile.flip %tile axis 1 : tensor<2x4xf32> -> tensor<2x4xf32>
  // CHECK: tile.gather %{{.*}}, %{{.*}} axis 1 : tensor<2x4xf32>, tensor<2x4xi32> -> tensor<2x4xf32>
  %picked = tile.gather %tile, %index axis 1 : tensor<2x4xf32>, tensor<2x4xi32> -> tensor<2x4xf32>
  return
}
