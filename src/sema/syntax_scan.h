// What can be known about statements before running them: which names they assign, and whether
// they return.
#pragma once

#include <set>
#include <string_view>

#include "syntax/tree.h"

namespace nereid::sema {

using NameSet = std::set<std::string_view>;

// Every name that `stmts` may assign, walrus expressions included. Functions inside are not looked
// into.
NameSet assignedNames(syntax::StmtList stmts);
void addAssignedNames(const syntax::Expr *expr, NameSet &names); // by walrus

// A `return` somewhere inside, whether or not it is reached.
bool containsReturn(const syntax::Stmt *stmt);
bool containsReturn(syntax::StmtList stmts);

// Every path through `stmts` ends in a `return` that is outside loops.
bool alwaysReturns(syntax::StmtList stmts);

} // namespace nereid::sema
