"""Whole processes: how long `nereid run` takes from start to end, and how much memory.

    process.py NEREID

Prints medians of several runs: with an empty cache, and with the kernel in it. Memory is the peak
of the process less the tensors of the script.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = 11


def measure(nereid, words, cache):
    environment = dict(os.environ, NEREID_CACHE_DIR=cache)
    start = time.perf_counter()
    child = subprocess.Popen([nereid, "run", *words], env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    assert status == 0, f"nereid run {words} failed"
    return seconds, usage.ru_maxrss / 1024


def report(name, seconds, bar):
    median = statistics.median(seconds)
    print(f"process    {name:28} {median * 1e3:8.1f} ms  (bar {bar * 1e3:.0f} ms: {'met' if median <= bar else 'missed'})")


def main():
    nereid = sys.argv[1]
    script = [str(ROOT / "examples" / "vector_add.py")]
    tensors = 4 * 98432 * 5 / 2**20  # x, y, out, the expectation, and a difference
    cold, memory = [], []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as cache:
            seconds, megabytes = measure(nereid, script, cache)
            cold.append(seconds)
            memory.append(megabytes - tensors)
    with tempfile.TemporaryDirectory() as cache:
        measure(nereid, script, cache)
        warm = [measure(nereid, script, cache)[0] for _ in range(RUNS)]
    report("vector_add.py, empty cache", cold, 0.15)
    report("vector_add.py, warm cache", warm, 0.08)
    peak = statistics.median(memory)
    print(f"process    memory beyond the tensors    {peak:8.1f} MiB (bar 120 MiB: {'met' if peak <= 120 else 'missed'})")
    script_launch = [str(ROOT / "bench" / "launch_from_script.py")]
    subprocess.run([nereid, "run", *script_launch], check=True)


if __name__ == "__main__":
    main()
