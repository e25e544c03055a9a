#include "eval/function.h"

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::eval {

namespace {

// `object.method`: cheaper than a NativeFunction, since every method call makes one.
class BoundMethod : public Object {
public:
  BoundMethod(Ref<Object> self, const Method &method) : self_(std::move(self)), method_(method) {}
  std::string typeName() const override { return "builtin_function_or_method"; }
  std::string repr() const override {
    return cat("<built-in method ", method_.name, " of ", self_->typeName(), " object>");
  }
  std::optional<Value> getAttr(std::string_view name) override {
    if (name == "__name__")
      return Value::string(std::string(method_.name));
    if (name == "__self__")
      return Value(self_);
    return std::nullopt;
  }
  Value call(const Arguments &arguments) override { return method_.body(*self_, arguments); }
  bool isCallable() const override { return true; }
  bool equals(const Value &other) const override {
    auto *method = other.as<BoundMethod>();
    return method && method->self_.get() == self_.get() && &method->method_ == &method_;
  }
  size_t hash() const override { return std::hash<const void *>()(&method_); }

private:
  const Ref<Object> self_;
  const Method &method_;
};

// `Type.method`: takes the object as its first argument.
Value unboundMethod(const Type &type, const Method &method) {
  return make<NativeFunction>(std::string(method.name), [type =
                                                             Ref<Type>(const_cast<Type *>(&type)),
                                                         &method](const Arguments &arguments) {
    if (arguments.positional.empty())
      raise("TypeError",
            cat("unbound method ", type->name, ".", method.name, "() needs an argument"));
    const Value &self = arguments.positional[0];
    if (!self.isObject() || !type->isInstance(self))
      raise("TypeError", cat("descriptor '", method.name, "' for '", type->name,
                             "' objects doesn't apply to a '", eval::typeName(self), "' object"));
    return method.body(*self.object(),
                       Arguments{arguments.positional.subspan(1), arguments.keywords});
  });
}

} // namespace

std::optional<Value> bindMethod(MethodTable table, Object &self, std::string_view name) {
  for (const Method &method : table)
    if (method.name == name)
      return Value(make<BoundMethod>(Ref<Object>(&self), method));
  return std::nullopt;
}

std::vector<std::string> methodNames(MethodTable table) {
  std::vector<std::string> names;
  for (const Method &method : table)
    names.emplace_back(method.name);
  return names;
}

std::string NativeFunction::repr() const {
  return cat("<built-in function ", name, ">");
}

std::optional<Value> NativeFunction::getAttr(std::string_view attribute) {
  if (attribute == "__name__" || attribute == "__qualname__")
    return Value::string(name);
  if (attribute == "__module__")
    return Value::string("builtins");
  return std::nullopt;
}

std::string Module::repr() const {
  return cat("<module '", name, "'>");
}

std::optional<Value> Module::getAttr(std::string_view attribute) {
  if (const Value *value = members.find(attribute))
    return *value;
  if (attribute == "__name__")
    return Value::string(name);
  return std::nullopt;
}

bool Module::setAttr(std::string_view attribute, const Value &value) {
  members.set(attribute, value);
  return true;
}

bool Module::deleteAttr(std::string_view attribute) {
  return members.erase(Value::string(std::string(attribute)));
}

std::vector<std::string> Module::attributeNames() const {
  std::vector<std::string> names;
  for (const auto &[key, value] : members.entries())
    if (const std::string *text = key.asString())
      names.push_back(*text);
  return names;
}

void Module::define(std::string_view member, NativeFunction::Body body) {
  set(member, make<NativeFunction>(std::string(member), std::move(body)));
}

std::string Type::repr() const {
  return cat("<class '", name, "'>");
}

std::optional<Value> Type::getAttr(std::string_view attribute) {
  if (attribute == "__name__" || attribute == "__qualname__")
    return Value::string(name);
  if (attribute == "__module__")
    return Value::string("builtins");
  if (const Value *member = members.find(attribute))
    return *member;
  for (const Type *type = this; type; type = type->base)
    for (const Method &method : type->methods)
      if (method.name == attribute)
        return unboundMethod(*type, method);
  return std::nullopt;
}

std::vector<std::string> Type::attributeNames() const {
  std::vector<std::string> names = methodNames(methods);
  for (const auto &[key, value] : members.entries())
    names.push_back(*key.asString());
  return names;
}

Value Type::getItem(const Value &index) {
  return TypeExpression::generic(Value(Ref<Object>(this)), index);
}

std::optional<Value> Type::binary(syntax::BinaryOp op, const Value &other, bool reflected) {
  if (op != syntax::BinaryOp::BitOr)
    return std::nullopt;
  return TypeExpression::tryUnion(Value(Ref<Object>(this)), other, reflected);
}

bool Type::isSubclassOf(const Object &other) const {
  auto *type = dynamic_cast<const Type *>(&other);
  if (type && type->name == "object")
    return true;
  for (const Type *each = this; each; each = each->base)
    if (each == &other)
      return true;
  return false;
}

namespace {

// What may stand in `A | B`: classes, None, and texts that name a class not defined yet.
bool isTypeLike(const Value &value) {
  return value.isNone() || value.asString() || value.as<TypeExpression>() ||
         (value.isObject() && value.object()->hasInstance(Value()));
}

} // namespace

std::optional<Value> TypeExpression::tryUnion(const Value &self, const Value &other,
                                              bool reflected) {
  if (!isTypeLike(other))
    return std::nullopt;
  return reflected ? unionOf(other, self) : unionOf(self, other);
}

Value TypeExpression::generic(Value origin, const Value &index) {
  auto *several = index.as<Tuple>();
  std::vector<Value> arguments = several ? several->items : std::vector<Value>{index};
  return Value(Ref<Object>(new TypeExpression(false, std::move(origin), std::move(arguments))));
}

Value TypeExpression::unionOf(const Value &left, const Value &right) {
  std::vector<Value> members;
  for (const Value *side : {&left, &right}) {
    auto *expression = side->as<TypeExpression>();
    if (expression && expression->isUnion_)
      members.insert(members.end(), expression->arguments_.begin(), expression->arguments_.end());
    else
      members.push_back(*side);
  }
  std::vector<Value> distinct;
  for (const Value &member : members) {
    bool seen = false;
    for (const Value &earlier : distinct)
      seen = seen || same(earlier, member);
    if (!seen)
      distinct.push_back(member);
  }
  if (distinct.size() == 1)
    return distinct[0];
  return Value(Ref<Object>(new TypeExpression(true, Value::none(), std::move(distinct))));
}

std::string TypeExpression::repr() const {
  std::vector<std::string> names;
  for (const Value &argument : arguments_) {
    std::optional<Value> name = findAttr(argument, "__name__");
    if (argument.kind() == Value::Kind::Ellipsis)
      names.push_back("...");
    else
      names.push_back(name && !argument.as<TypeExpression>() ? eval::str(*name)
                                                             : eval::repr(argument));
  }
  if (isUnion_)
    return join(names, " | ");
  std::optional<Value> name = findAttr(origin_, "__name__");
  return cat(name ? eval::str(*name) : eval::repr(origin_), "[", join(names, ", "), "]");
}

std::optional<Value> TypeExpression::getAttr(std::string_view name) {
  if (name == "__args__")
    return Value::tuple(arguments_);
  if (isUnion_)
    return std::nullopt;
  if (name == "__origin__")
    return origin_;
  return findAttr(origin_, name);
}

Value TypeExpression::call(const Arguments &arguments) {
  if (isUnion_)
    raise("TypeError", "'types.UnionType' object is not callable");
  return eval::call(origin_, arguments);
}

Value TypeExpression::getItem(const Value &) {
  return Value(Ref<Object>(this));
}

std::optional<Value> TypeExpression::binary(syntax::BinaryOp op, const Value &other,
                                            bool reflected) {
  if (op != syntax::BinaryOp::BitOr)
    return std::nullopt;
  return tryUnion(Value(Ref<Object>(this)), other, reflected);
}

std::optional<bool> TypeExpression::hasInstance(const Value &value) const {
  if (!isUnion_)
    raise("TypeError", "isinstance() argument 2 cannot be a parameterized generic");
  for (const Value &member : arguments_)
    if (member.isNone() ? value.isNone() : eval::isInstance(value, member))
      return true;
  return false;
}

bool TypeExpression::equals(const Value &other) const {
  auto *expression = other.as<TypeExpression>();
  return expression && expression->isUnion_ == isUnion_ && equal(expression->origin_, origin_) &&
         equalSequences(expression->arguments_, arguments_);
}

size_t TypeExpression::hash() const {
  return arguments_.size() * 31 + hashOf(origin_);
}

std::optional<Value> IteratorObject::next() {
  if (!iterator_)
    return std::nullopt;
  std::optional<Value> item = iterator_->next();
  if (!item)
    iterator_.reset();
  return item;
}

std::unique_ptr<Iterator> IteratorObject::iterate() {
  struct Forward : Iterator {
    explicit Forward(Ref<Object> object) : object(std::move(object)) {}
    std::optional<Value> next() override { return object->next(); }
    Ref<Object> object;
  };
  return std::make_unique<Forward>(Ref<Object>(this));
}

} // namespace nereid::eval
