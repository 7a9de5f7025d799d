# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: cuda_runtime.h, which comes first in each CUDA source, kept as clang has read it
# (a precompiled header).
#
# Reading it takes 0.6 s of a processor, in each of the two passes of a file. The kept form takes
# 0.1 s. It suits only the very same clang and options, so its name is a digest of them.
# clang itself looks whether one of the headers has changed since. A file is made when its options
# are seen the second time: who compiles one file once doesn't pay for it.
#
# Most folders and macros of the command line change nothing in these headers, so files are made without them. Such a
# file suits where no folder has anything of a name that the headers include, and no macro's name is a word of theirs:
# both lists lie beside it. Elsewhere there is a file with these options, which are for the folder that one is in.
#
# Files lie beside the compiled kernels, in the user's cache folder. They are written aside and
# renamed, so that two processes may make the same one. When there are too many bytes, those go that
# were used least recently. SIMGPUCC_KEEP_HEADERS=no in the environment: nothing is kept.

kept_most_kib=$((256 * 1024)) # some forty files

# Splits common, but for what comes behind the headers: always_common is what they may depend on; usual_common has
# folders and macros, and usual_folders and usual_macros have the names of these. A macro with an underscore in front
# is meant for headers.
split_common()
{
    local option before='' word
    always_common=() usual_common=() usual_folders=() usual_macros=()
    for option in "${common[@]}"; do
        word=$before$option
        case $word in
            -I | -isystem | -iquote | -idirafter | -D | -U | -include) before=$option; continue ;;
            -include*) ;;
            -[DU][[:alpha:]]*)
                usual_common+=(${before:+"$before"} "$option")
                word=${word:2}
                usual_macros+=("${word%%[=(]*}") ;;
            -idirafter/*) always_common+=(${before:+"$before"} "$option") ;; # set_openmp's
            -I* | -isystem* | -iquote* | -idirafter*)
                usual_common+=(${before:+"$before"} "$option")
                word=${word#-I} word=${word#-isystem} word=${word#-iquote}
                usual_folders+=("${word#-idirafter}") ;;
            *) always_common+=(${before:+"$before"} "$option") ;;
        esac
        before=
    done
}

# Copies an array of a pass's options to pass_of_headers, but for what headers do not depend on: the source's name, and
# how far code is optimized. $@: the options.
take_pass_of_headers()
{
    local option
    pass_of_headers=()
    for option in "$@"; do
        case $option in
            -cuid=*) unset 'pass_of_headers[-1]' ;; # and the -Xclang in front
            -O | -O[12]) pass_of_headers+=(-O3) ;;
            *) pass_of_headers+=("$option") ;;
        esac
    done
}

# Sets kept to the path of the kept headers for pass_of_headers and the options $@ of both passes.
set_kept()
{
    kept=$(printf '%s\n' "$clang_path" "$include" "${CPATH-}" "${CPLUS_INCLUDE_PATH-}" "${pass_of_headers[@]}" "$@" |
        md5sum)
    kept=$kept_folder/${kept%% *}
}

# Makes the file of $1 from headers under pass_of_headers and the options of both passes, $2..., and the lists of
# names that the headers include and of their words.
make_kept()
{
    local path=$1 nothing=${1%/*}/nothing.cu aside=$1.$$ # clang looks for it again whenever it reads the result
    shift
    (set -o noclobber && : >"$nothing") 2>/dev/null
    "$clang" "${pass_of_headers[@]}" -isystem "$include" -include cuda_runtime.h "$@" -MD -MF "$aside.d" \
        -S -Xclang -emit-pch "$nothing" -o "$aside" 2>/dev/null || return 1
    sed -e 's/^[^ ]*: *//' -e 's/ *\\$//' "$aside.d" | xargs cat >"$aside.d.text" 2>/dev/null &&
        sed -n -E 's/.*(include|include_next|__has_include|__has_include_next)[[:space:](]*[<"]([^>"/.][^>"/]*).*/\2/p' \
            "$aside.d.text" | LC_ALL=C sort -u >"$aside.names" &&
        LC_ALL=C grep -o -w -E '[[:alpha:]][[:alnum:]_]*' "$aside.d.text" | LC_ALL=C sort -u >"$aside.words" &&
        [ -s "$aside.names" ] && [ -s "$aside.words" ] && rm -f "$aside.d" "$aside.d.text" &&
        mv "$aside.names" "$path.names" && mv "$aside.words" "$path.words" && mv "$aside" "$path.pch" &&
        trim_kept "${path%/*}"
}

