// RUN: nereid-opt %s -split-input-file -verify-diagnostics

func.func @rank(%a: tensor<4xf16>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{takes matrices, or batches of them}}
  %0 = tile.dot %a, %a, %c precision "ieee" imprecise 0
    : tensor<4xf16>, tensor<4xf16>, tensor<4x4xf32>
  return
}

// -----

func.func @inner(%a: tensor<2x4xf16>, %b: tensor<2x4xf16>, %c: tensor<2x4xf32>) {
  // expected-error @+1 {{shapes do not fit}}
  %0 = tile.dot %a, %b, %c precision "ieee" imprecise 0
    : tensor<2x4xf16>, tensor<2x4xf16>, tensor<2x4xf32>
  return
}

// -----

func.func @batches(%a: tensor<2x4x4xf16>, %b: tensor<3x4x4xf16>, %c: tensor<2x4x4xf32>) {
  // expected-error @+1 {{shapes do not fit}}
  %0 = tile.dot %a, %b, %c precision "ieee" imprecise 0
    : tensor<2x4x4xf16>, tensor<3x4x4xf16>, tensor<2x4x4xf32>
  return
}

// -----

func.func @mixed(%a: tensor<4x4xi8>, %b: tensor<4x4xf16>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{multiplies integers with floats}}
  %0 = tile.dot %a, %b, %c precision "ieee" imprecise 0
    : tensor<4x4xi8>, tensor<4x4xf16>, tensor<4x4xf32>
  return
}

// -----

func.func @precision(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{has no precision "exact"}}
  %0 = tile.dot %a, %a, %a precision "exact" imprecise 0
    : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  return
}
