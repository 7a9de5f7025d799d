#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stand_in.sh OUTPUT NAME NM SIMGRID CC...: makes OUTPUT, a shared library of that NAME which stands in for one of ns-3's.
# That of libns3-core defines all names of ns-3 that SIMGRID wants, the others nothing. Functions do nothing and answer 0:
# SimGrid's file about ns-3 has a few objects that are made when it is loaded, and calls nothing more unless its ns-3
# model is chosen, which models/core/simgrid_runner.c does not. Virtual tables and types are room that nobody looks at.
set -eu
output=$1 name=$2 nm=$3 simgrid=$4
shift 4

define() {
    case $1 in
    _ZTV* | _ZTI* | _ZN3ns34Time14g_markingTimesE) echo "void *$1[64];" ;;
    *) echo "long $1(void) { return 0; }" ;;
    esac
}

case $name in
libns3-core.so*) wanted=$("$nm" --dynamic --undefined-only "$simgrid" | awk '$1 == "U" && $2 ~ /3ns3/ {print $2}') ;;
*) wanted= ;;
esac
for symbol in $wanted; do
    define "$symbol"
done | "$@" -w -O1 -fPIC -shared -x c -o "$output" "-Wl,-soname,$name" -
