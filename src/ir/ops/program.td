include "ops/tile_base.td"

def Tile_ProgramIdOp : TileOp<"program_id", "program", [Pure]> {
  let summary = "which program of the grid this is, along one axis";
  let arguments = (ins I32Attr:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_NumProgramsOp : TileOp<"num_programs", "program", [Pure]> {
  let summary = "how many programs the grid has along one axis";
  let arguments = (ins I32Attr:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_UndefOp : TileOp<"undef", "program", [Pure]> {
  let summary = "a value nobody may rely on";
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}
