// The tree as indented text. Each node is a line: the role it plays for the node above it, its
// kind, and what it holds besides nodes.
//
//   AssignStmt
//     target: NameExpr x
//     value: BinaryExpr +
//       left: NameExpr a
//       right: NumberExpr Int 1

#include "base/text.h"
#include "syntax/parse.h"

namespace nereid::syntax {
namespace {

// Deeper trees are cut, since their text grows with the square of their depth.
constexpr int kMaxDepth = 300;

// A string as a Python literal.
std::string quoted(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result = "\"";
  for (char c : text) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += cat('\\', c);
    else if (c == '\n')
      result += "\\n";
    else if (byte < 0x20 || byte == 0x7F)
      result += cat("\\x", kDigits[byte >> 4], kDigits[byte & 15]);
    else
      result += c;
  }
  return result + '"';
}

class Printer {
public:
  void node(std::string_view role, const Node *node);
  void statements(std::string_view role, StmtList list);
  std::string take() { return std::move(text_); }

private:
  void line(std::string_view role, std::string_view what) {
    text_.append(2 * depth_, ' ');
    text_ += cat(role, role.empty() || what.empty() ? "" : ": ", what, '\n');
  }
  void title(std::string_view role, const Node *node, std::string_view details = {}) {
    line(role, details.empty() ? nameOf(node->kind) : cat(nameOf(node->kind), ' ', details));
  }
  void child(std::string_view role, const Node *node) {
    if (!node)
      return;
    ++depth_;
    this->node(role, node);
    --depth_;
  }
  void children(std::string_view role, ExprList list) {
    for (const Expr *expr : list)
      child(role, expr);
  }
  void block(std::string_view role, StmtList list) {
    if (list.empty())
      return;
    ++depth_;
    statements(role, list);
    --depth_;
  }

  bool leaf(std::string_view role, const Node *node);
  bool operation(std::string_view role, const Node *node);
  bool display(std::string_view role, const Node *node);
  bool call(std::string_view role, const Node *node);
  bool simple(std::string_view role, const Node *node);
  bool compound(std::string_view role, const Node *node);
  bool definition(std::string_view role, const Node *node);
  void arguments(std::span<const Argument> list);
  void parameters(std::span<const Parameter> list);
  void clauses(std::span<const ComprehensionExpr::Clause> list);
  void fstring(std::string_view role, const FStringExpr *node);
  void tryStmt(std::string_view role, const TryStmt *node);
  void matchStmt(std::string_view role, const MatchStmt *node);
  void imports(std::string_view role, const Node *node, std::string_view from,
               std::span<const ImportAlias> names);

