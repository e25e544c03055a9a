// Core -> tile IR: one switch, no decisions.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "sema/core.h"
#include "source/source.h"

namespace nereid {

// A module with one func.func named after the kernel. Locations are file:line:column of the source
// (a NameLoc holding the Span's begin and end as "span:begin:end" around it), through call-site
// locations for statements that were inlined.
mlir::OwningOpRef<mlir::ModuleOp>
lowerToTileIr(const core::Kernel &kernel, const SourceMap &sources, mlir::MLIRContext &context);

} // namespace nereid
