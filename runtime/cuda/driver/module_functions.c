/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of a module or a library, counted and listed: those that its PTX defines. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/driver/module_list.h"
#include "runtime/cuda/fatbin.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/modules.h"

/* Behind a comment that begins here; otherwise here. */
static const char *behind_comment(const char *text)
{
    const char *end = text;
    if (strncmp(text, "//", 2) == 0)
        end = strchr(text, '\n');
    else if (strncmp(text, "/*", 2) == 0)
        end = strstr(text + 2, "*/");
    return end ? end : text + strlen(text);
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}

/* Has the kernel at this name a body, or only a declaration? */
static bool is_defined(const char *text)
{
    const char *end = strpbrk(text, "{;");
    return end && *end == '{';
}

/* The next kernel's name, and where to go on; NULL: there is none. */
static const char *next_kernel(const char *text, size_t *length)
{
    static const char word[] = ".entry";
    while (*text) {
        const char *behind = behind_comment(text);
        if (behind != text) {
            text = behind;
            continue;
        }
        const char *name = text;
        while (is_of_name(*text))
            text++;
        if ((size_t)(text - name) != sizeof word - 1 || strncmp(name, word, sizeof word - 1) != 0) {
            text += text == name;
            continue;
        }
        name = text + strspn(text, " \t\r\n");
        for (*length = 0; is_of_name(name[*length]);)
            ++*length;
        if (*length > 0 && is_defined(name))
            return name;
    }
    return NULL;
}

CUresult driver_device_arch(unsigned *arch)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = runtime_enter(&runtime);
    *arch = status == cudaSuccess ? runtime->device.major * 10 + runtime->device.minor : 0;
    return driver_result(runtime_leave(runtime, status));
}

/* Calls the module's kernels by name until `most` are found; functions NULL: only counts. */
static CUresult list(CUmodule handle, unsigned int most, CUfunction *functions, unsigned int *count)
{
    const struct module *module = (const struct module *)handle;
    unsigned arch;
    if (!module || !module->image)
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult result = driver_device_arch(&arch);
    if (result != CUDA_SUCCESS)
        return result;
    struct fatbin_ptx ptx;
    if (fatbin_find_ptx(module->image, arch, &ptx))
        return CUDA_ERROR_INVALID_IMAGE;
    size_t length;
    *count = 0;
    for (const char *at = ptx.text; result == CUDA_SUCCESS && *count < most;) {
        at = next_kernel(at, &length);
        if (!at)
            break;
        char *name = strndup(at, length);
        if (functions)
            result = cuModuleGetFunction(&functions[*count], handle, name);
        free(name);
        at += length;
        ++*count;
    }
    free(ptx.owned);
    return result;
}

CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module)
{
    return count ? list(module, ~0u, NULL, count) : CUDA_ERROR_INVALID_VALUE;
}

/* Differs: if there are fewer, the rest of the array stays. */
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int count, CUmodule module)
{
    unsigned int found = 0;
    return functions ? list(module, count, functions, &found) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library)
{
    return cuModuleGetFunctionCount(count, (CUmodule)library);
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int count, CUlibrary library)
{
    return cuModuleEnumerateFunctions((CUfunction *)kernels, count, (CUmodule)library);
}
