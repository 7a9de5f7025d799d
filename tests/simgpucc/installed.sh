#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# simgpucc and the folder in place of nvcc, installed, below a prefix that has been moved since.
# $1: meson; $2: the build folder; $3: the source of a program that prints "right".
set -eu
unset LD_LIBRARY_PATH

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" install -C "$2" --no-rebuild --quiet --tags simgpucc --destdir "$folder/staged" >/dev/null
simgpucc=$(find "$folder/staged" -path '*/bin/simgpucc')
mv "$(dirname "$(dirname "$simgpucc")")" "$folder/moved"

home=$("$folder/moved/bin/simgpucc" --help | sed -n 's/^ *CUDA_HOME=//p')
[ "$home" = "$(realpath "$folder")/moved/${home#*/moved/}" ] || {
  echo "CUDA_HOME is $home"
  exit 1
}
PATH=$home/bin:$PATH nvcc "$3" -o "$folder/program" -L"$home/lib64" -lcudart
for library in libcudart.so libcuda.so libcudart.so.12; do
  [ -f "$home/lib64/$library" ]
done
[ -f "$home/include/cuda_runtime.h" ]
"$SIMGPU_TEST_EXECUTABLE" "$SIMGPU_TEST_ROOT/platforms/fermi-gtx480.xml" -- "$folder/program" >"$folder/output"
grep '^right' "$folder/output"
# What was linked finds its library in the moved place.
ldd "$folder/program" | grep "$folder/moved"
