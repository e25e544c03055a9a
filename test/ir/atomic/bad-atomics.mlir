// RUN: nereid-opt %s -split-input-file -verify-diagnostics

func.func @kind(%p: !tile.ptr<i32>, %v: i32) {
  // expected-error @+1 {{has no kind "nand"}}
  %0 = tile.atomic_rmw "nand" "relaxed" "gpu" %p, %v : !tile.ptr<i32>, i32 -> i32
  return
}

// -----

func.func @type(%p: !tile.ptr<i32>, %v: f32) {
  // expected-error @+1 {{updates '!tile.ptr<i32>' with 'f32'}}
  %0 = tile.atomic_rmw "add" "relaxed" "gpu" %p, %v : !tile.ptr<i32>, f32 -> f32
  return
}

// -----

func.func @order(%p: !tile.ptr<i32>, %v: i32) {
  // expected-error @+1 {{has no order "seq_cst"}}
  %0 = tile.atomic_rmw "add" "seq_cst" "gpu" %p, %v : !tile.ptr<i32>, i32 -> i32
  return
}
