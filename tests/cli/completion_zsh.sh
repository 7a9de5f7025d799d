#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Completion as zsh does it at its prompt, in a pseudo-terminal. $1: simgpu; $2: the file of completions.
set -eu
command -v zsh >/dev/null || {
  echo "skipped: there is no zsh (Debian's package of this name)"
  exit 77
}
zsh -f -c 'zmodload zsh/zpty && zpty terminal true' 2>/dev/null || {
  echo "skipped: this machine has no pseudo-terminals"
  exit 77
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$2" "$folder/_simgpu"
PATH=$(dirname "$1"):$PATH
export PATH TERM=dumb
zsh -f -n "$folder/_simgpu"
cat >"$folder/test.zsh" <<'END'
zmodload zsh/zpty
zmodload zsh/zselect
zpty shell zsh -f -i

# Waits for TEXT on the terminal.
shows() {
  local text=$1 all= piece i
  for ((i = 0; i < 1000; i++)) {
    while zpty -r -t shell piece; do all+=$piece; done
    [[ $all == *"$text"* ]] && return
    zselect -t 2
  }
  print -r -- "no \"$text\" in: $all"
  exit 1
}

zpty -w shell "PS1='> '; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; print comps=\$_comps[simgpu]"
shows comps=_simgpu

# What <Tab> adds to these words; then the line is given up.
adds() {
  zpty -w -n shell "$2"$'\t'
  shows "$1"
  zpty -w -n shell $'\x15'
}
adds tanv "simgpu volta-ti"
adds mv "simgpu volta-qv100 sp"
adds rm "simgpu study a.json --slu"
adds ws "simgpu volta-qv100 spmv --scheduler=ipa"
exit 0
END
zsh -f "$folder/test.zsh" "$folder"
