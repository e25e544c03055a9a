include "ops/tile_base.td"

def Tile_PrintOp : TileOp<"print", "debug", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "tl.device_print: one line per lane";
  let arguments = (ins StrAttr:$prefix, UnitAttr:$hex, DenseI64ArrayAttr:$isSigned,
                   Variadic<Tile_Value>:$operands);
  let assemblyFormat = [{
    $prefix (`hex` $hex^)? $isSigned (`(` $operands^ `:` type($operands) `)`)? attr-dict
  }];
}

def Tile_AssertOp : TileOp<"assert", "debug", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "stops the launch with `message` where a lane under the mask is false";
  let arguments = (ins Tile_I1:$condition, Optional<Tile_I1>:$mask, StrAttr:$message);
  let assemblyFormat = [{
    $condition `,` $message (`mask` $mask^)? attr-dict `:` type($condition) (`,` type($mask)^)?
  }];
  let hasCanonicalizer = 1;
}

def Tile_AssumeOp : TileOp<"assume", "debug", [MemoryEffects<[MemWrite]>]> {
  let summary = "a promise that a scalar condition holds";
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict";
  let hasCanonicalizer = 1;
}

def Tile_HintOp : TileOp<"hint", "debug", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "a promise about a tile of integers or pointers, per axis";
  let description = [{
    `kind`: multiple_of (the first element of each contiguous run is divisible), max_contiguous,
    max_constancy (runs have at least that length).
  }];
  let arguments = (ins StrAttr:$kind, DenseI64ArrayAttr:$values, Tile_Value:$source);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$kind $values $source attr-dict `:` type($source)";
}

def Tile_BarrierOp : TileOp<"barrier", "debug", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "earlier stores of this program are seen by its later loads";
  let assemblyFormat = "attr-dict";
}

def Tile_InlineAsmOp : TileOp<"inline_asm", "debug", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "target assembly on every lane";
  let arguments = (ins StrAttr:$text, StrAttr:$constraints, UnitAttr:$isPure, I32Attr:$pack,
                   Variadic<Tile_Value>:$operands);
  let results = (outs Variadic<Tile_Value>:$results);
  let assemblyFormat = [{
    $text $constraints `pack` $pack (`pure` $isPure^)? `(` $operands `)` attr-dict
      `:` functional-type($operands, $results)
  }];
}
