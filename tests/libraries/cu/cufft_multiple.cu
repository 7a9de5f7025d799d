/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT over two GPUs, against one: pieces, copies among them, transforms there and back. Without
 * the static library, a callback is refused.
 */
#include <cufftXt.h>

#include "check.h"

template <class C, class R>
static void transform(int rank, int n1, int n2, int batch, cufftType type,
                      cufftResult (*run)(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *, int))
{
    const size_t all = (size_t)n1 * n2 * batch;
    int gpus[] = {1, 0}, n[] = {rank == 1 ? n2 : n1, n2};
    array<R> in(2 * all), one(2 * all);
    std::vector<R> found(2 * all);
    cufftHandle plan, single;
    size_t bytes[2];
    OK(cufftCreate(&plan));
    OK(cufftXtSetGPUs(plan, 2, gpus));
    OK(cufftMakePlanMany(plan, rank, n, NULL, 1, 0, NULL, 1, 0, type, batch, bytes));
    cudaLibXtDesc *pieces, *others;
    OK(cufftXtMalloc(plan, &pieces, CUFFT_XT_FORMAT_INPLACE));
    OK(cufftXtMalloc(plan, &others, CUFFT_XT_FORMAT_INPLACE));
    expect((double)(pieces->descriptor->size[0] + pieces->descriptor->size[1]),
           (double)(all * sizeof(C)), 0, "size", rank);
    for (int i = 0; i < 2; i++) {
        cudaPointerAttributes where;
        CUDA(cudaPointerGetAttributes(&where, pieces->descriptor->data[i]));
        expect(where.device, gpus[i], 0, "device", i);
        expect(pieces->descriptor->size[i] > 0, 1, 0, "piece", i);
    }
    OK(cufftXtMemcpy(plan, pieces, in.host.data(), CUFFT_COPY_HOST_TO_DEVICE));
    OK(run(plan, pieces, pieces, CUFFT_FORWARD));
    OK(cufftXtMemcpy(plan, others, pieces, CUFFT_COPY_DEVICE_TO_DEVICE));
    OK(cufftXtMemcpy(plan, found.data(), others, CUFFT_COPY_DEVICE_TO_HOST));
    OK(cufftPlanMany(&single, rank, n, NULL, 1, 0, NULL, 1, 0, type, batch));
    OK(cufftXtExec(single, in.device, one.device, CUFFT_FORWARD));
    const std::vector<R> wanted = one.get();
    for (size_t i = 0; i < 2 * all; i++)
        expect(found[i], wanted[i], 0, "two GPUs", (long)i);
    OK(run(plan, others, others, CUFFT_INVERSE));
    OK(cufftXtMemcpy(plan, found.data(), others, CUFFT_COPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < 2 * all; i++)
        expect(found[i] / (R)(all / batch), in[i], sizeof(R) == 8 ? 1e-13 : 1e-5, "back", (long)i);
    OK(cufftXtFree(pieces));
    OK(cufftXtFree(others));
    OK(cufftDestroy(plan));
    OK(cufftDestroy(single));
}

/* Real data there and back, against a definition in doubles. */
static void real_transform()
{
    enum { HIGH = 5, WIDE = 6, ROOM = WIDE / 2 + 1 };
    int gpus[] = {0, 1};
    size_t bytes[2];
    cufftHandle forward, back;
    cudaLibXtDesc *pieces;
    array<float> in(HIGH * ROOM * 2);
    std::vector<float> found(in.host.size());
    OK(cufftCreate(&forward));
    OK(cufftCreate(&back));
    OK(cufftXtSetGPUs(forward, 2, gpus));
    OK(cufftXtSetGPUs(back, 2, gpus));
    OK(cufftMakePlan2d(forward, HIGH, WIDE, CUFFT_R2C, bytes));
    OK(cufftMakePlan2d(back, HIGH, WIDE, CUFFT_C2R, bytes));
    OK(cufftXtMalloc(forward, &pieces, CUFFT_XT_FORMAT_INPLACE));
    OK(cufftXtMemcpy(forward, pieces, in.host.data(), CUFFT_COPY_HOST_TO_DEVICE));
    OK(cufftXtExecDescriptor(forward, pieces, pieces, CUFFT_FORWARD));
    OK(cufftXtMemcpy(forward, found.data(), pieces, CUFFT_COPY_DEVICE_TO_HOST));
    for (int u = 0; u < HIGH; u++)
        for (int v = 0; v < ROOM; v++) {
            number sum = 0;
            for (int i = 0; i < HIGH; i++)
                for (int j = 0; j < WIDE; j++)
                    sum +=
                        in[(size_t)i * ROOM * 2 + j] *
                        std::polar(1.0, -2 * M_PI * (u * i / (double)HIGH + v * j / (double)WIDE));
            const size_t at = 2 * ((size_t)u * ROOM + v);
            expect(number(found[at], found[at + 1]), sum, 1e-5, "real, two GPUs", (long)at);
        }
    expect(cufftXtExecDescriptorR2C(back, pieces, pieces), CUFFT_INVALID_VALUE, 0, "other type", 0);
    OK(cufftXtExecDescriptorC2R(back, pieces, pieces));
    OK(cufftXtMemcpy(back, found.data(), pieces, CUFFT_COPY_DEVICE_TO_HOST));
    for (int i = 0; i < HIGH; i++)
        for (int j = 0; j < WIDE; j++)
            expect(found[i * ROOM * 2 + j] / (HIGH * WIDE), in[(size_t)i * ROOM * 2 + j], 1e-6,
                   "real, back", i * WIDE + j);
    OK(cufftXtFree(pieces));
    OK(cufftDestroy(forward));
    OK(cufftDestroy(back));
}

int main()
{
    real_transform();
    transform<cufftComplex, float>(1, 1, 33, 1, CUFFT_C2C, cufftXtExecDescriptorC2C);
    transform<cufftComplex, float>(2, 6, 10, 1, CUFFT_C2C, cufftXtExecDescriptorC2C);
    transform<cufftDoubleComplex, double>(1, 1, 16, 3, CUFFT_Z2Z, cufftXtExecDescriptorZ2Z);
    cufftHandle plan;
    int gpus[] = {0, 2};
    void *function = &plan, *info = NULL;
    OK(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
    expect(cufftXtSetGPUs(plan, 2, gpus), CUFFT_INVALID_DEVICE, 0, "no such GPU", 0);
    expect(cufftXtSetCallback(plan, &function, CUFFT_CB_LD_COMPLEX, &info), CUFFT_NOT_SUPPORTED, 0,
           "callback", 0);
    OK(cufftDestroy(plan));
    return verdict();
}
