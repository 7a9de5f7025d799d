/* SPDX-License-Identifier: BSD-3-Clause */
/* A C program of the driver interface that another linker has linked, with libcuda.so.1. It loads
 * and unloads modules. With_runtime: it also calls libcudart.so.12, and both must have one state.
 * Arguments: "undefined": the module reads a variable that no module has. */
#include <stdint.h>
#include <stdio.h>

#include "runtime/include/cuda.h"
#ifdef WITH_RUNTIME
#include "runtime/include/cuda_runtime_api.h"
#endif

static const char good[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                           ".visible .global .align 4 .b8 large[1048576];\n"
                           ".visible .entry k(.param .u64 p)\n{\n"
                           ".reg .b64 %rd<3>;\n.reg .b32 %r<3>;\n"
                           "ld.param.u64 %rd1, [p];\nmov.u32 %r1, 7;\n"
                           "st.global.u32 [%rd1], %r1;\nret;\n}\n";
static const char undefined[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                ".extern .global .align 4 .u32 elsewhere;\n"
                                ".visible .entry k(.param .u64 p)\n{\n"
                                ".reg .b64 %rd<3>;\n.reg .b32 %r<3>;\n"
                                "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [elsewhere];\n"
                                "st.global.u32 [%rd1], %r1;\nret;\n}\n";

static int wait_and_read(int *value, CUdeviceptr from)
{
#ifdef WITH_RUNTIME
    return (int)cudaMemcpy(value, (const void *)(uintptr_t)from, sizeof *value,
                           cudaMemcpyDeviceToHost);
#else
    return (int)cuMemcpyDtoH(value, from, sizeof *value);
#endif
}

static int run_once(const char *image, CUdeviceptr to)
{
    CUmodule module;
    CUfunction function;
    size_t before, loaded, after, all;
    int value = 0;
    void *arguments[] = {&to};
    cuMemGetInfo(&before, &all);
    if (cuModuleLoadData(&module, image) || cuModuleGetFunction(&function, module, "k"))
        return 1;
    cuMemGetInfo(&loaded, &all);
    cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
    const int status = wait_and_read(&value, to);
    if (status != 0)
        return printf("status %d\n", status), 0;
    const CUresult unloaded = cuModuleUnload(module);
    cuMemGetInfo(&after, &all);
    printf("value %d, taken %d, unloaded %d, back %d\n", value, before - loaded >= 1048576,
           (int)unloaded, before == after);
    return 0;
}

int main(int argc, char **argv)
{
    CUdeviceptr to;
    (void)argv;
    if (cuInit(0) || cuMemAlloc(&to, sizeof(int)))
        return 2;
    return argc > 1 ? run_once(undefined, to) : run_once(good, to) || run_once(good, to);
}
