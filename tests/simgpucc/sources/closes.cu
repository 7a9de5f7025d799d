/* SPDX-License-Identifier: BSD-3-Clause */
/* Opens LIBRARY, which has kernels, and closes it before any module is loaded. */
#include <cstdio>
#include <dlfcn.h>
#include <thread>

__global__ void answer(int *out)
{
    *out = 42;
}

/* In a thread, since all modules are then loaded together. */
static int ask()
{
    int *out, host = 0;
    cudaMalloc(&out, sizeof host);
    answer<<<1, 1>>>(out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    return host;
}

int main()
{
    int found = 0;
    void *library = dlopen(LIBRARY, RTLD_NOW);
    if (!library)
        return 1;
    dlclose(library);
    std::thread([&found] { found = ask(); }).join();
    printf("found %d\n", found);
    return found != 42;
}
