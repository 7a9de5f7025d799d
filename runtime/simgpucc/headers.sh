# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: cuda_runtime.h, which comes first in each CUDA source, kept as clang has read it
# (a precompiled header).
#
# Reading it takes 0.3 s of a processor, in each of the two passes of a file. The kept form takes
# less than 0.1 s. It suits only the very same clang and options, so its name is a digest of them.
# clang itself looks whether one of the headers has changed since. A file is made when its options
# are seen the second time: who compiles one file once doesn't pay for it.
#
# Files lie beside the compiled kernels, in the user's cache folder. They are written aside and
# renamed, so that two processes may make the same one. When there are too many bytes, those go that
# were used least recently. SIMGPUCC_KEEP_HEADERS=no in the environment: nothing is kept.

kept_most_kib=$((256 * 1024)) # some forty files

# Whether the words in the arguments are the same headers in any folder: no path in them is relative.
suits_any_folder()
{
    local word
    for word in "$@"; do
        case $word in
            -[DU]* | -I/* | -isystem/* | /* | -I | -isystem | -iquote | -idirafter) ;;
            *) return 1 ;;
        esac
    done
}

# The path of the kept headers for the options of a pass, $@. Fails if there is no place for files.
kept_path()
{
    local folder=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/simgpu/headers where=/ key
    mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ] || return 1
    suits_any_folder "${common[@]}" || where=$PWD
    key=$(printf '%s\n' "$(command -v "$clang")" "$include" "$where" "${CPATH-}" "${CPLUS_INCLUDE_PATH-}" \
        "$@" "${common[@]}" | md5sum)
    echo "$folder/${key%% *}"
}

# Makes the file of $1 from headers under the options of a pass, $2...
make_kept()
{
    local path=$1 nothing=${1%/*}/nothing.cu # clang looks for it again whenever it reads the result
    shift
    (set -o noclobber && : >"$nothing") 2>/dev/null
    "$clang" "$@" "${headers[@]}" -S -Xclang -emit-pch "$nothing" -o "$path.$$" 2>/dev/null &&
        mv "$path.$$" "$path.pch" && trim_kept "${path%/*}"
}

# Removes files from folder $1 until it has at most the bytes that it may have, and marks of options
# that did not come again.
trim_kept()
{
    local total=0 kib file
    while read -r kib file; do
        total=$((total + kib))
        [ $total -le $kept_most_kib ] || rm -f "$file"
    done < <(ls -st --block-size=1K "$1"/*.pch)
    find "$1" ! -name '*.pch' ! -name nothing.cu -type f -mtime +7 -delete
}

# Whether $1 has a file, made now if the options $2... come the second time.
is_kept()
{
    local path=$1
    if [ -f "$path.pch" ]; then
        touch -c "$path.pch"
    elif [ -f "$path.failed" ]; then
        return 1
    elif [ -f "$path.seen" ]; then
        make_kept "$@" || { mv "$path.seen" "$path.failed"; rm -f "$path.$$"; return 1; }
    else
        : >"$path.seen"
        return 1
    fi
}

# Whether headers may be kept for what is asked for. With -include, the user's headers would be among them;
# with -rdc=true, names depend on the source.
may_keep()
{
    [ "$run$relocatable${SIMGPUCC_KEEP_HEADERS:-yes}" = yesnoyes ] || return 1
    case " ${common[*]} ${macros_behind[*]-} " in
        *" -include "*) return 1 ;;
    esac
}

# Compiles a CUDA source under cuda_runtime.h. $1: the name of an array with the pass's options; $2...: what else
# clang is told. What fails with kept headers is tried without: then they are to blame, or the source is, and
# clang's words are those without.
cuda_step()
{
    local path tried=no
    local -n options_of_pass=$1
    shift
    if may_keep && path=$(kept_path "${options_of_pass[@]}") && is_kept "$path" "${options_of_pass[@]}"; then
        tried=yes
        if (step "$clang" "${options_of_pass[@]}" -isystem "$include" -include-pch "$path.pch" \
            -Xclang -fmodules-validate-system-headers "${common[@]}" "$@") 2>"$temporary/kept.errors"; then
            cat "$temporary/kept.errors" >&2
            return
        fi
    fi
    step "$clang" "${options_of_pass[@]}" "${headers[@]}" "$@"
    [ $tried = no ] || rm -f "$path.pch"
}
