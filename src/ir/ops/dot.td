include "ops/tile_base.td"

def Tile_DotOp : TileOp<"dot", "dot", [Pure, AllTypesMatch<["acc", "result"]>]> {
  let summary = "acc + a * b, matrices or batches of them";
  let description = [{
    `[.., M, K] x [.., K, N] + [.., M, N]`, rank 2 or 3. int8 operands accumulate in i32, floats in
    the accumulator's type. `precision` (of f32 operands): "ieee", "tf32", "tf32x3", "bf16x3",
    "bf16x6".
  }];
  let arguments = (ins Tile_Value:$a, Tile_Value:$b, Tile_Value:$acc, StrAttr:$precision,
                   I32Attr:$maxImpreciseAcc);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $acc `precision` $precision `imprecise` $maxImpreciseAcc attr-dict
      `:` type($a) `,` type($b) `,` type($acc)
  }];
  let hasVerifier = 1;
}
