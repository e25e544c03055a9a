#!/usr/bin/env bash
# cpp_example.sh BUILD: installs the library somewhere, builds examples/cpp against it with
# find_package, as a user would, and runs it.
set -euo pipefail
build=$(realpath "$1")
source=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" --component library >"$work/log"
cmake -S "$source/examples/cpp" -B "$work/example" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_CXX_COMPILER=/usr/bin/clang++-22 >>"$work/log"
cmake --build "$work/example" >>"$work/log" || { cat "$work/log"; exit 1; }
"$work/example/vector_add" "$source/examples/vector_add.py"
