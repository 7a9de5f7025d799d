#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What blocks read in the programs of studies/paver.json whose addresses depend on data, as a run
# with blocks in turn has recorded it: paver.lines. Run it from the top folder, before the study.
set -e
simgpu=${1:-build/cli/simgpu}
part=paver.lines.part
rm -f paver.lines.new
trap 'rm -f "$part" paver.lines.new' EXIT
while read -r command; do
    echo "$command" >&2
    # shellcheck disable=SC2086
    "$simgpu" platforms/papers/paver-fermi.xml --lines-out "$part" -- build/workloads/suite/$command >/dev/null </dev/null
    cat "$part" >>paver.lines.new
done <<END
bptree 100000 600
bfs 32768 6
spmv 3 146880 24 1
END
mv paver.lines.new paver.lines
