// What can be known about statements before running them: which names they assign, and whether
// they return.
#pragma once

#include <functional>
#include <set>
#include <string_view>
#include <vector>

#include "syntax/tree.h"

namespace nereid::sema {

using NameSet = std::set<std::string_view>;

// Calls `visit` with every statement, then those inside it. Functions and classes inside are not
// looked into.
void forEachStmt(syntax::StmtList stmts, const std::function<void(const syntax::Stmt *)> &visit);
// Calls `visit` with every expression inside `expr`, itself included; `expr` may be null.
void forEachExpr(const syntax::Expr *expr, const std::function<void(const syntax::Expr *)> &visit);
// The expressions directly inside `stmt`; some may be null.
std::vector<const syntax::Expr *> expressionsOf(const syntax::Stmt *stmt);

// Every name that `stmts` may assign, walrus expressions included.
NameSet assignedNames(syntax::StmtList stmts);
void addAssignedNames(const syntax::Expr *expr, NameSet &names); // by walrus

// A `return` somewhere inside, whether or not it is reached.
bool containsReturn(syntax::StmtList stmts);

// `break`, or `break` and `continue`, of the loop whose body `stmts` are (part of).
bool containsBreak(syntax::StmtList stmts);
bool containsBreakOrContinue(syntax::StmtList stmts);

// Some path through `stmts` may end in a `return`, `break` or `continue`, or every path does:
// what is in the middle of a list of statements is then not all that runs.
bool mayLeave(syntax::StmtList stmts);
bool alwaysLeaves(syntax::StmtList stmts);

} // namespace nereid::sema
