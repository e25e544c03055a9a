// RUN: nereid-opt %s | nereid-opt | FileCheck %s
// RUN: nereid-opt %s -emit-bytecode | nereid-opt | FileCheck %s

// CHECK-LABEL: func.func @across_lanes
func.func @across_lanes(%x: tensor<2x4xf32>, %i: tensor<2x4xi32>, %m: tensor<8xi1>,
                        %n: tensor<8xi32>) {
  // CHECK: tile.reduce(%{{.*}}) axis 1 {
  // CHECK: tile.yield %{{.*}} : f32
  // CHECK: } : (tensor<2x4xf32>) -> tensor<2xf32>
  %sum = tile.reduce(%x) axis 1 {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.yield %s : f32
  } : (tensor<2x4xf32>) -> tensor<2xf32>
  // CHECK: tile.reduce(%{{.*}}, %{{.*}}) axis 0 {
  // CHECK: } : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  %v, %w = tile.reduce(%x, %i) axis 0 {
  ^bb0(%a: f32, %j: i32, %b: f32, %k: i32):
    %gt = arith.cmpf ogt, %a, %b : f32
    %p = arith.select %gt, %a, %b : f32
    %q = arith.select %gt, %j, %k : i32
    tile.yield %p, %q : f32, i32
  } : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  // CHECK: tile.scan(%{{.*}}) axis 0 reverse {
  %running = tile.scan(%n) axis 0 reverse {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.yield %s : i32
  } : (tensor<8xi32>) -> tensor<8xi32>
  // CHECK: tile.map(%{{.*}}) pack 2 {
  %mapped = tile.map(%n) pack 2 {
  ^bb0(%a: i32, %b: i32):
    tile.yield %b, %a : i32, i32
  } : (tensor<8xi32>) -> tensor<8xi32>
  // CHECK: tile.sort %{{.*}} descending unsigned : tensor<8xi32> -> tensor<8xi32>
  %sorted = tile.sort %n descending unsigned : tensor<8xi32> -> tensor<8xi32>
  // CHECK: tile.histogram %{{.*}} mask %{{.*}} : tensor<8xi32>, tensor<8xi1> -> tensor<16xi32>
  %bins = tile.histogram %n mask %m : tensor<8xi32>, tensor<8xi1> -> tensor<16xi32>
  return
}
