/* SPDX-License-Identifier: BSD-3-Clause */
/* Libraries of device code that a program loads by the runtime: those of the driver interface,
 * whose errors have the same numbers. */
#include "runtime/cuda/driver/driver.h"

static cudaError_t note(CUresult result)
{
    return error_note((cudaError_t)result);
}

/* The options of both interfaces have the same numbers. */
cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code,
                                enum cudaJitOption *options, void **values, unsigned int n_options,
                                enum cudaLibraryOption *library_options, void **library_values,
                                unsigned int n_library_options)
{
    return note(cuLibraryLoadData((CUlibrary *)library, code, (CUjit_option *)options, values,
                                  n_options, (CUlibraryOption *)library_options, library_values,
                                  n_library_options));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *name,
                                    enum cudaJitOption *options, void **values,
                                    unsigned int n_options, enum cudaLibraryOption *library_options,
                                    void **library_values, unsigned int n_library_options)
{
    return note(cuLibraryLoadFromFile((CUlibrary *)library, name, (CUjit_option *)options, values,
                                      n_options, (CUlibraryOption *)library_options, library_values,
                                      n_library_options));
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
    return note(cuLibraryUnload((CUlibrary)library));
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
    return note(cuLibraryGetKernel((CUkernel *)kernel, (CUlibrary)library, name));
}

cudaError_t cudaLibraryGetGlobal(void **address, size_t *bytes, cudaLibrary_t library,
                                 const char *name)
{
    CUdeviceptr found = 0;
    const CUresult result = cuLibraryGetGlobal(&found, bytes, (CUlibrary)library, name);
    if (result == CUDA_SUCCESS && address)
        *address = (void *)(uintptr_t)found;
    return note(result);
}

cudaError_t cudaLibraryGetManaged(void **address, size_t *bytes, cudaLibrary_t library,
                                  const char *name)
{
    return cudaLibraryGetGlobal(address, bytes, library, name);
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library)
{
    return note(cuLibraryGetKernelCount(count, (CUlibrary)library));
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int most,
                                        cudaLibrary_t library)
{
    return note(cuLibraryEnumerateKernels((CUkernel *)kernels, most, (CUlibrary)library));
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute,
                                            int value, int device)
{
    (void)device;
    return cudaFuncSetAttribute(kernel, attribute, value);
}

cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
    return cudaGetFuncBySymbol((cudaFunction_t *)kernel, function);
}
