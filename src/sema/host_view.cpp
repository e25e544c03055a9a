#include "sema/host_view.h"

#include "base/text.h"
#include "eval/error.h"

namespace nereid::sema {

std::string HostView::typeName() const {
  return value_.isAggregate() ? value_.tuple->className : value_.isTuple() ? "tuple" : "tensor";
}

std::optional<eval::Value> HostView::getAttr(std::string_view name) {
  std::optional<Value> found = elaborator_.findAttribute(value_, name);
  if (!found)
    return std::nullopt;
  if (found->isError()) // reported
    eval::raise("AttributeError", cat("'", name, "' is not known while the kernel is compiled"));
  return elaborator_.toHost(*found);
}

bool HostView::setAttr(std::string_view name, const eval::Value &value) {
  if (!value_.isAggregate())
    return false;
  TupleValue changed = *value_.tuple;
  size_t index = changed.aggregate->indexOf(name);
  if (index == changed.fields.size())
    eval::raise("AttributeError", cat("'", changed.className, "' has no field '", name, "'"));
  if (!changed.isUnfinished)
    eval::raise("AttributeError", cat("cannot assign to field '", name, "' of immutable aggregate ",
                                      changed.className));
  changed.elements[index] = elaborator_.fromHost(value);
  value_.tuple = std::make_shared<TupleValue>(std::move(changed));
  return true;
}

eval::Value Elaborator::toHost(const Value &value) {
  if (std::optional<eval::Value> known = constantOf(value))
    return *known;
  if (!value.isTuple() || value.isAggregate())
    return eval::make<HostView>(*this, value);
  std::vector<eval::Value> items;
  for (const Value &element : value.tuple->elements)
    items.push_back(toHost(element));
  return eval::Value::tuple(std::move(items));
}

// What a Python value is in a kernel.
Value Elaborator::fromHost(const eval::Value &value) {
  if (const auto *wrapper = value.as<Constexpr>())
    return fromHost(wrapper->value);
  if (const auto *view = value.as<HostView>())
    return view->value();
  const auto *tuple = value.as<eval::Tuple>();
  bool holdsViews = false;
  if (tuple)
    for (const eval::Value &item : tuple->items)
      holdsViews = holdsViews || item.as<HostView>();
  if (!holdsViews)
    return Value::ofConstant(value);
  std::vector<Value> elements;
  for (const eval::Value &item : tuple->items)
    elements.push_back(fromHost(item));
  return Value::ofTuple(std::move(elements));
}

} // namespace nereid::sema
