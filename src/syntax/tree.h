// The syntax tree: what the author wrote, and nothing we concluded from it.
//
// Nodes live in an Arena, are trivially destructible, and are never mutated after the parser hands
// them over. A place the parser could not understand is an ErrorExpr or ErrorStmt holding whatever
// was understood inside it, so that one missing parenthesis does not silence every other message
// in the file. The whole grammar of Python 3.12 has a place here: a script with one unusual line
// must still get a good message about that line, and kernels and host code share one parser.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "source/source.h"

namespace nereid::syntax {

enum class NodeKind : uint8_t {
#define NEREID_NODE(name) name,
#include "syntax/nodes.def"
};

struct Node {
  NodeKind kind;
  Span span;
};

struct Expr : Node {};
struct Stmt : Node {};

using ExprList = std::span<const Expr *const>;
using StmtList = std::span<const Stmt *const>;

// Returns `node` as a T, or null if it is something else.
template <typename T> const T *as(const Node *node) {
  return node && node->kind == T::kKind ? static_cast<const T *>(node) : nullptr;
}

#define NEREID_NODE_KIND(name) static constexpr NodeKind kKind = NodeKind::name

// -- Expressions ----------------------------------------------------------------------------------

struct ErrorExpr : Expr {
  NEREID_NODE_KIND(ErrorExpr);
  ExprList parts; // what was understood inside
};

struct NumberExpr : Expr {
  NEREID_NODE_KIND(NumberExpr);
  enum class Type : uint8_t { Int, Float, Imaginary } type;
  // Int: decimal, hexadecimal, ... exactly as written, underscores included. eval turns it into a
  // value (and reports one that is too large).
  std::string_view text;
};

// One or more adjacent literals, joined, escapes resolved (a str as UTF-8).
struct StringExpr : Expr {
  NEREID_NODE_KIND(StringExpr);
  std::string_view value;
  bool isBytes;
};

// An f-string, or adjacent literals of which at least one is an f-string.
struct FStringExpr : Expr {
  NEREID_NODE_KIND(FStringExpr);
  struct Part {
    std::string_view text;      // literal text (escapes resolved), used when value is null
    const Expr *value;          // the expression in braces
    char conversion;            // 'r', 's', 'a', or 0
    const FStringExpr *format;  // the part after ':', itself an f-string; may be null
    std::string_view debugText; // `{x=}`: the text "x=" to print first; else empty
  };
  std::span<const Part> parts;
};

struct ConstantExpr : Expr {
  NEREID_NODE_KIND(ConstantExpr);
  enum class Value : uint8_t { None, True, False, Ellipsis } value;
};

struct NameExpr : Expr {
  NEREID_NODE_KIND(NameExpr);
  std::string_view name;
};

struct AttributeExpr : Expr {
  NEREID_NODE_KIND(AttributeExpr);
  const Expr *object;
  std::string_view name;
  Span nameSpan;
};

// x[i]; several indices are a TupleExpr, slices are SliceExpr.
struct SubscriptExpr : Expr {
  NEREID_NODE_KIND(SubscriptExpr);
  const Expr *object;
  const Expr *index;
};

struct SliceExpr : Expr {
  NEREID_NODE_KIND(SliceExpr);
  const Expr *lower; // each may be null
  const Expr *upper;
  const Expr *step;
};

struct Argument {
  enum class Kind : uint8_t { Positional, Keyword, Star, DoubleStar } kind;
  std::string_view keyword; // for Keyword
  Span keywordSpan;
  const Expr *value;
};

struct CallExpr : Expr {
  NEREID_NODE_KIND(CallExpr);
  const Expr *callee;
  std::span<const Argument> arguments; // in written order
};

enum class UnaryOp : uint8_t { Plus, Minus, Invert, Not };

struct UnaryExpr : Expr {
  NEREID_NODE_KIND(UnaryExpr);
  UnaryOp op;
  const Expr *operand;
};

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  MatMul,
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitOr,
  BitXor
};

struct BinaryExpr : Expr {
  NEREID_NODE_KIND(BinaryExpr);
  BinaryOp op;
  const Expr *left;
  const Expr *right;
  Span opSpan;
};

