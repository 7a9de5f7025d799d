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

# $1: a file with words of clang's, mostly none.
show_file()
{
    [ ! -s "$1" ] || cat "$1" >&2
}

# Whether file $1 has the text $2. Programs that read a file for more are started for those that have it.
text_of_file='' last_file=''
has_text()
{
    if [ "$1" != "$last_file" ]; then
        text_of_file=
        [ ! -f "$1" ] || IFS= read -r -d '' text_of_file <"$1"
        last_file=$1
    fi
    [[ $text_of_file == *"$2"* ]]
}

cuda_options=(-x cuda -Xclang -fcuda-allow-variadic-functions --cuda-path=/nonexistent -nocudainc -nocudalib
    "--cuda-gpu-arch=$architecture" -Xclang "-target-sdk-version=$runtime_version"
    # What nvcc and the compilers behind it accept with a warning or in silence.
    -Wno-unknown-cuda-version -Wno-c++11-narrowing -Wno-writable-strings
    -Wno-reserved-user-defined-literal -Wno-register -Wno-dynamic-exception-spec -Wno-unused-command-line-argument)

# A function of C++ that ends without the value that it promised goes on in its caller, as with nvcc's
# compilers; clang takes its end for one that is never reached.
cuda_options+=(-fno-strict-return)

# The host's part of a source with managed variables, which clang knows for HIP only. The runtime
# library has the calls that it makes under HIP's names.
hip_options=(-x hip -D__CUDA__=1 -fno-strict-return -Xclang -fcuda-allow-variadic-functions -Xclang -aux-triple
    -Xclang nvptx64-nvidia-cuda -nogpuinc -nogpulib
    -Wno-c++11-narrowing -Wno-writable-strings
    -Wno-reserved-user-defined-literal -Wno-register -Wno-dynamic-exception-spec -Wno-unused-command-line-argument)
host_language=("${cuda_options[@]}") # of the host's pass

[ $relocatable = no ] || cuda_options+=(-fgpu-rdc)
[ $relocatable = no ] || host_language+=(-fgpu-rdc)

# $1: a source. Its static variables get names that are alike in both passes, and unlike those of other
# files. The template surface is there for those who use it: the name may be the program's own.
unit_of()
{
    ! has_text "$1" surface || ! grep -q -E '\<surface[[:space:]]*<' "$1" || echo "-DSIMGPU_SURFACE_REFERENCES"
    [ $relocatable = no ] || echo "-fuse-cuid=none -Xclang -cuid=$(name_of_unit "$1")"
}

# $1: a source, $2: what else tells it from others.
name_of_unit()
{
    echo "$(readlink -f "$1") ${common[*]} ${moved_macros[*]-} $architecture ${2-}" | md5sum | cut -c 1-16
}

is_cuda()
{
    case ${language:-$1} in
        cu | cuda | *.cu) return 0 ;;
        *) return 1 ;;
    esac
}

set_headers
# The code model keeps LLVM from tables of differences between addresses, which PTX cannot express: it takes a
# table of strings that is indexed for one of them.
device_pass=(--cuda-device-only -Xclang -target-feature -Xclang "$ptx_version" -Xclang -mcmodel=medium
    "-ffp-contract=$contraction" -w "$device_optimization" "${inlining[@]}" -fno-crash-diagnostics
    "${standard[@]:--std=gnu++17}" ${device[@]+"${device[@]}"})
# Code that a program loads as a module has no host part, from which clang would learn that the program
# writes a static variable: it would take the initial value for good.
case $action in
    ptx | fatbin) device_pass+=(-DSIMGPU_KEEPS_CONSTANTS) ;;
esac
host_pass=(--cuda-host-only "$optimization" "${standard[@]:--std=gnu++17}"
    ${host[@]+"${host[@]}"} ${warnings[@]+"${warnings[@]}"})

# nvcc takes "k<< <1, 1>> >(p)" for a launch, launches in device code, and much else that clang does not: the files
# beside this one say what. A source that clang refuses and that has such a thing once it is preprocessed is compiled as
# that text, rewritten.
declare -A is_joined=() # sources for which this is so

device_copies= # an option for headers: device code launches or copies

# What clang says where host code makes or ends objects whose constructors are for devices.
wants_constructors="no matching constructor for initialization of|no viable overloaded '='|no viable conversion"
wants_constructors+="|implicitly-deleted default constructor|reference to __device__ function '.*' in __host__ function"