  std::string text_;
  int depth_ = 0;
};

std::string_view spelling(NumberExpr::Type type) {
  switch (type) {
  case NumberExpr::Type::Int:
    return "Int";
  case NumberExpr::Type::Float:
    return "Float";
  case NumberExpr::Type::Imaginary:
    return "Imaginary";
  }
  return {};
}

std::string_view spelling(ConstantExpr::Value value) {
  switch (value) {
  case ConstantExpr::Value::None:
    return "None";
  case ConstantExpr::Value::True:
    return "True";
  case ConstantExpr::Value::False:
    return "False";
  case ConstantExpr::Value::Ellipsis:
    return "...";
  }
  return {};
}

std::string_view spelling(ComprehensionExpr::Type type) {
  switch (type) {
  case ComprehensionExpr::Type::List:
    return "list";
  case ComprehensionExpr::Type::Set:
    return "set";
  case ComprehensionExpr::Type::Dict:
    return "dict";
  case ComprehensionExpr::Type::Generator:
    return "generator";
  }
  return {};
}

std::string_view spelling(Parameter::Kind kind) {
  switch (kind) {
  case Parameter::Kind::PositionalOnly:
    return "positional";
  case Parameter::Kind::Normal:
    return "normal";
  case Parameter::Kind::Star:
    return "*";
  case Parameter::Kind::KeywordOnly:
    return "keyword";
  case Parameter::Kind::DoubleStar:
    return "**";
  }
  return {};
}

void Printer::node(std::string_view role, const Node *node) {
  if (depth_ > kMaxDepth)
    return line(role, "...");
  bool printed = leaf(role, node) || operation(role, node) || display(role, node) ||
                 call(role, node) || simple(role, node) || compound(role, node) ||
                 definition(role, node);
  if (!printed)
    title(role, node);
}

void Printer::statements(std::string_view role, StmtList list) {
  for (const Stmt *stmt : list)
    node(role, stmt);
}

bool Printer::leaf(std::string_view role, const Node *node) {
  if (const auto *number = as<NumberExpr>(node))
    title(role, node, cat(spelling(number->type), ' ', number->text));
  else if (const auto *string = as<StringExpr>(node))
    title(role, node, cat(string->isBytes ? "b" : "", quoted(string->value)));
  else if (const auto *constant = as<ConstantExpr>(node))
    title(role, node, spelling(constant->value));
  else if (const auto *name = as<NameExpr>(node))
    title(role, node, name->name);
  else if (const auto *string = as<FStringExpr>(node))
    fstring(role, string);
  else
    return false;
  return true;
}

void Printer::fstring(std::string_view role, const FStringExpr *node) {
  title(role, node);
  ++depth_;
  for (const FStringExpr::Part &part : node->parts) {
    if (!part.value) {
      line("text", quoted(part.text));
      continue;
    }
    if (!part.debugText.empty())
      line("debug", quoted(part.debugText));
    this->node("field", part.value);
    if (part.conversion)
      line("conversion", std::string(1, part.conversion));
    child("format", part.format);
  }
  --depth_;
}

bool Printer::operation(std::string_view role, const Node *node) {
  if (const auto *unary = as<UnaryExpr>(node)) {
    title(role, node, spelling(unary->op));
    child("operand", unary->operand);
  } else if (const auto *binary = as<BinaryExpr>(node)) {
    title(role, node, spelling(binary->op));
    child("left", binary->left);
    child("right", binary->right);
  } else if (const auto *boolean = as<BoolExpr>(node)) {
    title(role, node, boolean->isAnd ? "and" : "or");
    children("operand", boolean->operands);
  } else if (const auto *compare = as<CompareExpr>(node)) {
    title(role, node);
    child("first", compare->first);
    for (size_t i = 0; i < compare->ops.size(); ++i)
      child(spelling(compare->ops[i]), compare->rest[i]);
  } else if (const auto *conditional = as<ConditionalExpr>(node)) {
    title(role, node);
    child("test", conditional->test);
    child("body", conditional->body);
    child("else", conditional->orElse);
  } else if (const auto *named = as<NamedExpr>(node)) {
    title(role, node);
    child("target", named->target);
    child("value", named->value);
  } else if (const auto *starred = as<StarredExpr>(node)) {
    title(role, node);
    child("", starred->value);
  } else if (const auto *await = as<AwaitExpr>(node)) {
    title(role, node);
    child("", await->value);
  } else if (const auto *yield = as<YieldExpr>(node)) {
    title(role, node, yield->isFrom ? "from" : "");
    child("", yield->value);
  } else {
    return false;
  }
  return true;
}

bool Printer::display(std::string_view role, const Node *node) {
  if (const auto *error = as<ErrorExpr>(node)) {
    title(role, node);
    children("", error->parts);
  } else if (const auto *tuple = as<TupleExpr>(node)) {
    title(role, node, tuple->parenthesized ? "()" : "");
    children("", tuple->elements);
  } else if (const auto *list = as<ListExpr>(node)) {
    title(role, node);
    children("", list->elements);
  } else if (const auto *set = as<SetExpr>(node)) {
    title(role, node);
    children("", set->elements);
  } else if (const auto *dict = as<DictExpr>(node)) {
    title(role, node);
    for (const DictExpr::Item &item : dict->items) {
      child("key", item.key);
      child(item.key ? "value" : "**", item.value);
    }
  } else if (const auto *comprehension = as<ComprehensionExpr>(node)) {
    title(role, node, spelling(comprehension->type));
    child(comprehension->value ? "key" : "element", comprehension->element);
    child("value", comprehension->value);
    clauses(comprehension->clauses);
  } else {
    return false;
  }
  return true;
}

void Printer::clauses(std::span<const ComprehensionExpr::Clause> list) {
  for (const ComprehensionExpr::Clause &clause : list) {
    child(clause.isAsync ? "async for" : "for", clause.target);
    child("in", clause.iterable);
    children("if", clause.conditions);
  }
}

bool Printer::call(std::string_view role, const Node *node) {
  if (const auto *call = as<CallExpr>(node)) {
    title(role, node);
    child("callee", call->callee);
    arguments(call->arguments);
  } else if (const auto *attribute = as<AttributeExpr>(node)) {
    title(role, node, attribute->name);
    child("object", attribute->object);
  } else if (const auto *subscript = as<SubscriptExpr>(node)) {
    title(role, node);
    child("object", subscript->object);
    child("index", subscript->index);
  } else if (const auto *slice = as<SliceExpr>(node)) {
    title(role, node);
    child("lower", slice->lower);
    child("upper", slice->upper);
    child("step", slice->step);
  } else if (const auto *lambda = as<LambdaExpr>(node)) {
    title(role, node);
    parameters(lambda->parameters);
    child("body", lambda->body);
  } else {
    return false;
  }
  return true;
}

void Printer::arguments(std::span<const Argument> list) {
  for (const Argument &argument : list) {
    switch (argument.kind) {
    case Argument::Kind::Positional:
      child("argument", argument.value);
      break;
    case Argument::Kind::Keyword:
      child(cat("argument ", argument.keyword), argument.value);
      break;
    case Argument::Kind::Star:
      child("argument *", argument.value);
      break;
    case Argument::Kind::DoubleStar:
      child("argument **", argument.value);
      break;
    }
  }
}

void Printer::parameters(std::span<const Parameter> list) {
  ++depth_;
  for (const Parameter &parameter : list) {
    line("parameter", cat(parameter.name, ' ', spelling(parameter.kind)));
    child("annotation", parameter.annotation);
    child("default", parameter.defaultValue);
  }
  --depth_;
}

bool Printer::simple(std::string_view role, const Node *node) {
  if (const auto *expr = as<ExprStmt>(node)) {
    title(role, node);
    child("", expr->value);
  } else if (const auto *assign = as<AssignStmt>(node)) {
    title(role, node);
    children("target", assign->targets);
    child("value", assign->value);
  } else if (const auto *augmented = as<AugAssignStmt>(node)) {
    title(role, node, cat(spelling(augmented->op), '='));
    child("target", augmented->target);
    child("value", augmented->value);
  } else if (const auto *annotated = as<AnnAssignStmt>(node)) {
    title(role, node);
    child("target", annotated->target);
    child("annotation", annotated->annotation);
    child("value", annotated->value);
  } else if (const auto *result = as<ReturnStmt>(node)) {
    title(role, node);
    child("", result->value);
  } else if (const auto *deleted = as<DeleteStmt>(node)) {
    title(role, node);
    children("", deleted->targets);
  } else if (const auto *raise = as<RaiseStmt>(node)) {
    title(role, node);
    child("exception", raise->exception);
    child("cause", raise->cause);
  } else if (const auto *assertion = as<AssertStmt>(node)) {
    title(role, node);
    child("test", assertion->test);
    child("message", assertion->message);
  } else if (const auto *import = as<ImportStmt>(node)) {
    imports(role, node, {}, import->names);
  } else if (const auto *import = as<ImportFromStmt>(node)) {
    imports(role, node, cat(std::string(import->level, '.'), import->module), import->names);
  } else if (const auto *scope = as<ScopeStmt>(node)) {
    title(role, node, cat(scope->isGlobal ? "global " : "nonlocal ", join(scope->names, ", ")));
  } else if (const auto *alias = as<TypeAliasStmt>(node)) {
    title(role, node, alias->name);
    child("", alias->value);
  } else {
    return false;
  }
  return true;
}

void Printer::imports(std::string_view role, const Node *node, std::string_view from,
                      std::span<const ImportAlias> names) {
  title(role, node, from);
  ++depth_;
  for (const ImportAlias &name : names)
    line("name", name.alias.empty() ? std::string(name.name) : cat(name.name, " as ", name.alias));
  --depth_;
}

bool Printer::compound(std::string_view role, const Node *node) {
  if (const auto *error = as<ErrorStmt>(node)) {
    title(role, node);
    children("", error->parts);
    block("", error->body);
  } else if (const auto *branch = as<IfStmt>(node)) {
    title(role, node);
    child("test", branch->test);
    block("body", branch->body);
    block("else", branch->orElse);
  } else if (const auto *loop = as<ForStmt>(node)) {
    title(role, node, loop->isAsync ? "async" : "");
    child("target", loop->target);
    child("iterable", loop->iterable);
    block("body", loop->body);
    block("else", loop->orElse);
  } else if (const auto *loop = as<WhileStmt>(node)) {
    title(role, node);
    child("test", loop->test);
    block("body", loop->body);
    block("else", loop->orElse);
  } else if (const auto *with = as<WithStmt>(node)) {
    title(role, node, with->isAsync ? "async" : "");
    for (const WithStmt::Item &item : with->items) {
      child("context", item.context);
      child("as", item.target);
    }
    block("body", with->body);
  } else if (const auto *attempt = as<TryStmt>(node)) {
    tryStmt(role, attempt);
  } else if (const auto *match = as<MatchStmt>(node)) {
    matchStmt(role, match);
  } else {
    return false;
  }
  return true;
}

void Printer::tryStmt(std::string_view role, const TryStmt *node) {
  title(role, node, node->isStar ? "*" : "");
  block("body", node->body);
  ++depth_;
  for (const TryStmt::Handler &handler : node->handlers) {
    line("except", handler.name);
    child("type", handler.type);
    block("body", handler.body);
  }
  --depth_;
  block("else", node->orElse);
  block("finally", node->finally);
}

void Printer::matchStmt(std::string_view role, const MatchStmt *node) {
  title(role, node);
  child("subject", node->subject);
  ++depth_;
  for (const MatchStmt::Case &choice : node->cases) {
    line("case", "");
    child("pattern", choice.pattern);
    child("guard", choice.guard);
    block("body", choice.body);
  }
  --depth_;
}

bool Printer::definition(std::string_view role, const Node *node) {
  if (const auto *function = as<FunctionDef>(node)) {
    title(role, node, cat(function->name, function->isAsync ? " async" : ""));
    children("decorator", function->decorators);
    parameters(function->parameters);
    child("returns", function->returns);
    block("body", function->body);
  } else if (const auto *type = as<ClassDef>(node)) {
    title(role, node, type->name);
    children("decorator", type->decorators);
    arguments(type->bases);
    block("body", type->body);
  } else {
    return false;
  }
  return true;
}

} // namespace

std::string print(const Node *node) {
  Printer printer;
  printer.node("", node);
  return printer.take();
}

std::string print(const Module &module) {
  Printer printer;
  printer.statements("", module.body);
  return printer.take();
}

} // namespace nereid::syntax