// a and b and c: one node with all operands.
struct BoolExpr : Expr {
  NEREID_NODE_KIND(BoolExpr);
  bool isAnd; // else `or`
  ExprList operands;
};

enum class CompareOp : uint8_t {
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Is,
  IsNot,
  In,
  NotIn
};

// a < b <= c: first = a, ops = {<, <=}, rest = {b, c}.
struct CompareExpr : Expr {
  NEREID_NODE_KIND(CompareExpr);
  const Expr *first;
  std::span<const CompareOp> ops;
  ExprList rest;
};

// body if test else orElse
struct ConditionalExpr : Expr {
  NEREID_NODE_KIND(ConditionalExpr);
  const Expr *test;
  const Expr *body;
  const Expr *orElse;
};

struct Parameter {
  enum class Kind : uint8_t { PositionalOnly, Normal, Star, KeywordOnly, DoubleStar } kind;
  std::string_view name;
  Span span;                // the name
  const Expr *annotation;   // may be null
  const Expr *defaultValue; // may be null
};

struct LambdaExpr : Expr {
  NEREID_NODE_KIND(LambdaExpr);
  std::span<const Parameter> parameters;
  const Expr *body;
};

struct TupleExpr : Expr {
  NEREID_NODE_KIND(TupleExpr);
  ExprList elements;
  bool parenthesized;
};

struct ListExpr : Expr {
  NEREID_NODE_KIND(ListExpr);
  ExprList elements;
};

struct SetExpr : Expr {
  NEREID_NODE_KIND(SetExpr);
  ExprList elements;
};

struct DictExpr : Expr {
  NEREID_NODE_KIND(DictExpr);
  struct Item {
    const Expr *key; // null for `**value`
    const Expr *value;
  };
  std::span<const Item> items;
};

struct ComprehensionExpr : Expr {
  NEREID_NODE_KIND(ComprehensionExpr);
  enum class Type : uint8_t { List, Set, Dict, Generator } type;
  struct Clause {
    const Expr *target;
    const Expr *iterable;
    ExprList conditions;
    bool isAsync;
  };
  const Expr *element; // for Dict: the key
  const Expr *value;   // for Dict: the value; else null
  std::span<const Clause> clauses;
};

struct StarredExpr : Expr {
  NEREID_NODE_KIND(StarredExpr);
  const Expr *value;
};

// (name := value)
struct NamedExpr : Expr {
  NEREID_NODE_KIND(NamedExpr);
  const NameExpr *target;
  const Expr *value;
};

struct AwaitExpr : Expr {
  NEREID_NODE_KIND(AwaitExpr);
  const Expr *value;
};

struct YieldExpr : Expr {
  NEREID_NODE_KIND(YieldExpr);
  bool isFrom;
  const Expr *value; // may be null
};

// -- Statements -----------------------------------------------------------------------------------

struct ErrorStmt : Stmt {
  NEREID_NODE_KIND(ErrorStmt);
  ExprList parts;
  StmtList body;
};

struct ExprStmt : Stmt {
  NEREID_NODE_KIND(ExprStmt);
  const Expr *value;
};

// a = b = value: targets in written order.
struct AssignStmt : Stmt {
  NEREID_NODE_KIND(AssignStmt);
  ExprList targets;
  const Expr *value;
};

struct AugAssignStmt : Stmt {
  NEREID_NODE_KIND(AugAssignStmt);
  const Expr *target;
  BinaryOp op;
  const Expr *value;
};

struct AnnAssignStmt : Stmt {
  NEREID_NODE_KIND(AnnAssignStmt);
  const Expr *target;
  const Expr *annotation;
  const Expr *value; // may be null
};

struct ReturnStmt : Stmt {
  NEREID_NODE_KIND(ReturnStmt);
  const Expr *value; // may be null
};

struct DeleteStmt : Stmt {
  NEREID_NODE_KIND(DeleteStmt);
  ExprList targets;
};

