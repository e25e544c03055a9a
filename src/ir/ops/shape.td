include "ops/tile_base.td"

def Tile_RangeOp : TileOp<"range", "shape", [Pure]> {
  let summary = "the integers from start up to, not including, end";
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$start `to` $end attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_SplatOp : TileOp<"splat", "shape", [Pure]> {
  let summary = "a scalar in every lane";
  let arguments = (ins Tile_Value:$source);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_BroadcastOp : TileOp<"broadcast", "shape", [Pure]> {
  let summary = "axes of size 1 stretched";
  let arguments = (ins Tile_Value:$source);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Tile_ExpandDimsOp : TileOp<"expand_dims", "shape", [Pure]> {
  let summary = "a new axis of size 1; `axis` is its place in the result";
  let arguments = (ins Tile_Value:$source, I32Attr:$axis);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$source `axis` $axis attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Tile_ReshapeOp : TileOp<"reshape", "shape", [Pure]> {
  let summary = "the same lanes in row-major order under another shape";
  let description = "The source or the result may be a scalar where the other has one lane.";
  let arguments = (ins Tile_Value:$source);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Tile_TransposeOp : TileOp<"transpose", "shape", [Pure]> {
  let summary = "axes permuted: result axis i is source axis permutation[i]";
  let arguments = (ins Tile_Value:$source, DenseI64ArrayAttr:$permutation);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$source $permutation attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Tile_JoinOp : TileOp<"join", "shape", [Pure, AllTypesMatch<["a", "b"]>]> {
  let summary = "two tiles side by side along a new last axis of size 2";
  let arguments = (ins Tile_Value:$a, Tile_Value:$b);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$a `,` $b attr-dict `:` type($a) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_SplitOp : TileOp<"split", "shape", [Pure, AllTypesMatch<["a", "b"]>]> {
  let summary = "the two halves of a last axis of size 2";
  let arguments = (ins Tile_Value:$source);
  let results = (outs Tile_Value:$a, Tile_Value:$b);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($a)";
  let hasVerifier = 1;
}

def Tile_CatOp : TileOp<"cat", "shape", [Pure, AllTypesMatch<["a", "b"]>]> {
  let summary = "two tiles one after the other along an axis";
  let arguments = (ins Tile_Value:$a, Tile_Value:$b, I32Attr:$axis);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$a `,` $b `axis` $axis attr-dict `:` type($a) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_FlipOp : TileOp<"flip", "shape", [Pure]> {
  let summary = "an axis in reverse order";
  let arguments = (ins Tile_Value:$source, I32Attr:$axis);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$source `axis` $axis attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_GatherOp : TileOp<"gather", "shape", [Pure]> {
  let summary = "picks elements along one axis by index";
  let description = [{
    `result[i, j] = source[index[i, j], j]` for `axis = 0`, and likewise for any other axis. Every
    index must lie in `[0, size of axis)`; the interpreter reports one that does not, compiled
    code does not check.
  }];
  let arguments = (ins Tile_Value:$source, Tile_Value:$index, I32Attr:$axis);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $source `,` $index `axis` $axis attr-dict `:` type($source) `,` type($index) `->` type($result)
  }];
  let hasVerifier = 1;
}
