// RUN: nereid-opt %s -split-input-file -verify-diagnostics

func.func @range() {
  // expected-error @+1 {{does not hold end - start lanes}}
  %0 = tile.range 0 to 8 : tensor<4xi32>
  return
}

// -----

func.func @splat_of_tile(%x: tensor<4xf32>) {
  // expected-error @+1 {{splats a tile}}
  %0 = tile.splat %x : tensor<4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @splat_of_another_type(%x: f32) {
  // expected-error @+1 {{changes the element type}}
  %0 = tile.splat %x : f32 -> tensor<4xf16>
  return
}

// -----

func.func @broadcast_changes_rank(%x: tensor<4xf32>) {
  // expected-error @+1 {{changes the rank}}
  %0 = tile.broadcast %x : tensor<4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_stretches_two(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{stretches an axis of size 2}}
  %0 = tile.broadcast %x : tensor<2x4xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @broadcast_changes_element(%x: tensor<1xf32>) {
  // expected-error @+1 {{changes the element type}}
  %0 = tile.broadcast %x : tensor<1xf32> -> tensor<4xi32>
  return
}

// -----

func.func @expand_past_rank(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis past the rank}}
  %0 = tile.expand_dims %x axis 2 : tensor<4xf32> -> tensor<4x1xf32>
  return
}

// -----

func.func @expand_elsewhere(%x: tensor<4xf32>) {
  // expected-error @+1 {{result shape does not follow}}
  %0 = tile.expand_dims %x axis 0 : tensor<4xf32> -> tensor<4x1xf32>
  return
}

// -----

func.func @reshape_loses_lanes(%x: tensor<4xf32>) {
  // expected-error @+1 {{changes the number of lanes}}
  %0 = tile.reshape %x : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @transpose_by_no_permutation(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{permutation names an axis twice}}
  %0 = tile.transpose %x [1, 1] : tensor<2x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @transpose_shape(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{result shape does not follow}}
  %0 = tile.transpose %x [1, 0] : tensor<2x4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @join_shape(%x: tensor<4xf32>) {
  // expected-error @+1 {{result shape does not follow}}
  %0 = tile.join %x, %x : tensor<4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @split_of_four(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{result shape does not follow}}
  %a, %b = tile.split %x : tensor<2x4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @cat_shape(%x: tensor<4xf32>) {
  // expected-error @+1 {{result shape does not follow}}
  %0 = tile.cat %x, %x axis 0 : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @flip_axis(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis past the rank}}
  %0 = tile.flip %x axis 1 : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @gather_result(%x: tensor<4xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{result does not have the index's shape}}
  %0 = tile.gather %x, %i axis 0 : tensor<4xf32>, tensor<2xi32> -> tensor<4xf32>
  return
}

// -----

func.func @gather_other_axis(%x: tensor<4x4xf32>, %i: tensor<2x2xi32>) {
  // expected-error @+1 {{axis 1 is 2 in the index and 4 in the source}}
  %0 = tile.gather %x, %i axis 0 : tensor<4x4xf32>, tensor<2x2xi32> -> tensor<2x2xf32>
  return
}
