#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Writes ipaws-cke.targets: what each program of studies/ipaws-cke.json does alone in 200,000
# cycles under GTO, or until it ends; copies and calls of the host take no time. From the clone's
# folder, after ninja -C build.
set -eu
now="--set host.launch.latency=0us --set host.call.time=1ns --set host.copy.latency=1cycles
  --set host.move.latency=0us --set pcie.bandwidth=1000TBps --set pcie.latency=1ns"
while read -r program arguments; do
  # shellcheck disable=SC2086 # they are words; a run that is cut off ends with code 5
  build/cli/simgpu platforms/papers/ipaws.xml $now --scheduler gto --max-cycles 200000 \
    --targets-out studies/ipaws-cke.targets -- "build/workloads/suite/$program" $arguments >/dev/null 2>&1 || [ $? = 5 ]
done <<PROGRAMS
kmeans 81920 34 5 1
lbm 120 60 20 1
blackscholes 4000000
streamcluster 65536 256 1
PROGRAMS
