/* SPDX-License-Identifier: BSD-3-Clause */
/* FFTW's interface over cuFFT. A plan has room on the device for what it reads and writes; an
 * execution copies there and back. */
#include <cufftw.h>
#include <math.h>
#include <stdlib.h>

#include "../common/refuse.h"

enum { MOST_RANK = 3, ALIGNMENT = 64 };

/* One side of a plan as its call describes it; embed NULL: densely; distance 0: it is not asked
 * for. */
struct side {
    void *data;
    const int *embed;
    int stride, distance;
    size_t each; /* bytes of an element */
};

struct simgpu_fftw_plan {
    cufftHandle handle;
    cufftType type;
    int sign, rank, batch;
    double elements;
    void *in, *out;  /* the program's */
    void *from, *to; /* on the device; the same if the plan is in place */
    size_t from_bytes, to_bytes;
    bool has_gaps; /* the output has elements that nobody writes */
};

static simgpu_fftw_plan *refused(const char *call)
{
    refuse(call, "this call is not supported");
    return NULL;
}

static bool is_real(cufftType type, bool is_input)
{
    if (is_input)
        return type == CUFFT_R2C || type == CUFFT_D2Z;
    return type == CUFFT_C2R || type == CUFFT_Z2D;
}

/* How the rows of a side lie: a half is n/2 + 1 long, and real rows in place are as long as it. */
static void embed_of(int rank, const int *n, const side &s, bool real, bool half, bool in_place,
                     int embed[MOST_RANK])
{
    for (int i = 0; i < rank; i++)
        embed[i] = s.embed ? s.embed[i] : n[i];
    const int last = n[rank - 1];
    if (!s.embed && half)
        embed[rank - 1] = last / 2 + 1;
    else if (!s.embed && real && in_place)
        embed[rank - 1] = 2 * (last / 2 + 1);
}

static long long product(int rank, const int *numbers)
{
    long long all = 1;
    for (int i = 0; i < rank; i++)
        all *= numbers[i];
    return all;
}

/* Bytes up to the last element that a side touches. */
static size_t bytes_of(int rank, const int *n, int batch, const side &s, const int *embed,
                       bool half, long long distance)
{
    long long last = 0;
    for (int i = 0; i < rank; i++)
        last = last * embed[i] + (i + 1 == rank && half ? n[i] / 2 : n[i] - 1);
    return (size_t)(last * s.stride + (batch - 1) * distance + 1) * s.each;
}

static void destroy(simgpu_fftw_plan *plan)
{
    if (!plan)
        return;
    cufftDestroy(plan->handle);
    cudaFree(plan->from);
    if (plan->to != plan->from)
        cudaFree(plan->to);
    delete plan;
}

static bool allocate(simgpu_fftw_plan *plan)
{
    if (plan->in != plan->out)
        return cudaMalloc(&plan->from, plan->from_bytes) == cudaSuccess &&
               cudaMalloc(&plan->to, plan->to_bytes) == cudaSuccess;
    const bool larger = plan->to_bytes > plan->from_bytes;
    const bool done =
        cudaMalloc(&plan->from, larger ? plan->to_bytes : plan->from_bytes) == cudaSuccess;
    plan->to = plan->from;
    return done;
}

static simgpu_fftw_plan *make(int rank, const int *n, int batch, const side &in, const side &out,
                              cufftType type, int sign)
{
    if (rank < 1 || rank > MOST_RANK) {
        refuse("fftw_plan", "only one to three dimensions are supported");
        return NULL;
    }
    int lengths[MOST_RANK], from[MOST_RANK], to[MOST_RANK];
    for (int i = 0; i < rank; i++) {
        lengths[i] = n[i];
        if (n[i] < 1)
            return NULL;
    }
    const bool in_place = in.data == out.data;
    const bool from_real = is_real(type, true), to_real = is_real(type, false);
    embed_of(rank, n, in, from_real, to_real, in_place, from);
    embed_of(rank, n, out, to_real, from_real, in_place, to);
    const long long from_next = in.distance ? in.distance : product(rank, from);
    const long long to_next = out.distance ? out.distance : product(rank, to);
    auto *plan = new simgpu_fftw_plan{};
    plan->type = type;
    plan->sign = sign;
    plan->rank = rank;
    plan->batch = batch;
    plan->elements = (double)product(rank, n);
    plan->in = in.data;
    plan->out = out.data;
    plan->from_bytes = bytes_of(rank, n, batch, in, from, to_real, from_next);
    plan->to_bytes = bytes_of(rank, n, batch, out, to, from_real, to_next);
    plan->has_gaps = in_place || out.stride != 1 || out.embed || to_next != product(rank, to);
    if (cufftPlanMany(&plan->handle, rank, lengths, from, in.stride, (int)from_next, to, out.stride,
                      (int)to_next, type, batch) == CUFFT_SUCCESS &&
        allocate(plan))
        return plan;
    destroy(plan);
    return NULL;
}

