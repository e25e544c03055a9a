"""Golden tests of what a person sees: what commands print, and what wrong kernels are told.

    golden.py NEREID FILE...            compare, show differences, exit 1 if there are any
    golden.py --bless NEREID FILE...    write what is printed now as what is expected

A .test file holds commands, each followed by what it prints:

    # a comment: what must hold
    $ nereid cache --help
      Shows how much ...
      exit 0

Outputs are indented by two spaces; standard error lines start with "2| ". Commands run in the file's own folder. A .py file is a script
with wrong kernels; beside it stands NAME.expected, what `nereid lint` says of it, as a person and
as a tool reads it.
"""
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# What differs between machines and runs.
VARYING = [
    (re.compile(r"nereid \d+\.\d+\.\d+-[0-9a-f]{12}"), "nereid VERSION"),
    (re.compile(r"0x[0-9a-f]{9,16}"), "0xADDRESS"),
    (re.compile(r"this machine has \d+"), "this machine has BYTES"),
    (re.compile(r"/tmp/nereid-crash-\w+"), "/tmp/nereid-crash-XXXXXX"),
]


def clean(text, home):
    text = text.replace(home, "$HOME")
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text


def run(words, folder):
    """The command's output as the lines of a .test file."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8"}
        try:
            done = subprocess.run(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return ["timed out after 120 s"]
    lines = clean(done.stdout.decode(errors="replace"), home).splitlines()
    lines += ["2| " + line for line in clean(done.stderr.decode(errors="replace"), home).splitlines()]
    return [line.rstrip() for line in lines] + [f"exit {done.returncode}"]


def render_test(path, nereid):
    """The whole .test file with fresh outputs: comments and commands are kept."""
    result = []
    for line in path.read_text().splitlines():
        if line.startswith("  "):
            continue  # an output: made afresh
        if line.startswith("#") or (not line.strip() and result and result[-1] != ""):
            result.append(line)
        elif line.startswith("$ "):
            words = shlex.split(line[2:])
            words = [nereid if word == "nereid" else word for word in words]
            if "|" in words or ">" in words:
                words = ["bash", "-c", line[2:].replace("nereid ", shlex.quote(nereid) + " ")]
            result.append(line)
            result += ["  " + out for out in run(words, path.parent)]
    return "\n".join(result).rstrip() + "\n"


def render_kernel(path, nereid):
    parts = []
    for form in ("human", "short"):
        parts += run([nereid, "lint", f"--format={form}", path.name], path.parent)
    return "\n".join(parts) + "\n"


def check(path, nereid, bless):
    if path.suffix == ".test":
        expected_path, actual = path, render_test(path, nereid)
    else:
        expected_path, actual = path.with_suffix(".expected"), render_kernel(path, nereid)
    expected = expected_path.read_text() if expected_path.exists() else ""
    if actual == expected:
        return True
    if bless:
        expected_path.write_text(actual)
        print(f"blessed {expected_path}")
        return True
    sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), actual.splitlines(True),
                                               f"{expected_path} (expected)", "now"))
    print(f"to accept: ./dev bless {path}")
    return False


def main():
    words = sys.argv[1:]
    bless = words[:1] == ["--bless"]
    if bless:
        words = words[1:]
    nereid, files = str(pathlib.Path(words[0]).resolve()), [pathlib.Path(word) for word in words[1:]]
    failed = [path for path in files if not check(path, nereid, bless)]
    print(f"{len(files) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed or not files else 0)


if __name__ == "__main__":
    main()
