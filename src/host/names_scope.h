// The working state of resolveNames().
#pragma once

#include <deque>
#include <map>
#include <set>

#include "host/names.h"

namespace nereid::host {

struct NameScope;

struct Variable {
  NameScope *frame = nullptr; // whose slot it has
  uint32_t slot = 0;
  bool isCell = false;
};

struct NameScope {
  enum class Kind { Module, Class, Function, Comprehension };
  Kind kind = Kind::Module;
  bool isComprehension = false; // inlined or a generator: `:=` binds outside
  const void *node = nullptr;
  NameScope *outer = nullptr;
  NameScope *frame = nullptr; // itself, or for an inlined comprehension the frame around it
  std::set<std::string_view> bound, globals, nonlocals;
  std::vector<std::string_view> boundInOrder, parameters;
  std::map<std::string_view, Variable *> variables;
  std::map<const Variable *, uint32_t> captured; // slots of variables of outer frames
  FrameLayout layout;
  ComprehensionLayout comprehension;
};

class NameResolver {
public:
  NameTable run(const syntax::Module &module, Span text);

private:
  struct Use {
    std::string_view name;
    uint32_t at;
    NameScope *scope;
  };
  struct Resolved {
    uint32_t at;
    Variable *variable;
    NameScope *frame;
  };

  NameScope &open(NameScope::Kind kind, const void *node, NameScope *outer, std::string_view name);
  void use(std::string_view name, uint32_t at, NameScope &scope);
  void bind(std::string_view name, uint32_t at, NameScope &scope);
  void visit(const syntax::Stmt *stmt, NameScope &scope);
  void visit(const syntax::Expr *expr, NameScope &scope);
  void visit(syntax::StmtList body, NameScope &scope);
  void visit(syntax::ExprList exprs, NameScope &scope);
  void visit(const syntax::ComprehensionExpr &expr, NameScope &scope);
  void visit(const syntax::ClassDef &stmt, NameScope &scope);
  void visit(const syntax::FunctionDef &stmt, NameScope &scope);
  void visit(const syntax::TryStmt &stmt, NameScope &scope);
  void visit(const syntax::FStringExpr &expr, NameScope &scope);
  void visitImports(std::span<const syntax::ImportAlias> names, bool from, NameScope &scope);
  void visitScope(const syntax::ScopeStmt &stmt, NameScope &scope);
  void visitPattern(const syntax::Expr *pattern, NameScope &scope);
  void visitTarget(const syntax::Expr *target, NameScope &scope);
  void visitFunction(std::span<const syntax::Parameter> parameters, NameScope &inner,
                     NameScope &outer);

  void declare(NameScope &scope);
  uint32_t newSlot(NameScope &frame, std::string_view name);
  void resolve(const Use &use);
  void capture(NameScope &frame, Variable *variable);
  uint32_t slotIn(NameScope &frame, const Variable *variable) const;
  void finish(NameScope &scope);

  std::deque<NameScope> scopes_;
  std::deque<Variable> variables_;
  std::vector<Use> uses_;
  std::vector<Resolved> resolved_;
  NameTable table_;
};

} // namespace nereid::host
