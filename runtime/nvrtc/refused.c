/* SPDX-License-Identifier: BSD-3-Clause */
/* NVRTC's calls that are refused by name. */
#include <stdio.h>

#include "runtime/include/nvrtc.h"

static nvrtcResult refuse(const char *what)
{
    fprintf(stderr, "%s is not supported: simgpu runs PTX\n", what);
    return NVRTC_ERROR_INVALID_INPUT;
}

nvrtcResult nvrtcGetNVVMSize(nvrtcProgram program, size_t *bytes)
{
    (void)program, (void)bytes;
    return refuse("nvrtcGetNVVMSize");
}

nvrtcResult nvrtcGetNVVM(nvrtcProgram program, char *text)
{
    (void)program, (void)text;
    return refuse("nvrtcGetNVVM");
}

nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *bytes)
{
    (void)program, (void)bytes;
    return refuse("nvrtcGetOptiXIRSize");
}

nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *text)
{
    (void)program, (void)text;
    return refuse("nvrtcGetOptiXIR");
}

nvrtcResult nvrtcGetPCHHeapSize(size_t *bytes)
{
    (void)bytes;
    return refuse("nvrtcGetPCHHeapSize");
}

nvrtcResult nvrtcSetPCHHeapSize(size_t bytes)
{
    (void)bytes;
    return refuse("nvrtcSetPCHHeapSize");
}

nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program)
{
    (void)program;
    return refuse("nvrtcGetPCHCreateStatus");
}

nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *bytes)
{
    (void)program, (void)bytes;
    return refuse("nvrtcGetPCHHeapSizeRequired");
}

nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void *, void *),
                                 void *payload)
{
    (void)program, (void)callback, (void)payload;
    return refuse("nvrtcSetFlowCallback");
}
