#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The kernels with tensor cores are right in every tile, where tiles fit and where they overlap, with
# fewer steps than stages and with more; and a product takes the time that its peak rate allows.
# $1: simgpu; $2: the folder of platforms; $3: the folder of the programs.
set -eu
simgpu=$1 platform=$2/ampere-a100.xml programs=$3

# shellcheck disable=SC2086 # arguments are words
check() {
  "$simgpu" "$platform" -- "$programs/$1" $2 >"$folder/out" || {
    cat "$folder/out"
    echo "failed: $1 $2"
    exit 1
  }
  grep -q "^$1: passed" "$folder/out"
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

check gemm '2 2 1 3'
check gemm '2 3 5 3'
check gemm '2 2 1 2'
check gemm '3 5 3 2'
check gemm '2 4 1 1'
check gemm '3 5 3 1'
check gemm '2 2 3'
check attention '1 1 0 1'
check attention '3 2 0 1'
check attention '1 1 1 1'
check attention '3 2 1 1'

# A decoder layer at small sizes, beside the CPU: prefill, and a decode step of several sequences.
check llama ''
check llama '1 1 3'

# Matrices of 512 bytes take four turns of the banks. None of them is for a conflict: the order of chunks sees to that.
"$simgpu" "$platform" --explain -- "$programs/gemm" 2 4 2 1 | tr -s ' \n' '  ' >"$folder/out"
grep -q 'and its bank conflicts 0\. ' "$folder/out" || {
  cat "$folder/out"
  echo "the swizzle leaves bank conflicts, or --explain takes wide accesses for such"
  exit 1
}

# One block of 128 x 256 and 1,024 columns: 32,768 cycles at the SM's peak. What is above are the first
# loads and the last stores.
check gemm '2 4 16 1'
cycles=$(sed -n 's/^cycles *\([0-9,]*\) SM.*/\1/p' "$folder/out" | tr -d ,)
if [ "$cycles" -lt 32768 ] || [ "$cycles" -gt 42000 ]; then
  echo "128 x 256 x 1024 takes $cycles cycles"
  exit 1
fi

# Products of warp groups, in every tile, with a ring that is not full and with one that comes round.
platform=$2/hopper-h100.xml
check gemm_wgmma '2 1 1 3'
check gemm_wgmma '3 3 10 3'
check gemm_wgmma '2 2 1 2'
check gemm_wgmma '3 3 6 2'
check gemm_wgmma '2 4 1 1'
check gemm_wgmma '3 5 6 1'
check gemm_wgmma '2 2 2'

# One block of 128 x 256 and 2,048 columns: 32,768 cycles at the SM's peak. mma.sync cannot do it in
# fewer than 49,152.
check gemm_wgmma '2 4 32 1'
cycles=$(sed -n 's/^cycles *\([0-9,]*\) SM.*/\1/p' "$folder/out" | tr -d ,)
if [ "$cycles" -lt 32768 ] || [ "$cycles" -gt 39000 ]; then
  echo "128 x 256 x 2048 with wgmma takes $cycles cycles"
  exit 1
fi
