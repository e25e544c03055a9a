# How lit runs the files of this folder: each shows a kernel's PTX and says what must be in it. With
# an assembler at hand (ptxas of a CUDA toolkit, on the PATH) the PTX is assembled too.
import os
import shutil

import lit.formats

config.name = "nvidia"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".py"]
config.excludes = ["lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["work"]
tools = lit_config.params["tools"]
# %ptx SPEC ... shows PTX of sm_90a; %ptx80 of sm_80.
show = lit_config.params["nereid"] + " show --asm --for=nvidia:"
config.substitutions.append(("%ptx80", show + "sm_80"))
config.substitutions.append(("%ptx", show + "sm_90a"))
config.substitutions.append(("%show:", show))
config.substitutions.append(("FileCheck", os.path.join(tools, "FileCheck")))
assembler = shutil.which("ptxas")
if assembler:
    config.available_features.add("ptxas")
    config.substitutions.append(("%assembler", assembler))
else:
    lit_config.note("no ptxas on the PATH: PTX is not assembled")
    config.substitutions.append(("%assembler", "false"))