# $1: source, $2: the rewritten text, $3...: options and the pass. Fails if there is nothing to rewrite.
join_launches()
{
    local source=$1 text=$2 joined=0 launched=0 changed=no pass=device filter
    shift 2
    case " $* " in *" --cuda-host-only "*) pass=host ;; esac
    "$clang" "$@" "${preprocessor[@]}" $device_copies -E "$source" -o "$text.split" 2>/dev/null ||
        return 1
    perl "$parts_folder/join_launches.pl" <"$text.split" >"$text.joined" || joined=$?
    perl "$parts_folder/device_launches.pl" <"$text.joined" >"$text" || launched=$?
    if [ -s "$temporary/refused" ]; then
        for filter in merge_spaces clear_arrays plain_names missing_words default_references plain_values; do
            ! rewrite "$text" "$filter" "$temporary/refused" || changed=yes
        done
        if grep -q -E "error: ($wants_constructors)" "$temporary/refused"; then
            ! rewrite "$text" host_constructors "$pass" || changed=yes
        fi
    fi
    [ $joined = 0 ] || [ $launched = 0 ] || [ $changed = yes ]
}

# $1: the text, $2: one of the files beside this one, $3: its argument. Fails if there is nothing to rewrite.
rewrite()
{
    perl "$parts_folder/$2.pl" "$3" <"$1" >"$1.$2" && mv "$1.$2" "$1"
}

# $1...: how the source, or the text that was made of it, is compiled. Adds to what clang says of what the files beside
# this one rewrite: all of it. Fails if that is nothing.
note_refused()
{
    grep -q -E -e "function '.*' cannot overload|variable-sized object may not be initialized" \
        -e "error: restrict requires a pointer or reference" \
        -e "function template partial specialization|missing '(template|typename)'|cannot bind to a temporary" \
        -e "reference to (non-static member function must be called|overloaded function could not be resolved)" \
        -e "$wants_constructors" "$temporary/errors" || return 1
    if [[ " $* " == *" -fcolor-diagnostics "* ]] || grep -q "too many errors emitted" "$temporary/errors"; then
        "$@" -fno-color-diagnostics -ferror-limit=0 -fsyntax-only 2>>"$temporary/refused"
    else
        cat "$temporary/errors" >>"$temporary/refused"
    fi
    return 0
}

# $1: what clang says with kept headers. Whether make_ptx_with goes on with it: what nothing helps against, it compiles
# without kept headers in the end, so words are the same. Headers that have changed must not be taken for the source's
# fault.
goes_on_with()
{
    ! grep -q -E "fatal error: '.*' file not found|PCH|precompiled|AST file" "$1"
}

# Newer clangs refuse launches in device code in every form. Then the file is compiled by clang 14, for the
# newest GPU that it has. Fails if this is that clang, or it is not there.
take_base_clang()
{
    [ -n "$device_copies" ] && [ "$clang" != "$base_clang" ] || return 1
    [ "$("$base_clang" -dumpversion 2>/dev/null | cut -d . -f 1)" = 14 ] || return 1
    note "launches in device code need clang 14: simgpucc compiles for sm_86"
    clang=$base_clang
    cuda_options=("${cuda_options[@]/--cuda-gpu-arch=$architecture/--cuda-gpu-arch=sm_86}")
    host_language=("${host_language[@]/--cuda-gpu-arch=$architecture/--cuda-gpu-arch=sm_86}")
    device_pass=("${device_pass[@]/$ptx_version/+ptx72}")
    architecture=sm_86
    ptx_version=+ptx72
}

# clang looks up every name of a template where it stands, and each assignment and return; nvcc those of templates
# that are used. Then clang parses them where they are used. $1: what clang says. Fails if that is no help, or has been
# tried.
parse_templates_late()
{
    case "${cuda_options[*]}" in *-fdelayed-template-parsing*) return 1 ;; esac
    grep -q -E -e 'error: (use of undeclared identifier|cannot assign to (variable|non-static data member))' \
        -e "error: (no viable overloaded '='|void function '.*' should not return a value)" "$1" || return 1
    cuda_options+=(-fdelayed-template-parsing)
    host_language+=(-fdelayed-template-parsing)
}

