#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The times of warps under round robin, which studies/caws.json gives to CAWS as its oracle: a file
# for each of its programs, in caws-times/. Run it from the top folder, before the study.
set -e
simgpu=${1:-build/cli/simgpu}
mkdir -p caws-times
while read -r name platform command; do
    echo "$name" >&2
    # shellcheck disable=SC2086
    "$simgpu" "$platform" --scheduler lrr --policy criticality=timed \
        --profile-out "caws-times/$name" -- $command >/dev/null </dev/null
done <<END
BFS-3.5 platforms/papers/lee-characterization.xml build/workloads/suite/bfs 32768 6
BFS platforms/papers/cawa.xml build/workloads/suite/bfs 32768 6
BT platforms/papers/cawa.xml build/workloads/suite/bptree 100000 600
HTW platforms/papers/cawa.xml build/workloads/suite/heartwall 2 4 10 51
KMN platforms/papers/cawa.xml build/workloads/suite/kmeans 30720 34 5 1
NW platforms/papers/cawa.xml build/workloads/suite/needle 32
SR1 platforms/papers/cawa.xml build/workloads/suite/srad 1 16 16 1
SC_small platforms/papers/cawa.xml build/workloads/suite/streamcluster 4096 32 1
BP platforms/papers/cawa.xml build/workloads/suite/backprop 2048
PF platforms/papers/cawa.xml build/workloads/suite/particlefilter 1024 128 2
PTH platforms/papers/cawa.xml build/workloads/suite/pathfinder 40000 41 20
SC_mid platforms/papers/cawa.xml build/workloads/suite/streamcluster 8192 64 1
TPF platforms/papers/cawa.xml build/workloads/suite/tpacf 128 40
END
