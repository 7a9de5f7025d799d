# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: how one file is compiled.

# ---- steps ----

temporary=
remove_temporary()
{
    [ -z "$temporary" ] || rm -rf "$temporary"
}
trap remove_temporary EXIT
trap 'exit 130' INT TERM

# Runs a command, showing it if wanted; its failure ends simgpucc with its exit code.
step()
{
    if [ $show = yes ]; then
        printf ' %q' "$@" >&2
        echo >&2
    fi
    [ $run = yes ] || return 0
    "$@" || exit $?
}

cuda_options=(-x cuda -Xclang -fcuda-allow-variadic-functions --cuda-path=/nonexistent -nocudainc -nocudalib
    "--cuda-gpu-arch=$architecture" -Xclang "-target-sdk-version=$runtime_version"
    # What nvcc and the compilers behind it accept with a warning or in silence.
    -Wno-unknown-cuda-version -Wno-c++11-narrowing -Wno-writable-strings
    -Wno-reserved-user-defined-literal -Wno-register -Wno-dynamic-exception-spec -Wno-unused-command-line-argument)

[ $relocatable = no ] || cuda_options+=(-fgpu-rdc)

# $1: a source. Names its static variables alike in both passes, and unlike those of other files.
unit_of()
{
    [ $relocatable = no ] ||
        echo "-fuse-cuid=none -Xclang -cuid=$(echo "$(readlink -f "$1") ${common[*]} $architecture" | md5sum | cut -c 1-16)"
}

is_cuda()
{
    case ${language:-$1} in
        cu | cuda | *.cu) return 0 ;;
        *) return 1 ;;
    esac
}

preprocessor=(-isystem "$include" -include cuda_runtime.h "${common[@]}"
    ${dependencies[@]+"${dependencies[@]}"})
device_pass=(--cuda-device-only -Xclang -target-feature -Xclang "$ptx_version"
    "-ffp-contract=$contraction" -w "$device_optimization"
    "${standard[@]:--std=gnu++17}" ${device[@]+"${device[@]}"})
host_pass=(--cuda-host-only "$optimization" "${standard[@]:--std=gnu++17}"
    ${host[@]+"${host[@]}"} ${warnings[@]+"${warnings[@]}"})

# nvcc takes "k<< <1, 1>> >(p)" for a launch, and launches in device code; clang does not. A source that
# clang refuses and that has either once it is preprocessed is compiled as that text, rewritten.
declare -A is_joined=() # sources for which this is so

device_copies= # an option for headers: device code launches or copies

# $1: source, $2: the rewritten text, $3...: the pass. Fails if there is nothing to rewrite.
join_launches()
{
    local source=$1 text=$2 joined=0 launched=0
    shift 2
    "$clang" "${cuda_options[@]}" "${preprocessor[@]}" $device_copies "$@" -E "$source" -o "$text.split" 2>/dev/null ||
        return 1
    perl "$parts_folder/join_launches.pl" <"$text.split" >"$text.joined" || joined=$?
    perl "$parts_folder/device_launches.pl" <"$text.joined" >"$text" || launched=$?
    [ $joined = 0 ] || [ $launched = 0 ]
}

# $1: what clang says. Libraries of CUDA that Debian has: the user installs them.
name_package()
{
    local folder
    folder=$(sed -n -E "s/.*fatal error: '(thrust|cub|cuda|nv)\/[^']*' file not found.*/\1/p" "$1" | head -n 1)
    case $folder in
        thrust | cub) note "'$folder' is in Debian's packages lib$folder-dev" ;;
        cuda | nv) note "'$folder' is in Debian's package libcu++-dev" ;;
    esac
}

# $1: source, $2: PTX. Tries it as it is; if that fails, and joining helps, joined.
make_ptx()
{
    local command=("$clang" "${cuda_options[@]}" $(unit_of "$1") "${device_pass[@]}" -S -o "$2")
    if [ $run = no ]; then
        step "${command[@]}" "${preprocessor[@]}" "$1"
        return
    fi
    [ ! -t 2 ] || command+=(-fcolor-diagnostics)
    (step "${command[@]}" "${preprocessor[@]}" "$1") 2>"$temporary/errors"
    local failed=$?
    device_copies=
    if grep -q -E "reference to __global__ function|no matching function for call to 'cudaMem(cpy|set)Async'" \
        "$temporary/errors"; then
        device_copies=-DSIMGPU_DEVICE_LAUNCHES=1
    fi
    if [ $failed -ne 0 ] && join_launches "$1" "$temporary/device.cui" "${device_pass[@]}"; then
        is_joined[$1]=yes
        # A kernel that launches itself last is no loop.
        step "${command[@]}" -fno-optimize-sibling-calls "$temporary/device.cui"
        return
    fi
    cat "$temporary/errors" >&2
    if grep -q "reference to __global__ function" "$temporary/errors"; then
        note "a launch in device code must be a statement of its own: k<<<grid, block>>>(arguments);"
    fi
    name_package "$temporary/errors"
    [ $failed -eq 0 ] || exit $failed
}

