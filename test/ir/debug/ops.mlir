// RUN: nereid-opt %s | nereid-opt | FileCheck %s
// RUN: nereid-opt %s -emit-bytecode | nereid-opt | FileCheck %s

// CHECK-LABEL: func.func @debug
func.func @debug(%x: tensor<4xf32>, %n: i32, %c: tensor<4xi1>, %ok: i1) {
  // CHECK: tile.print "here" []
  tile.print "here" []
  // CHECK: tile.print " x: " hex [0, 1](%{{.*}}, %{{.*}} : tensor<4xf32>, i32)
  tile.print " x: " hex [0, 1] (%x, %n : tensor<4xf32>, i32)
  // CHECK: tile.assert %{{.*}}, "positive" : tensor<4xi1>
  tile.assert %c, "positive" : tensor<4xi1>
  // CHECK: tile.assume %{{.*}}
  tile.assume %ok
  // CHECK: tile.hint "multiple_of" [16] %{{.*}} : i32
  %0 = tile.hint "multiple_of" [16] %n : i32
  // CHECK: tile.barrier
  tile.barrier
  // CHECK: tile.inline_asm "mov $0, $1;" "=r,r" pack 1 pure(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tile.inline_asm "mov $0, $1;" "=r,r" pack 1 pure (%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
