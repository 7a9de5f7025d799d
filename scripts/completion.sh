#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# completion.sh bash|zsh SIMGPU: completion for that shell, made from what --help says. Names of platforms, workloads
# and policies come from the command itself when they are wanted.
set -eu
shell=$1 simgpu=$2
# shellcheck source=scripts/help.sh
. "$(dirname "$0")/help.sh"
subcommands=$(subcommands_of "$simgpu" | tr '\n' ' ' | sed 's/ $//')

# A function of the shell that prints the options of the subcommand in $1.
options_function() {
    printf '_simgpu_options() {\n    case "$1" in\n'
    for subcommand in $subcommands; do
        echo "        $subcommand) echo \"$(options_of "$simgpu" "$subcommand" | tr '\n' ' ')\" ;;"
    done
    echo "        *) echo \"$(options_of "$simgpu" | tr '\n' ' ')\" ;;"
    printf '    esac\n}\n'
}

# Functions that ask the command.
name_functions() {
    cat <<'END'

# What --list-X lists: the first word of each line.
_simgpu_names() {
    simgpu "--list-$1" 2>/dev/null | sed 's/ .*//'
}

_simgpu_policies() {
    simgpu --list-policies 2>/dev/null | sed -n 's/^  \([a-z0-9_]*\): .*/\1/p' | sort -u
}
END
}

bash_function() {
    cat <<END

_simgpu() {
    local subcommands="$subcommands"
END
    cat <<'END'
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words=""
    if [[ $before == --scheduler || $before == = && ${COMP_WORDS[COMP_CWORD - 2]} == --scheduler ]]; then
        words=$(_simgpu_policies)
    elif [[ $word == -* ]]; then
        words=$(_simgpu_options "${COMP_WORDS[1]}")
    elif [[ $COMP_CWORD == 1 ]]; then
        words="$subcommands help $(_simgpu_names platforms)"
    elif [[ $COMP_CWORD == 2 && " $subcommands " != *" ${COMP_WORDS[1]} "* ]]; then
        words=$(_simgpu_names workloads)
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _simgpu simgpu
END
}

zsh_function() {
    cat <<END

_simgpu() {
    local -a subcommands=($subcommands)
END
    cat <<'END'
    local word=${words[CURRENT]} before=${words[CURRENT - 1]}
    if [[ $word == --scheduler=* ]]; then
        compset -P '*='
        compadd -- ${(f)"$(_simgpu_policies)"}
    elif [[ $before == --scheduler ]]; then
        compadd -- ${(f)"$(_simgpu_policies)"}
    elif [[ $word == -*=* ]]; then
        compset -P '*='
        _files
    elif [[ $word == -* ]]; then
        compadd -- ${=$(_simgpu_options "${words[2]}")}
    elif (( CURRENT == 2 )); then
        compadd -- $subcommands help ${(f)"$(_simgpu_names platforms)"}
        _files
    elif (( CURRENT == 3 )) && (( ! ${subcommands[(Ie)${words[2]}]} )); then
        compadd -- ${(f)"$(_simgpu_names workloads)"}
        _files
    else
        _files
    fi
}

# Autoloaded by compinit, the file itself is the function's first call.
if [ "$funcstack[1]" = "_simgpu" ]; then
    _simgpu "$@"
else
    compdef _simgpu simgpu
fi
END
}

case $shell in
bash)
    echo '# Completion of simgpu for bash; made by scripts/completion.sh.'
    options_function
    name_functions
    bash_function
    ;;
zsh)
    echo '#compdef simgpu'
    echo '# Completion of simgpu for zsh; made by scripts/completion.sh.'
    options_function
    name_functions
    zsh_function
    ;;
esac