# $1: source, $2: PTX. Host warnings come once, from the host pass.
compile_device()
{
    make_ptx "$1" "$2"
    [ $run = yes ] || return 0
    if [ -n "$registers" ]; then
        sed -i "/\.entry /,/^{/ s/^{/.maxnreg $registers\n{/" "$2"
    fi
    if [ -n "$load_cache" ]; then
        sed -i -E "s/\bld\.global\.(v[24]\.)?([usbf](8|16|32|64))\b/ld.global.$load_cache.\1\2/" "$2"
    fi
}

# What a kernel calls or reads must be in its file, but for what the simulator brings. $1: source,
# $2: its PTX.
check_device_symbols()
{
    local missing
    missing=$(sed -n -E -e 's/^\.extern \.func +(\(.*\) )?([^ (]+).*/\2/p' \
        -e 's/^\.extern \.(const|global) .* ([^ ;[]+)(\[.*)?;.*/\2/p' "$2" |
        grep -v -x -E 'vprintf|__assertfail|malloc|free|__cudaPushCallConfiguration|cuda(GetParameterBuffer|LaunchDevice)(V2)?|cudaStream(CreateWithFlags|Destroy)|cuda(GetLast|PeekAtLast)Error' | c++filt | paste -sd ,)
    [ -z "$missing" ] ||
        fail "$1: device code uses ${missing//,/, }, which this file does not define; compile with -dc or -rdc=true what is linked across files"
}

# A CUDA source: see compile_host.
compile_cuda_host()
{
    local source=$1 result=$2 text=("${preprocessor[@]}" "$1") embed=()
    shift 2
    if [ "$1" != -E ]; then
        compile_device "$source" "$temporary/device.ptx"
        [ "$run$relocatable" != yesno ] || check_device_symbols "$source" "$temporary/device.ptx"
        embed=(-Xclang -fcuda-include-gpubinary -Xclang "$temporary/device.ptx")
    fi
    if [ -n "${is_joined[$source]-}" ]; then
        text=("$temporary/host.cui")
        join_launches "$source" "${text[0]}" "${host_pass[@]}"
    fi
    step "$clang" "${cuda_options[@]}" $(unit_of "$source") "${host_pass[@]}" "$@" ${embed[@]+"${embed[@]}"} "${text[@]}" \
        ${result:+-o "$result"}
}

# $1: source, $2: result, $3...: what to make (-c, -S, -E). PTX is embedded where code is made.
compile_host()
{
    local source=$1 result=$2
    if is_cuda "$source"; then
        compile_cuda_host "$@"
        return
    fi
    shift 2
    local own=(${standard[@]+"${standard[@]}"})
    case ${own[*]-},$source in
        -std=*++*,*.c) own=() ;; # meant for the C++ files
    esac
    step "$clang" "$@" "$optimization" ${own[@]+"${own[@]}"} -idirafter "$include" \
        -Wno-reserved-user-defined-literal "${common[@]}" \
        ${dependencies[@]+"${dependencies[@]}"} ${host[@]+"${host[@]}"} \
        ${warnings[@]+"${warnings[@]}"} ${language:+-x "$language"} "$source" ${result:+-o "$result"}
}

# $1: source, $2: result: a C++ file from which any host compiler makes the object file that -c would
# have made. It holds that file's assembly.
# Differs: nvcc writes preprocessed C++ there.
compile_to_cpp()
{
    compile_host "$1" "$temporary/host.s" -S -g0 -fno-addrsig
    [ $run = yes ] || return 0
    {
        echo "// $1, compiled by simgpucc -cuda"
        echo '__asm__(R"assembly('
        cat "$temporary/host.s"
        echo '        .text'
        echo ')assembly");'
    } >"$2"
}
