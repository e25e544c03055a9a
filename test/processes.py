"""What `nereid` does as a process among others: interrupted, its reader gone, its disk full, out of
memory, its kernel astray, many at once.

    processes.py NEREID

Nothing here waits for a guessed time: a script says when it is where it shall be stopped.
"""
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

NEREID = ""
HEAD = "import torch\nimport triton\nimport triton.language as tl\n\n\n"

ADD = HEAD + '''
@triton.jit
def add(x_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + i, tl.load(x_ptr + i, mask=i < n) + 1, mask=i < n)


x = torch.zeros(1000)
for block in (64, 128, 256):
    add[(triton.cdiv(1000, block),)](x, 1000, BLOCK=block)
print(x.sum().item())
'''

SPIN = HEAD + '''
@triton.jit
def spin(x_ptr):
    i = tl.load(x_ptr + tl.program_id(0))
    while i >= 0.0:
        i = i * 0.5 + 1.0
    tl.store(x_ptr, i)


@triton.jit
def mark(x_ptr):
    tl.store(x_ptr, 7.0)


x = torch.ones(8)
'''


class Process(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)
        self.cache = self.home / "cache"

    def start(self, script, *options, **settings):
        # By rename: a process that was started before may be reading the file just now.
        (self.home / "script.new").write_text(script)
        (self.home / "script.new").rename(self.home / "script.py")
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8",
                       "NEREID_CACHE_DIR": str(settings.pop("cache", self.cache))}
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                   "stderr": subprocess.PIPE, **settings}
        return subprocess.Popen([NEREID, "run", *options, "script.py"], cwd=self.home, text=True,
                                env=environment, **streams)

    def run_script(self, script, *options, **settings):
        process = self.start(script, *options, **settings)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output, errors

    def interrupt(self, script, *options):
        """Sends Ctrl-C when the script has printed a line; what comes after that."""
        process = self.start(script, *options)
        self.assertEqual(process.stdout.readline(), "now\n")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output, errors

    def kernels_in_cache(self):
        return sorted(path.suffix for path in self.cache.iterdir())


class Interrupts(Process):
    def test_a_script_that_loops(self):
        code, output, errors = self.interrupt('print("now", flush=True)\nwhile True:\n    pass\n')
        self.assertEqual((code, output), (130, ""))
        self.assertEqual(errors.splitlines()[-1], "KeyboardInterrupt")

    def test_a_script_that_sleeps(self):
        code, _, errors = self.interrupt(
            'import time\nprint("now", flush=True)\ntime.sleep(3600)\n')
        self.assertEqual((code, errors.splitlines()[-1]), (130, "KeyboardInterrupt"))

    def test_a_kernel_that_loops(self):
        for device in ("cpu", "interp"):
            for grid in (1, 8):
                code, output, errors = self.interrupt(
                    SPIN + f'print("now", flush=True)\nspin[({grid},)](x)\n', f"--device={device}")
                self.assertEqual((code, output), (130, ""), f"{device}: {errors}")
                self.assertEqual(errors.splitlines()[-1], "KeyboardInterrupt")
                self.assertIn("spin[(", errors)

    def test_a_script_that_catches_it_goes_on(self):
        for device in ("cpu", "interp"):
            code, output, errors = self.interrupt(SPIN + '''
print("now", flush=True)
try:
    spin[(8,)](x)
except KeyboardInterrupt:
    print("caught")
mark[(1,)](x)
print(x[0].item())
''', f"--device={device}")
            self.assertEqual((code, output), (0, "caught\n7.0\n"), f"{device}: {errors}")


