/* SPDX-License-Identifier: BSD-3-Clause */
/* NVRTC's interface: compiling kernels while the program runs. The library calls simgpucc.
 *
 * Source: NVRTC (Runtime Compilation) 12.x, "User Interface".
 * Differs: what nvrtcGetCUBIN and nvrtcGetLTOIR give is PTX, which cuModuleLoadData and nvJitLink
 * take. NVVM and OptiX IR are refused by name. A program that is compiled sees the headers of
 * simgpucc without asking.
 */
#ifndef SIMGPU_NVRTC_H
#define SIMGPU_NVRTC_H
#define __NVRTC_H__

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    NVRTC_ERROR_INTERNAL_ERROR = 11,
    NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
    NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
    NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
    NVRTC_ERROR_PCH_CREATE = 15,
    NVRTC_ERROR_CANCELLED = 16,
    NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *count);
nvrtcResult nvrtcGetSupportedArchs(int *architectures);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name,
                               int n_headers, const char *const *headers,
                               const char *const *include_names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int n_options, const char *const *options);
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *image);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *text);
nvrtcResult nvrtcGetNVVMSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetNVVM(nvrtcProgram program, char *text);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *text);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **lowered);

/* Kept headers and calls back while it compiles: refused by name. */
nvrtcResult nvrtcGetPCHHeapSize(size_t *bytes);
nvrtcResult nvrtcSetPCHHeapSize(size_t bytes);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void *, void *),
                                 void *payload);

#ifdef __cplusplus
}

/* The name of a type, as an expression for nvrtcAddNameExpression has it. */
#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <typeinfo>
template <class T> struct simgpu_type_as_argument {
};
template <class T> static inline nvrtcResult nvrtcGetTypeName(std::string *name)
{
    /* As an argument, since references and const are lost of a type by itself. */
    int status = 0;
    char *text = abi::__cxa_demangle(typeid(simgpu_type_as_argument<T>).name(), 0, 0, &status);
    if (!text)
        return NVRTC_ERROR_INTERNAL_ERROR;
    const std::string whole(text);
    std::free(text);
    const size_t begin = whole.find('<') + 1;
    *name = whole.substr(begin, whole.rfind('>') - begin);
    return NVRTC_SUCCESS;
}
#endif

#endif
