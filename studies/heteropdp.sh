#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# HeteroPDP's evaluation: 26 programs of the suite on the CPU and the GPU of platforms/papers/heteropdp.xml, alone and
# beside each of the six applications of offload/applications/spec2006.json, and 38 times beside two; models that are trained on 25 programs and
# predict the 26th, by squared and by relative errors; tables for simgpu place. docs/heteropdp.md says what comes out.
#
# From the clone's folder, after ninja -C build: studies/heteropdp.sh FOLDER. What is in the folder is not run again.
set -eu
out=${1:?expected a folder for the results}
simgpu=build/cli/simgpu
platform=platforms/papers/heteropdp.xml
applications=offload/applications/spec2006.json
neighbours="bzip2 calculix lbm mcf perlbench xalancbmk"
mkdir -p "$out"

# Sizes are such that a run takes about a second.
programs() {
  cat <<PROGRAMS
backprop 128
betweenness 256 4096 2
bfs 8192 6
binomial 32 8
blackscholes 245760
cfd 6 6 4 2
coloring 48 48
fft 512 8
hotspot 256 4 2
kmeans 1024 16 5 2
leukocyte 6 32 3 2
lud 4
matmul 8
mis 48 48
mvp 4096 32
nearest 684288
needle 6
pagerank 2048 3 2
pathfinder 20000 20 5
pi 60 50
scan 262144
spmv 0 1024 32
srad 0 4 4 1
sssp 0 3 4
streamcluster 1024 16 8
vectoradd 500000
PROGRAMS
}

# 38 programs with two neighbours: the first 12 have two such pairs.
pairs() {
  programs | sed 's/^\([^ ]*\) \(.*\)$/\1 lbm+mcf \2/'
  programs | head -n 12 | sed 's/^\([^ ]*\) \(.*\)$/\1 bzip2+xalancbmk \2/'
}

# PROGRAM ARGUMENTS NEIGHBOUR TARGET: features and times of its launches, and results.
run() {
  name=$out/$1.$3.$4
  [ -s "$name.csv" ] && return
  beside=
  [ "$3" = none ] || beside="--host-apps $applications --host-app $(echo "$3" | sed 's/+/ --host-app /')"
  # shellcheck disable=SC2086 # both are words
  $simgpu $platform --policy offload="$4" $beside --features "$name.part" --json "$name.json" \
    -- "build/workloads/suite/$1" $2 >/dev/null </dev/null
  mv "$name.part" "$name.csv"
}

programs | while read -r program arguments; do
  for neighbour in none $neighbours; do
    for target in cpu gpu; do
      run "$program" "$arguments" "$neighbour" "$target"
    done
  done
done

pairs | while read -r program neighbour arguments; do
  for target in cpu gpu; do
    run "$program" "$arguments" "$neighbour" "$target"
  done
done

# Rows of all programs but $1, of a target, alone ($3 none) or beside one application. Kernels of the same name in two
# programs are two kernels.
rows_but() {
  beside=none
  [ "$3" = none ] || beside=$neighbours
  set -- "$1" "$2" "$beside" "$(programs | cut -d ' ' -f 1)"
  files=
  for program in $4; do
    [ "$program" = "$1" ] && continue
    for neighbour in $3; do files="$files $out/$program.$neighbour.$2.csv"; done
  done
  # shellcheck disable=SC2086 # names of files, without blanks if the folder has none
  awk 'FNR == 1 { if (NR == 1) print; n = split(FILENAME, parts, "/"); split(parts[n], name, "."); next }
    { print name[1] ":" $0 }' $files
}

# What models of the others predict of $1, beside $2, on $3: the sum over its launches.
predict() {
  kind=alone
  [ "$2" = none ] || kind=colocated
  model=$out/$1.$3.$kind.$how.json
  if [ ! -s "$model" ]; then
    (rows_but "$1" "$3" "$2") >"$out/train.csv"
    relative=
    [ "$how" = squared ] || relative=--relative
    # shellcheck disable=SC2086 # a word or none
    $simgpu train "$out/train.csv" --features "$3_$kind" --passes 1 --drop-collinear $relative -o "$model" 2>/dev/null
  fi
  $simgpu predict "$model" "$out/$1.$2.$3.csv" | awk -F, 'NR > 1 { s += $3 } END { printf("%.9g", (s > 0 ? s : 1e-9)) }'
}

