#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ./run and ./test build what is asked for and tell what they do, with tools that only write down their arguments.
# $1: the source folder.
# shellcheck disable=SC2015 # fail ends the script
set -euo pipefail
source=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
clone=$folder/clone
mkdir -p "$folder/bin" "$clone/scripts" "$clone/workloads/examples/spmv" "$clone"/workloads/examples/{bfs,plain}
cp "$source/run" "$source/test" "$clone"
cp "$source/scripts/setup.sh" "$clone/scripts"
for workload in spmv bfs; do
  touch "$clone/workloads/examples/$workload/$workload".json "$clone/workloads/examples/$workload/${workload}_reference.c"
done
touch "$clone/workloads/examples/plain/plain.json"

cat >"$folder/bin/dpkg-query" <<'END'
#!/bin/bash
[[ " ${GONE:-} " = *" ${*: -1} "* ]] || printf installed
END
cat >"$folder/bin/meson" <<'END'
#!/bin/bash
echo "meson $*" >>"$LOG"
if [ "$1" = setup ]; then
  [ "$2" != --reconfigure ] || shift
  mkdir -p "$2/meson-info" "$2/meson-logs" "$2/cli"
  touch "$2/build.ninja"
  echo '{"meson_version": {}, "directories": {"source": "'"$(realpath "$3")"'", "build": "'"$2"'"}}' >"$2/meson-info/meson-info.json"
  printf '#!/bin/sh\necho "simulated: $*"\n' >"$2/cli/simgpu"
  chmod +x "$2/cli/simgpu"
elif [ "$4" = --list ]; then
  printf 'simgpu:core / wire\nsimgpu:suite+slow / nvcc\nsimgpu:core / clock\n'
else
  echo '{"name": "simgpu:core / wire", "result": "OK", "stdout": "fine"}' >"$3/meson-logs/testlog.json"
  echo '{"name": "simgpu:suite+slow / nvcc", "stdout": "skipped: there is no nvcc\n", "result": "SKIP"}' >>"$3/meson-logs/testlog.json"
  printf 'Ok:                 2   \nExpected Fail:      0   \nFail:               0   \nSkipped:            1   \n'
fi
END
cat >"$folder/bin/ninja" <<'END'
#!/bin/bash
echo "ninja $*" >>"$LOG"
[ "$3" != -t ] || { printf 'a.o: c_COMPILER\nx/a.ptx: CUSTOM_COMMAND\nx/b.so: c_LINKER\n'; exit; }
[ -z "${BREAK:-}" ] || { echo '[1/3] a'; echo 'error: broken'; exit 1; }
for i in $(seq 30); do echo "[$i/30] Compiling $i"; done
END
chmod +x "$folder"/bin/*
export PATH=$folder/bin:$PATH LOG=$folder/log

fail() {
  echo "not so: $*" >&2
  cat "$folder/out" "$folder/err" "$LOG" >&2
  exit 1
}
# Runs script $1 of the clone with the rest; its exit code goes to $code.
try() {
  local script=$1
  shift
  : >"$LOG"
  code=0
  "$clone/$script" --no-install "$@" >"$folder/out" 2>"$folder/err" </dev/null || code=$?
}
last_line() { tail -1 "$folder/out"; }
built() { sed -n 's/^ninja -C [^ ]* //p' "$LOG"; }

always="cli/simgpu runtime/cuda/libsimgpu-cudart.so workloads/suite/simgpu-suite"
spmv="workloads/examples/spmv/spmv.ptx workloads/examples/spmv/spmv_reference.so"
bfs="workloads/examples/bfs/bfs.ptx workloads/examples/bfs/bfs_reference.so"
try run
[ "$code" -eq 0 ] && [ "$(built)" = "$always $spmv" ] || fail "the example's targets"
grep -q "^simulated: $clone/platforms/fermi-gtx480.xml $clone/workloads/examples/spmv/spmv.json" "$folder/out" || fail "it runs"
grep -q '^building: 30 of 30, ' "$folder/err" || fail "a line of progress"
[ "$(grep -c '^building: ' "$folder/err")" -eq 10 ] || fail "ten lines where there is no terminal"
try run p.xml workloads/examples/bfs/bfs.json
[ "$(built)" = "$always $bfs" ] || fail "the given workload's targets"
try run p.xml -- ./program
[ "$(built)" = "$always" ] || fail "a program needs no workload"
try run study x.json
[ "$(built)" = "$always $bfs workloads/examples/plain/plain.ptx $spmv" ] || fail "a study may name any, and not all have a reference"
BREAK=yes try run
[ "$code" -ne 0 ] && grep -q 'error: broken' "$folder/err" || fail "a broken build is told"

try test wire
[ "$code" -eq 0 ] && grep -qx "meson test -C $clone/build --print-errorlogs --timeout-multiplier 3 --num-processes [0-9]* wire" "$LOG" || fail "the test of this name"
[ "$(built)" = "$(printf '%s\n' '-t targets all' 'cli/simgpu x/a.ptx x/b.so')" ] || fail "what tests open is built"
try test core
grep -q ' clock wire$' "$LOG" || fail "the tests of a suite"
try test slow
grep -q ' nvcc$' "$LOG" || fail "the second suite of a test"
! grep -q build-sanitize "$LOG" || fail "only the user's build"
try test nothing
[ "$code" -eq 2 ] && grep -q 'no test or suite "nothing"' "$folder/err" || fail "an unknown name is told"
try test
[ "$code" -eq 0 ] && [ "$(last_line)" = "4 passed, 0 failed, 2 skipped" ] || fail "the last line"
grep -qx '  build: simgpu:suite+slow / nvcc: there is no nvcc' "$folder/out" || fail "the reason"

mv "$clone" "$folder/moved"
clone=$folder/moved
try run
grep -q "^meson setup $clone/build $clone" "$LOG" || fail "a moved clone is configured again"
grep -q "the clone was moved from $folder/clone" "$folder/err" || fail "and told"
try run
! grep -q '^meson' "$LOG" || fail "once"
ln -s moved "$folder/link"
clone=$folder/link
try run
! grep -q '^meson' "$LOG" || fail "a link to the clone is no move"

GONE=libcu++-dev try test wire
grep -q "^meson setup --reconfigure $clone/build $clone" "$LOG" || fail "configured again when a package has gone"
GONE=libcu++-dev try run
! grep -q '^meson' "$LOG" || fail "once"
try test
[ "$(grep -c '^meson setup --reconfigure ' "$LOG")" -eq 1 ] || fail "and when it comes, where it was missing"
