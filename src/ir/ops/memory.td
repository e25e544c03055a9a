include "ops/tile_base.td"

def Tile_AddPtrOp : TileOp<"addptr", "memory", [Pure, AllTypesMatch<["pointer", "result"]>]> {
  let summary = "pointers moved by a number of elements";
  let description = [{
    `offset` is a signed i32 or i64 of the pointer's shape, counted in elements (bytes of an
    element: its size in memory, 1 for i1).
  }];
  let arguments = (ins Tile_PtrLike:$pointer, Tile_Value:$offset);
  let results = (outs Tile_PtrLike:$result);
  let assemblyFormat = "$pointer `,` $offset attr-dict `:` type($pointer) `,` type($offset)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_PtrToIntOp : TileOp<"ptr_to_int", "memory", [Pure]> {
  let summary = "the address as an i64";
  let arguments = (ins Tile_PtrLike:$pointer);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$pointer attr-dict `:` type($pointer) `->` type($result)";
}

def Tile_IntToPtrOp : TileOp<"int_to_ptr", "memory", [Pure]> {
  let summary = "an i64 taken as an address";
  let arguments = (ins Tile_Value:$address);
  let results = (outs Tile_PtrLike:$result);
  let assemblyFormat = "$address attr-dict `:` type($address) `->` type($result)";
}

def Tile_PtrCastOp : TileOp<"ptr_cast", "memory", [Pure]> {
  let summary = "the same address, pointing at another type";
  let arguments = (ins Tile_PtrLike:$pointer);
  let results = (outs Tile_PtrLike:$result);
  let assemblyFormat = "$pointer attr-dict `:` type($pointer) `->` type($result)";
}

def Tile_LoadOp
    : TileOp<"load", "memory",
             [AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "reads one element per lane";
  let description = [{
    Lanes whose mask is false read nothing and hold `other`, or, without it, an undefined value
    (the interpreter and the CPU give 0). All operands have the pointer's shape. A volatile load
    counts as a write too: it happens as often as the author says, and in its place.
  }];
  let arguments = (ins Tile_PtrLike:$pointer, Optional<Tile_I1>:$mask, Optional<Tile_Value>:$other,
                   DefaultValuedStrAttr<StrAttr, "">:$cache,
                   DefaultValuedStrAttr<StrAttr, "">:$eviction, UnitAttr:$isVolatile);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $pointer (`mask` $mask^)? (`other` $other^)? attr-dict `:` type($pointer)
      (`,` type($mask)^)? (`,` type($other)^)? `->` type($result)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Tile_StoreOp : TileOp<"store", "memory", [MemoryEffects<[MemWrite]>]> {
  let summary = "writes one element per lane whose mask is true";
  let arguments = (ins Tile_PtrLike:$pointer, Tile_Value:$value, Optional<Tile_I1>:$mask,
                   DefaultValuedStrAttr<StrAttr, "">:$cache,
                   DefaultValuedStrAttr<StrAttr, "">:$eviction);
  let assemblyFormat = [{
    $pointer `,` $value (`mask` $mask^)? attr-dict `:` type($pointer) `,` type($value)
      (`,` type($mask)^)?
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
