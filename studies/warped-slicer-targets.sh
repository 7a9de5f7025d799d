#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Writes warped-slicer.targets: what each program of studies/warped-slicer.json does alone in 100,000
# cycles. From the clone's folder, after ninja -C build.
set -eu
while read -r program arguments; do
  # shellcheck disable=SC2086 # arguments are words; a run that is cut off ends with code 5
  build/cli/simgpu platforms/papers/warped-slicer.xml --max-cycles 100000 \
    --targets-out studies/warped-slicer.targets -- "build/workloads/suite/$program" $arguments >/dev/null 2>&1 || [ $? = 5 ]
done <<PROGRAMS
blackscholes 1500000
bfs 262144 6 8192
dxt 96 56 2
hotspot 1024 4 2
denoise 40 51
nearest 4000000
lbm 120 48 40 4
matmul 64 3 2
spmv 3 146689 24 4
neural 2000
PROGRAMS
