#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Both commands of scripts/hardware. simgpu stands for the hardware, so every error must be 0; then a
# CSV is changed, and the table must say so.
# $1: simgpu; $2: the source folder; $3: the folder of the programs.
set -eu
simgpu=$1 source=$2 programs=$3
platform=$source/platforms/ampere-a100.xml
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$programs"/kit_* "$programs/vectoradd" "$folder"

fail() {
  echo "$1"
  cat "$folder/out"
  exit 1
}
# measure CODE ARGUMENT...: ends with this exit code.
measure() {
  expected=$1 code=0
  shift
  "$source/scripts/hardware/measure.py" --platform "$platform" --simgpu "$simgpu" -b "$folder" --nvcc /bin/false --size tiny \
    --repeats 2 --no-flush -j 2 -o "$folder/hardware.csv" "$@" >"$folder/out" 2>&1 || code=$?
  [ "$code" = "$expected" ] || fail "measure.py ended with $code, not $expected"
}
compare() {
  expected=$1 code=0
  shift
  "$source/scripts/hardware/compare.py" "$1" --platform "$platform" --simgpu "$simgpu" -b "$folder" -j 2 --worst 2 >"$folder/out" \
    2>&1 || code=$?
  [ "$code" = "$expected" ] || fail "compare.py ended with $code, not $expected"
}
has() {
  grep -q "$1" "$folder/out" || fail "there is no line like: $1"
}

measure 0 device latencies rates gemm_mma attention copy softmax vectoradd
for line in 'device,by,-,-,1,,,,simgpu' 'device,sms,-,-,1,,,,108' 'micro,latency_l2,-,cycles,2,20[0-9]' \
  'kernel,gemm_mma,cold,cycles,1,[1-9]' 'kernel,attention,warm,cycles,2,[1-9]' 'program,vectoradd,as it comes,us,1,[1-9].*,1 launches'; do
  grep -q "^$line" "$folder/hardware.csv" || fail "the CSV has no row like: $line"
done

compare 0 "$folder/hardware.csv"
[ "$(grep -c '^| .* cycles \|^| .* | [+-]0.0 % |' "$folder/out")" -ge 18 ] || fail "not all rows are there"
has '^all: *9 figures, mean absolute error 0.00 %, correlation 1.0000$'
has '^held out: *[1-9] figures, mean absolute error 0.00 %'
has '%: Alone, issuing would take'

# Twice the cycles of one kernel on hardware.
awk -F, -v OFS=, '/^kernel,gemm_mma,warm,cycles/ { $6 *= 2 } { print }' "$folder/hardware.csv" >"$folder/changed.csv"
compare 0 "$folder/changed.csv"
has '^| gemm_mma | warm | .* | -50.0 % |'
has '^all: *9 figures, mean absolute error 5.56 %'
has '^gemm_mma (warm), -50.0 %: '

# What goes wrong is told.
measure 3 no_such_kernel
has 'there is no kernel, microbenchmark or program "no_such_kernel"'
printf '#!/bin/sh\necho "row,copy,warm,cycles,1"\nexit 1\n' >"$folder/kit_streams"
measure 1 latencies copy
has '^failed (1): '
if grep -q '^kernel,copy' "$folder/hardware.csv"; then fail "a program that fails has a row"; fi
echo 'kind,name' >"$folder/bad.csv"
compare 3 "$folder/bad.csv"
has 'bad.csv:1: the columns are not kind,name,state'
