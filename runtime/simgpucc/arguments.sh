# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: reads the command line into the variables that compile.sh and simgpucc use.

usage()
{
    cat <<'END'
Usage: simgpucc [options] FILE...
Compiles CUDA C++ (.cu), C++ and C files and links them with simgpu's CUDA runtime.
Run the program with: simgpu PLATFORM -- PROGRAM ARGUMENTS...

  -o FILE                     write the result to FILE
  -c                          compile only, to an object file
  -dc, -rdc=true              compile device code that is linked across files (-dc: with -c)
  -lib                        put the object files into a static library
  -dlink                      link device code only, to an object file for another linker
  -ptx, -fatbin               write the PTX of the device code; -fatbin: in NVIDIA's container
  -cuda                       write FILE.cu.cpp.ii; a host compiler makes the object file from it
  -E, -S                      preprocess (-E), or compile the host code to assembly (-S)
  -M, -MM                     print what a source depends on
  -arch=sm_NN                 compile for this GPU; default sm_70 (also --gpu-architecture, -gencode);
                              above sm_86 with clang-19 or clang-16 of Debian, where it is installed
  -O0 ... -O3, -g             set optimization and debug information of host code
  -G                          do not optimize device code, and keep its source lines
  -lineinfo                   keep the source lines of device code
  -use_fast_math              use fast approximations, and flush denormals to zero
  -fmad=false                 do not fuse a multiplication with an addition
  -maxrregcount N             give a thread at most N registers
  -Xptxas -dlcm=ca|cg|cs|cv   choose how loads of global memory use caches; simgpucc ignores other options of ptxas
  -Xcompiler OPTIONS          pass OPTIONS, with commas between them, to the host compiler, but for
                              -Werror and options that only gcc has
  -Xlinker OPTIONS            pass OPTIONS, with commas between them, to the linker
  -x cu                       compile all files as CUDA C++, whatever their names
  --default-stream legacy|per-thread
                              choose the default stream; simgpucc takes per-thread for legacy, and warns
  -odir FOLDER                write the files of -c and its like to FOLDER, if -o does not name them
  -v, --dryrun                show the commands; --dryrun does not run them
  --version, -h
Other options (-I, -D, -U, -L, -l, -std=, -W...) go to clang.
What -cubin and -ltoir write is PTX, because simgpu runs PTX; cuModuleLoad and nvJitLink take it.

To use simgpucc in place of nvcc, take the folder below. It looks like a CUDA installation: bin/nvcc
(this command), include/, lib64/libcudart.so and libcuda.so. Put its bin first in PATH. Give the folder
as CUDA_HOME, CUDA_PATH or CUDA_DIR to makefiles that ask for it. If gcc links a program with
-L$CUDA_HOME/lib64 -lcudart, the program finds the library when simgpu runs it. Without simgpu it needs
LD_LIBRARY_PATH=$CUDA_HOME/lib64.
END
    echo "  CUDA_HOME=$(readlink -m "$toolkit")"
}

# ---- arguments ----

output=
output_folder=
action='link'
ptx_ending=.ptx # of files with device code alone
preprocessed=-E # or what a source depends on
architecture=
registers=
load_cache= # of loads from global memory that name none: ptxas's -dlcm
language=
relocatable=no # device code is linked across files
show=no
run=yes
inputs=()        # files and libraries, in order
common=(         # options of both passes, beginning with what nvcc tells every file
    -D__NVCC__=1
    "-D__CUDACC_VER_MAJOR__=$toolkit_major" "-D__CUDACC_VER_MINOR__=$toolkit_minor" -D__CUDACC_VER_BUILD__=0
    "-D__CUDA_API_VER_MAJOR__=$toolkit_major" "-D__CUDA_API_VER_MINOR__=$toolkit_minor"
    -D__NVCC_DIAG_PRAGMA_SUPPORT__=1)
