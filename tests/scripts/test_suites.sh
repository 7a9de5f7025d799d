#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The table of a suite says of each program what became of it.
# $1: the source folder. $2: simgpu. $3: the folder that makefiles take for CUDA.
# shellcheck disable=SC2015 # fail ends the script
set -euo pipefail
source=$(realpath "$1")
simgpu=$(realpath "$2")
toolkit=$(realpath "$3")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p suite/{square,cmake,single,twice,words}

fail() {
  echo "$1"
  cat table.md errors 2>/dev/null
  exit 1
}

cat >suite/square/square.cu <<'END'
#include <cstdio>
#include <cstdlib>
__global__ void square(int *p, int n) { *p = n * n; }
int main(int count, char **words)
{
    int n = count > 1 ? atoi(words[1]) : 0, *p, h;
    if (count > 2)
        return printf("too many arguments: %s\n", words[2]) > 0;
    if (getenv("FROM_INPUT") && scanf("%d", &n) != 1)
        puts("nothing to read");
    cudaMalloc(&p, sizeof *p);
    square<<<1, 1>>>(p, n);
    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    puts(n == 0 ? "square: give a number" : h == n * n ? "0 errors, result is right" : "FAILED");
    return n == 0 ? 5 : 0;
}
END
cat >suite/square/Makefile <<'END'
square: square.cu
	$(CUDA_HOME)/bin/nvcc -o $@ $<
run: square
	echo a call with an assignment, and a file that it reads
	cd . && FROM_INPUT=1 ./square < number | cat > said 2>&1
	# ./square 0
END
echo 4 >suite/square/number
cat >suite/cmake/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(two NONE)
add_custom_target(wrong ALL COMMAND nvcc ${CMAKE_SOURCE_DIR}/wrong.cu -o wrong)
END
echo '#include <cstdio>
int main() { puts("error = 0.25 | mismatch at 5"); }' >suite/cmake/wrong.cu
echo 'int main() { return not_there(); }' >suite/single/bad.cu
cat >suite/single/endless.cu <<'END'
__global__ void more(int *p) { ++*p; }
int main()
{
    int *p;
    cudaMalloc(&p, sizeof *p);
    for (;;)
        more<<<1, 1>>>(p);
}
END
echo '__device__ int part_of_others;' >suite/single/part.cu
# Of two calls one says nothing.
echo 'int main(int count, char **) { puts(count > 1 ? "PASS" : ""); }' >suite/twice/twice.cu
cat >suite/twice/Makefile <<'END'
twice: twice.cu
	$(CUDA_HOME)/bin/nvcc -o $@ $<
run: twice
	./twice
	./twice again
END
# Words that mean something else.
echo '#include <cstdio>
int main() { cudaFree(0); puts("forward pass: 3 ms\n3 passes\nI want 2 GPUs\n"); }' >suite/words/words.cu
cp suite/twice/Makefile suite/words
sed -i 's/twice/words/g; /^run/,$d' suite/words/Makefile

try_programs() {
  "$source/scripts/suites/try_programs.py" --simgpu "$simgpu" --toolkit "$toolkit" --limit 1 "$@"
}
try_programs --output table.md suite 2>errors || fail "it ends with $?"

expect() {
  grep -qF -- "$1" table.md || fail "the table lacks: $1"
}
if [ -n "$(command -v cmake)" ]; then
  expect '6 programs: 5 build, 3 are right (1 of them say so), 1 had not ended.'
  expect '| `cmake` | yes | no | own |'
  expect 'error = 0.25 / mismatch at 5 |'
else
  expect '6 programs: 4 build, 3 are right (1 of them say so), 1 had not ended.'
  expect '| `cmake` | no |  |  |  |  | cmake: there is no such command |'
fi
expect '| `square` | yes | yes | own |'
expect '0 errors, result is right |'
expect '| `twice` | yes | yes | ends |'
expect '| `single/bad.cu` | no |'
expect "use of undeclared identifier 'not_there' |"
expect '| `words` | yes | yes | ends |'
expect 'I want 2 GPUs |'
# What simgpu had done when it was stopped counts.
grep -qE '^\| `single/endless.cu` \| yes \| not ended \|  \| [0-9.]+ \| [0-9.]+ \|' table.md ||
  fail 'of what has not ended the speed is missing'

# Only what is asked for, called as a file says; and what the file says wrong.
echo 'square: 7
square:' >calls
try_programs --match square --arguments calls suite >table.md 2>errors
expect '1 programs: 1 build, 0 are right'
expect 'exit code 5: square: give a number (call 2 of 2) |'
echo 'square' >calls
try_programs --arguments calls suite >table.md 2>errors && fail 'a file without a colon is taken'
grep -qF 'calls:1: expected "PROGRAM: ARGUMENTS"' errors || fail 'a bad file of arguments is not named'
try_programs --draw 2 suite >table.md 2>errors
expect '2 programs:'
# A simulator that something kills.
echo '#!/bin/bash
kill -SEGV $$' >killed
chmod +x killed
"$source/scripts/suites/try_programs.py" --simgpu killed --toolkit "$toolkit" --match twice suite >table.md 2>errors
expect 'ended by a signal (Segmentation fault): it said nothing (call 1 of 2) |'
echo 'suites: all as expected'
