#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/debug.cpp.inc"