dependencies=()  # options of the preprocessor that write what a file depends on
standard=()      # -std=, of C++ or of C; nvcc 12 takes .cu files for C++17
device=()        # options of the device pass
host=()          # options of the host pass
linker=()
optimization=-O3        # of host code
device_optimization=-O3 # nvcc, too, optimizes device code whatever -O says
inlining=(-mllvm -inline-threshold=1000) # of device code: nvcc, too, makes long functions part of their callers
division= root=       # of floats: 0, approximate; 1, 2 ulp; else rounded right
contraction=fast # as nvcc: a product and a sum become one fma
warnings=()
host_extra=()
linker_extra=()

# Of ptxas's options, those that change what a program does to the caches; the rest is for machine
# code. -Xptxas -v,-dlcm=cg
set_ptxas_options()
{
    local part parts
    IFS=', ' read -ra parts <<<"$1"
    for part in "${parts[@]}"; do
        case $part in
            -dlcm=* | --def-load-cache=*) load_cache=${part#*=} ;;
            -maxrregcount=* | --maxrregcount=*) registers=${part#*=} ;;
        esac
    done
    case $load_cache in
        '' | ca | cg | cs | cv | lu) ;;
        *) fail "-dlcm: expected ca, cg, cs, cv or lu, found '$load_cache'" ;;
    esac
}

# Splits $1 at commas and spaces into the array named $2. As with nvcc, a shell has yet to read the words:
# quotes hold a word together and vanish, a backslash keeps what follows it. CMake's FindCUDA writes
# -Xcompiler ,"-g","-O2".
append_list()
{
    local -n list=$2
    local parts word='' quote='' begun=no i c
    case $1 in
        *[\"\'\\]*) ;;
        *) IFS=', ' read -ra parts <<<"$1"; list+=("${parts[@]}"); return ;;
    esac
    for ((i = 0; i < ${#1}; i++)); do
        c=${1:i:1}
        case $quote$c in
            "'"[!\'] | '"'[!\"\\]) word+=$c ;;
            \" | \') quote=$c begun=yes ;;
            '""' | "''") quote='' ;;
            '\' | '"\') i=$((i + 1)); word+=${1:i:1} begun=yes ;;
            [,\ ]) [ $begun = no ] || list+=("$word"); word='' begun=no ;;
            *) word+=$c begun=yes ;;
        esac
    done
    [ $begun = no ] || list+=("$word")
}

# Which default stream: ours is the legacy one, which also does what the streams of threads promise.
set_default_stream()
{
    case $1 in
        legacy | null) ;;
        per-thread)
            common+=(-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1)
            note "--default-stream per-thread: threads share the legacy default stream" ;;
        *) fail "--default-stream: expected legacy, null or per-thread, found '$1'" ;;
    esac
}

# $1: the option; $2: whether it asks for device code that is linked later.
set_separate_compilation()
{
    case $2 in
        true | TRUE) relocatable=yes ;;
        false | FALSE) relocatable=no ;;
        *) fail "$1: expected true or false, found '$2'" ;;
    esac
}

# $1: the option; $2: its value.
set_precision()
{
    case ${1##*-},$2 in # prec-div, prec-sqrt
        ftz,true) device+=(-fgpu-flush-denormals-to-zero) ;;
        div,false) division=${division:-1} ;;
        sqrt,false) root=0 ;;
        fmad,false) contraction=off ;;
        *,true | *,false) ;;
        *) fail "$1: expected true or false, found '$2'" ;;
    esac
}

print_version()
{
    echo "simgpucc $version, in place of nvcc: NVIDIA (R) Cuda compiler driver"
    echo "Cuda compilation tools, release $toolkit_major.$toolkit_minor, V$toolkit_major.$toolkit_minor.0"
    "$clang" --version
}

