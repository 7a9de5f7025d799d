#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What is installed with the command: stand-ins of ns-3, manual pages, completions, studies, examples of plug-ins.
# $1: meson; $2: the build folder; $3: the command.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" install -C "$2" --no-rebuild --quiet --tags simgpu-comfort,runtime --destdir "$folder" >/dev/null

# Neither here nor where it is installed does the command load ns-3 itself.
for command in "$3" "$(find "$folder" -type f -path '*/bin/simgpu')"; do
  [ "$("$command" --version)" ]
  ! ldd "$command" | grep libns3 | grep -v /without.ns3/ || { echo "$command loads them"; exit 1; }
done

# Every option of every subcommand is in the manual page, and is completed.
page=$(find "$folder" -name simgpu.1) completion=$(find "$folder" -path '*bash-completion/completions/simgpu')
for_zsh=$(find "$folder" -path '*zsh/site-functions/_simgpu')
[ -f "$page" ] && [ -f "$completion" ] && [ -f "$for_zsh" ]
sed 's/\\-/-/g' "$page" >"$folder/page"
. "$SIMGPU_TEST_ROOT/scripts/help.sh"
subcommands=$(subcommands_of "$3")
[ "$(echo "$subcommands" | wc -l)" -ge 11 ] || { echo "subcommands of --help: $subcommands"; exit 1; }
for subcommand in "" $subcommands; do
  options=$("$3" $subcommand --help | grep -o -- '^  \(-., \)\?--[a-z-]*' | grep -o -- '--[a-z-]*')
  [ "$(echo "$options" | wc -l)" -gt 1 ]
  for option in $options; do
    grep -q -- "$option" "$folder/page" || { echo "no $option of \"$subcommand\" in the manual page"; exit 1; }
    for file in "$completion" "$for_zsh"; do
      grep -q -- "$option " "$file" || { echo "$option of \"$subcommand\" isn't completed"; exit 1; }
    done
  done
done
pages=$(find "$folder" -path '*/man/man*' -type f)
[ "$(echo "$pages" | grep -c 'simgpucc\.1$')" = 1 ]
for page in $pages; do
  if command -v man >/dev/null; then # Debian's warns of macros that it doesn't know
    LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" 2>&1 >/dev/null | tee "$folder/warnings"
    [ ! -s "$folder/warnings" ]
  fi
  ! grep -nE '^\||\]\(|```' "$page" || { echo "$page has Markdown"; exit 1; }
done

# As the shell calls it.
PATH=$(dirname "$3"):$PATH
. "$completion"
completes() { # expected, words...
  local expected=$1
  shift
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _simgpu
  [ "${COMPREPLY[*]}" = "$expected" ] || { echo "$*: ${COMPREPLY[*]}"; exit 1; }
}
completes "volta-titanv" simgpu volta-t
completes "spmv" simgpu volta-qv100 spm
completes "--slurm" simgpu study a.json --slu
completes "swl" simgpu volta-qv100 spmv --scheduler sw

# Studies find their platforms and workloads beside their folder; plug-ins are whole projects.
studies=$(find "$folder" -type d -name studies)
for study in "$SIMGPU_TEST_ROOT"/studies/*; do
  name=$(basename "$study")
  [ "$name" = meson.build ] || [ -f "$studies/$name" ] || { echo "$name is not installed"; exit 1; }
done
for example in "$SIMGPU_TEST_ROOT"/tests/policies/plugin_example/*; do
  [ -f "$(dirname "$studies")/examples/plugins/$(basename "$example")" ]
done
