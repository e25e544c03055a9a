// Unicode's normal form NFKC, in which Python compares names: `ﬁx` is `fix`, and `é` is one name
// whether it is typed as one character or as two.
#pragma once

#include <string>
#include <string_view>

namespace nereid::syntax {

// `name` is UTF-8, of characters that names may hold. Safe from several threads.
std::string normalForm(std::string_view name);

} // namespace nereid::syntax
