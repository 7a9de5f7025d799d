/* SPDX-License-Identifier: BSD-3-Clause */
/* nvJitLink: cuLink* with logs. */
#include <cuda.h>
#include <nvJitLink.h>
#include <stdio.h>
#include <string.h>
#include <string>

struct nvJitLink {
    CUlinkState state;
    bool is_complete;
    void *image; /* the state's */
    size_t bytes;
    std::string errors;
};

static nvJitLinkResult fail(nvJitLink *link, nvJitLinkResult result, const char *why)
{
    link->errors += std::string("error: ") + why + "\n";
    return result;
}

/* Is this a text of PTX, whatever it is called? */
static bool is_ptx(const void *data, size_t bytes)
{
    return memmem(data, strnlen((const char *)data, bytes), ".version", strlen(".version"));
}

/* Is it a fat binary (runtime/cuda/fatbin.h)? */
static bool is_container(const void *data, size_t bytes)
{
    static const uint32_t magic = 0xba55ed50;
    return bytes >= sizeof magic && memcmp(data, &magic, sizeof magic) == 0;
}

static nvJitLinkResult of_driver(nvJitLink *link, CUresult result)
{
    const char *name = "an error of the driver";
    if (result == CUDA_SUCCESS)
        return NVJITLINK_SUCCESS;
    cuGetErrorName(result, &name);
    return fail(link, NVJITLINK_ERROR_INVALID_INPUT, name);
}

extern "C" {

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t count, const char **options)
{
    bool has_arch = false;
    if (!handle || (count > 0 && !options))
        return NVJITLINK_ERROR_INVALID_INPUT;
    for (uint32_t i = 0; i < count; i++) {
        if (options[i][0] != '-')
            return NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
        has_arch |= strncmp(options[i], "-arch=", 6) == 0;
    }
    if (!has_arch)
        return NVJITLINK_ERROR_MISSING_ARCH;
    auto *made = new nvJitLink();
    if (cuLinkCreate(0, NULL, NULL, &made->state) != CUDA_SUCCESS) {
        delete made;
        return NVJITLINK_ERROR_INTERNAL;
    }
    *handle = made;
    return NVJITLINK_SUCCESS;
}
nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle)
{
    if (!handle || !*handle)
        return NVJITLINK_ERROR_INVALID_INPUT;
    cuLinkDestroy((*handle)->state);
    delete *handle;
    *handle = NULL;
    return NVJITLINK_SUCCESS;
}
nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType type, const void *data,
                                 size_t bytes, const char *name)
{
    if (!handle || !data)
        return NVJITLINK_ERROR_INVALID_INPUT;
    const bool has_code = type != NVJITLINK_INPUT_NONE && type != NVJITLINK_INPUT_OBJECT &&
                          type != NVJITLINK_INPUT_LIBRARY;
    const CUjitInputType kind = is_ptx(data, bytes)         ? CU_JIT_INPUT_PTX
                                : is_container(data, bytes) ? CU_JIT_INPUT_FATBINARY
                                                            : CU_JIT_NUM_INPUT_TYPES;
    if (!has_code || kind == CU_JIT_NUM_INPUT_TYPES) {
        fprintf(stderr,
                "simgpu: nvJitLinkAddData: anything but PTX and fat binaries is not supported\n");
        return fail(handle, NVJITLINK_ERROR_UNRECOGNIZED_INPUT, "simgpu links PTX only");
    }
    return of_driver(handle,
                     cuLinkAddData(handle->state, kind, (void *)data, bytes, name, 0, NULL, NULL));
}
nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType type, const char *path)
{
    if (!handle || !path)
        return NVJITLINK_ERROR_INVALID_INPUT;
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(handle, NVJITLINK_ERROR_INVALID_INPUT, "a file cannot be read");
    std::string text;
    for (int c; (c = getc(file)) != EOF;)
        text += (char)c;
    fclose(file);
    return nvJitLinkAddData(handle, type, text.data(), text.size(), path);
}
nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle)
{
    if (!handle)
        return NVJITLINK_ERROR_INVALID_INPUT;
    const nvJitLinkResult result =
        of_driver(handle, cuLinkComplete(handle->state, &handle->image, &handle->bytes));
    handle->is_complete = result == NVJITLINK_SUCCESS;
    return result;
}
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t *bytes)
{
    if (!handle || !bytes || !handle->is_complete)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *bytes = handle->bytes;
    return NVJITLINK_SUCCESS;
}
nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char *ptx)
{
    if (!handle || !ptx || !handle->is_complete)
        return NVJITLINK_ERROR_INVALID_INPUT;
    memcpy(ptx, handle->image, handle->bytes);
    return NVJITLINK_SUCCESS;
}
nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t *bytes)
{
    return nvJitLinkGetLinkedPtxSize(handle, bytes);
}
nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void *cubin)
{
    return nvJitLinkGetLinkedPtx(handle, (char *)cubin);
}
nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t *bytes)
{
    if (!handle || !bytes)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *bytes = handle->errors.size() + 1;
    return NVJITLINK_SUCCESS;
}
nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char *log)
{
    if (!handle || !log)
        return NVJITLINK_ERROR_INVALID_INPUT;
    strcpy(log, handle->errors.c_str());
    return NVJITLINK_SUCCESS;
}
/* There is nothing to say but errors. */
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t *bytes)
{
    if (!handle || !bytes)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *bytes = 1;
    return NVJITLINK_SUCCESS;
}
nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char *log)
{
    if (!handle || !log)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *log = 0;
    return NVJITLINK_SUCCESS;
}
nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor)
{
    if (!major || !minor)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *major = 12, *minor = 0;
    return NVJITLINK_SUCCESS;
}
}
