/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays, and copies of rectangles and boxes between memory of all kinds. */
#include <string.h>

#include "runtime/cuda/driver/driver.h"

/* ---- arrays --------------------------------------------------------------------------------- */

static const struct {
    CUarray_format format;
    int bits;
    enum cudaChannelFormatKind kind;
} formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

bool driver_texels(CUarray_format format, unsigned int n, struct cudaChannelFormatDesc *texels)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].format == format && (n == 1 || n == 2 || n == 4)) {
            const int bits = formats[i].bits, wide = n > 2 ? bits : 0;
            *texels =
                (struct cudaChannelFormatDesc){bits, n > 1 ? bits : 0, wide, wide, formats[i].kind};
            return true;
        }
    return false;
}

unsigned int driver_format(const struct cudaChannelFormatDesc *texels, CUarray_format *format)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].bits == texels->x && formats[i].kind == texels->f)
            *format = formats[i].format;
    return texels->w ? 4 : texels->y ? 2 : 1;
}

CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *description)
{
    struct cudaChannelFormatDesc format;
    if (!array || !description ||
        !driver_texels(description->Format, description->NumChannels, &format))
        return CUDA_ERROR_INVALID_VALUE;
    const struct cudaExtent extent = {description->Width, description->Height, description->Depth};
    return driver_result(
        cudaMalloc3DArray((cudaArray_t *)array, &format, extent, description->Flags));
}
DRIVER_ALSO(cuArray3DCreate, cuArray3DCreate_v2)

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *description, CUarray array)
{
    struct cudaChannelFormatDesc texels;
    struct cudaExtent extent;
    unsigned int flags;
    if (!description)
        return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t status = cudaArrayGetInfo(&texels, &extent, &flags, (cudaArray_t)array);
    if (status != cudaSuccess)
        return driver_result(status);
    *description = (CUDA_ARRAY3D_DESCRIPTOR){
        .Width = extent.width, .Height = extent.height, .Depth = extent.depth, .Flags = flags};
    description->NumChannels = driver_format(&texels, &description->Format);
    return CUDA_SUCCESS;
}
DRIVER_ALSO(cuArray3DGetDescriptor, cuArray3DGetDescriptor_v2)

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *description, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR all;
    const CUresult result =
        description ? cuArray3DGetDescriptor(&all, array) : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *description = (CUDA_ARRAY_DESCRIPTOR){all.Width, all.Height, all.Format, all.NumChannels};
    return result;
}
DRIVER_ALSO(cuArrayGetDescriptor, cuArrayGetDescriptor_v2)

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *description)
{
    if (!description)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_ARRAY3D_DESCRIPTOR flat = {.Width = description->Width,
                                          .Height = description->Height,
                                          .Format = description->Format,
                                          .NumChannels = description->NumChannels};
    return cuArray3DCreate(array, &flat);
}
DRIVER_ALSO(cuArrayCreate, cuArrayCreate_v2)

CUresult cuArrayDestroy(CUarray array)
{
    return driver_result(cudaFreeArray((cudaArray_t)array));
}

/* ---- copies --------------------------------------------------------------------------------- */

/* One side of CUDA_MEMCPY3D. */
struct side {
    size_t x, y, z; /* bytes, rows, planes */
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t pitch, height;
};

static const void *address_of(const struct side *side)
{
    if (side->type == CU_MEMORYTYPE_HOST)
        return side->host;
    return (const void *)(uintptr_t)side->device;
}

static cudaError_t texel_bytes(const struct side *side, size_t *bytes)
{
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;
    unsigned int flags;
    if (side->type != CU_MEMORYTYPE_ARRAY)
        return cudaSuccess;
    const cudaError_t status = cudaArrayGetInfo(&format, &extent, &flags, (cudaArray_t)side->array);
    if (status == cudaSuccess)
        *bytes = (size_t)(format.x + format.y + format.z + format.w) / 8;
    return status;
}

/* The runtime counts an array's x in texels. */
static struct cudaPos position(const struct side *side, size_t texel)
{
    const bool array = side->type == CU_MEMORYTYPE_ARRAY;
    return (struct cudaPos){array ? side->x / texel : side->x, side->y, side->z};
}

static struct cudaPitchedPtr memory(const struct side *side, size_t width, size_t height)
{
    return (struct cudaPitchedPtr){.ptr = (void *)address_of(side),
                                   .pitch = side->pitch ? side->pitch : width,
                                   .xsize = width,
                                   .ysize = side->height ? side->height : height};
}

cudaError_t driver_box(const CUDA_MEMCPY3D *box, struct cudaMemcpy3DParms *out)
{
    const struct side from = {box->srcXInBytes,   box->srcY,     box->srcZ,
                              box->srcMemoryType, box->srcHost,  box->srcDevice,
                              box->srcArray,      box->srcPitch, box->srcHeight};
    const struct side to = {box->dstXInBytes,   box->dstY,     box->dstZ,
                            box->dstMemoryType, box->dstHost,  box->dstDevice,
                            box->dstArray,      box->dstPitch, box->dstHeight};
    size_t texel = 1;
    cudaError_t status = texel_bytes(&from, &texel);
    if (status == cudaSuccess)
        status = texel_bytes(&to, &texel);
    if (status != cudaSuccess)
        return status;
    struct cudaMemcpy3DParms copy = {.srcPos = position(&from, texel),
                                     .dstPos = position(&to, texel),
                                     .extent = {box->WidthInBytes / texel, box->Height, box->Depth},
                                     .kind = cudaMemcpyDefault};
    if (from.type == CU_MEMORYTYPE_ARRAY)
        copy.srcArray = (cudaArray_t)from.array;
    else
        copy.srcPtr = memory(&from, box->WidthInBytes, box->Height);
    if (to.type == CU_MEMORYTYPE_ARRAY)
        copy.dstArray = (cudaArray_t)to.array;
    else
        copy.dstPtr = memory(&to, box->WidthInBytes, box->Height);
    *out = copy;
    return cudaSuccess;
}

