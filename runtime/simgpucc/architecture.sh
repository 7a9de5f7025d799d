# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: for which GPU device code is compiled, and by which clang.
#
# Source: clang --print-supported-cpus --target=nvptx64 of Debian's clang-14, clang-16 and clang-19.

# The newest GPU that the user names, as a number and perhaps an a: sm_90a. Nothing: none was named.
wanted_number=
wanted_letter=

set_architecture()
{
    local wanted=$1
    case $wanted in
        *,*) wanted=${wanted%%,*} ;;
    esac
    case $wanted in
        sm_[0-9]*) ;;
        compute_[0-9]* | lto_[0-9]*) wanted=sm_${wanted#*_} ;;
        native | all | all-major) wanted=$default_architecture ;;
        *) fail "-arch: expected sm_NN or compute_NN, found '$1'" ;;
    esac
    # clang 14 writes PTX for 2.0 to 8.6. An older name stands for 2.0; a newer one wants a newer
    # clang (choose_clang). The platform decides what the GPU is; the name decides __CUDA_ARCH__.
    local number=${wanted#sm_} letter=
    case $number in
        *a) letter=a ;;
    esac
    number=${number%[af]}
    case $number in
        1[0-3]) note "$wanted is older than clang's targets: simgpucc compiles for sm_20"; number=20 ;;
        20 | 21 | 30 | 32 | 35 | 37 | 50 | 52 | 53 | 60 | 61 | 62 | 70 | 72 | 75 | 80 | 86) ;;
        8[7-9] | 9[0-9] | 1[0-9][0-9]) ;;
        *) fail "-arch: '$1' is no GPU that clang knows" ;;
    esac
    # Of several -gencode the newest counts.
    if [ -z "$wanted_number" ] || [ "$number" -gt "$wanted_number" ]; then
        wanted_number=$number wanted_letter=$letter
    elif [ "$number" -eq "$wanted_number" ]; then
        wanted_letter=${wanted_letter:-$letter}
    fi
}

# The first newer clang that is installed, or nothing.
newer_clang()
{
    local one
    for one in $newer_clangs; do
        if command -v "$one" 2>/dev/null; then
            return
        fi
    done
}

# Sets clang, architecture and ptx_version by what the user named. A GPU above 8.6 takes a newer clang
# if one is installed; else it stands for the newest that this clang has.
choose_clang()
{
    local wanted=sm_$wanted_number$wanted_letter newer
    architecture=$wanted
    [ "$wanted_number" -gt 86 ] || { architecture=sm_$wanted_number; return; }
    if [ -z "${SIMGPUCC_CLANG-}" ]; then
        newer=$(newer_clang)
        clang=${newer:-$clang}
    fi
    local major targets
    major=$("$clang" -dumpversion | cut -d . -f 1)
    case $major in
        1[0-5]) targets='86' ;;
        16 | 17) targets='90 89 87 86' ptx_version=+ptx78 ;;
        *) targets='90a 90 89 87 86' ptx_version=+ptx83 ;;
    esac
    local target
    for target in $targets; do
        case $target in
            *a) [ "$target" != "$wanted_number$wanted_letter" ] || break ;;
            *) [ "$target" -gt "$wanted_number" ] || break ;;
        esac
    done
    architecture=sm_$target
    case $wanted,$targets in
        "$architecture",*) ;;
        sm_8[79],86 | sm_90*,86 | sm_90a,*)
            note "$wanted needs Debian's package clang-19, which is not installed: simgpucc compiles for $architecture" ;;
        *,86) note "$wanted is newer than clang's targets: simgpucc compiles for $architecture, and with Debian's package clang-19 for sm_90" ;;
        *) note "$wanted is newer than clang's targets: simgpucc compiles for $architecture" ;;
    esac
}

# -gencode arch=compute_70,code=[sm_70,compute_70]
set_gencode()
{
    local part
    IFS=, read -ra parts <<<"$1"
    for part in "${parts[@]}"; do
        case $part in
            arch=*) set_architecture "${part#arch=}" ;;
        esac
    done
}
