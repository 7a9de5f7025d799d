#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds original programs of a benchmark suite that the user has, unmodified, with simgpucc; makes
# their inputs; and runs each once to see that it works:
#
#     workloads/originals/make.sh RECIPES SUITE OUT [PROGRAM]...
#
# RECIPES: a file of recipes here, SUITE: the suite's folder, OUT: where programs and inputs go. What
# is there is not made again. Environment: SIMGPUCC, SIMGPU and PLATFORM, if not those of this tree's
# build. README.md says what a recipe is.
set -eu

here=$(cd "$(dirname "$0")/../.." && pwd)
simgpucc=$(realpath "${SIMGPUCC:-$here/build/runtime/simgpucc/simgpucc}")
simgpu=$(realpath "${SIMGPU:-$here/build/cli/simgpu}")
platform=$(realpath "${PLATFORM:-$here/platforms/fermi-gtx480.xml}")

if [ $# -lt 3 ]; then
    echo "usage: $0 RECIPES SUITE OUT [PROGRAM]..." >&2
    exit 2
fi
recipes=$1
suite=$(cd "$2" && pwd)
mkdir -p "$3"
out=$(cd "$3" && pwd)
shift 3
wanted=" $* "
failed=0

# Numbers that look random, the same for everybody: x' = 16807 x mod 2^31 - 1 (Park and Miller).
random='function random() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 } BEGIN { seed = 1 }'

# points N F: N lines, a number and F values. values N LOW SPAN: N lines, a value each. graph N D: Rodinia's
# format: nodes, a line a node (its first edge and how many), the source, edges, a line an edge.
make_input() {
    case $1 in
    points) awk -v n="$2" -v f="$3" "$random"' BEGIN {
        for (i = 0; i < n; i++) { printf "%d", i; for (k = 0; k < f; k++) printf " %.4f", random(); print "" } }' ;;
    values) awk -v n="$2" -v low="$3" -v span="$4" "$random"' BEGIN {
        for (i = 0; i < n; i++) printf "%.6f\n", low + span * random() }' ;;
    graph) awk -v n="$2" -v d="$3" "$random"' BEGIN {
        print n
        for (i = 0; i < n; i++) { e = 1 + int(random() * (2 * d - 1)); print m + 0, e; m += e }
        print 0
        print m
        for (i = 0; i < m; i++) print int(random() * n), 1 + int(random() * 10) }' ;;
    *)
        echo "$recipes: there is no kind of input \"$1\"" >&2
        exit 2
        ;;
    esac
}

# Runs the program that the lines before have described.
try_program() {
    [ -n "$name" ] || return 0
    words=$(printf '%s' "$run" | sed "s|{programs}|$out|g")
    # shellcheck disable=SC2086 # words
    if (cd "$out" && "$simgpu" "$platform" --functional -- "./$name" $words) </dev/null >"$out/$name.log" 2>&1 &&
        grep -q -- "$prints" "$out/$name.log"; then
        echo "$name: works"
    else
        echo "$name: FAILED; see $out/$name.log"
        failed=1
    fi
    name=
}

build_program() {
    name=$1
    folder=$suite/$2
    shift 2
    run='' prints=.
    case $wanted in "  " | *" $name "*) ;; *)
        name=
        return
        ;;
    esac
    if [ ! -d "$folder" ]; then
        echo "$name: not in $suite"
        name=
    elif [ ! -x "$out/$name" ] && ! (cd "$folder" && "$simgpucc" -O2 "$@" -o "$out/$name") \
        >"$out/$name.log" 2>&1; then
        echo "$name: does not compile; see $out/$name.log"
        failed=1
        name=
    fi
}

name=
while read -r word rest; do
    case $word in
    '' | '#'*) ;;
    program)
        try_program
        # shellcheck disable=SC2086
        build_program $rest
        ;;
    input)
        file=$out/${rest%% *}
        # shellcheck disable=SC2086
        if [ -n "$name" ] && [ ! -e "$file" ]; then
            make_input ${rest#* } >"$file.part"
            mv "$file.part" "$file"
        fi
        ;;
    run) run=$rest ;;
    prints) prints=$rest ;;
    *)
        echo "$recipes: expected program, input, run or prints, found \"$word\"" >&2
        exit 2
        ;;
    esac
done <"$recipes"
try_program
exit $failed
