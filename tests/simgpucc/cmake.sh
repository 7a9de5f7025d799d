#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A project of CMake's CUDA language is configured, built and run with simgpu's folder first in PATH and
# nothing else set. Arguments: the build folder. Environment: that of test_simgpucc.c.
set -eu -o pipefail

if [ -z "$(command -v cmake)" ]; then
    echo "skipped: there is no cmake"
    exit 77
fi
built=$1
here=$(dirname "$(readlink -f "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset CUDA_HOME CUDA_PATH CUDA_DIR CUDACXX CUDAToolkit_ROOT LD_LIBRARY_PATH
export PATH=$built/runtime/nvcc/bin:$PATH

# $1: a project, $2: where it is built.
build()
{
    cmake -S "$1" -B "$2" >"$folder/log" 2>&1 && cmake --build "$2" >"$folder/log" 2>&1 || {
        cat "$folder/log"
        exit 1
    }
}
build "$here/cmake" "$folder"
build "$here/cmake/old" "$folder/old"
for program in linked alone both through libraries libraries_static old/old old/old_through; do
    "$SIMGPU_TEST_EXECUTABLE" "$here/../../platforms/fermi-gtx480.xml" -- "$folder/$program" >"$folder/log" || {
        cat "$folder/log"
        exit 1
    }
    head -n 1 "$folder/log"
done
