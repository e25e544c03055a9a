"""Keeps files small: sources at most 500 lines (800 with a reason in src/SIZES), headers 250, tests 300."""
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
reasons = {}
sizes = root / "src" / "SIZES"
if sizes.exists():
    for line in sizes.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, reason = line.partition(":")
            reasons[name.strip()] = reason.strip()

files = subprocess.run(["git", "ls-files", "*.cpp", "*.h", "*.td"], cwd=root, text=True,
                       capture_output=True, check=True).stdout.split()
bad = []
for name in files:
    path = root / name
    if not path.exists():
        continue
    lines = path.read_text(errors="replace").count("\n")
    limit = 250 if name.endswith(".h") else 300 if name.endswith("_test.cpp") else 500
    if name in reasons:
        limit = 800
    if lines > limit:
        bad.append(f"{name}: {lines} lines, more than {limit}; split it by idea, or give a reason in src/SIZES")
for name in reasons:
    if not (root / name).exists():
        bad.append(f"src/SIZES: {name} does not exist")
print("\n".join(bad), end="\n" if bad else "")
sys.exit(1 if bad else 0)
