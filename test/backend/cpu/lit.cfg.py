# How lit runs the files of this folder: kernels, and what their code must look like. Parameters come
# from CMakeLists.txt.
import os

import lit.formats

config.name = "cpu"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".py"]
config.excludes = ["lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["work"]
tools = lit_config.params["tools"]
config.substitutions.append((r"\bFileCheck\b", os.path.join(tools, "FileCheck")))
config.substitutions.append((r"\bshow\b", lit_config.params["nereid"] + " show"))