measured() { awk -F, 'NR > 1 { s += $NF } END { printf "%.9g", s }' "$out/$1.$2.$3.csv"; }
# Of the $4-th application: its time by its time alone.
slowdown() {
  awk -F: -v k="$4" '/"time_ps" : / && /^      / && ++n == k { t = $2 + 0 } /"alone_ps"/ && ++m == k { a = $2 + 0 }
    END { printf "%.9g", a ? t / a : 1 }' "$out/$1.$2.$3.json"
}
# By Bubble-up's table: on the CPU the part of the cache (32 threads' of the buffers, of 8 MiB), on the GPU the part of the
# bandwidth that the buffers take (22 GB/s) in the predicted time $4. $5: the application. As policies/offload/heteropdp.c.
bubble() {
  level=$(awk -F, -v t="$3" -v s="$4" '
    NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    { b = $c["buffer_bytes"]; p = 32 / $c["threads"]; if (p > 1) p = 1
      l = t == "cpu" ? b * p / 8388608 : b / s / 22e9; if (l > m) m = l }
    END { printf("%.9g", (m > 1 ? 1 : m)) }' "$out/$1.$2.$3.csv")
  awk -F, -v a="$5" -v r="$([ "$3" = cpu ] && echo llc || echo dram)" -v l="$level" '
    BEGIN { b = 0; bs = 1; e = 2 }
    $1 == a && $2 == r && $3 != "" { if ($3 <= l && $3 >= b) { b = $3; bs = $5 } else if ($3 > l && $3 < e) { e = $3; es = $5 } }
    END { printf("%.9g", (e > 1 ? bs : bs + (es - bs) * (l - b) / (e - b))) }' "$out/bubble-up.csv"
}

[ -s "$out/bubble-up.csv" ] || $simgpu bubble-up $applications -o "$out/bubble-up.csv"

# how: squared or relative.
evaluate() {
  how=$1
  echo kernel,cpu_alone,gpu_alone,predicted_cpu_alone,predicted_gpu_alone >"$out/$how-alone.csv"
  echo kernel,beside,cpu_alone,gpu_alone,cpu_colocated,gpu_colocated,cpu_slowdown,gpu_slowdown,predicted_cpu_alone,predicted_gpu_alone,predicted_cpu_colocated,predicted_gpu_colocated,predicted_cpu_slowdown,predicted_gpu_slowdown >"$out/$how-colocated.csv"
  programs | while read -r program arguments; do
    ca=$(measured "$program" none cpu) ga=$(measured "$program" none gpu)
    pca=$(predict "$program" none cpu) pga=$(predict "$program" none gpu)
    echo "$program,$ca,$ga,$pca,$pga" >>"$out/$how-alone.csv"
    for neighbour in $neighbours; do
      pcc=$(predict "$program" "$neighbour" cpu) pgc=$(predict "$program" "$neighbour" gpu)
      echo "$program,$neighbour,$ca,$ga,$(measured "$program" "$neighbour" cpu),$(measured "$program" "$neighbour" gpu),$(
        slowdown "$program" "$neighbour" cpu 1),$(slowdown "$program" "$neighbour" gpu 1),$pca,$pga,$pcc,$pgc,$(
        bubble "$program" "$neighbour" cpu "$pcc" "$neighbour"),$(
        bubble "$program" "$neighbour" gpu "$pgc" "$neighbour")" >>"$out/$how-colocated.csv"
    done
  done

  echo kernel,beside,cpu_alone,gpu_alone,cpu_colocated,gpu_colocated,cpu_slowdown,cpu_slowdown2,gpu_slowdown,gpu_slowdown2,predicted_cpu_alone,predicted_gpu_alone,predicted_cpu_colocated,predicted_gpu_colocated,predicted_cpu_slowdown,predicted_cpu_slowdown2,predicted_gpu_slowdown,predicted_gpu_slowdown2 >"$out/$how-two.csv"
  pairs | while read -r program neighbour arguments; do
    line=$program,$neighbour,$(measured "$program" none cpu),$(measured "$program" none gpu)
    line=$line,$(measured "$program" "$neighbour" cpu),$(measured "$program" "$neighbour" gpu)
    for target in cpu gpu; do
      line=$line,$(slowdown "$program" "$neighbour" $target 1),$(slowdown "$program" "$neighbour" $target 2)
    done
    line=$line,$(predict "$program" none cpu),$(predict "$program" none gpu)
    pcc=$(predict "$program" "$neighbour" cpu) pgc=$(predict "$program" "$neighbour" gpu)
    line=$line,$pcc,$pgc
    for application in $(echo "$neighbour" | tr + ' '); do
      line=$line,$(bubble "$program" "$neighbour" cpu "$pcc" "$application")
    done
    for application in $(echo "$neighbour" | tr + ' '); do
      line=$line,$(bubble "$program" "$neighbour" gpu "$pgc" "$application")
    done
    echo "$line" >>"$out/$how-two.csv"
  done

  echo "== models of $how errors"
  echo "alone, by time (Figures 6.2a, 6.7a, 6.9):"
  $simgpu place "$out/$how-alone.csv" --goal time -o "$out/$how-alone-time.csv"
  for weight in 0.5 1 1.5 2 2.5; do
    echo "beside an application, by fairness, weight $weight (Figures 6.2b, 6.4, 6.5, 6.7b, 6.10, 6.11, 6.12):"
    $simgpu place "$out/$how-colocated.csv" --goal fairness --weight $weight -o "$out/$how-fairness-$weight.csv"
  done
  echo "beside two applications, by fairness (Figures 6.13, 6.14):"
  $simgpu place "$out/$how-two.csv" --goal fairness -o "$out/$how-two-fairness.csv"
  echo "predictions within 20 % (Figure 6.8):"
  for column in cpu_alone gpu_alone cpu_colocated gpu_colocated; do
    awk -F, -v name=$column '
      NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
      (name ~ /alone/ && $c["kernel"] == k) { next }
      { k = $c["kernel"]; n++; e = $c["predicted_" name] / $c[name] - 1; if (e <= 0.2 && e >= -0.2) good++ }
      END { printf "  %s: %d of %d\n", name, good, n }' "$out/$how-colocated.csv"
  done
}

evaluate squared
evaluate relative
