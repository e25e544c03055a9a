// RUN: nereid-opt %s -split-input-file -verify-diagnostics

func.func @offset_type(%p: !tile.ptr<f32>, %i: i16) {
  // expected-error @+1 {{offset must be i32 or i64}}
  %0 = tile.addptr %p, %i : !tile.ptr<f32>, i16
  return
}

// -----

func.func @offset_shape(%p: !tile.ptr<f32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{offset has shape 'tensor<4xi32>', the pointer '!tile.ptr<f32>'}}
  %0 = tile.addptr %p, %i : !tile.ptr<f32>, tensor<4xi32>
  return
}

// -----

func.func @load_type(%p: !tile.ptr<f32>) {
  // expected-error @+1 {{loads 'i32' from '!tile.ptr<f32>'}}
  %0 = tile.load %p : !tile.ptr<f32> -> i32
  return
}

// -----

func.func @load_mask_shape(%p: tensor<4x!tile.ptr<f32>>, %m: tensor<8xi1>) {
  // expected-error @+1 {{mask has shape}}
  %0 = tile.load %p mask %m : tensor<4x!tile.ptr<f32>>, tensor<8xi1> -> tensor<4xf32>
  return
}

// -----

func.func @load_shape(%p: tensor<4x!tile.ptr<f32>>) {
  // expected-error @+1 {{result has shape}}
  %0 = tile.load %p : tensor<4x!tile.ptr<f32>> -> tensor<8xf32>
  return
}

// -----

func.func @load_other(%p: !tile.ptr<f32>, %m: i1, %o: f16) {
  // expected-error @+1 {{other is 'f16'}}
  %0 = tile.load %p mask %m other %o : !tile.ptr<f32>, i1, f16 -> f32
  return
}

// -----

func.func @store_type(%p: !tile.ptr<f32>, %v: i32) {
  // expected-error @+1 {{stores 'i32' through '!tile.ptr<f32>'}}
  tile.store %p, %v : !tile.ptr<f32>, i32
  return
}

// -----

func.func @store_shape(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<8xf32>) {
  // expected-error @+1 {{value has shape}}
  tile.store %p, %v : tensor<4x!tile.ptr<f32>>, tensor<8xf32>
  return
}
