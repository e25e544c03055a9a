// Whether an autotuned kernel's configurations compute the same on one set of arguments.
//
//   TuningAgreement agreement(kernel, call);
//   for (...) { agreement.beforeRun(); run(i); agreement.afterRun(i); }
//   std::vector<size_t> refused = agreement.refused(configs);    // warns of them
//
// Each runs on what the arguments held when tuning began, and so will whoever runs next: that a
// configuration ran leaves nothing behind. Without room for copies of the arguments nothing is
// checked. What agrees is said in library/triton_agreement.py.
#pragma once

#include <vector>

#include "host/autotune.h"

namespace nereid::host {

class TuningAgreement {
public:
  TuningAgreement(KernelObject &kernel, const LaunchCall &call);

  void beforeRun();
  void afterRun(size_t number);
  // Those whose results are not the most others'; `configs` has the configurations that each number
  // stands for.
  std::vector<size_t> refused(const std::vector<std::vector<const ConfigObject *>> &configs);

private:
  eval::Value call(const char *method, std::vector<eval::Value> arguments);

  KernelObject &kernel_;
  eval::Value checker_; // None: nothing is checked
};

} // namespace nereid::host