# clang calls functions for divisions of 128-bit integers: a header has them, for those who need them. $1: what
# clang says. Fails if that is no help, or has been tried.
divide_wide()
{
    case "${cuda_options[*]}" in *SIMGPU_WIDE_DIVISION*) return 1 ;; esac
    grep -q -E 'Undefined external symbol "__u?(div|mod)ti3"' "$1" || return 1
    cuda_options+=(-DSIMGPU_WIDE_DIVISION=1)
}

# $1: what clang says. Libraries of CUDA that Debian has: the user installs them. Others there are not.
name_package()
{
    local folder
    folder=$(sed -n -E "s/.*fatal error: '((thrust|cub|cuda|nv)\/[^']*|omp\.h|(npp|nvjpeg|cudnn|cutensor|cudss|NvInfer)[^\/']*)' file not found.*/\1/p" "$1" | head -n 1)
    folder=${folder%%/*}
    case $folder in
        thrust | cub) note "'$folder' is in Debian's packages lib$folder-dev" ;;
        cuda | nv) note "'$folder' is in Debian's package libcu++-dev" ;;
        npp* | nvjpeg* | cudnn* | cutensor* | cudss* | NvInfer*)
            note "'$folder' is of a library of NVIDIA's that simgpu has not: docs/howto/libraries.md lists those it has" ;;
        omp.h) note "'omp.h' is in Debian's package libomp-14-dev" ;;
    esac
}

# $1: source. Whether clang's own code must be looked at: hidden_variables.pl says why.
asks_for_care()
{
    find_header_folders "${common[@]}"
    perl "$parts_folder/hidden_variables.pl" --asks "$1" ${header_folders[@]+"${header_folders[@]}"}
}

# Makes PTX again, or changes it, as clang's own code asks for. $1: PTX, $2...: how the source is compiled to it.
take_care()
{
    local ptx=$1 code=$temporary/device.ll
    shift
    "$clang" "$@" -w -S -emit-llvm -Xclang -emit-llvm-uselists -Xclang -disable-llvm-passes -o "$code" || return 0
    if perl "$parts_folder/hidden_variables.pl" <"$code" >"$code.known"; then
        step "$clang" --target=nvptx64-nvidia-cuda -Xclang -target-cpu -Xclang "$architecture" \
            -Xclang -target-feature -Xclang "$ptx_version" -Xclang -mcmodel=medium "-ffp-contract=$contraction" \
            -Qunused-arguments -fno-dwarf-directory-asm -w "$device_optimization" "${inlining[@]}" ${device[@]+"${device[@]}"} -x ir "$code.known" -S -o "$ptx"
    fi
    if perl "$parts_folder/kernel_directives.pl" "$code" <"$ptx" >"$ptx.more"; then
        mv "$ptx.more" "$ptx"
    fi
}

# $1: source, $2: PTX, $3...: more options. Tries it as it is; if that fails, and joining helps, joined.
make_ptx_with()
{
    local pass=("${cuda_options[@]}" $(unit_of "$1") "${device_pass[@]}") more=("${@:3}" -S -o "$2")
    if [ $run = no ]; then
        step "$clang" "${pass[@]}" "${more[@]}" "${preprocessor[@]}" "$1"
        return
    fi
    [ ! -t 2 ] || more+=(-fcolor-diagnostics)
    local command=("$clang" "${pass[@]}" "${more[@]}")
    (cuda_step pass goes_on_with "${more[@]}" ${dependencies[@]+"${dependencies[@]}"} "$1") 2>"$temporary/errors"
    local failed=$?
    device_copies=
    if [ -s "$temporary/errors" ] &&
        grep -q -E "reference to __global__ function|no matching function for call to 'cudaMem(cpy|set)Async'" \
            "$temporary/errors"; then
        device_copies=-DSIMGPU_DEVICE_LAUNCHES=1
    fi
    if [ $failed -ne 0 ] &&
        { put_macros_behind "$temporary/errors" || take_base_clang || parse_templates_late "$temporary/errors" ||
            divide_wide "$temporary/errors"; }; then
        make_ptx_with "$@"
        return
    fi
    # Where one thing is refused, clang may not have seen others yet.
    local round=0 text=("${preprocessor[@]}" "$1")
    [ ! -e "$temporary/refused" ] || rm "$temporary/refused"
    while [ $failed -ne 0 ] && [ $round -lt 3 ]; do
        note_refused "${command[@]}" "${text[@]}" || [ $round -eq 0 ] || break
        join_launches "$1" "$temporary/device.cui" "${cuda_options[@]}" "${device_pass[@]}" || break
        is_joined[$1]=yes
        text=("$temporary/device.cui")
        # A kernel that launches itself last is no loop.
        (step "${command[@]}" -fno-optimize-sibling-calls "${text[@]}") 2>"$temporary/errors"
        failed=$?
        round=$((round + 1))
    done
    if [ $failed -ne 0 ] && [ $round -eq 0 ] && has_kept_words; then
        (step "${command[@]}" "${text[@]}") 2>"$temporary/errors"
        failed=$?
    fi
    [ $failed -ne 0 ] || ! asks_for_care "$1" || take_care "$2" "${pass[@]}" "${@:3}" "${text[@]}"
    [ -s "$temporary/errors" ] || [ $failed -ne 0 ] || return 0
    cat "$temporary/errors" >&2
    if grep -q "reference to __global__ function" "$temporary/errors"; then
        note "a launch in device code must be a statement of its own: k<<<grid, block>>>(arguments);"
    fi
    name_package "$temporary/errors"
    [ $failed -eq 0 ] || exit $failed
}

# clang gives a static variable that the host knows a name of its own behind -rdc=true; what it compiled
# before it saw the host use the variable still asks for the old one. $1: PTX.
name_statics()
{
    perl -0777 -pi -e 'my %whole;
        $whole{$2} = $1 while /^\.visible [^;\n]*?(([\w\$]+)__static__\w+)/mg;
        for my $name (keys %whole) {
            s/^\.extern [^;\n]* \Q$name\E(?:\[\d*\])?;\n//m and s/(?<![\w\$])\Q$name\E(?![\w\$])/$whole{$name}/g;
        }' "$1"
}

# $1: source, $2: PTX. Host warnings come once, from the host pass.
compile_device()
{
    make_ptx "$1" "$2"
    forget_macros "$2"
    [ $run = yes ] || return 0
    # nvcc aligns arrays of dynamic shared memory to 16 bytes, whatever they hold: programs cast them.
    ! grep -q '^\.extern \.shared' "$2" || sed -i -E '/^\.extern \.shared .*\[\];$/ s/\.align [1248] /.align 16 /' "$2"
    [ $relocatable = no ] || name_statics "$2"
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
    grep -q '^\.extern' "$2" || return 0
    missing=$(sed -n -E -e 's/^\.extern \.func +(\(.*\) )?([^ (]+).*/\2/p' \
        -e 's/^\.extern \.(const|global) .* ([^ ;[]+)(\[.*)?;.*/\2/p' "$2" |
        grep -v -x -E 'vprintf|__assertfail|malloc|free|__cudaPushCallConfiguration|cuda(GetParameterBuffer|LaunchDevice)(V2)?|cudaStream(CreateWithFlags|Destroy)|cuda(GetLast|PeekAtLast)Error' | c++filt | paste -sd ,)
    [ -z "$missing" ] ||
        fail "$1: device code uses ${missing//,/, }, which this file does not define; compile with -dc or -rdc=true what is linked across files"
}

# $1: PTX. Writes NVIDIA's container with it; runtime/cuda/fatbin.c has the layout.
pack_ptx()
{
    perl -e 'local $/; open(my $file, "<", $ARGV[0]) or die; my $text = <$file> . "\0";
        $text .= "\0" x (-length($text) % 8);
        print pack("LSSQ", 0xba55ed50, 1, 16, 64 + length($text)),
            pack("SSLQLLSSLLLQQQ", 1, 0x101, 64, length($text), 0, 64, 0, 7, $ARGV[1], 0, 0, 0x11, 0, 0),
            $text' "$1" "${architecture//[!0-9]/}"
}

# What host_defines.h says where the host's part is compiled as CUDA.
managed_in_header="__managed__ needs the host's part compiled as HIP"

# nvcc doesn't look into kernels where it compiles for the host: they may use what is declared for devices only. What
# clang refuses is tried again with empty kernels. $1: source; pass, more and text are the caller's.
make_host_code()
{
    local failed empty=$temporary/empty.cui
    if [ -n "${is_joined[$1]-}" ]; then
        (step "$clang" "${pass[@]}" "${more[@]}" "${text[@]}") 2>"$temporary/errors"
    else
        (cuda_step pass false "${more[@]}" ${dependencies[@]+"${dependencies[@]}"} "$1") 2>"$temporary/errors"
    fi
    failed=$?
    if [ $failed -ne 0 ] && ! grep -q "$managed_in_header" "$temporary/errors" &&
        "$clang" "${pass[@]}" -E "${text[@]}" 2>/dev/null | perl "$parts_folder/empty_kernels.pl" >"$empty" &&
        (step "$clang" "${pass[@]}" "${more[@]}" "$empty") 2>"$temporary/errors.empty"; then
        failed=0
        mv "$temporary/errors.empty" "$temporary/errors"
    fi
    show_file "$temporary/errors"
    [ $failed -eq 0 ] || exit $failed
}

# A CUDA source, in the language of host_language: see compile_host.
compile_cuda_host_as()
{
    local source=$1 result=$2 text=("${preprocessor[@]}" "$1") embed=()
    shift 2
    if [ "$1" != "$preprocessed" ]; then
        compile_device "$source" "$temporary/device.ptx"
        text=("${preprocessor[@]}" "$source")
        [ "$run$relocatable" != yesno ] || check_device_symbols "$source" "$temporary/device.ptx"
        [ $run = no ] || printf '\0' >>"$temporary/device.ptx" # since 15, clang does not end the text
        embed=(-Xclang -fcuda-include-gpubinary -Xclang "$temporary/device.ptx")
    fi
    if [ -n "${is_joined[$source]-}" ]; then
        text=("$temporary/host.cui")
        join_launches "$source" "${text[0]}" "${host_language[@]}" "${host_pass[@]}"
    fi
    local pass=("${host_language[@]}" $(unit_of "$source") "${host_pass[@]}")
    local more=("$@" ${embed[@]+"${embed[@]}"} ${result:+-o "$result"})
    if [ "$1" = "$preprocessed" ]; then
        step "$clang" "${pass[@]}" "${more[@]}" "${text[@]}"
    else
        make_host_code "$source"
        forget_macros "$result"
        if [ "$run$relocatable$1" = yesyes-c ]; then
            name_unnamed "$source" "$result"
            name_piece "$result" "$(name_of_unit "$source" "$result")"
        fi
    fi
}

# The same, where the source's own text has managed variables, or a header of it has.
compile_cuda_host()
{
    local before=("${host_language[@]}") failed
    if ! has_text "$1" __managed__ || ! grep -q -w __managed__ "$1"; then
        if [ $run = no ] || [ "$3" = "$preprocessed" ]; then
            compile_cuda_host_as "$@"
            return
        fi
        [ ! -t 2 ] || host_pass+=(-fcolor-diagnostics)
        (compile_cuda_host_as "$@") 2>"$temporary/host.errors"
        failed=$?
        if [ $failed -eq 0 ] || ! grep -q "$managed_in_header" "$temporary/host.errors"; then
            show_file "$temporary/host.errors"
            [ $failed -eq 0 ] || exit $failed
            return
        fi
    fi
    # clang 19 makes a symbol of this name: objects that are linked must have different ones.
    host_language=("${hip_options[@]}" -fuse-cuid=none -Xclang "-cuid=$(name_of_unit "$1")")
    if [ $relocatable = no ] || [ "$3" = "$preprocessed" ]; then
        compile_cuda_host_as "$@"
    elif [ "$3" = -c ]; then
        host_language+=(-fgpu-rdc)
        compile_cuda_host_as "$1" "$temporary/managed.o" -c
        make_piece "$temporary/managed.o" "$2" "_$(name_of_unit "$1")"
    else
        fail "$1: __managed__ variables with -dc or -rdc=true are compiled to object files only"
    fi
    host_language=("${before[@]}")
}

# Files that are linked by -rdc=true may have variables and kernels of one name in namespaces without a name. These
# get another name of the same length in each file. $1: source, $2: its object, with its PTX.
name_unnamed()
{
    local unit
    asks_for_care "$1" || return 0
    unit=$(name_of_unit "$1")
    perl -pi -e "s/12_GLOBAL__N_1/12_G${unit:0:10}/g" "$2"
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
    step "$clang" "$@" "$optimization" -fno-strict-return ${own[@]+"${own[@]}"} -idirafter "$include" \
        -Wno-reserved-user-defined-literal "${common[@]}" ${moved_macros[@]+"${moved_macros[@]}"} \
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
