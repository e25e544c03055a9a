// RUN: nereid-opt %s -split-input-file -verify-diagnostics

func.func @shape(%x: tensor<4xf32>) {
  // expected-error @+1 {{changes the shape}}
  %0 = tile.float_to_float %x : tensor<4xf32> -> tensor<2xf16>
  return
}

// -----

func.func @integer(%x: i32) {
  // expected-error @+1 {{converts floats}}
  %0 = tile.float_to_float %x : i32 -> f16
  return
}

// -----

func.func @e4b15_is_i8(%x: f16) {
  // expected-error @+1 {{converts floats}}
  %0 = tile.float_to_float %x to_e4b15 : f16 -> f32
  return
}
