// RUN: nereid-opt %s | nereid-opt | FileCheck %s
// RUN: nereid-opt %s -emit-bytecode | nereid-opt | FileCheck %s

// CHECK-LABEL: func.func @program
// CHECK-SAME: %{{.*}}: !tile.ptr<f32> {tile.divisibility = 16 : i32, tile.name = "x"}
func.func @program(%x: !tile.ptr<f32> {tile.name = "x", tile.divisibility = 16 : i32}) {
  // CHECK: tile.program_id 0 : i32
  %0 = tile.program_id 0 : i32
  // CHECK: tile.num_programs 2 : i32
  %1 = tile.num_programs 2 : i32
  // CHECK: tile.undef : tensor<4xf32>
  %2 = tile.undef : tensor<4xf32>
  return
}
