#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# container_recipe.sh BASE FOLDER: does what the Containerfile says where there is no container engine.
#
# BASE is a Debian 12 root (debootstrap makes one) that can install packages. Each stage becomes a root below FOLDER, and the last
# one's command runs at the end. Wants to be root. It knows the instructions that the Containerfile uses, and fails at others.
set -euo pipefail
base=$1 folder=$2 top=$(cd "$(dirname "$0")/../.." && pwd -P)
declare -A stages
n=0 root='' directory=/ command=''

inside() {
  mount -t proc proc "$root/proc"
  local code=0
  chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
    sh -c "cd $directory && $1" || code=$?
  umount "$root/proc"
  return $code
}

copy() { # from the clone, or from a stage
  local from=$top
  if [[ $1 == --from=* ]]; then
    from=${stages[${1#--from=}]}
    shift
  fi
  local to=$root${*: -1}
  mkdir -p "$to"
  for what in "${@:1:$#-1}"; do
    if [ "$what" = . ]; then
      tar -C "$from" --exclude='./build*' -cf - . | tar -C "$to" -xf -
    else
      # shellcheck disable=SC2086 # the recipe's patterns are patterns
      cp -a $from$what "$to"
    fi
  done
}

step() {
  local word=$1 rest=$2
  echo "== $word $rest" >&2
  case $word in
  FROM)
    n=$((n + 1)) root=$folder/stage$n directory=/
    mkdir -p "$root"
    cp -a "$base/." "$root"
    [[ $rest == *' AS '* ]] && stages[${rest##* AS }]=$root
    return 0
    ;;
  RUN) inside "$rest" ;;
  WORKDIR)
    directory=$rest
    mkdir -p "$root$rest"
    ;;
  COPY)
    set -f
    # shellcheck disable=SC2086 # its words
    set -- $rest
    set +f
    copy "$@"
    ;;
  CMD) command=$(echo "$rest" | tr -d '[]",') ;;
  *)
    echo "container_recipe.sh: unknown instruction $word" >&2
    return 1
    ;;
  esac
}

while read -r word rest; do
  [[ -z $word || $word == '#'* ]] || step "$word" "$rest"
done <"$top/Containerfile"
echo "== size of the last stage, beyond its base: $(($(du -sm "$root" | cut -f1) - $(du -sm "$base" | cut -f1))) MB" >&2
inside "$command"
