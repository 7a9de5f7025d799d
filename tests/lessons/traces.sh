#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Projects 1 and 2: the traces are what their makers make.
# $1: the command; $2: the source tree.
set -eu
simgpu=$1 root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "$1"
  exit 1
}

SIMGPU=$simgpu "$root/lessons/project-1-gto-ccws/make_traces.sh" "$folder/1"
for kept in "$root"/lessons/project-1-gto-ccws/traces/*/*; do
  made=$folder/1/${kept#"$root"/lessons/project-1-gto-ccws/traces/}
  case $kept in
    *.xz) cmp <(xzcat "$kept") <(xzcat "$made") ;;
    *) cmp "$kept" "$made" ;;
  esac || fail "$kept is not what make_traces.sh makes"
done

for kept in "$root"/lessons/project-2-tensor-pipe/traces/*; do
  name=${kept##*/}
  [[ $name =~ ^k([0-9]+)n([0-9]+)(w([0-9]+))?$ ]] || fail "$kept: a strange name"
  python3 "$root/lessons/project-2-tensor-pipe/microbenchmark.py" "$folder/2/$name" --chains "${BASH_REMATCH[1]}" \
    --length "${BASH_REMATCH[2]}" --warps "${BASH_REMATCH[4]:-1}"
  diff -r "$kept" "$folder/2/$name" || fail "$kept is not what microbenchmark.py makes"
done
