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

# As on a machine with a GPU: nvidia-smi tells what it is and locks its clock, nvcc makes programs that just run.
mkdir "$folder/bin"
cat >"$folder/bin/nvidia-smi" <<'END'
#!/bin/sh
echo "$*" >>"$ASKED"
case $* in
  *compute_cap*) echo 9.0 ;;
  *driver_version*) echo 999.11 ;;
esac
END
cat >"$folder/bin/nvcc" <<'END'
#!/bin/sh
echo "nvcc $*" >>"$ASKED"
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\nexec "%s" "%s" -- "%s" "$@"\n' "$SIMGPU" "$PLATFORM" "$PROGRAMS/$(basename "$2")" >"$2"
chmod +x "$2"
END
chmod +x "$folder"/bin/*
ASKED=$folder/asked SIMGPU=$simgpu PLATFORM=$platform PROGRAMS=$folder PATH=$folder/bin:$PATH \
  "$source/scripts/hardware/measure.py" -b "$folder/made" -o "$folder/gpu.csv" --size tiny --repeats 2 --no-flush --lock-clock 1410 \
  copy vectoradd >"$folder/out" 2>&1 || fail "measure.py fails with a GPU"
for line in '-lgc 1410,1410' '-rgc' 'nvcc .*arch=compute_80,code=sm_90 .*code=compute_80 .*/streams.cu -o .*/made/kit_streams'; do
  grep -q -e "^$line" "$folder/asked" || fail "nobody was asked: $line"
done
for line in 'device,by,-,-,1,,,,hardware' 'device,driver,-,-,1,,,,999.11' 'device,clock,-,-,1,,,,locked at 1410 MHz' \
  "$(grep '^kernel,copy,warm,cycles' "$folder/hardware.csv")" 'program,vectoradd,as it comes,us,2,[1-9].*,1 launches'; do
  grep -q "^$line" "$folder/gpu.csv" || fail "the CSV of a GPU has no row like: $line"
done

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
