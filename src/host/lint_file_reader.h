// FileReader: reads a file, and the files beside it that it imports, into scopes; see lint_file.h.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/arena.h"
#include "diag/diag.h"
#include "host/lint_file_scope.h"
#include "sema/language.h"
#include "source/source.h"
#include "syntax/tree.h"

namespace nereid::host {

// Owns everything that the kernels it finds point into.
class FileReader {
public:
  explicit FileReader(std::string directory);

  // Reads the file whose kernels are wanted.
  void readMain(const std::string &path, std::string_view text, DiagSink &sink);

  const std::shared_ptr<SourceMap> &sources() const { return sources_; }
  const std::vector<eval::Ref<sema::JitFunction>> &kernels() const { return kernels_; }

private:
  // Where statements put the names they bind.
  struct Place {
    StaticScope *scope;
    StaticScope *functions;    // what functions defined here see: not the names of a class
    bool isRare = false;       // an `except` branch: does not change what is known
    bool bindsNothing = false; // a class body
  };

  void read(const std::string &path, std::string_view text, StaticScope &scope, DiagSink &sink);
  void visit(syntax::StmtList body, const Place &place);
  void visit(const syntax::Stmt *stmt, const Place &place);
  void visitFunction(const syntax::FunctionDef &definition, const Place &place);
  void visitTry(const syntax::TryStmt &stmt, const Place &place);
  void visitBodies(const syntax::Stmt *stmt, const Place &place);
  void visitImport(const syntax::ImportStmt &stmt, const Place &place);
  void visitImportFrom(const syntax::ImportFromStmt &stmt, const Place &place);
  void assign(const syntax::Expr *target, const eval::Value &value, const Place &place);
  void bind(std::string_view name, const eval::Value &value, const Place &place);

  eval::Value importModule(std::string_view name);
  eval::Value importSibling(const std::string &name);

  const std::string directory_;
  const std::shared_ptr<SourceMap> sources_ = std::make_shared<SourceMap>();
  Arena arena_;
  std::deque<StaticScope> scopes_;
  std::map<std::string, eval::Value, std::less<>> siblings_; // by dotted name
  std::vector<eval::Ref<sema::JitFunction>> kernels_;
  bool isMain_ = false; // kernels of siblings are known, but not wanted
};

} // namespace nereid::host
