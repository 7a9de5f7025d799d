#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The measured figures of docs/explanation/latency.md are those of this build: makes its tables' rows from runs and
# looks for them there. Where one is missing, the row that belongs there is printed.
# $1: make_trace; $2: the command; $3: the source tree.
set -eu
make=$(realpath "$1") simgpu=$(realpath "$2") root=$3 page=$3/docs/explanation/latency.md
platforms="volta-qv100 fermi-gtx480 calibration/accelsim-qv100"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for n in 96 596; do "$make" chase chase-l1-$n footprint=4096 loads=$n; done >/dev/null
for n in 4160 4660; do "$make" chase chase-l2-$n footprint=524288 loads=$n; done >/dev/null
for n in 8000 8500; do "$make" chase chase-dram-$n footprint=268435456 loads=$n rnd=1; done >/dev/null

run() { # platform, trace, options... -> cycles and row hits
  local platform=$1 trace=$2
  shift 2
  "$simgpu" "$root/platforms/$platform.xml" "$trace/kernelslist.g" "$@" --csv - |
    grep -E '^run,0,[^,]*,(cycles|dram.row_hits),' | sed 's/.*,//'
}

grouped() { # 1234567 -> 1,234,567
  echo "$1" | sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta'
}

missing=0
expect() {
  grep -qF -- "$1" "$page" || { echo "not in docs/explanation/latency.md: $1"; missing=1; }
}

per_load() { # cycles of 500 loads -> of one; and how it is written, "%d" if not given
  awk -v cycles="$1" -v format="${2:-%d}" 'BEGIN { printf format, cycles / 500 }'
}

# Two chases, one 500 loads longer, on each platform: a row of cycles, and one of the difference.
rows() { # trace, first, the row's name, how cycles a load are written
  local row="| $3 |" loads="| cycles a load |" platform few many
  for platform in $platforms; do
    few=$(run "$platform" "$1-$2" | head -1) many=$(run "$platform" "$1-$(($2 + 500))" | head -1)
    row+=" $(grouped "$few"), $(grouped "$many") |"
    loads+=" **$(per_load $((many - few)) "$4")** |"
  done
  expect "$row"
  expect "$loads"
}
rows chase-l1 96 "chase-l1, 96 and 596 loads" %d
rows chase-l2 4160 "chase-l2, 4,160 and 4,660 loads" %d
rows chase-dram 8000 "chase-dram, 8,000 and 8,500 loads" %.1f

few=$(run volta-qv100 chase-l2-4160 --set xbar.sm_to_port.latency=86cycles | head -1)
many=$(run volta-qv100 chase-l2-4660 --set xbar.sm_to_port.latency=86cycles | head -1)
expect "prints $(grouped "$few") and $(grouped "$many"): $(per_load $((many - few))) cycles a load."

first="| cycles of 8,000 loads |" second="| cycles of 8,500 loads |" difference="| difference |"
hits="| of these 500 loads, found their row open |"
for platform in $platforms; do
  clock=1132MHz
  [ $platform != fermi-gtx480 ] || clock=700MHz
  read -r -d '' few few_hits <<<"$(run $platform chase-dram-8000 --set dram.clock=$clock)" || true
  read -r -d '' many many_hits <<<"$(run $platform chase-dram-8500 --set dram.clock=$clock)" || true
  first+=" $(grouped "$few") |" second+=" $(grouped "$many") |"
  difference+=" $(grouped $((many - few))) |" hits+=" $((many_hits - few_hits)) |"
done
expect "$first"
expect "$second"
expect "$difference"
expect "$hits"
# In the order of the addresses.
for n in 8000 8500; do "$make" chase chase-row-$n footprint=268435456 loads=$n; done >/dev/null
loads=()
for platform in $platforms; do
  few=$(run "$platform" chase-row-8000 | head -1) many=$(run "$platform" chase-row-8500 | head -1)
  loads+=("$(per_load $((many - few)) %.1f)")
done
expect "takes less: ${loads[0]}, ${loads[1]} and ${loads[2]}"
exit $missing
