# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: macros of the command line that are words of our headers.
#
# -Dstep=2 changes each "step" in cuda_runtime.h, too, which comes first. NVIDIA's header has other words, so nvcc takes
# such a source. Where clang refuses our header, these macros come behind it: those with a small letter first, or of
# one letter.

moved_macros=()  # -Dname=value
macros_behind=() # what brings them

# The headers that come first, as options of clang.
set_headers()
{
    headers=(-isystem "$include" -include cuda_runtime.h "${common[@]}" ${macros_behind[@]+"${macros_behind[@]}"})
    preprocessor=("${headers[@]}" ${dependencies[@]+"${dependencies[@]}"})
}

# $1: what clang says. Fails if that is no help, or has been tried.
put_macros_behind()
{
    local option before='' kept=()
    [ ${#macros_behind[@]} -eq 0 ] && grep -q -F "$include/" "$1" || return 1
    for option in "${common[@]}"; do
        case $before$option in
            -D) before=-D; continue ;;
            -D[[:lower:]]* | -D[[:upper:]] | -D[[:upper:]]=*) moved_macros+=("$before$option") ;;
            *) kept+=(${before:+"$before"} "$option") ;;
        esac
        before=
    done
    [ ${#moved_macros[@]} -gt 0 ] || return 1
    common=("${kept[@]}")
    macros_behind=(-include "$temporary/macros.h")
    set_headers
    for option in "${moved_macros[@]#-D}"; do
        case $option in
            *=*) echo "#define ${option%%=*} ${option#*=}" ;;
            *) echo "#define $option 1" ;;
        esac
    done >"$temporary/macros.h"
}

# The file with them goes, so what a source depends on must not name it. $1: what was made of the source.
forget_macros()
{
    local word before='' rules=${1%.*}.d
    [ ${#macros_behind[@]} -gt 0 ] && [ ${#dependencies[@]} -gt 0 ] || return 0
    for word in "${dependencies[@]}"; do
        [ "$before" != -MF ] || rules=$word
        before=$word
    done
    [ ! -f "$rules" ] || sed -i -e "\\,^$temporary/macros.h:,d" -e "s,$temporary/macros.h,," "$rules"
}
