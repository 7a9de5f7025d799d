#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Makes docs/reference/ptx.md from what the conformance tests executed and verified.
#
#   compatibility.sh --run TEST
#   compatibility.sh --check|--write DOCUMENT TEST...
#
# --run runs a test and keeps what it verified beside it, in TEST.forms: for each row a line
# "forms<tab>vectors" (several forms separated by spaces), or "!form!message<tab>0" for what isn't
# supported. --write makes the document of the TESTs' forms, running those whose file is missing
# or older than they are; --check fails unless the document says the same.
set -eu
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs test $1; $1.forms is replaced at once, and only if the test passes.
run_test() {
  SIMGPU_CONFORMANCE="$work/verified" "$1" || return 1
  : >>"$work/verified"
  mv "$work/verified" "$1.forms"
}

mode=$1
document=$2
if [ "$mode" = --run ]; then
  run_test "$2"
  exit
fi
shift 2

records="$work/records"
for program in "$@"; do
  if [ ! "$program.forms" -nt "$program" ] && ! run_test "$program" >"$work/log" 2>&1; then
    cat "$work/log"
    exit 1
  fi
  cat "$program.forms" >>"$records"
done

# One line a form: opcode and modifiers, types, vectors.
split_forms() {
  grep -v '^!' "$records" | awk -F '\t' '
    function is_type(word) {
      return word ~ /^(b|u|s)(8|16|32|64|128)(x2)?$/ || word ~ /^b?f(16|32|64)(x2)?$/ ||
             word ~ /^(e4m3|e5m2)(x2)?$/ || word ~ /^(tf32|s4|u4|b1)$/ || word == "pred"
    }
    {
      n = split($1, forms, " ")
      for (i = 1; i <= n; i++) {
        parts = split(forms[i], part, ".")
        last = parts
        while (last > 1 && is_type(part[last])) last--
        stem = part[1]
        for (k = 2; k <= last; k++) stem = stem "." part[k]
        types = ""
        for (k = last + 1; k <= parts; k++) types = types (types == "" ? "" : ".") part[k]
        print stem "\t" types "\t" $2
      }
    }'
}

# Rows of a table from lines of split_forms, in order.
table_rows() {
  sort | awk -F '\t' '
    function flush_row() {
      if (stem != "") print "| `" stem "` | " (types == "" ? "-" : types) " | " vectors " |"
    }
    $1 != stem { flush_row(); stem = $1; types = ""; last = ""; vectors = 0 }
    {
      if ($2 != last && $2 != "") { types = types (types == "" ? "" : " ") $2; last = $2 }
      vectors += $3
    }
    END { flush_row() }'
}

split_forms >"$work/forms"
{
  cat <<'EOF'
# PTX instructions

Which PTX instructions work, and what verified them?

A kernel of its own ran each form, on all combinations of edge values of its operands and on seeded random
ones. Every lane was compared with a reference that shares no code with the executor. The reference checks bits
where PTX fixes them, and the error bounds of the PTX ISA document (8.6) for approximations. "Vectors" counts the
comparisons.

`tests/conformance/compatibility.sh` makes this page from what the conformance tests executed. A test fails when
it is out of date, and `ninja -C build ptx-compatibility` makes it again.

EOF
  printf '%s forms, %s vectors.\n\n' "$(cut -f 1,2 "$work/forms" | sort -u | wc -l)" \
    "$(awk -F '\t' '{ n += $3 } END { printf "%.0f", n }' "$work/forms")"
  printf '## Instructions\n\n| instruction | types | vectors |\n|---|---|---|\n'
  grep -v '^%' "$work/forms" | table_rows
  printf '\n## Special registers\n\n| register | types | vectors |\n|---|---|---|\n'
  grep '^%' "$work/forms" | table_rows
  cat <<'EOF'

## Products of matrices

PTX leaves some of what `mma` and `wmma` compute to the machine. Here it is so:

| what PTX leaves open | here |
|---|---|
| order of sums | d = c + a0 b0 + a1 b1 + ..., from left to right |
| rounding, `.f16` `.bf16` `.tf32` `.e4m3` `.e5m2` | products are exact; each sum is rounded to the nearest `.f32` |
| a result of `.f16` | the sum in `.f32`, rounded once more at the end |
| rounding, `.f64` | each product and sum is one fused `.f64` operation |
| subnormals | count |
| NaN | 0x7fffffff, and 0x7fff as `.f16` |
| last 13 bits of a `.tf32` | ignored |
| fragments of `wmma` | those of `mma`: tiles of 16 or 8 rows and 8 columns |
| only some lanes of a warp run it | a fault that names these lanes |

So results with rounding may differ from a GPU's in the last bits. Those without are the same.

## Textures and surfaces

`suld`, `sust` and `sured` ran with `.zero`, `.clamp` and `.trap`, which stand last and which the table leaves out.
What PTX or CUDA leave open is assumed:

| what is open | here |
|---|---|
| levels and gradients | there are no mipmaps, so they change nothing |
| a texel by its index (`.s32`) that does not exist | the border; in linear memory 0 |
| a layer that does not exist | of a texture the last one; of a surface it is outside |
| a direction with equal components | z counts before y, and y before x |
| filters at the edge of a face | the face's own texels go on; with `seamlessCubemap` the next face's, and where three faces meet these three |
| `.clamp` | the nearest place with room for the whole access, aligned |
| `.trap` | a fault, which names the place and the surface's size |
| `sust.p` to integers | the low bits |
| the place of texels in memory | row after row, slice after slice |

## Not supported

These parse, and fail when a thread reaches them. The simulator's message names the file, the line, the kernel and
the thread, and then says what stands here.

| instruction | message |
|---|---|
EOF
  # shellcheck disable=SC2016 # the backquotes are Markdown's
  grep '^!' "$records" | cut -f 1 | sort | sed 's/^!\([^!]*\)!\(.*\)$/| `\1` | \2 |/'
} >"$work/document"

if [ "$mode" = --write ]; then
  mkdir -p "$(dirname "$document")"
  cp "$work/document" "$document"
elif ! diff -u "$document" "$work/document" >"$work/diff"; then
  head -n 40 "$work/diff"
  echo "$document is out of date: ninja -C build ptx-compatibility writes it again"
  exit 1
fi