# The value of an option: behind "=", or the next argument. Sets value.
option_value()
{
    local option=$1
    case $option in
        *=*) value=${option#*=} ;;
        *)
            at=$((at + 1))
            [ $at -lt ${#arguments[@]} ] || fail "$option needs a value"
            value=${arguments[$at]}
            ;;
    esac
}

[ $# -gt 0 ] || {
    usage >&2
    exit 1
}

# What build systems read from nvcc -v: where its installation is, and for what it compiles.
show_installation()
{
    cat >&2 <<END
#\$ TOP=$(readlink -m "$toolkit")
#\$ NVVMIR_LIBRARY_DIR=$(readlink -m "$toolkit")/nvvm/libdevice
#\$ PATH=$(readlink -m "$toolkit")/bin:$PATH
#\$ INCLUDES="-I$(readlink -m "$toolkit/include")"
#\$ LIBRARIES= ${libraries[*]}
#\$ TARGET=-arch compute_${architecture#sm_}
END
}

# $1: a file with options, which may be quoted. Prints one a line; xargs' own command would take some
# for its options.
words_of()
{
    xargs -r -n 1 printf '%s\n' <"$1"
}

declare -a arguments=()
for argument in "$@"; do # the words of files with options
    case ${from_file-},$argument in
        yes,*) mapfile -t -O ${#arguments[@]} arguments < <(words_of "$argument"); from_file= ;;
        *,-optf | *,--options-file) from_file=yes ;;
        *,-optf=* | *,--options-file=*)
            mapfile -t -O ${#arguments[@]} arguments < <(words_of "${argument#*=}") ;;
        *) arguments+=("$argument") ;;
    esac
