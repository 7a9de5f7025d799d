#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What a real nvcc puts into its containers, in every way it compresses, against what we find there.
# $1: print_ptx. Skipped (77) where there is no nvcc.
set -eu

print_ptx=$(realpath "$1")
nvcc=$(command -v nvcc || true)
[ -n "$nvcc" ] || nvcc=${CUDA_HOME:-/usr/local/cuda}/bin/nvcc
case $(readlink -f "$nvcc") in */simgpucc) nvcc= ;; esac # ours, in place of it
if ! [ -x "$nvcc" ]; then
  echo "skipped: there is no nvcc (of NVIDIA's CUDA toolkit)"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >kernels.cu <<'END'
__global__ void scale(float *x, float by) { x[blockIdx.x * blockDim.x + threadIdx.x] *= by; }
__global__ void raise(float *x, float by) { x[blockIdx.x * blockDim.x + threadIdx.x] += by; }
END

fail() {
  echo "$*" >&2
  exit 1
}

# The text itself, from a container that isn't compressed.
"$nvcc" -arch=compute_75 -fatbin -Xfatbin -compress=false -o plain.fatbin kernels.cu
"$print_ptx" plain.fatbin 75 >plain.ptx
[ "$(grep -c '^\.visible \.entry' plain.ptx)" = 2 ] || fail "two kernels expected in plain.ptx"

# zstd at two levels, LZ4, and what the defaults are
for options in '' -compress-all '-compress-all -compress-mode=size' \
  '-compress-all -compress-mode=speed' '-compress-all -compress-mode=balance'; do
  pass=()
  for option in $options; do
    pass+=(-Xfatbin "$option")
  done
  "$nvcc" -arch=compute_75 -fatbin "${pass[@]}" -o packed.fatbin kernels.cu
  cmp -s plain.fatbin packed.fatbin && fail "not compressed: $options"
  "$print_ptx" packed.fatbin 75 >packed.ptx
  cmp plain.ptx packed.ptx || fail "other PTX with $options"
done

# several architectures, machine code among them
"$nvcc" -gencode arch=compute_75,code='[sm_75,compute_75]' \
  -gencode arch=compute_80,code='[sm_80,compute_80]' -fatbin -o several.fatbin kernels.cu
"$print_ptx" several.fatbin 75 | grep -q '^\.target sm_75' || fail "sm_75 expected"
"$print_ptx" several.fatbin 90 | grep -q '^\.target sm_80' || fail "sm_80 expected"

"$nvcc" -gencode arch=compute_75,code=sm_75 -fatbin -o machine.fatbin kernels.cu
"$print_ptx" machine.fatbin 75 2>message >/dev/null && fail "PTX found where there is none"
grep -q 'machine code only' message || fail "another message: $(cat message)"