# Removes files from folder $1 until it has at most the bytes that it may have, and marks of options
# that did not come again.
trim_kept()
{
    local total=0 kib file
    while read -r kib file; do
        total=$((total + kib))
        [ $total -le $kept_most_kib ] || rm -f "${file%pch}"{pch,names,words}
    done < <(ls -st --block-size=1K "$1"/*.pch)
    find "$1" ! -name '*.pch' ! -name '*.names' ! -name '*.words' ! -name nothing.cu -type f -mtime +7 -delete
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
        make_kept "$@" || { mv "$path.seen" "$path.failed"; rm -f "$path.$$"*; return 1; }
    else
        : >"$path.seen"
        return 1
    fi
}

# Whether the headers of file $1 are the same with usual_common as without.
suits_usual()
{
    local name folder names
    [ -s "$1.names" ] && [ -s "$1.words" ] || return 1
    if [ ${#usual_macros[@]} -gt 0 ] && grep -q -x -F "${usual_macros[@]/#/-e}" "$1.words"; then
        return 1
    fi
    if [ ${#usual_folders[@]} -gt 0 ]; then
        mapfile -t names <"$1.names"
        for folder in "${usual_folders[@]}"; do
            for name in "${names[@]}"; do
                [ ! -e "$folder/$name" ] || return 1
            done
        done
    fi
}

# Sets kept to a file for the options of a pass, $@. Fails if there is none: with SIMGPUCC_KEEP_HEADERS=no, where none
# can be written, and where options are new.
find_kept()
{
    kept_folder=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/simgpu/headers
    [ "$run${SIMGPUCC_KEEP_HEADERS:-yes}" = yesyes ] || return 1
    [ -d "$kept_folder" ] || mkdir -p "$kept_folder" 2>/dev/null || return 1
    [ -w "$kept_folder" ] || return 1
    clang_path=$(command -v "$clang")
    take_pass_of_headers "$@"
    split_common
    set_kept "${always_common[@]}"
    is_kept "$kept" "${always_common[@]}" || return 1
    if [ ${#usual_common[@]} -gt 0 ] && ! suits_usual "$kept"; then
        set_kept "${always_common[@]}" "${usual_common[@]}" "$PWD"
        is_kept "$kept" "${always_common[@]}" "${usual_common[@]}"
    fi
}

# Compiles a CUDA source under cuda_runtime.h. $1: the name of an array with the pass's options; $2: a command that says
# whether the caller goes on with what clang says, in a file; $3...: what else clang is told. What fails with kept
# headers is else tried without: they are to blame, or the source is, and clang's words are those without.
cuda_step()
{
    local kept='' goes_on=$2 failed
    local -n options_of_pass=$1
    shift 2
    [ ! -e "$temporary/kept.errors" ] || rm "$temporary/kept.errors"
    if find_kept "${options_of_pass[@]}"; then
        (step "$clang" "${options_of_pass[@]}" -isystem "$include" -include-pch "$kept.pch" \
            -Xclang -fmodules-validate-system-headers "${common[@]}" ${macros_behind[@]+"${macros_behind[@]}"} \
            "$@") 2>"$temporary/kept.errors"
        failed=$?
        if [ $failed -eq 0 ] || "$goes_on" "$temporary/kept.errors"; then
            show_file "$temporary/kept.errors"
            return $failed
        fi
        rm "$temporary/kept.errors"
    fi
    step "$clang" "${options_of_pass[@]}" "${headers[@]}" "$@"
    [ -z "$kept" ] || rm -f "$kept.pch"
}

# Whether the last words of cuda_step are those with kept headers.
has_kept_words()
{
    [ -s "$temporary/kept.errors" ]
}
