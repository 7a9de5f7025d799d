#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stand_in.sh OUTPUT NM SIMGRID CC...: makes OUTPUT, a shared library of that name which stands in for all of ns-3's.
# It defines all names of ns-3 that SIMGRID wants. Functions do nothing and answer 0:
# SimGrid's file about ns-3 has a few objects that are made when it is loaded, and calls nothing more unless its ns-3
# model is chosen, which models/core/simgrid_runner.c does not. Virtual tables and types are room that nobody looks at.
set -eu
output=$1 nm=$2 simgrid=$3
shift 3

define() {
    case $1 in
    _ZTV* | _ZTI* | _ZN3ns34Time14g_markingTimesE) echo "void *$1[64];" ;;
    *) echo "long $1(void) { return 0; }" ;;
    esac
}

wanted=$("$nm" --dynamic --undefined-only "$simgrid" | awk '$1 == "U" && $2 ~ /3ns3/ {print $2}')
for symbol in $wanted; do
    define "$symbol"
done | "$@" -w -O1 -fPIC -shared -x c -o "$output" "-Wl,-soname,${output##*/}" -
