// RUN: nereid-opt %s | nereid-opt | FileCheck %s
// RUN: nereid-opt %s -emit-bytecode | nereid-opt | FileCheck %s

// CHECK-LABEL: func.func @memory
func.func @memory(%p: tensor<4x!tile.ptr<f32>>, %i: tensor<4xi64>, %m: tensor<4xi1>,
                  %v: tensor<4xf32>, %q: !tile.ptr<i8>) {
  // CHECK: tile.addptr %{{.*}}, %{{.*}} : tensor<4x!tile.ptr<f32>>, tensor<4xi64>
  %moved = tile.addptr %p, %i : tensor<4x!tile.ptr<f32>>, tensor<4xi64>
  // CHECK: tile.load %{{.*}} : tensor<4x!tile.ptr<f32>> -> tensor<4xf32>
  %plain = tile.load %moved : tensor<4x!tile.ptr<f32>> -> tensor<4xf32>
  // CHECK: tile.load %{{.*}} mask %{{.*}} : tensor<4x!tile.ptr<f32>>, tensor<4xi1> -> tensor<4xf32>
  %masked = tile.load %p mask %m : tensor<4x!tile.ptr<f32>>, tensor<4xi1> -> tensor<4xf32>
  // CHECK: tile.load %{{.*}} mask %{{.*}} other %{{.*}} {cache = ".cg", isVolatile}
  %other = tile.load %p mask %m other %v {cache = ".cg", isVolatile}
    : tensor<4x!tile.ptr<f32>>, tensor<4xi1>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: tile.load %{{.*}} : !tile.ptr<i8> -> i8
  %scalar = tile.load %q : !tile.ptr<i8> -> i8
  // CHECK: tile.store %{{.*}}, %{{.*}} : tensor<4x!tile.ptr<f32>>, tensor<4xf32>
  tile.store %p, %v : tensor<4x!tile.ptr<f32>>, tensor<4xf32>
  // CHECK: tile.store %{{.*}}, %{{.*}} mask %{{.*}} : tensor<4x!tile.ptr<f32>>, tensor<4xf32>, tensor<4xi1>
  tile.store %p, %v mask %m : tensor<4x!tile.ptr<f32>>, tensor<4xf32>, tensor<4xi1>
  // CHECK: tile.ptr_to_int %{{.*}} : !tile.ptr<i8> -> i64
  %address = tile.ptr_to_int %q : !tile.ptr<i8> -> i64
  // CHECK: tile.int_to_ptr %{{.*}} : i64 -> !tile.ptr<f16>
  %back = tile.int_to_ptr %address : i64 -> !tile.ptr<f16>
  // CHECK: tile.ptr_cast %{{.*}} : !tile.ptr<f16> -> !tile.ptr<i8>
  %cast = tile.ptr_cast %back : !tile.ptr<f16> -> !tile.ptr<i8>
  return
}
