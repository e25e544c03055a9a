#include "sema/core.h"

#include "base/text.h"

namespace nereid::core {

int64_t Type::lanes() const {
  int64_t product = 1;
  for (int64_t size : shape)
    product *= size;
  return product;
}

Type Type::withShape(std::vector<int64_t> newShape) const {
  Type result = *this;
  result.shape = std::move(newShape);
  return result;
}

Type Type::withElement(Scalar newElement) const {
  return {.element = newElement, .shape = shape};
}

std::string print(const Type &type) {
  std::string text =
      cat(type.isPointer ? (type.isConst ? "*const " : "*") : "", shortName(type.element));
  if (!type.isScalar())
    text += cat("[", join(type.shape, ", "), "]");
  return text;
}

std::string languageName(const Type &type) {
  std::string text(nereid::languageName(type.element));
  if (type.isPointer)
    text = cat(type.isConst ? "const_pointer<" : "pointer<", text, ">");
  if (!type.isScalar())
    text += cat("[", join(type.shape, ", "), "]");
  return text;
}

std::string_view nameOf(OpKind op) {
  switch (op) {
#define NEREID_CORE_OP(name)                                                                       \
  case OpKind::name:                                                                               \
    return #name;
#include "sema/core_ops.def"
  }
  return "?";
}

} // namespace nereid::core
