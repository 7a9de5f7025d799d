# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: nvcc's options that change nothing here, and the host compiler's that clang does not know.
#
# Source: nvcc's documentation ("NVCC Command Options", CUDA 13), every option of which is here or in arguments.sh.
# Differs: nvcc's -run, -clean and options for Windows are unknown.

# Names without dashes. They are about machine code, about nvcc's own files, or about its warnings.
flags_without_effect='allow-unsupported-compiler aug-hls augment-host-linker-script dlink-time-opt dlto
    display-error-number dont-use-profile err-no ewp extensible-whole-program extra-device-vectorization
    fdevice-syntax-only forward-unknown-opts forward-unknown-to-host-compiler forward-unknown-to-host-linker
    gen-opt-lto jobserver keep keep-device-functions lto m64 minimal no-align-double no-compress no-device-link
    no-display-error-number no-err-no no-exceptions no-host-device-initializer-list no-host-device-move-forward
    nodlink noeh nohdinitlist nohdmoveforward noprof objdir-as-tempdir objtemp res-usage resource-usage restrict
    save-temps source-in-ptx src-in-ptx use-local-env Wdefault-stream-launch Wext-lambda-captures-this
    Wmissing-launch-bounds Wno-deprecated-gpu-targets Wreorder'
values_without_effect='arbin archiver-binary archive-options brief-diag brief-diagnostics ccbin cicc-options
    code compiler-bindir compress-mode cudadevrt cudafe-options cudart ddp dependency-drive-prefix
    device-entity-has-hidden-visibility device-stack-protector diag-error diag-suppress diag-warn dopt dp
    drive-prefix e entries fatbin-options fdevice-time-trace frandom-seed gpu-code hls host-linker-script idp
    input-drive-prefix jtd jump-table-density keep-dir ldir libdevice-directory nvlink-options Ofast-compile Ofc
    opt-info optimization-info qpp-config split-compile split-compile-extended static-global-template-stub t
    target-dir target-directory threads time Werror Xarchive Xcicc Xcudafe Xfatbin Xnvlink'

# $1: an argument. True if it, and its value, ask for nothing that simgpucc has.
is_without_effect()
{
    local name=${1#-}
    name=${name#-}
    case $1 in
        -t[0-9]*) return 0 ;;
        -?*) ;;
        *) return 1 ;;
    esac
    case " ${flags_without_effect//[[:space:]]/ } " in
        *" $name "*) return 0 ;;
    esac
    case " ${values_without_effect//[[:space:]]/ } " in
        *" ${name%%=*} "*) option_value "$1" ;;
        *) return 1 ;;
    esac
}

# nvcc -arch-ls, -code-ls. $1: compute or sm.
# Source: CUDA 12.0's release notes.
print_architectures()
{
    printf "${1}_%s\n" 50 52 53 60 61 62 70 72 75 80 86 87 89 90
}

# Leaves out of host_extra what only gcc knows: clang says which of the options those are. The usual ones
# are not asked about.
drop_strangers()
{
    local option asked=() kept=() unknown
    for option in ${host_extra[@]+"${host_extra[@]}"}; do
        case $option in
            -fPIC | -fpic | -fPIE | -fopenmp | -fno-strict-aliasing | -ffast-math | -fvisibility=* | -march=* | -m64) ;;
            -f* | -m*) asked+=("$option") ;;
        esac
    done
    [ ${#asked[@]} -gt 0 ] || return 0
    unknown=$("$clang" '-###' -c -x c++ /dev/null "${asked[@]}" 2>&1 | sed -n -E \
        "s/.*(error: (unknown argument|unsupported option)|warning: optimization flag):? '([^']*)'.*/\3/p")
    for option in "${host_extra[@]}"; do
        grep -q -x -F -e "$option" <<<"$unknown" || kept+=("$option")
    done
    host_extra=(${kept[@]+"${kept[@]}"})
}

# nvcc's host compiler preprocesses for both passes, so device code, too, is told of OpenMP: of 4.5, gcc 12's,
# since behind a later number clang's omp.h has pragmas that need OpenMP itself. Debian's newer clangs come
# without omp.h.
set_openmp()
{
    local folder
    if [ "$clang" != "$base_clang" ] && [ ! -e "$("$clang" -print-resource-dir)/include/omp.h" ]; then
        folder=$("$base_clang" -print-resource-dir 2>/dev/null)/include
        [ ! -e "$folder/omp.h" ] || common+=(-idirafter "$folder")
    fi
    case " ${host[*]-} " in
        *" -fopenmp "* | *" -fopenmp="*) device+=(-D_OPENMP=201511) ;;
    esac
}
