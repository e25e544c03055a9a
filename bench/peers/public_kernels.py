#!/usr/bin/env python3
"""How kernels of other projects fare: lint of every file, and scripts that run and compare them.

    bench/peers/public_kernels.py --nereid build/dev/nereid files FILES.tsv FOLDER [SCRIPTS]
    bench/peers/public_kernels.py --nereid build/dev/nereid lint FOLDER...

FILES.tsv has the columns repository, commit and path; FOLDER holds each file at owner+name/path.
SCRIPTS is a folder of scripts of one's own. The first line of each says which files it is about,
`# owner/name path`; it imports the file, runs its wrappers and prints a line that begins with
AGREES for each result that is what it should be. Nothing of those projects is part of this one.

The first form prints a table of Markdown, the second counts the files with kernels below folders
and lists those that lint refuses, with the first mistake of each.
"""

import argparse
import os
import re
import subprocess
import sys

KERNEL = re.compile(r"^\s*@(?:triton\.)?jit\b", re.MULTILINE)
# What ended a script, by the last line of its traceback.
CAUSES = (
    ("CompilationError", "no: does not compile"),
    ("ModuleNotFoundError", "no: needs a module"),
    ("NotInSubset", "no: host feature"),
    ("AssertionError", "no: differs"),
    ("AttributeError", "no: host feature"),
    ("NotImplementedError", "no: host feature"),
)


def call(command, seconds, folder=None):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, cwd=folder)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return None, f"stopped after {seconds} s"


def lint(nereid, path):
    """Whether the file passes, and its first mistake."""
    code, text = call([nereid, "lint", "--format=short", path], 30)
    if code == 0:
        return True, ""
    mistakes = [line for line in text.splitlines() if "error" in line]
    return False, mistakes[0].removeprefix(path + ":") if mistakes else text.strip()[:100]


def scripts_by_file(folder):
    found = {}
    for name in sorted(os.listdir(folder)) if folder else []:
        if not name.endswith(".py"):
            continue
        path = os.path.join(folder, name)
        with open(path) as file:
            words = file.readline().split()
        if len(words) == 3 and words[0] == "#":
            found[words[1], words[2]] = path
    return found


def run(nereid, script):
    """In words: did it compile, run, agree, and if not, why?"""
    code, text = call([nereid, "run", os.path.basename(script)], 120, os.path.dirname(script))
    agrees = text.count("\nAGREES") + text.startswith("AGREES")
    if code == 0:
        return "yes", f"yes, {agrees} result{'s' * (agrees > 1)}" if agrees else "no reference", ""
    lines = [line for line in text.splitlines() if re.match(r"(\w+\.)*\w*(Error|Subset|Exception)", line)]
    last = lines[-1] if lines else text.strip().splitlines()[-1] if text.strip() else f"exit {code}"
    why = next((cause for name, cause in CAUSES if name in last), "no")
    detail = next((line for line in text.splitlines() if line.startswith("error[")), last)
    return why, "yes, before that" if agrees else "no", detail.replace("|", "\\|")[:140]


def compare(nereid, rows, folder, scripts):
    known = scripts_by_file(scripts)
    counts = {"passes lint": 0, "runs": 0, "agrees": 0}
    print("| file | lint | compiles and runs | agrees | why not |")
    print("|---|---|---|---|---|")
    for repository, _, path in rows:
        file = os.path.join(folder, repository.replace("/", "+"), path)
        passes, why = lint(nereid, file)
        ran, agreed, detail = "no script", "", ""
        if (repository, path) in known:
            ran, agreed, detail = run(nereid, known[repository, path])
        counts["passes lint"] += passes
        counts["runs"] += ran == "yes"
        counts["agrees"] += ran == "yes" and agreed.startswith("yes")
        print(f"| {repository} `{path}` | {'yes' if passes else 'no'} | {ran} | {agreed} | "
              f"{why or detail} |", flush=True)
    print()
    print(", ".join(f"{count} of {len(rows)} {what}" for what, count in counts.items()))


def sweep(nereid, folders):
    for folder in folders:
        paths = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]
        files = kernels = refused = 0
        for path in sorted(path for path in paths if path.endswith(".py")):
            with open(path, errors="replace") as file:
                count = len(KERNEL.findall(file.read()))
            if not count:
                continue
            files, kernels = files + 1, kernels + count
            passes, why = lint(nereid, path)
            if not passes:
                refused += 1
                print(f"  {os.path.relpath(path, folder)}: {why}")
        print(f"{folder}: {files} files with {kernels} kernels, {files - refused} pass")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nereid", default="build/release/nereid")
    parser.add_argument("what", choices=["files", "lint"])
    parser.add_argument("arguments", nargs="+")
    given = parser.parse_args()
    nereid = os.path.abspath(given.nereid)
    if given.what == "lint":
        return sweep(nereid, given.arguments)
    with open(given.arguments[0]) as file:
        rows = [line.rstrip("\n").split("\t")[:3] for line in file][1:]
    compare(nereid, rows, given.arguments[1], given.arguments[2] if len(given.arguments) > 2 else None)


if __name__ == "__main__":
    sys.exit(main())
