#include "options.h"
#include "run_setup.h"
#include "verbs.h"

namespace nereid::cli {

int runCommand(const Words &words) {
  Options options("run", "Runs a Triton script: its kernels as native code, and the Python around "
                         "them, without Python.");
  std::string path;
  std::vector<std::string> arguments;
  RunSetup setup;
  bool noCache = false;
  options.operand("FILE", path, "the script");
  options.rest("arguments ...", arguments, "sys.argv of the script");
  options.choice("--device", {"auto", "cpu", "interp", "cuda"}, setup.device,
                 "cpu is native code, interp checks every access, cuda is a GPU; auto is the GPU "
                 "for tensors on 'cuda' if there is one, else the CPU");
  options.number("--gpu", setup.gpu, "let the script see this GPU alone, as cuda:0");
  options.number("--threads", setup.threads, "at most; one per core by default");
  options.flag("--no-cache", noCache, "compile afresh, keep nothing on disk");
  options.flag("--print-autotuning", setup.printAutotuning, "say what each configuration took");
  options.list("--disable-pass", "NAME", setup.compile.disabledPasses, "leave a pass out");
  options.flag("--portable", setup.compile.portable, "warn of what upstream Triton would refuse");
  options.choice("--format", {"human", "short", "json"}, setup.format, "how diagnostics look");
  options.epilogue("Options may also stand after FILE; what is none of these goes to the script, "
                   "as does everything after --.");
  if (auto exit = options.parse(words))
    return *exit;
  setup.useCache = !noCache;
  RunRoom room = makeRoom(setup, path, std::move(arguments));
  return runInRoom(room, path, setup.format);
}

} // namespace nereid::cli
