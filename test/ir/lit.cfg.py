# How lit runs the files of this folder. Parameters come from CMakeLists.txt.
import os

import lit.formats

config.name = "ir"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["work"]
tools = lit_config.params["tools"]
config.substitutions.append(("nereid-opt", lit_config.params["opt"]))
config.substitutions.append(("FileCheck", os.path.join(tools, "FileCheck")))
