#include "syntax/tree.h"

#include "base/check.h"

namespace nereid::syntax {

std::string_view spelling(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "+";
  case BinaryOp::Sub:
    return "-";
  case BinaryOp::Mul:
    return "*";
  case BinaryOp::Div:
    return "/";
  case BinaryOp::FloorDiv:
    return "//";
  case BinaryOp::Mod:
    return "%";
  case BinaryOp::Pow:
    return "**";
  case BinaryOp::MatMul:
    return "@";
  case BinaryOp::ShiftLeft:
    return "<<";
  case BinaryOp::ShiftRight:
    return ">>";
  case BinaryOp::BitAnd:
    return "&";
  case BinaryOp::BitOr:
    return "|";
  case BinaryOp::BitXor:
    return "^";
  }
  NEREID_UNREACHABLE("a binary operator of no kind");
}

std::string_view spelling(UnaryOp op) {
  switch (op) {
  case UnaryOp::Plus:
    return "+";
  case UnaryOp::Minus:
    return "-";
  case UnaryOp::Invert:
    return "~";
  case UnaryOp::Not:
    return "not";
  }
  NEREID_UNREACHABLE("a unary operator of no kind");
}

std::string_view spelling(CompareOp op) {
  switch (op) {
  case CompareOp::Equal:
    return "==";
  case CompareOp::NotEqual:
    return "!=";
  case CompareOp::Less:
    return "<";
  case CompareOp::LessEqual:
    return "<=";
  case CompareOp::Greater:
    return ">";
  case CompareOp::GreaterEqual:
    return ">=";
  case CompareOp::Is:
    return "is";
  case CompareOp::IsNot:
    return "is not";
  case CompareOp::In:
    return "in";
  case CompareOp::NotIn:
    return "not in";
  }
  NEREID_UNREACHABLE("a comparison of no kind");
}

std::string_view nameOf(NodeKind kind) {
  switch (kind) {
#define NEREID_NODE(name)                                                                          \
  case NodeKind::name:                                                                             \
    return #name;
#include "syntax/nodes.def"
  }
  NEREID_UNREACHABLE("a node of no kind");
}

} // namespace nereid::syntax
