include "ops/tile_base.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Tile_YieldOp : TileOp<"yield", "reduce", [Pure, Terminator, ReturnLike]> {
  let summary = "what a region of a tile operation gives back";
  let arguments = (ins Variadic<Tile_Value>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Tile_ReduceOp : TileOp<"reduce", "reduce", [RecursiveMemoryEffects]> {
  let summary = "combines all lanes along one axis";
  let description = [{
    The region takes 2n scalars `(a..., b...)` and yields n: it must be associative and
    commutative, and is applied in any order. A rank-1 source gives a scalar.
  }];
  let arguments = (ins Variadic<Tile_Value>:$sources, I32Attr:$axis);
  let results = (outs Variadic<Tile_Value>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = [{
    `(` $sources `)` `axis` $axis $combine attr-dict `:` functional-type($sources, $results)
  }];
  let hasVerifier = 1;
}

def Tile_ScanOp : TileOp<"scan", "reduce", [RecursiveMemoryEffects]> {
  let summary = "the running combination along one axis, each lane included";
  let description = [{
    The region takes `(carry..., element...)` and yields the next carry: it must be associative.
    With `reverse` the scan runs from the end.
  }];
  let arguments = (ins Variadic<Tile_Value>:$sources, I32Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<Tile_Value>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = [{
    `(` $sources `)` `axis` $axis (`reverse` $reverse^)? $combine attr-dict
      `:` functional-type($sources, $results)
  }];
  let hasVerifier = 1;
}

def Tile_MapOp : TileOp<"map", "reduce", [RecursiveMemoryEffects]> {
  let summary = "a scalar function on every lane, control flow included";
  let description = [{
    With `pack` p the region takes p scalars of each source (those of the first source first) and
    yields p of each result.
  }];
  let arguments = (ins Variadic<Tile_Value>:$sources, I32Attr:$pack);
  let results = (outs Variadic<Tile_Value>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $sources `)` `pack` $pack $body attr-dict `:` functional-type($sources, $results)
  }];
  let hasVerifier = 1;
}

def Tile_SortOp : TileOp<"sort", "reduce", [Pure]> {
  let summary = "the last axis in ascending or descending order";
  let arguments = (ins Tile_Value:$source, UnitAttr:$descending, UnitAttr:$isUnsigned);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $source (`descending` $descending^)? (`unsigned` $isUnsigned^)? attr-dict
      `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_HistogramOp : TileOp<"histogram", "reduce", [Pure]> {
  let summary = "how many lanes hold 0, 1, ...";
  let description = "Lanes outside the bins, or masked off, count nowhere.";
  let arguments = (ins Tile_Value:$source, Optional<Tile_I1>:$mask);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $source (`mask` $mask^)? attr-dict `:` type($source) (`,` type($mask)^)? `->` type($result)
  }];
}
