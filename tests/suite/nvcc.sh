#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The suite's programs as a real nvcc compiles them: they pass their own checks, too.
# $1: simgpu-suite; $2: workloads/suite; then the programs, none: all. Skipped (77) where there is
# no nvcc.
set -eu

suite=$(realpath "$1")
sources=$(realpath "$2")
shift 2
nvcc=$(command -v nvcc || true)
[ -n "$nvcc" ] || nvcc=${CUDA_HOME:-/usr/local/cuda}/bin/nvcc
case $(readlink -f "$nvcc") in */simgpucc) nvcc= ;; esac # ours, in place of it
if ! [ -x "$nvcc" ]; then
  echo "skipped: there is no nvcc (of NVIDIA's CUDA toolkit)"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ $# -eq 0 ]; then
  for source in "$sources"/*/*.cu; do
    set -- "$@" "$(basename "$source" .cu)"
  done
fi
for name in "$@"; do
  "$nvcc" -std=c++17 -arch=compute_75 -cudart shared -o "$folder/$name" "$sources/$name/$name.cu"
done
"$suite" --size tiny --functional --programs "$folder" "$@"
