# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Part of simgpucc: links device code across files.
#
# An object file of -dc holds its PTX, and asks for a function of its own that takes the text. A stub
# with these functions hands all texts to the runtime library, which makes one module of them. It
# names the texts of archives, too, so that the linker takes their members.

# HIP registers the device code of each file by itself. So that it is linked with others', these calls
# become the object's own, which make a piece of it. $1: the object, $2: the result, $3: the piece.
make_piece()
{
    local call renamed=() names
    for call in __hipRegisterFatBinary __hipUnregisterFatBinary; do
        renamed+=("--redefine-sym" "$call=$call$3")
    done
    names="__cudaRegisterLinkedBinary$3"
    [ $run = no ] || {
        echo 'typedef void register_all(void **module);'
        echo "void $names(register_all *all, const void *text, const char *id, void *unused);"
        echo "void **__hipRegisterFatBinary$3(const void *text);"
        echo "void __hipUnregisterFatBinary$3(void **module);"
        echo "const char __fatbinwrap$3[1] = {0};"
        echo 'static void **linked;'
        echo 'static void take(void **module)'
        echo '{'
        echo '    linked = module;'
        echo '}'
        echo "void **__hipRegisterFatBinary$3(const void *text)"
        echo '{'
        echo "    $names(take, text, \"$3\", 0);"
        echo '    return linked;'
        echo '}'
        echo "void __hipUnregisterFatBinary$3(void **module)" # the stub does it
        echo '{'
        echo '    (void)module;'
        echo '}'
    } >"$temporary/piece.c"
    step objcopy "${renamed[@]}" "$1"
    step "$clang" -c -fPIC -O1 "$temporary/piece.c" -o "$temporary/piece.o"
    step "$clang" -nostdlib -r "$1" "$temporary/piece.o" -o "$2"
}

# clang names a piece by its source alone. A source that is compiled twice, with other macros, makes two pieces. $1: the
# object, $2: a name that no other one has.
name_piece()
{
    local name renamed=()
    for name in $(pieces_of U "$1"); do
        renamed+=("--redefine-sym" "__fatbinwrap$name=__fatbinwrap__nv_$2"
            "--redefine-sym" "__cudaRegisterLinkedBinary$name=__cudaRegisterLinkedBinary__nv_$2")
    done
    [ ${#renamed[@]} -eq 0 ] || step objcopy "${renamed[@]}" "$1"
}

# The files that a linker would read for the inputs, in order: those that are named, and static
# libraries of -l that lie in a folder of -L or among ours.
files_of_link()
{
    local input folder folders=()
    for input in "$@" "${libraries[@]}"; do
        case $input in
            -L*) folders+=("${input#-L}") ;;
        esac
    done
    for input in "$@"; do
        case $input in
            -l*)
                for folder in ${folders[@]+"${folders[@]}"}; do
                    if [ -e "$folder/lib${input#-l}.so" ]; then # it has linked its own
                        break
                    elif [ -e "$folder/lib${input#-l}.a" ]; then
                        echo "$folder/lib${input#-l}.a"
                        break
                    fi
                done
                ;;
            *.o | *.obj | *.a) echo "$input" ;;
        esac
    done
}

# $1: U, what asks for the function of a piece, or T, what has it. $2...: files. Prints the names of
# the pieces, each once.
pieces_of()
{
    local kind=$1
    shift
    [ $# -gt 0 ] || return 0
    nm -A "$@" 2>/dev/null |
        sed -n "s/.* $kind __cudaRegisterLinkedBinary\(_[A-Za-z0-9_]*\)\$/\1/p" | LC_ALL=C sort -u
}

# $@: the inputs of a link. Prints the names of their pieces of device code, but for those that an
# object file of -dlink among them has linked.
device_pieces()
{
    local files=() objects=() file
    mapfile -t files < <(files_of_link "$@")
    for file in ${files[@]+"${files[@]}"}; do
        case $file in
            *.a) ;; # a member is taken only if nothing else links its pieces
            *) objects+=("$file") ;;
        esac
    done
    LC_ALL=C comm -23 <(pieces_of U ${files[@]+"${files[@]}"}) \
        <(pieces_of T ${objects[@]+"${objects[@]}"})
}

# $1: the stub's source, $2...: the names of the pieces.
write_link_stub()
{
    local to=$1 piece
    shift
    {
        echo 'typedef void register_all(void **module);'
        echo 'void __cudaRegisterLinkedPiece(void **, register_all *, const void *);'
        echo 'void __cudaLinkedPiecesAreThere(void **);'
        echo 'void __cudaUnregisterFatBinary(void **);'
        echo 'static void *module;'
        echo 'static int n_registered;'
        echo '__attribute__((destructor)) static void forget(void)'
        echo '{'
        echo '    if (module)'
        echo '        __cudaUnregisterFatBinary(module);'
        echo '}'
        # A library and a program that have the same file each link their own.
        echo '#pragma GCC visibility push(hidden)'
        for piece in "$@"; do
            echo "extern const char __fatbinwrap$piece[];"
            echo "void __cudaRegisterLinkedBinary$piece(register_all *all, const void *text, const char *id, void *unused);"
            echo "void __cudaRegisterLinkedBinary$piece(register_all *all, const void *text, const char *id, void *unused)"
            echo '{'
            echo '    (void)id, (void)unused;'
            echo '    __cudaRegisterLinkedPiece(&module, all, text);'
            echo "    if (++n_registered == $#)"
            echo '        __cudaLinkedPiecesAreThere(module);'
            echo '}'
        done
        echo '__attribute__((used)) static const void *const pieces[] = {'
        for piece in "$@"; do
            echo "    __fatbinwrap$piece,"
        done
        echo '};'
    } >"$to"
}

# $1: the object file, $2...: the inputs of a link. Makes the stub of their device code; fails if
# there is none.
make_link_stub()
{
    local to=$1 pieces=()
    shift
    mapfile -t pieces < <(device_pieces "$@")
    [ ${#pieces[@]} -gt 0 ] || return 1
    write_link_stub "$temporary/link.c" "${pieces[@]}"
    step "$clang" -c -fPIC -O1 "$temporary/link.c" -o "$to"
}
