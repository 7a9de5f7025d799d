#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Thrust, CUB and libcu++ as Debian packages them, if they are installed. Environment: that of test_simgpucc.c.
set -eu -o pipefail

here=$(dirname "$(readlink -f "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ran=no

# $1: a header; $2: the source; $3...: options. The program prints its own result.
compile_and_run()
{
    local header=$1 source=$2
    shift 2
    echo "#include <$header>" | c++ -E -x c++ - >"$folder/found" 2>&1 ||
        ! grep -q 'No such file' "$folder/found" || return 0
    "$SIMGPUCC" "$@" "$here/sources/$source" -o "$folder/program"
    "$SIMGPU_TEST_EXECUTABLE" "$here/../../platforms/ampere-a100.xml" -- "$folder/program" |
        grep ': 0 wrong$'
    ran=yes
}

compile_and_run thrust/version.h uses_thrust.cu
compile_and_run cuda/std/version uses_libcuxx.cu -arch=sm_80
[ $ran = yes ] || exit 77