static CUresult copy_box(const CUDA_MEMCPY3D *box, CUstream stream, bool asynchronous)
{
    struct cudaMemcpy3DParms copy;
    const cudaError_t status = driver_box(box, &copy);
    if (status != cudaSuccess)
        return driver_result(status);
    return driver_result(asynchronous ? cudaMemcpy3DAsync(&copy, stream) : cudaMemcpy3D(&copy));
}

static CUDA_MEMCPY3D one_plane(const CUDA_MEMCPY2D *rectangle)
{
    return (CUDA_MEMCPY3D){.srcXInBytes = rectangle->srcXInBytes,
                           .srcY = rectangle->srcY,
                           .srcMemoryType = rectangle->srcMemoryType,
                           .srcHost = rectangle->srcHost,
                           .srcDevice = rectangle->srcDevice,
                           .srcArray = rectangle->srcArray,
                           .srcPitch = rectangle->srcPitch,
                           .dstXInBytes = rectangle->dstXInBytes,
                           .dstY = rectangle->dstY,
                           .dstMemoryType = rectangle->dstMemoryType,
                           .dstHost = rectangle->dstHost,
                           .dstDevice = rectangle->dstDevice,
                           .dstArray = rectangle->dstArray,
                           .dstPitch = rectangle->dstPitch,
                           .WidthInBytes = rectangle->WidthInBytes,
                           .Height = rectangle->Height,
                           .Depth = 1};
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *box)
{
    return copy_box(box, NULL, false);
}
DRIVER_ALSO(cuMemcpy3D, cuMemcpy3D_v2)

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *box, CUstream stream)
{
    return copy_box(box, stream, true);
}
DRIVER_ALSO(cuMemcpy3DAsync, cuMemcpy3DAsync_v2)

/* Addresses and arrays say whose memory they are; the rest is laid out alike. */
static CUDA_MEMCPY3D of_peers(const CUDA_MEMCPY3D_PEER *box)
{
    CUDA_MEMCPY3D same;
    _Static_assert(sizeof same == sizeof *box, "a context stands where nothing does");
    memcpy(&same, box, sizeof same);
    same.reserved0 = same.reserved1 = NULL;
    return same;
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *box)
{
    if (!box)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D same = of_peers(box);
    return copy_box(&same, NULL, false);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *box, CUstream stream)
{
    if (!box)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D same = of_peers(box);
    return copy_box(&same, stream, true);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *rectangle)
{
    const CUDA_MEMCPY3D box = one_plane(rectangle);
    return copy_box(&box, NULL, false);
}
DRIVER_ALSO(cuMemcpy2D, cuMemcpy2D_v2)
DRIVER_ALSO(cuMemcpy2D, cuMemcpy2DUnaligned)
DRIVER_ALSO(cuMemcpy2D, cuMemcpy2DUnaligned_v2)

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *rectangle, CUstream stream)
{
    const CUDA_MEMCPY3D box = one_plane(rectangle);
    return copy_box(&box, stream, true);
}
DRIVER_ALSO(cuMemcpy2DAsync, cuMemcpy2DAsync_v2)

static CUresult to_array(CUarray to, size_t offset, const struct side *from, size_t bytes)
{
    const CUDA_MEMCPY3D box = {.srcMemoryType = from->type,
                               .srcHost = from->host,
                               .srcDevice = from->device,
                               .dstXInBytes = offset,
                               .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                               .dstArray = to,
                               .WidthInBytes = bytes,
                               .Height = 1,
                               .Depth = 1};
    return copy_box(&box, NULL, false);
}

CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void *from, size_t bytes)
{
    const struct side side = {.type = CU_MEMORYTYPE_HOST, .host = from};
    return to_array(to, offset, &side, bytes);
}
DRIVER_ALSO(cuMemcpyHtoA, cuMemcpyHtoA_v2)

CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t bytes)
{
    const struct side side = {.type = CU_MEMORYTYPE_DEVICE, .device = from};
    return to_array(to, offset, &side, bytes);
}
DRIVER_ALSO(cuMemcpyDtoA, cuMemcpyDtoA_v2)

CUresult cuMemcpyAtoH(void *to, CUarray from, size_t offset, size_t bytes)
{
    const CUDA_MEMCPY3D box = {.srcXInBytes = offset,
                               .srcMemoryType = CU_MEMORYTYPE_ARRAY,
                               .srcArray = from,
                               .dstMemoryType = CU_MEMORYTYPE_HOST,
                               .dstHost = to,
                               .WidthInBytes = bytes,
                               .Height = 1,
                               .Depth = 1};
    return copy_box(&box, NULL, false);
}
DRIVER_ALSO(cuMemcpyAtoH, cuMemcpyAtoH_v2)
