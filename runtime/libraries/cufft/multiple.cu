/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT over several GPUs. The data lie in pieces, one on each GPU, in their natural order. The
 * first GPU computes the whole transform: pieces go there and back. Real data lie as in a transform
 * in place: a line has room for the complex numbers that it becomes.
 */
#include <cufftXt.h>

#include "../common/refuse.h"
#include "plan.h"

static bool is_real(cufftType type)
{
    return type != CUFFT_C2C && type != CUFFT_Z2Z;
}

/* Of the complex elements, which real data are counted in, too. */
static size_t element_size(cufftType type)
{
    return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D ? sizeof(cufftDoubleComplex)
                                                                       : sizeof(cufftComplex);
}

/* Elements of a plan's data. */
static size_t elements_of(const fft_shape *shape)
{
    size_t all = (size_t)shape->batch;
    for (int d = 0; d < shape->rank; d++) {
        const bool is_line = d == shape->rank - 1 && is_real(shape->type);
        all *= (size_t)(is_line ? shape->n[d] / 2 + 1 : shape->n[d]);
    }
    return all;
}

/* Where the piece of GPU i begins: whole matrices, or lines of the first dimension. */
static size_t piece_begin(const fft_shape *shape, int i)
{
    const size_t units = (size_t)(shape->batch > 1 ? shape->batch : shape->n[0]);
    return units * (size_t)i / (size_t)shape->count * (elements_of(shape) / units);
}

/* Copies between a whole array and pieces. */
static cufftResult move_pieces(const cudaXtDesc *pieces, char *whole, bool to_pieces,
                               cudaStream_t stream)
{
    for (int i = 0; i < pieces->nGPUs; i++) {
        void *there = pieces->data[i];
        if (cudaMemcpyAsync(to_pieces ? there : whole, to_pieces ? whole : there, pieces->size[i],
                            cudaMemcpyDefault, stream) != cudaSuccess)
            return CUFFT_EXEC_FAILED;
        whole += pieces->size[i];
    }
    return CUFFT_SUCCESS;
}

/* The plan's shape, if it is for several GPUs. */
static cufftResult shape_find(cufftHandle plan, fft_shape *shape)
{
    if (!fft_shape_of(plan, shape) || shape->count == 0)
        return CUFFT_INVALID_PLAN;
    if (!is_real(shape->type) || shape->rank > 1 || shape->batch > 1)
        return CUFFT_SUCCESS;
    refuse("cuFFT on several GPUs", "a single line of real data is not supported");
    return CUFFT_NOT_SUPPORTED;
}

/* type: what the call is for; 0: any. */
static cufftResult execute(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int type,
                           int direction)
{
    fft_shape shape;
    const cufftResult found = shape_find(plan, &shape);
    if (found != CUFFT_SUCCESS)
        return found;
    if (!in || !out || (type && shape.type != type))
        return CUFFT_INVALID_VALUE;
    int device;
    char *whole = NULL;
    cudaGetDevice(&device);
    cudaSetDevice(shape.gpus[0]);
    cufftResult result = CUFFT_ALLOC_FAILED;
    if (cudaMalloc(&whole, elements_of(&shape) * element_size(shape.type)) == cudaSuccess)
        result = move_pieces(in->descriptor, whole, false, shape.stream);
    if (result == CUFFT_SUCCESS)
        result = cufftXtExec(plan, whole, whole, direction);
    if (result == CUFFT_SUCCESS)
        result = move_pieces(out->descriptor, whole, true, shape.stream);
    if (cudaStreamSynchronize(shape.stream) != cudaSuccess)
        result = CUFFT_EXEC_FAILED;
    cudaFree(whole);
    cudaSetDevice(device);
    return result;
}

