#include "sema/aggregate.h"

#include "base/text.h"

namespace nereid::sema {

std::string AggregateType::repr() const {
  return cat("<aggregate ", name, ">");
}

const AggregateType::Member *AggregateType::findMember(std::string_view wanted) const {
  for (const Member &member : members)
    if (member.name == wanted)
      return &member;
  return nullptr;
}

size_t AggregateType::indexOf(std::string_view field) const {
  size_t index = 0;
  while (index < fields.size() && fields[index].name != field)
    ++index;
  return index;
}

bool AggregateType::derivesFrom(const AggregateType &other) const {
  if (this == &other)
    return true;
  for (const eval::Ref<AggregateType> &base : bases)
    if (base->derivesFrom(other))
      return true;
  return false;
}

AggregateType *AggregateType::of(const eval::Value &value) {
  if (!value.isObject())
    return nullptr;
  if (auto *type = value.as<AggregateType>())
    return type;
  if (value.object()->typeName() != "type") // only classes hold the marker
    return nullptr;
  std::optional<eval::Value> marker = value.object()->getAttr(kMarker);
  return marker ? marker->as<AggregateType>() : nullptr;
}

} // namespace nereid::sema
