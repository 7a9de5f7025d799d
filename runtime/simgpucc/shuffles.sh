# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: device code with shuffles, for which clang gets one option more.

# To a shuffle, programs give a variable that only the lane that is read has set, as in
# "if (lane == 0) x = atomicAdd(p, n); x = __shfl_sync(mask, x, 0);". clang takes any argument for a
# promise that it has a value, and so drops the condition; nvcc does not. This option of clang takes
# the promise back. Without shuffles it would only change how code looks.
without_promise()
{
    case $("$clang" -dumpversion) in
        1[0-4].*) echo -Xclang -disable-noundef-analysis ;;
        *) echo -Xclang -no-enable-noundef-analysis ;;
    esac
}

declare -A looked_at=() # files that have no shuffles, as far as they are known

# $1: a source or a header. Whether its text says that there are shuffles: its own, that of the project's headers that
# it includes, or those of libraries.
mentions_shuffles()
{
    local name folder place
    [ -f "$1" ] && [ -z "${looked_at[$1]-}" ] && [ ${#looked_at[@]} -lt 100 ] || return 1
    has_text "$1" shfl || has_text "$1" cooperative_groups || has_text "$1" '<cub/' ||
        has_text "$1" '<thrust/' || has_text "$1" '<cuda/' && return 0
    looked_at[$1]=yes
    folder=./
    [[ $1 != */* ]] || folder=${1%/*}/
    while read -r name; do
        for place in "$folder" ${header_folders[@]+"${header_folders[@]}"}; do
            if [ -f "$place/$name" ]; then
                ! mentions_shuffles "$place/$name" || return 0
                break
            fi
        done
    done < <(sed -n -E 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]([^">]*)[">].*/\1/p' "$1")
    return 1
}

# Where the options in the arguments tell clang to look for headers, in header_folders.
find_header_folders()
{
    local before='' option
    header_folders=()
    for option in "$@"; do
        case $before$option in
            -I | -isystem | -iquote | -idirafter) before=$option; continue ;;
            -I?*) option=${option#-I} ;;
            -isystem?*) option=${option#-isystem} ;;
            -iquote?*) option=${option#-iquote} ;;
            -idirafter?*) ;;
            *) continue ;;
        esac
        header_folders+=("$option")
        before=
    done
}

# $1: source, $2: PTX. A header that was not looked at may have the shuffles: then the PTX says so, and is made again.
make_ptx()
{
    find_header_folders "${common[@]}"
    looked_at=()
    if mentions_shuffles "$1"; then
        make_ptx_with "$1" "$2" $(without_promise)
        return
    fi
    make_ptx_with "$1" "$2"
    if [ $run = yes ] && grep -q 'shfl\.' "$2"; then
        make_ptx_with "$1" "$2" $(without_promise) 2>/dev/null
    fi
}
