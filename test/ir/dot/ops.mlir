// RUN: nereid-opt %s | nereid-opt | FileCheck %s
// RUN: nereid-opt %s -emit-bytecode | nereid-opt | FileCheck %s

// CHECK-LABEL: func.func @dots
func.func @dots(%a: tensor<2x4xf16>, %b: tensor<4x8xf16>, %c: tensor<2x8xf32>,
                %x: tensor<3x2x4xi8>, %y: tensor<3x4x2xi8>, %z: tensor<3x2x2xi32>) {
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} precision "ieee" imprecise 0
  // CHECK-SAME: : tensor<2x4xf16>, tensor<4x8xf16>, tensor<2x8xf32>
  %0 = tile.dot %a, %b, %c precision "ieee" imprecise 0
    : tensor<2x4xf16>, tensor<4x8xf16>, tensor<2x8xf32>
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} precision "tf32" imprecise 32
  %1 = tile.dot %x, %y, %z precision "tf32" imprecise 32
    : tensor<3x2x4xi8>, tensor<3x4x2xi8>, tensor<3x2x2xi32>
  return
}
