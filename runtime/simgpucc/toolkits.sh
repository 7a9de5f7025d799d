# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: folders of another CUDA installation.
#
# Makefiles name them: -I/usr/local/cuda/include -L/usr/local/cuda/lib64; so do variables as CPATH. Where such an
# installation is there, its headers would come before ours, and its libraries in place of ours. So these folders come
# behind ours, and behind the system's: what else lies in them is still found.

# $1: a folder. Whether it has the headers of CUDA, and not ours.
has_other_headers()
{
    [ -e "$1/cuda_runtime_api.h" ] && ! [ "$1" -ef "$include" ] && ! [ "$1" -ef "$toolkit/include" ]
}

# $1: a folder. Whether it has libraries of CUDA, and not ours.
has_other_libraries()
{
    local file
    ! [ "$1" -ef "$library" ] && ! [ "$1" -ef "$toolkit/lib64" ] || return 1
    for file in libcudart.so libcudart_static.a libcublas.so libcuda.so; do
        [ ! -e "$1/$file" ] || return 0
    done
    return 1
}

# In common: -I and its like.
put_other_headers_behind()
{
    local option before='' kept=() behind=()
    for option in "${common[@]}"; do
        case $before$option in
            -I | -isystem | -iquote) before=$option; continue ;;
            -I?* | -isystem?* | -iquote?*)
                if has_other_headers "${option#-I}" || has_other_headers "${option#-isystem}" ||
                    has_other_headers "${option#-iquote}"; then
                    option=${option#-I} option=${option#-isystem}
                    behind+=(-idirafter "${option#-iquote}")
                    before=
                    continue
                fi
                ;;
        esac
        kept+=(${before:+"$before"} "$option")
        before=
    done
    common=("${kept[@]}" ${behind[@]+"${behind[@]}"})
}

# In the variables by which clang learns of folders.
put_variables_behind()
{
    local name folder folders kept
    for name in CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH; do
        kept=
        IFS=: read -ra folders <<<"${!name-}"
        for folder in ${folders[@]+"${folders[@]}"}; do
            if has_other_headers "${folder:-.}"; then
                common+=(-idirafter "${folder:-.}")
            else
                kept+=${kept:+:}${folder:-.}
            fi
        done
        export "$name=$kept"
        [ -n "$kept" ] || unset "$name"
    done
}

# In the array named $1: -L, which goes behind what libraries has.
put_other_libraries_behind()
{
    local -n list=$1
    local option kept=()
    for option in ${list[@]+"${list[@]}"}; do
        case $option in
            -L?*)
                if has_other_libraries "${option#-L}"; then
                    libraries+=("$option")
                    continue
                fi
                ;;
        esac
        kept+=("$option")
    done
    list=(${kept[@]+"${kept[@]}"})
}

put_other_headers_behind
put_variables_behind
put_other_libraries_behind inputs
put_other_libraries_behind linker