/* FFTW's own estimate of a transform's additions and multiplications. */
static double operations(const simgpu_fftw_plan *plan)
{
    return 5 * plan->elements * log2(plan->elements + (plan->elements == 1)) * plan->batch;
}

/* Nothing tells a program of FFTW that something went wrong, so it is printed. */
static void execute(const simgpu_fftw_plan *plan, void *in, void *out)
{
    const bool done =
        cudaMemcpy(plan->from, in, plan->from_bytes, cudaMemcpyDefault) == cudaSuccess &&
        (!plan->has_gaps || plan->to == plan->from ||
         cudaMemcpy(plan->to, out, plan->to_bytes, cudaMemcpyDefault) == cudaSuccess) &&
        (plan->to != plan->from || plan->to_bytes <= plan->from_bytes ||
         cudaMemcpy(plan->to, out, plan->to_bytes, cudaMemcpyDefault) == cudaSuccess) &&
        cufftXtExec(plan->handle, plan->from, plan->to, plan->sign) == CUFFT_SUCCESS &&
        cudaMemcpy(out, plan->to, plan->to_bytes, cudaMemcpyDefault) == cudaSuccess;
    if (!done)
        refuse("fftw_execute", "the transform could not be computed");
}

extern "C" {
#define FFTW_SHAPES(P, way, From, To)                                                              \
    P##plan P##plan_dft_##way##_1d(int n, From *in, To *out, unsigned flags)                       \
    {                                                                                              \
        return P##plan_dft_##way(1, &n, in, out, flags);                                           \
    }                                                                                              \
    P##plan P##plan_dft_##way##_2d(int n0, int n1, From *in, To *out, unsigned flags)              \
    {                                                                                              \
        const int n[] = {n0, n1};                                                                  \
        return P##plan_dft_##way(2, n, in, out, flags);                                            \
    }                                                                                              \
    P##plan P##plan_dft_##way##_3d(int n0, int n1, int n2, From *in, To *out, unsigned flags)      \
    {                                                                                              \
        const int n[] = {n0, n1, n2};                                                              \
        return P##plan_dft_##way(3, n, in, out, flags);                                            \
    }
#define FFTW(P, R, C, C2C, R2C, C2R)                                                               \
    void *P##malloc(size_t bytes)                                                                  \
    {                                                                                              \
        return aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);          \
    }                                                                                              \
    void P##free(void *pointer)                                                                    \
    {                                                                                              \
        free(pointer);                                                                             \
    }                                                                                              \
    void P##execute(const P##plan plan)                                                            \
    {                                                                                              \
        execute(plan, plan->in, plan->out);                                                        \
    }                                                                                              \
    void P##destroy_plan(P##plan plan)                                                             \
    {                                                                                              \
        destroy(plan);                                                                             \
    }                                                                                              \
    void P##cleanup(void) {}                                                                       \
    void P##print_plan(const P##plan plan)                                                         \
    {                                                                                              \
        printf("(cufft-rank%d-x%d)", plan->rank, plan->batch);                                     \
    }                                                                                              \
    void P##set_timelimit(double) {}                                                               \
    double P##cost(const P##plan plan)                                                             \
    {                                                                                              \
        return operations(plan);                                                                   \
    }                                                                                              \
    void P##flops(const P##plan plan, double *add, double *mul, double *fma)                       \
    {                                                                                              \
        *add = operations(plan) * 0.6, *mul = operations(plan) * 0.4, *fma = 0;                    \
    }                                                                                              \
    int P##init_threads(void)                                                                      \
    {                                                                                              \
        return 1;                                                                                  \
    }                                                                                              \
    void P##plan_with_nthreads(int) {}                                                             \
    void P##cleanup_threads(void) {}                                                               \
    P##plan P##plan_many_dft(int rank, const int *n, int batch, C *in, const int *inembed,         \
                             int istride, int idist, C *out, const int *onembed, int ostride,      \
                             int odist, int sign, unsigned)                                        \
    {                                                                                              \
        return make(rank, n, batch, {in, inembed, istride, idist, sizeof(C)},                      \
                    {out, onembed, ostride, odist, sizeof(C)}, C2C, sign);                         \
    }                                                                                              \
    P##plan P##plan_many_dft_r2c(int rank, const int *n, int batch, R *in, const int *inembed,     \
                                 int istride, int idist, C *out, const int *onembed, int ostride,  \
                                 int odist, unsigned)                                              \
    {                                                                                              \
        return make(rank, n, batch, {in, inembed, istride, idist, sizeof(R)},                      \
                    {out, onembed, ostride, odist, sizeof(C)}, R2C, FFTW_FORWARD);                 \
    }                                                                                              \
    P##plan P##plan_many_dft_c2r(int rank, const int *n, int batch, C *in, const int *inembed,     \
                                 int istride, int idist, R *out, const int *onembed, int ostride,  \
                                 int odist, unsigned)                                              \
    {                                                                                              \
        return make(rank, n, batch, {in, inembed, istride, idist, sizeof(C)},                      \
                    {out, onembed, ostride, odist, sizeof(R)}, C2R, FFTW_BACKWARD);                \
    }                                                                                              \
    P##plan P##plan_dft(int rank, const int *n, C *in, C *out, int sign, unsigned)                 \
    {                                                                                              \
        return make(rank, n, 1, {in, NULL, 1, 0, sizeof(C)}, {out, NULL, 1, 0, sizeof(C)}, C2C,    \
                    sign);                                                                         \
    }                                                                                              \
    P##plan P##plan_dft_r2c(int rank, const int *n, R *in, C *out, unsigned)                       \
    {                                                                                              \
        return make(rank, n, 1, {in, NULL, 1, 0, sizeof(R)}, {out, NULL, 1, 0, sizeof(C)}, R2C,    \
                    FFTW_FORWARD);                                                                 \
    }                                                                                              \
    P##plan P##plan_dft_c2r(int rank, const int *n, C *in, R *out, unsigned)                       \
    {                                                                                              \
        return make(rank, n, 1, {in, NULL, 1, 0, sizeof(C)}, {out, NULL, 1, 0, sizeof(R)}, C2R,    \
                    FFTW_BACKWARD);                                                                \
    }                                                                                              \
    P##plan P##plan_dft_1d(int n, C *in, C *out, int sign, unsigned flags)                         \
    {                                                                                              \
        return P##plan_dft(1, &n, in, out, sign, flags);                                           \
    }                                                                                              \
    P##plan P##plan_dft_2d(int n0, int n1, C *in, C *out, int sign, unsigned flags)                \
    {                                                                                              \
        const int n[] = {n0, n1};                                                                  \
        return P##plan_dft(2, n, in, out, sign, flags);                                            \
    }                                                                                              \
    P##plan P##plan_dft_3d(int n0, int n1, int n2, C *in, C *out, int sign, unsigned flags)        \
    {                                                                                              \
        const int n[] = {n0, n1, n2};                                                              \
        return P##plan_dft(3, n, in, out, sign, flags);                                            \
    }                                                                                              \
    FFTW_SHAPES(P, r2c, R, C)                                                                      \
    FFTW_SHAPES(P, c2r, C, R)                                                                      \
    P##plan P##plan_guru_dft(...)                                                                  \
    {                                                                                              \
        return refused(#P "plan_guru_dft");                                                        \
    }                                                                                              \
    P##plan P##plan_guru_dft_r2c(...)                                                              \
    {                                                                                              \
        return refused(#P "plan_guru_dft_r2c");                                                    \
    }                                                                                              \
    P##plan P##plan_guru_dft_c2r(...)                                                              \
    {                                                                                              \
        return refused(#P "plan_guru_dft_c2r");                                                    \
    }                                                                                              \
    void P##execute_dft(const P##plan plan, C *in, C *out)                                         \
    {                                                                                              \
        execute(plan, in, out);                                                                    \
    }                                                                                              \
    void P##execute_dft_r2c(const P##plan plan, R *in, C *out)                                     \
    {                                                                                              \
        execute(plan, in, out);                                                                    \
    }                                                                                              \
    void P##execute_dft_c2r(const P##plan plan, C *in, R *out)                                     \
    {                                                                                              \
        execute(plan, in, out);                                                                    \
    }
FFTW(fftw_, double, fftw_complex, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D)
FFTW(fftwf_, float, fftwf_complex, CUFFT_C2C, CUFFT_R2C, CUFFT_C2R)
}
