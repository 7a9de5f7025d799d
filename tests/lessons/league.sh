#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Lesson 10: the league ranks policies between the built-in ones. One that crashes and one that does not compile are
# lines of the table, and cost nobody else anything.
# $1: the command; $2: the source tree.
set -eu
simgpu=$1 root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/dora"
cp "$root/tests/lessons/10-league/policy.c" "$folder/anna.c"
cp "$root/lessons/10-league/my_policy.c" "$folder/dora/"
sed 's/my_gto/my_policy/' "$root/tests/lessons/06-two-schedulers/gto.c" >"$folder/bert.c"
sed 's/return warp_oldest(.*/return *(volatile unsigned *)8;/' "$root/lessons/10-league/my_policy.c" >"$folder/crash.c"
echo 'int typo(' >"$folder/typo.c"

fail() {
  echo "$1"
  cat "$folder/table" "$folder/errors"
  exit 1
}

league() { # arguments of league.py
  "$root/lessons/10-league/league.py" "$folder" --simgpu "$simgpu" -j 2 "$@" >"$folder/table" 2>"$folder/errors" ||
    fail 'the league ends with an error'
}

place_of() { sed -n "s/^ *\([0-9]*\)  *$1 .*/\1/p" "$folder/table"; }
mean_of() { awk -v name="$1" '$1 == name || $2 == name { print $(NF - ($NF ~ /^[0-9]+$/)) }' "$folder/table"; }

league --csv "$folder/league.csv"
[ "$(place_of anna) $(place_of bert) $(place_of dora) $(place_of crash)" = '1 2 3 4' ] || fail 'the order is wrong'
# A student's gto is gto.
[ "$(mean_of bert)" = "$(mean_of gto)" ] || fail "bert is not gto: $(mean_of bert), $(mean_of gto)"
grep -q '^ *1 *anna .* 12$' "$folder/table" || fail 'the sample solution has not all points'
grep -q '^ *4 *crash *failed *failed *failed *-  *0$' "$folder/table" || fail 'the crash is no line'
grep -q '^typo does not compile: ' "$folder/table" || fail 'the error of the compiler is missing'
grep -q '^1,anna,' "$folder/league.csv" || fail 'the CSV has no table'

# Again: nothing has changed, so that only what failed runs. With a seed the programs have other sizes.
cp "$folder/table" "$folder/before"
league
cmp -s "$folder/table" "$folder/before" || fail 'the second table is another one'
league --seed 5
cmp -s "$folder/table" "$folder/before" && fail 'a seed changes nothing'
exit 0
