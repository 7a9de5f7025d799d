/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls that are refused whole. None looks at its parameters, so none declares them; for the same
 * reason this file does without the public header, which declares most of them.
 */

/* Of driver.h, which includes that header. */
int driver_refuse(const char *what);

#define REFUSE(name)                                                                               \
    int name(void);                                                                                \
    int name(void)                                                                                 \
    {                                                                                              \
        return driver_refuse(#name);                                                               \
    }
REFUSE(cuArrayGetMemoryRequirements)
REFUSE(cuArrayGetPlane)
REFUSE(cuArrayGetSparseProperties)
REFUSE(cuCtxCreate_v3)
REFUSE(cuCtxGetExecAffinity)
REFUSE(cuDestroyExternalSemaphore)
REFUSE(cuDeviceGetExecAffinitySupport)
REFUSE(cuDeviceGetLuid)
REFUSE(cuDeviceGetNvSciSyncAttributes)
REFUSE(cuFlushGPUDirectRDMAWrites)
REFUSE(cuGraphicsGLRegisterBuffer)
REFUSE(cuGraphicsGLRegisterImage)
REFUSE(cuGraphicsMapResources)
REFUSE(cuGraphicsResourceGetMappedMipmappedArray)
REFUSE(cuGraphicsResourceGetMappedPointer)
REFUSE(cuGraphicsResourceGetMappedPointer_v2)
REFUSE(cuGraphicsResourceSetMapFlags)
REFUSE(cuGraphicsResourceSetMapFlags_v2)
REFUSE(cuGraphicsSubResourceGetMappedArray)
REFUSE(cuGraphicsUnmapResources)
REFUSE(cuGraphicsUnregisterResource)
REFUSE(cuImportExternalSemaphore)
REFUSE(cuLaunchCooperativeKernelMultiDevice)
REFUSE(cuMemGetHandleForAddressRange)
REFUSE(cuMipmappedArrayGetMemoryRequirements)
REFUSE(cuMipmappedArrayGetSparseProperties)
REFUSE(cuParamSetTexRef)
REFUSE(cuSignalExternalSemaphoresAsync)
REFUSE(cuTensorMapReplaceAddress)
REFUSE(cuTexObjectGetResourceViewDesc)
REFUSE(cuTexRefCreate)
REFUSE(cuTexRefDestroy)
REFUSE(cuTexRefGetAddress)
REFUSE(cuTexRefGetAddress_v2)
REFUSE(cuTexRefGetBorderColor)
REFUSE(cuTexRefGetMaxAnisotropy)
REFUSE(cuTexRefGetMipmapFilterMode)
REFUSE(cuTexRefGetMipmapLevelBias)
REFUSE(cuTexRefGetMipmapLevelClamp)
REFUSE(cuTexRefGetMipmappedArray)
REFUSE(cuTexRefSetMaxAnisotropy)
REFUSE(cuTexRefSetMipmapFilterMode)
REFUSE(cuTexRefSetMipmapLevelBias)
REFUSE(cuTexRefSetMipmapLevelClamp)
REFUSE(cuWaitExternalSemaphoresAsync)
