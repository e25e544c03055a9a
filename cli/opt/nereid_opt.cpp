// nereid-opt: reads tile IR, runs passes on it, prints it. What mlir-opt is, for our dialects;
// tests in test/ir are written against it.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

#include "ir/tile.h"

int main(int count, char **words) {
  mlir::DialectRegistry registry;
  registry.insert<nereid::tile::TileDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::math::MathDialect, mlir::scf::SCFDialect>();
  mlir::registerTransformsPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(count, words, "Nereid's tile IR, pass by pass\n", registry));
}
