// RUN: nereid-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @pointer_plus_zero
// CHECK-SAME: %[[P:.*]]: tensor<4x!tile.ptr<f32>>
// CHECK: return %[[P]]
func.func @pointer_plus_zero(%p: tensor<4x!tile.ptr<f32>>) -> tensor<4x!tile.ptr<f32>> {
  %zero = arith.constant dense<0> : tensor<4xi32>
  %0 = tile.addptr %p, %zero : tensor<4x!tile.ptr<f32>>, tensor<4xi32>
  return %0 : tensor<4x!tile.ptr<f32>>
}

// CHECK-LABEL: func.func @mask_of_every_lane
// CHECK: tile.load %{{[^ ]*}} : tensor<4x!tile.ptr<f32>> -> tensor<4xf32>
// CHECK: tile.store %{{[^ ]*}}, %{{[^ ]*}} : tensor<4x!tile.ptr<f32>>, tensor<4xf32>
func.func @mask_of_every_lane(%p: tensor<4x!tile.ptr<f32>>, %other: tensor<4xf32>) {
  %true = arith.constant dense<true> : tensor<4xi1>
  %0 = tile.load %p mask %true other %other
    : tensor<4x!tile.ptr<f32>>, tensor<4xi1>, tensor<4xf32> -> tensor<4xf32>
  tile.store %p, %0 mask %true : tensor<4x!tile.ptr<f32>>, tensor<4xf32>, tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @store_of_no_lane
// CHECK-NOT: tile.store
func.func @store_of_no_lane(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<4xf32>) {
  %false = arith.constant dense<false> : tensor<4xi1>
  tile.store %p, %v mask %false : tensor<4x!tile.ptr<f32>>, tensor<4xf32>, tensor<4xi1>
  return
}

// A load that nobody uses may go: it only reads.
// CHECK-LABEL: func.func @unused_load
// CHECK-NOT: tile.load
func.func @unused_load(%p: !tile.ptr<f32>) {
  %0 = tile.load %p : !tile.ptr<f32> -> f32
  return
}

// Two loads of one place are not one: something may be stored between.
// CHECK-LABEL: func.func @load_store_load
// CHECK: tile.load
// CHECK: tile.store
// CHECK: tile.load
func.func @load_store_load(%p: !tile.ptr<f32>, %v: f32) -> (f32, f32) {
  %0 = tile.load %p : !tile.ptr<f32> -> f32
  tile.store %p, %v : !tile.ptr<f32>, f32
  %1 = tile.load %p : !tile.ptr<f32> -> f32
  return %0, %1 : f32, f32
}
