#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Thrust and CUB, or libcu++, as Debian packages them, if they are installed. $1: thrust or libcuxx. Environment: that
# of test_simgpucc.c.
set -eu -o pipefail

here=$(dirname "$(readlink -f "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ran=no

# $1: a header. Whether simgpucc's compiler finds it; there may be no g++.
is_there()
{
    echo "#if !__has_include(<$1>)
#error
#endif" | clang-14 -E -x c++ - >/dev/null 2>&1
}

# $1: the source; $2...: options. The program prints its own result.
compile_and_run()
{
    local source=$1
    shift
    "$SIMGPUCC" "$@" "$here/sources/$source" -o "$folder/program"
    "$SIMGPU_TEST_EXECUTABLE" "$here/../../platforms/ampere-a100.xml" -- "$folder/program" |
        grep ': 0 wrong$'
    ran=yes
}

if [ "$1" = thrust ] && is_there thrust/sort.h && is_there cub/cub.cuh; then
    compile_and_run uses_thrust.cu -O0 # of host code, which takes a third of clang's time otherwise
fi
if [ "$1" = libcuxx ] && is_there cuda/std/version; then
    compile_and_run uses_libcuxx.cu -arch=sm_70
    compile_and_run uses_libcuxx.cu -arch=sm_80
fi
if [ $ran = no ]; then
    echo "skipped: there is no Thrust and CUB, or libcu++ (of Debian's packages)"
    exit 77
fi
