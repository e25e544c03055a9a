// RUN: nereid-opt %s -split-input-file -verify-diagnostics

func.func @axis(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis past the rank}}
  %0 = tile.reduce(%x) axis 1 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  } : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @shape(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{result shape does not follow}}
  %0 = tile.reduce(%x) axis 1 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  } : (tensor<2x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs two region arguments per source}}
  %0 = tile.reduce(%x) axis 0 {
  ^bb0(%a: f32):
    tile.yield %a : f32
  } : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @yields(%x: tensor<4xf32>) {
  // expected-error @+1 {{must yield one value per source}}
  %0 = tile.reduce(%x) axis 0 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a, %b : f32, f32
  } : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @types(%x: tensor<4xf32>, %c: i32) {
  // expected-error @+1 {{combines another type than its source's}}
  %0 = tile.reduce(%x) axis 0 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %c : i32
  } : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @scan_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{changes a type}}
  %0 = tile.scan(%x) axis 0 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  } : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @scan_axis(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis past the rank}}
  %0 = tile.scan(%x) axis 1 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs 2 region arguments per source}}
  %0 = tile.map(%x) pack 2 {
  ^bb0(%a: f32):
    tile.yield %a, %a : f32, f32
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_yields(%x: tensor<4xf32>) {
  // expected-error @+1 {{must yield 1 value per result}}
  %0 = tile.map(%x) pack 1 {
  ^bb0(%a: f32):
    tile.yield %a, %a : f32, f32
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}