class Outputs(Process):
    def test_a_reader_that_goes_away(self):
        process = self.start("for i in range(1000000):\n    print(i)\n")
        self.assertEqual(process.stdout.readline(), "0\n")
        process.stdout.close()
        errors = process.stderr.read()
        self.assertEqual((process.wait(timeout=120), errors), (-signal.SIGPIPE, ""))
        process.stderr.close()

    def test_a_full_disk_under_standard_output(self):
        with open("/dev/full", "w") as full:
            code, _, errors = self.run_script("print('lost')\n", stdout=full)
        self.assertEqual((code, errors), (1, "error: standard output could not be written\n"))

    def test_a_full_disk_under_the_cache(self):
        # A file that may not grow past 100 bytes is a write that fails, as on a full disk.
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        self.assertEqual(self.run_script(ADD, preexec_fn=limit), (0, "3000.0\n", ""))
        self.assertEqual(self.kernels_in_cache(), [])

    def test_a_cache_that_cannot_be(self):
        self.assertEqual(self.run_script(ADD, cache="/dev/null/cache"), (0, "3000.0\n", ""))

    def test_a_cache_of_damaged_entries(self):
        self.assertEqual(self.run_script(ADD), (0, "3000.0\n", ""))
        for path in self.cache.iterdir():
            path.write_bytes(path.read_bytes()[:-1])
        self.assertEqual(self.run_script(ADD), (0, "3000.0\n", ""))


class Memory(Process):
    def test_what_cannot_be_allocated_is_an_exception(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        code, output, errors = self.run_script('''
import torch
for make in (lambda: [0] * (1 << 33), lambda: [0] * (1 << 62), lambda: "x" * (1 << 34),
             lambda: list(range(1 << 33))):
    try:
        make()
    except MemoryError:
        print("MemoryError")
try:
    both = [torch.empty(3 << 28), torch.empty(3 << 28)]
except RuntimeError as error:
    print("RuntimeError")
''', preexec_fn=limit)
        self.assertEqual((code, output), (0, "MemoryError\n" * 4 + "RuntimeError\n"), errors)

    def wild(self, statement):
        """A kernel that leaves its tensors: caught, named, and nothing dumped."""
        whole = lambda: resource.setrlimit(resource.RLIMIT_CORE, (-1, -1))
        return self.run_script(HEAD + f'''
@triton.jit
def stray(x_ptr, out_ptr, far):
    pid = tl.program_id(0).to(tl.int64)
    {statement}


x = torch.ones(8)
out = torch.zeros(8)
try:
    stray[(8,)](x, out, 1 << 40)
except RuntimeError:
    print("caught")
print(x.sum().item())
stray[(8,)](x, out, 1 << 40)
''', preexec_fn=whole)

    def test_wild_accesses_are_faults_of_the_kernel(self):
        for statement in ("tl.store(out_ptr, tl.load(x_ptr + pid * far))",
                          "tl.store(x_ptr + pid * far, 1.0)",
                          "tl.store(out_ptr + tl.arange(0, 1048576) * 4096, 1.0)"):
            code, output, errors = self.wild(statement)
            self.assertEqual((code, output), (1, "caught\n8.0\n"), errors)
            self.assertRegex(errors, r"RuntimeError: kernel `stray`: program \(\d, 0, 0\) touched "
                                     r"memory at 0x[0-9a-f]+, which is not mapped\n"
                                     r"help: `nereid run --device=interp script.py` checks every")
            self.assertEqual(list(self.home.glob("core*")), [])


class Neighbours(Process):
    def test_eight_at_once_on_an_empty_cache(self):
        processes = [self.start(ADD) for _ in range(8)]
        for process in processes:
            output, errors = process.communicate(timeout=120)
            self.assertEqual((process.returncode, output, errors), (0, "3000.0\n", ""))
        self.assertEqual(self.kernels_in_cache(), [".kernel"] * 3)
        before = {path: path.stat().st_ino for path in self.cache.iterdir()}
        self.assertEqual(self.run_script(ADD), (0, "3000.0\n", ""))
        after = {path: path.stat().st_ino for path in self.cache.iterdir()}
        self.assertEqual(before, after, "a warm cache is read, not written again")


if __name__ == "__main__":
    NEREID = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
