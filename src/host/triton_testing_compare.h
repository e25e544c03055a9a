// triton.testing.assert_close: numpy's assert_allclose on two tensors or numbers.
#pragma once

#include "eval/value.h"

namespace nereid::host {

// assert_close(x, y, atol=None, rtol=None, err_msg=''). Raises AssertionError with how many
// elements differ and by how much.
eval::Value assertClose(const eval::Arguments &call);

} // namespace nereid::host
