// RUN: nereid-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @known_to_hold
// CHECK-NOT: tile.assert
// CHECK-NOT: tile.assume
func.func @known_to_hold() {
  %true = arith.constant true
  %all = arith.constant dense<true> : tensor<4xi1>
  tile.assert %all, "fine" : tensor<4xi1>
  tile.assume %true
  return
}

// CHECK-LABEL: func.func @known_to_fail
// CHECK: tile.assert
func.func @known_to_fail() {
  %false = arith.constant false
  tile.assert %false, "never" : i1
  return
}
