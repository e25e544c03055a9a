// triton.testing: measuring, comparing, and reports of measurements.
#pragma once

#include <memory>

#include "host/script_context.h"

namespace nereid::host {

eval::Ref<eval::Module> testingModule(const std::shared_ptr<ScriptContext> &context);

// Its part about reports: Benchmark and perf_report (triton_report.cpp).
eval::Value benchmarkType();
eval::Value perfReportFunction(const std::shared_ptr<ScriptContext> &context);

} // namespace nereid::host
