#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# completion.sh SIMGPU: completion for bash, made from what --help says. Names of platforms, workloads
# and policies come from the command itself when they are wanted.
set -eu
simgpu=$1

options_of() {
    "$simgpu" "$@" --help | sed -n 's/^  -., \(--[a-z-]*\).*/\1/p; s/^  \(--[a-z-]*\).*/\1/p' | sort -u | tr '\n' ' '
}

cat <<END
# Completion of simgpu for bash; made by scripts/completion.sh.
_simgpu_options() {
    case "\$1" in
END
for subcommand in study report diff import-config list-metrics; do
    echo "        $subcommand) echo \"$(options_of "$subcommand")\" ;;"
done
cat <<END
        *) echo "$(options_of)" ;;
END
cat <<'END'
    esac
}

# What --list-X lists: the first word of each line.
_simgpu_names() {
    simgpu "--list-$1" 2>/dev/null | sed 's/ .*//'
}

_simgpu_policies() {
    simgpu --list-policies 2>/dev/null | sed -n 's/^  \([a-z0-9_]*\): .*/\1/p' | sort -u
}

_simgpu() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words=""
    if [[ $before == --scheduler || $before == = && ${COMP_WORDS[COMP_CWORD - 2]} == --scheduler ]]; then
        words=$(_simgpu_policies)
    elif [[ $word == -* ]]; then
        words=$(_simgpu_options "${COMP_WORDS[1]}")
    elif [[ $COMP_CWORD == 1 ]]; then
        words="study report diff import-config list-metrics help $(_simgpu_names platforms)"
    elif [[ $COMP_CWORD == 2 && ! ${COMP_WORDS[1]} =~ ^(study|report|diff|import-config|list-metrics)$ ]]; then
        words=$(_simgpu_names workloads)
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _simgpu simgpu
END
