#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program that a real nvcc has built with -cudart shared, on our library under NVIDIA's name: its
# calls arrive, structs have its layout, managed variables are where its code looks.
# $1: run_faked; $2: the folder with libcudart.so.N. Skipped (77) where there is no nvcc.
set -eu

run_faked=$(realpath "$1")
libraries=$(realpath "$2")
nvcc=$(command -v nvcc || true)
[ -n "$nvcc" ] || nvcc=${CUDA_HOME:-/usr/local/cuda}/bin/nvcc
case $(readlink -f "$nvcc") in */simgpucc) nvcc= ;; esac # ours, in place of it
if ! [ -x "$nvcc" ]; then
  echo "skipped: there is no nvcc (of NVIDIA's CUDA toolkit)"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >program.cu <<'END'
#include <cstdio>
#include <cstring>
__managed__ int shared_count = 3;
__global__ void scale(float *x, float by) { x[threadIdx.x] *= by * shared_count; }
#define CHECK(what) if (!(what)) { std::printf("not so: %s\n", #what); return 1; }
int main()
{
    cudaDeviceProp properties;
    float *x;
    CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    CHECK(std::strcmp(properties.name, "Fake GPU") == 0);
    CHECK(properties.totalGlobalMem == 12ull << 30);
    CHECK(properties.major == 7 && properties.minor == 5);
    CHECK(properties.multiProcessorCount == 12);
    CHECK(properties.memoryBusWidth == 3072);
    CHECK(properties.maxThreadsPerMultiProcessor == 1024);
    CHECK(properties.sharedMemPerMultiprocessor == 96 << 10);
    CHECK(properties.cooperativeLaunch == 1);
    CHECK(properties.maxBlocksPerMultiProcessor == 16);
    CHECK(cudaMalloc(&x, 128) == cudaSuccess);
    CHECK((unsigned long long)x == 0x700000001000ull);
    scale<<<5, 32>>>(x, 2.0f);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    shared_count = 4;
    CHECK((unsigned long long)&shared_count == 0x700000000200ull);
    return 0;
}
END
"$nvcc" -arch=compute_75 -cudart shared -o program program.cu
LD_LIBRARY_PATH=$libraries "$run_faked" ./program >output 2>&1 || {
  cat output
  exit 1
}
echo 'launch of 5 blocks of 32: 00 10 00 00 00 70 00 00 00 00 00 40' >expected
diff expected output