struct PassStmt : Stmt {
  NEREID_NODE_KIND(PassStmt);
};
struct BreakStmt : Stmt {
  NEREID_NODE_KIND(BreakStmt);
};
struct ContinueStmt : Stmt {
  NEREID_NODE_KIND(ContinueStmt);
};

// `elif` is an IfStmt alone in orElse.
struct IfStmt : Stmt {
  NEREID_NODE_KIND(IfStmt);
  const Expr *test;
  StmtList body;
  StmtList orElse;
};

struct ForStmt : Stmt {
  NEREID_NODE_KIND(ForStmt);
  const Expr *target;
  const Expr *iterable;
  StmtList body;
  StmtList orElse;
  bool isAsync;
};

struct WhileStmt : Stmt {
  NEREID_NODE_KIND(WhileStmt);
  const Expr *test;
  StmtList body;
  StmtList orElse;
};

struct WithStmt : Stmt {
  NEREID_NODE_KIND(WithStmt);
  struct Item {
    const Expr *context;
    const Expr *target; // may be null
  };
  std::span<const Item> items;
  StmtList body;
  bool isAsync;
};

struct TryStmt : Stmt {
  NEREID_NODE_KIND(TryStmt);
  struct Handler {
    const Expr *type;      // null: catches everything
    std::string_view name; // empty: none
    StmtList body;
    Span span;
  };
  StmtList body;
  std::span<const Handler> handlers;
  StmtList orElse;
  StmtList finally;
  bool isStar; // except*
};

struct RaiseStmt : Stmt {
  NEREID_NODE_KIND(RaiseStmt);
  const Expr *exception; // each may be null
  const Expr *cause;
};

struct AssertStmt : Stmt {
  NEREID_NODE_KIND(AssertStmt);
  const Expr *test;
  const Expr *message; // may be null
};

struct ImportAlias {
  std::string_view name;  // dotted; "*" in `from m import *`
  std::string_view alias; // empty: none
  Span span;
};

struct ImportStmt : Stmt {
  NEREID_NODE_KIND(ImportStmt);
  std::span<const ImportAlias> names;
};

struct ImportFromStmt : Stmt {
  NEREID_NODE_KIND(ImportFromStmt);
  std::string_view module; // dotted; may be empty with level > 0
  uint32_t level;          // leading dots
  std::span<const ImportAlias> names;
};

// global a, b  /  nonlocal a, b
struct ScopeStmt : Stmt {
  NEREID_NODE_KIND(ScopeStmt);
  bool isGlobal; // else nonlocal
  std::span<const std::string_view> names;
};

struct FunctionDef : Stmt {
  NEREID_NODE_KIND(FunctionDef);
  std::string_view name;
  Span nameSpan;
  std::span<const Parameter> parameters;
  const Expr *returns; // annotation; may be null
  ExprList decorators;
  StmtList body;
  Span header; // from `def` to the colon
  bool isAsync;
};

struct ClassDef : Stmt {
  NEREID_NODE_KIND(ClassDef);
  std::string_view name;
  Span nameSpan;
  std::span<const Argument> bases;
  ExprList decorators;
  StmtList body;
};

// match: patterns are kept as expressions (a class pattern is a CallExpr, an `as` pattern a
// NamedExpr, an or-pattern a BinaryExpr with BitOr, a wildcard a NameExpr "_").
struct MatchStmt : Stmt {
  NEREID_NODE_KIND(MatchStmt);
  struct Case {
    const Expr *pattern;
    const Expr *guard; // may be null
    StmtList body;
    Span span;
  };
  const Expr *subject;
  std::span<const Case> cases;
};

struct TypeAliasStmt : Stmt {
  NEREID_NODE_KIND(TypeAliasStmt);
  std::string_view name;
  const Expr *value;
};

#undef NEREID_NODE_KIND

// A whole file.
struct Module {
  Span span;
  StmtList body;
};

std::string_view spelling(BinaryOp op);  // "+", "//", ...
std::string_view spelling(UnaryOp op);   // "-", "not", ...
std::string_view spelling(CompareOp op); // "<", "is not", ...
std::string_view nameOf(NodeKind kind);  // "CallExpr"

} // namespace nereid::syntax
