include "ops/tile_base.td"

def Tile_AtomicRmwOp : TileOp<"atomic_rmw", "atomic", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "reads, changes and writes back each lane's element in one step; gives the old value";
  let description = [{
    `kind`: add fadd max min umax umin and or xor xchg, fmax and fmin (floats: by sign, on bit
    patterns). Lanes masked off do nothing and hold an undefined value (0 on CPU and interpreter).
  }];
  let arguments = (ins Tile_PtrLike:$pointer, Tile_Value:$value, Optional<Tile_I1>:$mask,
                   StrAttr:$kind, StrAttr:$sem, StrAttr:$scope);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $kind $sem $scope $pointer `,` $value (`mask` $mask^)? attr-dict
      `:` type($pointer) `,` type($value) (`,` type($mask)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_AtomicCasOp : TileOp<"atomic_cas", "atomic",
    [MemoryEffects<[MemRead, MemWrite]>, AllTypesMatch<["expected", "desired", "result"]>]> {
  let summary = "writes `desired` where the element equals `expected`; gives the old value";
  let arguments = (ins Tile_PtrLike:$pointer, Tile_Value:$expected, Tile_Value:$desired,
                   StrAttr:$sem, StrAttr:$scope);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $sem $scope $pointer `,` $expected `,` $desired attr-dict
      `:` type($pointer) `,` type($expected)
  }];
  let hasVerifier = 1;
}

def Tile_AtomicLoadOp : TileOp<"atomic_load", "atomic", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "reads each lane's element in one piece, ordered by `sem`";
  let arguments = (ins Tile_PtrLike:$pointer, Optional<Tile_I1>:$mask, StrAttr:$sem, StrAttr:$scope);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $sem $scope $pointer (`mask` $mask^)? attr-dict `:` type($pointer) (`,` type($mask)^)?
      `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_AtomicStoreOp : TileOp<"atomic_store", "atomic", [MemoryEffects<[MemWrite]>]> {
  let summary = "writes each lane's element in one piece, ordered by `sem`";
  let arguments = (ins Tile_PtrLike:$pointer, Tile_Value:$value, Optional<Tile_I1>:$mask,
                   StrAttr:$sem, StrAttr:$scope);
  let assemblyFormat = [{
    $sem $scope $pointer `,` $value (`mask` $mask^)? attr-dict
      `:` type($pointer) `,` type($value) (`,` type($mask)^)?
  }];
  let hasVerifier = 1;
}
