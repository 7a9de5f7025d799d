#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Lesson 1: the starter file compiles, and the sample solution agrees with simgpu to the cycle.
# $1: the command; $2: the source tree; the rest: the C compiler.
set -eu
simgpu=$1 root=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$@" -Wall -Wextra -Werror "$root/lessons/01-event-queue/queue.c" -o "$folder/starter"
"$@" -Wall -Wextra -Werror "$root/tests/lessons/01-event-queue/queue.c" -o "$folder/queue"
around=34 # cycles of a launch besides its loads, as the lesson says

second_launch() { # warps, loads, width
  "$simgpu" "$root/platforms/teaching/one-sm.xml" "$root/lessons/01-event-queue/loads.json" --scheduler oldest \
    --set scalars.warps="$1" --set scalars.loads="$2" --set xbar.width="$3B/cycle" |
    sed -n 's/,//g; s/^  kernel 1 .* \([0-9]*\) cycles$/\1/p'
}

for case in '1 1 8' '2 2 16' '3 8 10' '4 5 8' '6 4 16' '8 5 8' '8 8 16'; do
  read -r warps loads width <<<"$case"
  simulated=$(($(second_launch "$warps" "$loads" "$width") - around))
  queued=$("$folder/queue" "$warps" "$loads" "$width" | sed -n 's/^\([0-9]*\) cycles, .*/\1/p')
  [ "$simulated" = "$queued" ] || {
    echo "$warps warps, $loads loads, $width bytes a cycle: simgpu $simulated, the lesson's queue $queued"
    exit 1
  }
done
