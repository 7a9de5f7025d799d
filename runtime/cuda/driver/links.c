/* SPDX-License-Identifier: BSD-3-Clause */
/* cuLink*, which makes a module of PTX: of one piece, since nothing here links several. Entry
 * points by name, and the profiler's.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/driver/driver.h"
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

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes,
                       const char *name, unsigned int count, CUjit_option *options, void **values)
{
    (void)name, (void)count, (void)options, (void)values;
    if (type != CU_JIT_INPUT_PTX)
        return driver_refuse("cuLinkAddData with anything but PTX");
    if (state->text)
        return driver_refuse("linking several pieces of PTX at run time");
    state->text = message_allocate(bytes + 1);
    memcpy(state->text, data, bytes);
    state->text[bytes] = 0;
    state->bytes = bytes + 1;
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
    (void)version, (void)flags;
    *function = dlsym(RTLD_DEFAULT, name);
    if (found)
        *found = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *function || found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
DRIVER_ALSO(cuGetProcAddress, cuGetProcAddress_v2)

CUresult cuProfilerStart(void)
{
    return driver_result(cudaProfilerStart());
}

CUresult cuProfilerStop(void)
{
    return driver_result(cudaProfilerStop());
}
