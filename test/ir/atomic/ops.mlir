// RUN: nereid-opt %s | nereid-opt | FileCheck %s
// RUN: nereid-opt %s -emit-bytecode | nereid-opt | FileCheck %s

// CHECK-LABEL: func.func @atomics
func.func @atomics(%p: tensor<4x!tile.ptr<i32>>, %v: tensor<4xi32>, %m: tensor<4xi1>,
                   %lock: !tile.ptr<i32>, %n: i32) {
  // CHECK: tile.atomic_rmw "add" "relaxed" "gpu" %{{.*}}, %{{.*}} : tensor<4x!tile.ptr<i32>>, tensor<4xi32> -> tensor<4xi32>
  %0 = tile.atomic_rmw "add" "relaxed" "gpu" %p, %v
    : tensor<4x!tile.ptr<i32>>, tensor<4xi32> -> tensor<4xi32>
  // CHECK: tile.atomic_rmw "umax" "acq_rel" "sys" %{{.*}}, %{{.*}} mask %{{.*}}
  %1 = tile.atomic_rmw "umax" "acq_rel" "sys" %p, %v mask %m
    : tensor<4x!tile.ptr<i32>>, tensor<4xi32>, tensor<4xi1> -> tensor<4xi32>
  // CHECK: tile.atomic_cas "acq_rel" "gpu" %{{.*}}, %{{.*}}, %{{.*}} : !tile.ptr<i32>, i32
  %2 = tile.atomic_cas "acq_rel" "gpu" %lock, %n, %n : !tile.ptr<i32>, i32
  // CHECK: tile.atomic_load "acquire" "gpu" %{{.*}} : !tile.ptr<i32> -> i32
  %3 = tile.atomic_load "acquire" "gpu" %lock : !tile.ptr<i32> -> i32
  // CHECK: tile.atomic_store "release" "gpu" %{{.*}}, %{{.*}} : !tile.ptr<i32>, i32
  tile.atomic_store "release" "gpu" %lock, %n : !tile.ptr<i32>, i32
  return
}

// Their results unused, atomics still happen.
// RUN: nereid-opt %s -canonicalize -cse | FileCheck %s --check-prefix=KEPT
// KEPT-LABEL: func.func @atomics
// KEPT-COUNT-2: tile.atomic_rmw
// KEPT: tile.atomic_cas
// KEPT: tile.atomic_load
// KEPT: tile.atomic_store
