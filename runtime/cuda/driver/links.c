/* SPDX-License-Identifier: BSD-3-Clause */
/* cuLink*, which makes one text of pieces of PTX: simgpu links them when the text is loaded. Entry
 * points by name, and the profiler's.
 *
 * Differs: what simgpucc and NVRTC call machine code or LTO IR is PTX, so it is linked as such.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/fatbin.h"
#include "runtime/cuda/message.h"
#include "runtime/include/cuda_profiler_api.h"

struct CUlinkState_st {
    char *text; /* ends with a zero; NULL: none has been added */
    size_t bytes;
};

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *state)
{
    (void)count, (void)options, (void)values;
    *state = message_allocate(sizeof **state);
    **state = (struct CUlinkState_st){0};
    return CUDA_SUCCESS;
}
DRIVER_ALSO(cuLinkCreate, cuLinkCreate_v2)

/* Puts a text behind those that are there. */
static void add_text(CUlinkState state, const char *text, size_t bytes)
{
    const size_t before = state->text ? state->bytes - 1 : 0; /* but for the zero */
    const size_t more = strnlen(text, bytes);
    char *joined = message_allocate(before + more + 2);
    if (before > 0)
        memcpy(joined, state->text, before);
    memcpy(joined + before, text, more);
    memcpy(joined + before + more, "\n", 2);
    free(state->text);
    state->text = joined;
    state->bytes = before + more + 2;
}

static CUresult add_container(CUlinkState state, const void *container, size_t bytes)
{
    struct fatbin_ptx ptx;
    unsigned arch;
    const CUresult result = driver_device_arch(&arch);
    if (result != CUDA_SUCCESS)
        return result;
    if (fatbin_container_find_ptx(container, bytes, arch, &ptx))
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    add_text(state, ptx.text, ptx.bytes);
    free(ptx.owned);
    return CUDA_SUCCESS;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes,
                       const char *name, unsigned int count, CUjit_option *options, void **values)
{
    (void)count, (void)options, (void)values;
    if (!state || !data)
        return state ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    if (type == CU_JIT_INPUT_LIBRARY && name && strstr(name, "cudadevrt"))
        return CUDA_SUCCESS; /* what it has, simgpu has */
    if (type == CU_JIT_INPUT_PTX ||
        memmem(data, strnlen(data, bytes), ".version", strlen(".version")))
        add_text(state, data, bytes);
    else if (type == CU_JIT_INPUT_FATBINARY)
        return add_container(state, data, bytes);
    else
        return driver_refuse("cuLinkAddData with anything but PTX and fat binaries");
    return CUDA_SUCCESS;
}
DRIVER_ALSO(cuLinkAddData, cuLinkAddData_v2)

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t bytes = 0;
    FILE *memory = file ? open_memstream(&text, &bytes) : NULL;
    if (!memory) {
        if (file)
            fclose(file);
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    for (int c; (c = getc(file)) != EOF;)
        putc(c, memory);
    fclose(memory);
    fclose(file);
    const CUresult result = cuLinkAddData(state, type, text, bytes, path, count, options, values);
    free(text);
    return result;
}
DRIVER_ALSO(cuLinkAddFile, cuLinkAddFile_v2)

CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes)
{
    if (!state->text)
        return CUDA_ERROR_INVALID_IMAGE;
    *image = state->text;
    if (bytes)
        *bytes = state->bytes;
    return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state)
{
    free(state->text);
    free(state);
    return CUDA_SUCCESS;
}

CUresult cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags,
                          CUdriverProcAddressQueryResult *found)
{
    enum { FIVE_ARGUMENTS = 12000 }; /* since this version */
    (void)flags;
    if (!name || !function)
        return CUDA_ERROR_INVALID_VALUE;
    if (strcmp(name, "cuGetProcAddress") == 0 && version >= FIVE_ARGUMENTS)
        name = "cuGetProcAddress_v2";
    *function = strncmp(name, "cu", 2) == 0 ? dlsym(RTLD_DEFAULT, name) : NULL;
    if (found)
        *found = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *function || found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* What a program calls that was compiled with the header of CUDA 11. */
#undef cuGetProcAddress
CUresult cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags);

CUresult cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags)
{
    return cuGetProcAddress_v2(name, function, version, flags, NULL);
}

CUresult cuProfilerStart(void)
{
    return driver_result(cudaProfilerStart());
}

CUresult cuProfilerStop(void)
{
    return driver_result(cudaProfilerStop());
}
