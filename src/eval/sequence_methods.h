// What the methods of list and tuple share.
#pragma once

#include "eval/function.h"
#include "eval/sequence.h"

namespace nereid::eval {

MethodTable listMethods();
MethodTable tupleMethods();

// items.index(x, start, stop) and items.count(x), for a "list" or "tuple".
Value indexOf(std::span<const Value> items, const Arguments &call, std::string_view type);
Value countOf(std::span<const Value> items, const Arguments &call, std::string_view type);

std::vector<Value> sliceItems(const std::vector<Value> &items, const Slice &slice);
std::vector<Value> repeatItems(const std::vector<Value> &items, Int count);
bool containsItem(std::span<const Value> items, const Value &item);

// Sorts as list.sort does: stable, by `<` of the items or of key(item). The items are taken out
// while keys and comparisons run script code.
void sortItems(std::vector<Value> &items, const Value &key, bool reverse);

} // namespace nereid::eval