done
at=0
while [ $at -lt ${#arguments[@]} ]; do
    argument=${arguments[$at]}
    if is_without_effect "$argument"; then
        at=$((at + 1))
        continue
    fi
    case $argument in
        -h | --help) usage; exit 0 ;;
        --version | -V) print_version; exit $? ;;
        -optix-ir | --optix-ir)
            fail "$argument: simgpu runs PTX, so simgpucc makes no machine code (use -ptx)" ;;
        -o | --output-file | --output-file=*) option_value "$argument"; output=$value ;;
        -odir | -odir=* | --output-directory | --output-directory=*)
            option_value "$argument"; output_folder=$value ;;
        -o?*) output=${argument#-o} ;;
        -c | -dw | --compile | --device-w) action=compile ;;
        -cuda | --cuda) action=cuda ;;
        -dc | --device-c) relocatable=yes action=compile ;;
        -dlink | --device-link) action=device-link ;;
        -rdc | -rdc=* | --relocatable-device-code | --relocatable-device-code=*)
            option_value "$argument"; set_separate_compilation "${argument%%=*}" "$value" ;;
        -S) action=assembly ;;
        -E | --preprocess) action=preprocess ;;
        -M | --generate-dependencies) action=preprocess preprocessed=-M ;;
        -MM | --generate-nonsystem-dependencies) action=preprocess preprocessed=-MM ;;
        -fatbin | --fatbin) action=fatbin ;;
        -ptx | --ptx) action=ptx ptx_ending=.ptx ;;
        -link | --link) action='link' ;;
        -lib | --lib) action=library ;;
        -arch-ls | --list-gpu-arch) print_architectures compute; exit 0 ;;
        -code-ls | --list-gpu-code) print_architectures sm; exit 0 ;;
        -cubin | --cubin) action=ptx ptx_ending=.cubin ;;
        -ltoir | --ltoir) action=ptx ptx_ending=.ltoir ;;
        -v | --verbose) show=yes ;;
        -dryrun | --dryrun | '-###') show=yes; run=no ;;
        -x | --x | -x=* | --x=*) option_value "$argument"; language=$value ;;
        -arch | -arch=* | --gpu-architecture | --gpu-architecture=*)
            option_value "$argument"; set_architecture "$value" ;;
        -gencode | -gencode=*) option_value "${argument/-gencode=/-gencode==}"; set_gencode "${value#=}" ;;
        --generate-code | --generate-code=*)
            option_value "${argument/--generate-code=/--generate-code==}"; set_gencode "${value#=}" ;;
        -O[0-9s] | -Ofast | -Og) optimization=$argument ;;
        -O=* | --optimize | --optimize=*) option_value "$argument"; optimization=-O$value ;;
        -O)
            optimization=-O
            case ${arguments[$((at + 1))]-} in
                [0-9]) option_value -O; optimization=-O$value ;;
            esac
            ;;
        -g | --debug) host+=(-g) ;;
        -G | --device-debug)
            device+=(-gline-directives-only); common+=(-D__CUDACC_DEBUG__=1); device_optimization=-O0 ;;
        -lineinfo | --generate-line-info) device+=(-gline-directives-only) ;;
        -pg | --profile) host+=(-pg); linker+=(-pg) ;;
        -use_fast_math | --use_fast_math | -use_fast_math=true | --use_fast_math=true)
            division=0 root=0; device+=(-fgpu-flush-denormals-to-zero -D__USE_FAST_MATH__=1) ;;
        -ftz | --ftz | -prec-div | --prec-div | -prec-sqrt | --prec-sqrt | -fmad | --fmad | \
            -ftz=* | --ftz=* | -prec-div=* | --prec-div=* | -prec-sqrt=* | --prec-sqrt=* | -fmad=* | --fmad=*)
            option_value "$argument"; set_precision "${argument%%=*}" "$value" ;;
        -maxrregcount | -maxrregcount=* | --maxrregcount | --maxrregcount=*)
            option_value "$argument"; registers=$value ;;
        -Xcompiler | -Xcompiler=* | --compiler-options | --compiler-options=*)
            option_value "${argument/=/==}"; append_list "${value#=}" host_extra ;;
        -Xlinker | -Xlinker=* | --linker-options | --linker-options=*)
            option_value "${argument/=/==}"
            append_list "${value#=}" linker_extra ;;
        -Xptxas | -Xptxas=* | --ptxas-options | --ptxas-options=*)
            option_value "${argument/=/==}"; set_ptxas_options "${value#=}" ;;
        -default-stream | -default-stream=* | --default-stream | --default-stream=*)
            option_value "$argument"; set_default_stream "$value" ;;
        --expt-relaxed-constexpr | -expt-relaxed-constexpr) common+=(-D__CUDACC_RELAXED_CONSTEXPR__=1) ;;
        --expt-extended-lambda | -expt-extended-lambda | --extended-lambda | -extended-lambda)
            common+=(-D__CUDACC_EXTENDED_LAMBDA__=1) ;;
        -lcudart_static | -lcudart | -lcuda | -lcudadevrt | -lculibos | -m64) ;;
        -m | -m=* | --machine | --machine=*)
            option_value "$argument"; [ "$value" != 32 ] || fail "$argument: only 64-bit programs are supported" ;;
        -m32) fail "-m32: only 64-bit programs are supported" ;;
        -w | --disable-warnings) warnings+=(-w) ;;
        -I | -D | -U | -isystem | -iquote | -idirafter | -include | \
            -I=* | -D=* | -U=* | -isystem=* | --isystem=* | -include=*)
            option_value "$argument"; argument=${argument%%=*}; common+=("${argument/#--/-}" "$value") ;;
        --system-include | --system-include=* | --include-path | --include-path=*)
            option_value "$argument"; common+=(-I "$value") ;;
        --define-macro | --define-macro=*) option_value "$argument"; common+=("-D$value") ;;
        --undefine-macro | --undefine-macro=*) option_value "$argument"; common+=("-U$value") ;;
        --pre-include | --pre-include=*) option_value "$argument"; common+=(-include "$value") ;;
        -ftemplate-depth | -ftemplate-backtrace-limit | --ftemplate-depth | --ftemplate-backtrace-limit | \
            --ftemplate-depth=* | --ftemplate-backtrace-limit=*)
            option_value "$argument"; argument=${argument%%=*}; common+=("${argument/#--/-}=$value") ;;
        -MF | -MT | -MQ) option_value "$argument"; dependencies+=("$argument" "$value") ;;
        --dependency-output | --dependency-output=*) option_value "$argument"; dependencies+=(-MF "$value") ;;
        --dependency-target-name | --dependency-target-name=*)
            option_value "$argument"; dependencies+=(-MT "$value") ;;
        -MD | -MMD | -MP | -MG) dependencies+=("$argument") ;;
        --generate-dependencies-with-compile) dependencies+=(-MD) ;;
        --generate-nonsystem-dependencies-with-compile) dependencies+=(-MMD) ;;
        --generate-dependency-targets) dependencies+=(-MP) ;;
        -I* | -D* | -U* | -isystem*) common+=("$argument") ;;
        -std | -std=* | --std | --std=*) option_value "$argument"; standard=("-std=$value") ;;
        -L | -l | -L=* | -l=*) option_value "$argument"; inputs+=("${argument%%=*}$value") ;;
        --library | --library=*) option_value "$argument"; inputs+=("-l$value") ;;
        --library-path | --library-path=*) option_value "$argument"; inputs+=("-L$value") ;;
        -L* | -l*) inputs+=("$argument") ;;
        -Wl,* | -shared | -static-lib* | -rdynamic | -pie | -no-pie | -s) linker+=("$argument") ;;
        --shared) linker+=(-shared) ;;
        -fopenmp | -pthread | -fsanitize=*) host+=("$argument"); linker+=("$argument") ;;
        --Wno-deprecated-declarations) warnings+=(-Wno-deprecated-declarations) ;;
        -) fail "reading from standard input is not supported" ;;
        -*) host+=("$argument") ;;
        *) inputs+=("$argument") ;;
    esac
    at=$((at + 1))
