#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# workloads/originals/make.sh builds a program of a suite with its input, and a study runs it in place of its own.
# $1: the source folder, $2: simgpucc, $3: simgpu.
set -eu
source=$1 simgpucc=$2 simgpu=$(realpath "$3")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/suite/sums"
cat >"$folder/suite/sums/sums.cu" <<'END'
#include <cstdio>
#include <cstdlib>
__global__ void add(float *sum, float value) { atomicAdd(sum, value); }
int main(int argc, char **argv)
{
    float *sum, value, all = 0;
    FILE *file = fopen(argv[1], "r");
    if (argc != 3 || !file || cudaMalloc(&sum, sizeof *sum) != cudaSuccess)
        return 1;
    cudaMemset(sum, 0, sizeof *sum);
    int lines = 0;
    for (; fscanf(file, "%f", &value) == 1; lines++)
        add<<<1, atoi(argv[2])>>>(sum, value);
    cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost);
    printf("%d lines, %s\n", lines, all > 2 * lines && all <= 64.0f * lines ? "good" : "bad");
    return 0;
}
END
cat >"$folder/recipes" <<'END'
# a comment
program sums sums sums.cu
input sums.txt values 5 1 1
run {programs}/sums.txt 32
prints 5 lines, good

program gone gone gone.cu
prints nothing
END
fail() {
    echo "$1" >&2
    exit 1
}
export SIMGPUCC="$simgpucc" SIMGPU="$simgpu"
make=$source/workloads/originals/make.sh
"$make" "$folder/recipes" "$folder/suite" "$folder/out" >"$folder/said" || fail "make.sh ends with $?: $(cat "$folder/said")"
grep -qx 'sums: works' "$folder/said" || fail "$(cat "$folder/said" "$folder/out/sums.log")"
grep -q '^gone: not in ' "$folder/said" || fail "$(cat "$folder/said")"

# a program that prints something else has failed
sed -i 's/^prints 5 lines, good/prints 6 lines/' "$folder/recipes"
if "$make" "$folder/recipes" "$folder/suite" "$folder/out" sums >"$folder/said"; then
    fail "make.sh does not see what is printed"
fi
grep -q '^sums: FAILED' "$folder/said" || fail "$(cat "$folder/said")"

# inputs are the same every time, and in the formats that they should have
cat >"$folder/inputs" <<'END'
program sums sums sums.cu
input graph.txt graph 4 2
input points.txt points 3 2
run {programs}/sums.txt 32
END
"$make" "$folder/inputs" "$folder/suite" "$folder/out" >/dev/null
[ "$(wc -l <"$folder/out/points.txt")" = 3 ] || fail "points.txt: $(cat "$folder/out/points.txt")"
awk 'NF != 3 { exit 1 }' "$folder/out/points.txt" || fail "points.txt: $(cat "$folder/out/points.txt")"
awk 'NR == 1 && $1 != 4 { exit 1 } NR >= 2 && NR <= 5 { if ($1 != m + 0) exit 1; m += $2 }
     NR == 7 && $1 != m { exit 1 } NR > 7 && ($1 < 0 || $1 > 3 || NF != 2) { exit 1 }
     END { if (NR != 7 + m) exit 1 }' "$folder/out/graph.txt" || fail "graph.txt: $(cat "$folder/out/graph.txt")"

cat >"$folder/study.json" <<END
{"name": "s", "platform": "$source/platforms/fermi-gtx480.xml", "axes": [{"name": "program", "values": [
 {"label": "A", "command": ["/nowhere"], "original": ["sums", "{programs}/sums.txt", "64"]}]}],
 "show": ["sm.warp_instructions"]}
END
"$simgpu" study "$folder/study.json" --programs "$folder/out" -j 1 -o "$folder/r.sqlite" >"$folder/said" 2>"$folder/err" ||
    fail "$(cat "$folder/said" "$folder/err")"
head -n 1 "$folder/said" | grep -qx 's, originals' || fail "$(cat "$folder/said")"
grep -q '^A  *[1-9]' "$folder/said" || fail "$(cat "$folder/said")"
END_CODE=0
"$simgpu" study "$folder/study.json" --programs "$folder" -o "$folder/r.sqlite" >"$folder/said" 2>"$folder/err" || END_CODE=$?
[ "$END_CODE" = 3 ] || fail "no originals: exit code $END_CODE, not 3"
END_CODE=0
"$simgpu" study "$folder/study.json" --programs "$folder/out" --job-list "$folder/jobs" -o "$folder/r.sqlite" \
    >"$folder/said" 2>"$folder/err" || END_CODE=$?
[ "$END_CODE" = 2 ] || fail "with --job-list: exit code $END_CODE, not 2"
