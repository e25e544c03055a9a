// Where every name of a file lives, decided before it runs.
//
// Python decides by text alone whether a name in a function is a local, belongs to a function
// around it, or is a global. resolveNames() does that for a whole file once; running code then
// finds a variable by the position of its name in the text: one array read.
//
//   def outer():          # slots of outer: n (a cell, since inner uses it), inner
//       n = 0
//       def inner():      # captures n from outer
//           nonlocal n
//           n += 1
//
// List, set and dict comprehensions have their own names but no frame: their variables are extra
// slots of the frame around them. A generator expression, which may outlive that frame, has its
// own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/tree.h"

namespace nereid::host {

struct Storage {
  enum class Kind : uint8_t {
    Global,    // in the module's dict, else a builtin
    Local,     // slot `index` of the frame
    Cell,      // in the Cell that slot `index` holds, shared with inner functions
    ClassName, // in the dict of the class body that is running, else as Global
  };
  Kind kind = Kind::Global;
  uint32_t index = 0;
};

// The variables of one frame: of a function, lambda, generator expression, class body or module.
struct FrameLayout {
  std::string name;          // "forward", "<lambda>", "<module>"
  std::string qualifiedName; // "Attention.forward", "outer.<locals>.inner"
  std::vector<std::string_view> slotNames;
  std::vector<uint32_t> parameterSlots; // one per parameter, in written order
  std::vector<uint32_t> cells;          // slots that get a new Cell when the frame starts
  // The Cell in slot `outer` of the frame that defines this one goes into slot `slot`.
  struct Capture {
    uint32_t slot;
    uint32_t outer;
  };
  std::vector<Capture> captures;
  bool yields = false; // a generator function
};

// The variables of an inlined comprehension, which start unbound every time it runs.
struct ComprehensionLayout {
  std::vector<uint32_t> slots;
  std::vector<uint32_t> cells; // of these, the ones that hold a Cell
};

class NameTable {
public:
  // `at` is where the name is written, as an offset in the source map.
  Storage find(uint32_t at) const { return storage_[at - base_]; }
  const FrameLayout &frame(const void *node) const { return frames_.at(node); }
  const ComprehensionLayout &comprehension(const syntax::ComprehensionExpr *node) const {
    return comprehensions_.at(node);
  }

private:
  friend class NameResolver;
  uint32_t base_ = 0;
  std::vector<Storage> storage_;
  // By FunctionDef, LambdaExpr, ClassDef, generator ComprehensionExpr, or Module.
  std::unordered_map<const void *, FrameLayout> frames_;
  std::unordered_map<const syntax::ComprehensionExpr *, ComprehensionLayout> comprehensions_;
};

// `text` is the span of the whole file.
NameTable resolveNames(const syntax::Module &module, Span text);

} // namespace nereid::host
