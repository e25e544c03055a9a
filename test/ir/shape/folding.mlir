// RUN: nereid-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @splat_of_constant
// CHECK: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<4x8xf32>
// CHECK: return %[[C]]
func.func @splat_of_constant() -> tensor<4x8xf32> {
  %two = arith.constant 2.0 : f32
  %0 = tile.splat %two : f32 -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A tile whose lanes are all one value stays that, however it is moved about.
// CHECK-LABEL: func.func @moves_of_constant
// CHECK: %[[C:.*]] = arith.constant dense<7> : tensor<8x4xi32>
// CHECK: return %[[C]]
func.func @moves_of_constant() -> tensor<8x4xi32> {
  %0 = arith.constant dense<7> : tensor<4xi32>
  %1 = tile.expand_dims %0 axis 1 : tensor<4xi32> -> tensor<4x1xi32>
  %2 = tile.broadcast %1 : tensor<4x1xi32> -> tensor<4x8xi32>
  %3 = tile.transpose %2 [1, 0] : tensor<4x8xi32> -> tensor<8x4xi32>
  return %3 : tensor<8x4xi32>
}

// CHECK-LABEL: func.func @moves_of_splat
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[S:.*]] = tile.splat %[[X]] : f32 -> tensor<32xf32>
// CHECK: return %[[S]]
func.func @moves_of_splat(%x: f32) -> tensor<32xf32> {
  %0 = tile.splat %x : f32 -> tensor<4xf32>
  %1 = tile.expand_dims %0 axis 1 : tensor<4xf32> -> tensor<4x1xf32>
  %2 = tile.broadcast %1 : tensor<4x1xf32> -> tensor<4x8xf32>
  %3 = tile.reshape %2 : tensor<4x8xf32> -> tensor<32xf32>
  return %3 : tensor<32xf32>
}

// CHECK-LABEL: func.func @nothing_moves
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
// CHECK: return %[[X]], %[[X]], %[[X]]
func.func @nothing_moves(%x: tensor<4x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = tile.broadcast %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = tile.reshape %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = tile.transpose %x [0, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @reshape_twice
// CHECK: tile.reshape %{{.*}} : tensor<4x8xf32> -> tensor<2x16xf32>
// CHECK-NOT: tile.reshape
func.func @reshape_twice(%x: tensor<4x8xf32>) -> tensor<2x16xf32> {
  %0 = tile.reshape %x : tensor<4x8xf32> -> tensor<32xf32>
  %1 = tile.reshape %0 : tensor<32xf32> -> tensor<2x16xf32>
  return %1 : tensor<2x16xf32>
}

// Lanes that differ are left where they are.
// CHECK-LABEL: func.func @range_stays
// CHECK: tile.range
// CHECK: tile.expand_dims
func.func @range_stays() -> tensor<4x1xi32> {
  %0 = tile.range 0 to 4 : tensor<4xi32>
  %1 = tile.expand_dims %0 axis 1 : tensor<4xi32> -> tensor<4x1xi32>
  return %1 : tensor<4x1xi32>
}

// There are no constants of pointers.
// CHECK-LABEL: func.func @splat_of_pointer
// CHECK: tile.int_to_ptr
// CHECK: tile.splat
func.func @splat_of_pointer() -> tensor<4x!tile.ptr<f32>> {
  %null = arith.constant 0 : i64
  %p = tile.int_to_ptr %null : i64 -> !tile.ptr<f32>
  %0 = tile.splat %p : !tile.ptr<f32> -> tensor<4x!tile.ptr<f32>>
  return %0 : tensor<4x!tile.ptr<f32>>
}
