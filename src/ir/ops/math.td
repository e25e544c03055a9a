include "ops/tile_base.td"

// arith and math hold most of what kernels compute; here is what they lack.

def Tile_FloatToFloatOp : TileOp<"float_to_float", "math", [Pure]> {
  let summary = "a float in another float type";
  let description = [{
    Rounds to nearest even, or toward zero with `toward_zero`. Results in fp8 types saturate:
    overflow and infinity become the largest finite value. Sources and results that arith.extf and
    arith.truncf cover exactly use those instead. MLIR has no type for fp8e4b15: it is carried as
    i8, and `from_e4b15` and `to_e4b15` say that those bits are such floats.
  }];
  let arguments = (ins Tile_Value:$source, UnitAttr:$towardZero, UnitAttr:$sourceE4b15,
                   UnitAttr:$resultE4b15);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $source (`toward_zero` $towardZero^)? (`from_e4b15` $sourceE4b15^)?
      (`to_e4b15` $resultE4b15^)? attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_MulHighOp : TileOp<"mul_high", "math", [Pure, AllTypesMatch<["a", "b", "result"]>]> {
  let summary = "the upper half of a product of integers";
  let arguments = (ins Tile_Value:$a, Tile_Value:$b, UnitAttr:$isUnsigned);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$a `,` $b (`unsigned` $isUnsigned^)? attr-dict `:` type($a)";
}

def Tile_DivExactOp : TileOp<"div_exact", "math", [Pure, AllTypesMatch<["a", "b", "result"]>]> {
  let summary = "the correctly rounded quotient; arith.divf may be off by 2 ulp";
  let arguments = (ins Tile_Value:$a, Tile_Value:$b);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$a `,` $b attr-dict `:` type($a)";
}

def Tile_SqrtExactOp : TileOp<"sqrt_exact", "math", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "the correctly rounded square root";
  let arguments = (ins Tile_Value:$source);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}

def Tile_LibmOp : TileOp<"libm", "math", [Pure]> {
  let summary = "a function of the math library that the math dialect lacks, lane by lane";
  let arguments = (ins StrAttr:$function, Variadic<Tile_Value>:$operands);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $function `(` $operands `)` attr-dict `:` functional-type($operands, $result)
  }];
}
