#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Makes the traces of project 1 from simgpu's own example programs, at small sizes. Run it in the top folder of a
# clone that is built: lessons/project-1-gto-ccws/make_traces.sh FOLDER
set -eu
folder=$1
simgpu=${SIMGPU:-build/cli/simgpu}
trace() {
    name=$1
    shift
    "$simgpu" fermi-gtx480 "$name" "$@" --functional --export-trace "$folder/$name" >/dev/null
    xz -9e "$folder/$name"/*.traceg
    sed -i "s/traceg$/traceg.xz/" "$folder/$name/kernelslist.g"
}
mkdir -p "$folder"
trace kmeans --set scalars.n=512
trace spmv --set scalars.rows=512 --set scalars.edges=4096
trace bfs --set scalars.vertices=512
trace matmul --set scalars.n=32