extern "C" {

cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int *gpus)
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (count < 2 || count > 16 || !gpus)
        return CUFFT_INVALID_VALUE;
    for (int i = 0; i < count; i++)
        if (gpus[i] < 0 || gpus[i] >= devices)
            return CUFFT_INVALID_DEVICE;
    return fft_set_gpus(plan, count, gpus) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftXtFree(cudaLibXtDesc *made)
{
    if (!made || !made->descriptor)
        return CUFFT_INVALID_VALUE;
    for (int i = 0; i < made->descriptor->nGPUs; i++)
        cudaFree(made->descriptor->data[i]);
    delete made->descriptor;
    delete made;
    return CUFFT_SUCCESS;
}

/* Any format has the natural order. */
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **made, cufftXtSubFormat format)
{
    fft_shape shape;
    const cufftResult found = shape_find(plan, &shape);
    if (found != CUFFT_SUCCESS || !made)
        return found != CUFFT_SUCCESS ? found : CUFFT_INVALID_VALUE;
    cudaXtDesc *pieces = new cudaXtDesc();
    *made = new cudaLibXtDesc{0, pieces, LIB_FORMAT_CUFFT, format, NULL};
    pieces->nGPUs = shape.count;
    int device;
    bool fits = true;
    cudaGetDevice(&device);
    for (int i = 0; i < shape.count; i++) {
        pieces->GPUs[i] = shape.gpus[i];
        pieces->size[i] =
            (piece_begin(&shape, i + 1) - piece_begin(&shape, i)) * element_size(shape.type);
        cudaSetDevice(shape.gpus[i]);
        fits = fits && cudaMalloc(&pieces->data[i], pieces->size[i] + 1) == cudaSuccess;
    }
    cudaSetDevice(device);
    if (fits)
        return CUFFT_SUCCESS;
    cufftXtFree(*made);
    return CUFFT_ALLOC_FAILED;
}

cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from, cufftXtCopyType type)
{
    fft_shape shape;
    cufftResult result = shape_find(plan, &shape);
    if (result != CUFFT_SUCCESS || !to || !from)
        return result != CUFFT_SUCCESS ? result : CUFFT_INVALID_VALUE;
    const cudaXtDesc *source = ((cudaLibXtDesc *)from)->descriptor;
    switch (type) {
    case CUFFT_COPY_HOST_TO_DEVICE:
        result = move_pieces(((cudaLibXtDesc *)to)->descriptor, (char *)from, true, shape.stream);
        break;
    case CUFFT_COPY_DEVICE_TO_HOST:
        result = move_pieces(source, (char *)to, false, shape.stream);
        break;
    case CUFFT_COPY_DEVICE_TO_DEVICE:
        for (int i = 0; i < source->nGPUs && result == CUFFT_SUCCESS; i++)
            if (cudaMemcpyAsync(((cudaLibXtDesc *)to)->descriptor->data[i], source->data[i],
                                source->size[i], cudaMemcpyDefault, shape.stream) != cudaSuccess)
                result = CUFFT_EXEC_FAILED;
        break;
    default:
        return CUFFT_INVALID_VALUE;
    }
    return cudaStreamSynchronize(shape.stream) == cudaSuccess ? result : CUFFT_EXEC_FAILED;
}

cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out,
                                     int direction)
{
    return execute(plan, in, out, CUFFT_C2C, direction);
}
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out,
                                     int direction)
{
    return execute(plan, in, out, CUFFT_Z2Z, direction);
}
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out,
                                  int direction)
{
    return execute(plan, in, out, 0, direction);
}
#define REAL(type, direction)                                                                      \
    cufftResult cufftXtExecDescriptor##type(cufftHandle plan, cudaLibXtDesc *in,                   \
                                            cudaLibXtDesc *out)                                    \
    {                                                                                              \
        return execute(plan, in, out, CUFFT_##type, direction);                                    \
    }
REAL(R2C, CUFFT_FORWARD)
REAL(D2Z, CUFFT_FORWARD)
REAL(C2R, CUFFT_INVERSE)
REAL(Z2D, CUFFT_INVERSE)
}
