"""Holds every #include under src/ against src/LAYERS: a folder may see itself and what its line lists."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent / "src"
allowed = {}
for line in (root / "LAYERS").read_text().splitlines():
    if line.strip() and not line.startswith("#"):
        name, _, rest = line.partition(":")
        allowed[name.strip()] = set(rest.split())

bad = []
for path in sorted(p for p in root.rglob("*") if p.suffix in (".h", ".cpp")):
    relative = path.relative_to(root).as_posix()
    folder = relative.split("/")[0]
    if folder not in allowed:
        bad.append(f"src/{relative}: its folder has no line in src/LAYERS")
        continue
    may = allowed.get(relative, allowed[folder]) | {folder}
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line)
        if not match:
            continue
        first = match.group(1).split("/")[0]
        seen = "LLVM" if first in ("llvm", "mlir") else first if (root / first).is_dir() else None
        if seen == "LLVM" and folder == "compiler" and path.suffix == ".h":
            bad.append(f"src/{relative}:{number}: compiler/ headers are LLVM-free")
        if seen and seen not in may:
            bad.append(f"src/{relative}:{number}: {folder} may not include {match.group(1)}")
print("\n".join(bad), end="\n" if bad else "")
sys.exit(1 if bad else 0)