done
[ -z "$division" ] || device+=(-mllvm -nvptx-prec-divf32=$division) # clang takes each once
[ -z "$root" ] || device+=(-mllvm -nvptx-prec-sqrtf32=$root)

# What a build system asks of the host compiler through nvcc: nvcc .c -Xcompiler --version
answers=()
for option in ${host_extra[@]+"${host_extra[@]}"}; do
    case $option in
        --version | -dumpversion | -dumpfullversion | -dumpmachine | -print-*) answers+=("$option") ;;
    esac
done
[ ${#answers[@]} -eq 0 ] || exec "$clang" "${answers[@]}"

[ -n "$wanted_number" ] || set_architecture "$default_architecture"
choose_clang
drop_strangers
value_of=no
for option in ${host_extra[@]+"${host_extra[@]}"}; do
    case $value_of,$option in
        yes,*) dependencies+=("$option"); value_of=no ;;
        header,*) common+=("$option"); value_of=no ;;
        no,-MF | no,-MT | no,-MQ) dependencies+=("$option"); value_of=yes ;;
        no,-[DUI] | no,-isystem | no,-iquote | no,-idirafter | no,-include) common+=("$option"); value_of=header ;;
        no,-MD | no,-MMD | no,-MP | no,-MG) dependencies+=("$option") ;;
        no,-[DUI]?* | no,-isystem?*) common+=("$option") ;; # nvcc's preprocessor is the host compiler's, for device code, too
        # clang warns of other things than nvcc's host compiler, so its warnings are no errors.
        no,-Werror | no,-Werror=* | no,-Wfatal-errors | no,-pedantic-errors) ;;
        no,-Wl,*) ;; # below
        *) host+=("$option") ;;
    esac
    case $option in
        -Wl,*) linker+=("$option") ;;
        -fopenmp | -pthread | -fsanitize=* | -pg) linker+=("$option") ;;
        -v | -static | -static-lib* | -rdynamic | -pie | -no-pie | -fuse-ld=* | -L?* | -l?*) linker+=("$option") ;; # nvcc's host compiler links, too
    esac
done
for option in ${linker_extra[@]+"${linker_extra[@]}"}; do
    linker+=(-Xlinker "$option")
done
set_openmp
[ $show = no ] || show_installation
common=("-D__CUDA_ARCH_LIST__=${architecture//[!0-9]/}0" "${common[@]}")

