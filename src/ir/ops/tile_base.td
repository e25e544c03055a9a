// What every family of tile operations shares: the dialect, the pointer type, the op class.
#ifndef NEREID_TILE_BASE_TD
#define NEREID_TILE_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::nereid::tile";
  let summary = "what Triton's language has and upstream MLIR lacks";
  let description = [{
    Values are scalars (`f32`, `i32`, `!tile.ptr<f32>`) or tiles of them (`tensor<128x64xf32>`,
    `tensor<128x!tile.ptr<f32>>`). Arithmetic is `arith` and `math` on tensors, control flow `scf`;
    integers are signless, operations carry the sign. A kernel is a `func.func` whose arguments
    carry `tile.name` and, where known, `tile.divisibility`.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1; // folded values become arith.constant
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def Tile_PtrType : TypeDef<Tile_Dialect, "Ptr"> {
  let mnemonic = "ptr";
  let summary = "the address of a value in the device's memory";
  let parameters = (ins "::mlir::Type":$pointee);
  let assemblyFormat = "`<` $pointee `>`";
}

// A scalar or a tile, of anything; verifiers say more.
def Tile_Value : Type<CPred<"true">, "scalar or tile">;
def Tile_I1 : Type<Or<[CPred<"$_self.isInteger(1)">,
    CPred<"::llvm::isa<::mlir::RankedTensorType>($_self) && "
          "::llvm::cast<::mlir::RankedTensorType>($_self).getElementType().isInteger(1)">]>,
    "i1 scalar or tile">;
def Tile_PtrLike : Type<Or<[CPred<"::llvm::isa<::nereid::tile::PtrType>($_self)">,
    CPred<"::llvm::isa<::mlir::RankedTensorType>($_self) && ::llvm::isa<::nereid::tile::PtrType>("
          "::llvm::cast<::mlir::RankedTensorType>($_self).getElementType())">]>,
    "pointer or tile of pointers">;

// One tile operation. `family` names the file that holds its behaviour in every folder that has
// one: ir/ops/<family>.cpp, interp/ops/<family>.cpp, ...
class TileOp<string mnemonic, string theFamily, list<Trait> traits = []>
    : Op<Tile_Dialect, mnemonic, traits> {
  string family = theFamily;
}

#endif
