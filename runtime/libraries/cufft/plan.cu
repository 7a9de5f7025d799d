/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT: plans, and how they go over an array, one dimension after the other. */
#include <cufftXt.h>
#include <mutex>
#include <vector>

#include "../common/refuse.h"
#include "lines.h"
#include "plan.h"

/* How one side of a transform lies in memory, in its own elements. */
struct side {
    bool is_given; /* by the caller: else densely, one after the other */
    long long stride, dist, embed[3];
};

struct fft_plan {
    cufftType type;
    int rank, n[3], batch;
    side in, out;
    cudaStream_t stream;
    void *tables[3]; /* for each dimension */
    void *room;      /* for lines that don't fit shared memory, and for the halves of C2R */
    size_t room_bytes;
    line_callbacks callbacks;
    int count, gpus[16]; /* of transforms over several */
};

static std::mutex plans_lock;
static std::vector<fft_plan *> plans; /* by handle - 1 */

static fft_plan *plan_find(cufftHandle handle)
{
    std::lock_guard<std::mutex> lock(plans_lock);
    return handle > 0 && handle <= (int)plans.size() ? plans[handle - 1] : NULL;
}

static bool is_double(cufftType type)
{
    return type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z;
}

/* Fours first, then twos, then odd factors. */
static int factors_of(int n, int *factors)
{
    int count = 0;
    for (int f = 4; n > 1; f = f == 4 ? 2 : f == 2 ? 3 : f + 2) {
        if (f > 4 && (long long)f * f > n)
            f = n;
        for (; n % f == 0; n /= f)
            factors[count++] = f;
    }
    return count;
}

template <class R> static bool table_make(void **to, int n)
{
    std::vector<complex_of<R>> table(n);
    for (int t = 0; t < n; t++) {
        double angle = -2 * M_PI * t / n;
        table[t] = complex_of<R>((R)cos(angle), (R)sin(angle));
    }
    return cudaMalloc(to, n * sizeof table[0]) == cudaSuccess &&
           cudaMemcpy(*to, table.data(), n * sizeof table[0], cudaMemcpyHostToDevice) ==
               cudaSuccess;
}

static void plan_clear(fft_plan *plan)
{
    for (void *table : plan->tables)
        cudaFree(table);
    cudaFree(plan->room);
    *plan = fft_plan{};
}

/* Elements of a line of the last dimension, on this side. */
static long long last_length(const fft_plan *plan, line_content content)
{
    int n = plan->n[plan->rank - 1];
    return content == LINE_HALF ? n / 2 + 1 : n;
}

/* Lines along dimension d. Real sides of transforms in place have rows as long as the complex ones.
 */
static line_layout layout_of(const fft_plan *plan, const side *s, int d, line_content content,
                             bool in_place)
{
    long long size[3], step[3], all = s->is_given ? s->stride : 1;
    for (int i = plan->rank - 1; i >= 0; i--) {
        bool last = i == plan->rank - 1;
        size[i] = s->is_given ? s->embed[i] : last ? last_length(plan, content) : plan->n[i];
        if (!s->is_given && last && content == LINE_REAL && in_place)
            size[i] = 2 * (plan->n[i] / 2 + 1);
        step[i] = all;
        all *= size[i];
    }
    line_layout made = {content, step[d], s->is_given ? s->dist : all, {1, 1}, {0, 0}};
    for (int i = 0, at = plan->rank == 3 ? 0 : 1; i < plan->rank; i++)
        if (i != d) {
            made.count[at] = i == plan->rank - 1 ? (int)last_length(plan, content) : plan->n[i];
            made.other[at++] = step[i];
        }
    return made;
}

template <class R>
static cufftResult lines_run(fft_plan *plan, int d, const line_layout &from, const void *in,
                             const line_layout &to, void *out, bool inverse, size_t room_used,
                             bool is_first, bool is_last)
{
    line_problem<R> p = {};
    if (is_first)
        p.callbacks.load = plan->callbacks.load, p.callbacks.load_info = plan->callbacks.load_info;
    if (is_last)
        p.callbacks.store = plan->callbacks.store,
        p.callbacks.store_info = plan->callbacks.store_info;
    p.n = plan->n[d];
    p.passes = factors_of(p.n, p.factors);
    p.inverse = inverse;
    p.lines = (long long)from.count[0] * from.count[1] * plan->batch;
    p.table = (const complex_of<R> *)plan->tables[d];
    p.from = from, p.to = to, p.in = in, p.out = out;
    size_t bytes = 2 * (size_t)p.n * sizeof(complex_of<R>);
    if (bytes <= 48 * 1024) {
        unsigned grid = p.lines < 65535 ? (unsigned)p.lines : 65535u;
        line_kernel<<<grid, FFT_THREADS, bytes, plan->stream>>>(p);
    } else {
        p.room[0] = (complex_of<R> *)((char *)plan->room + room_used);
        p.room[1] = p.room[0] + p.lines * p.n;
        long long blocks = (p.lines * p.n + FFT_THREADS - 1) / FFT_THREADS;
        int grid = blocks < 4096 ? (int)blocks : 4096, at = 0;
        long_load<<<grid, FFT_THREADS, 0, plan->stream>>>(p);
        for (int pass = 0, done = 1; pass < p.passes; done *= p.factors[pass], pass++, at = 1 - at)
            long_pass<<<grid, FFT_THREADS, 0, plan->stream>>>(p, at, p.factors[pass], done);
        long_store<<<grid, FFT_THREADS, 0, plan->stream>>>(p, at);
    }
    return cudaPeekAtLastError() == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

/* Bytes of the halves that C2R of several dimensions works on, densely. */
template <class R> static size_t halves_bytes(const fft_plan *plan)
{
    if (plan->rank == 1 || (plan->type != CUFFT_C2R && plan->type != CUFFT_Z2D))
        return 0;
    size_t all = plan->batch * (size_t)last_length(plan, LINE_HALF);
    for (int d = 0; d < plan->rank - 1; d++)
        all *= plan->n[d];
    return (all * sizeof(complex_of<R>) + 255) / 256 * 256;
}

template <class R> static cufftResult plan_prepare(fft_plan *plan)
{
    size_t room = halves_bytes<R>(plan), all = plan->batch;
    bool has_long = false;
    for (int d = 0; d < plan->rank; d++) {
        if (!table_make<R>(&plan->tables[d], plan->n[d]))
            return CUFFT_ALLOC_FAILED;
        has_long = has_long || 2 * plan->n[d] * sizeof(complex_of<R>) > 48 * 1024;
        all *= plan->n[d];
    }
    if (has_long)
        room += 2 * all * sizeof(complex_of<R>);
    plan->room_bytes = room;
    if (room > 0 && cudaMalloc(&plan->room, room) != cudaSuccess)
        return CUFFT_ALLOC_FAILED;
    return CUFFT_SUCCESS;
}

template <class R>
static cufftResult run(fft_plan *plan, const void *in, void *out, line_content from,
                       line_content to, bool inverse)
{
    int last = plan->rank - 1;
    bool in_place = in == out;
    const side dense = {};
    cufftResult result = CUFFT_SUCCESS;
    if (to != LINE_REAL) { /* the last dimension first, then the others where the result lies */
        result = lines_run<R>(plan, last, layout_of(plan, &plan->in, last, from, in_place), in,
                              layout_of(plan, &plan->out, last, to, in_place), out, inverse, 0,
                              true, last == 0);
        for (int d = last - 1; d >= 0 && result == CUFFT_SUCCESS; d--) {
            line_layout layout = layout_of(plan, &plan->out, d, to, in_place);
            layout.content = LINE_COMPLEX;
            result = lines_run<R>(plan, d, layout, out, layout, out, inverse, 0, false, d == 0);
        }
        return result;
    }
    const side *source = &plan->in;
    for (int d = 0; d < last && result == CUFFT_SUCCESS; d++) {
        line_layout layout = layout_of(plan, source, d, from, in_place),
                    own = layout_of(plan, &dense, d, from, false);
        layout.content = own.content = LINE_COMPLEX;
        result = lines_run<R>(plan, d, layout, in, own, plan->room, inverse, halves_bytes<R>(plan),
                              d == 0, false);
        in = plan->room, source = &dense;
    }
    if (result == CUFFT_SUCCESS)
        result = lines_run<R>(plan, last, layout_of(plan, source, last, from, in_place), in,
                              layout_of(plan, &plan->out, last, to, in_place), out, inverse,
                              halves_bytes<R>(plan), last == 0, true);
    return result;
}

cufftResult fft_make(cufftHandle handle, int rank, const int *n, const int *inembed, int istride,
                     int idist, const int *onembed, int ostride, int odist, cufftType type,
                     int batch)
{
    fft_plan *plan = plan_find(handle);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > 3 || batch < 1)
        return CUFFT_INVALID_VALUE;
    const fft_plan old = *plan;
    plan_clear(plan);
    plan->stream = old.stream;
    plan->count = old.count;
    for (int i = 0; i < old.count; i++)
        plan->gpus[i] = old.gpus[i];
    plan->type = type, plan->rank = rank, plan->batch = batch;
    plan->in.is_given = inembed && onembed, plan->out.is_given = inembed && onembed;
    plan->in.stride = istride, plan->in.dist = idist;
    plan->out.stride = ostride, plan->out.dist = odist;
    for (int d = 0; d < rank; d++) {
        if (n[d] < 1)
            return CUFFT_INVALID_SIZE;
        plan->n[d] = n[d];
        plan->in.embed[d] = inembed ? inembed[d] : 0;
        plan->out.embed[d] = onembed ? onembed[d] : 0;
    }
    int device;
    cudaGetDevice(&device);
    if (plan->count > 0)
        cudaSetDevice(plan->gpus[0]);
    const cufftResult result =
        is_double(type) ? plan_prepare<double>(plan) : plan_prepare<float>(plan);
    cudaSetDevice(device);
    return result;
}

bool fft_set_gpus(cufftHandle handle, int count, const int *gpus)
{
    fft_plan *plan = plan_find(handle);
    if (!plan)
        return false;
    plan->count = count;
    for (int i = 0; i < count; i++)
        plan->gpus[i] = gpus[i];
    return true;
}

bool fft_shape_of(cufftHandle handle, fft_shape *shape)
{
    const fft_plan *plan = plan_find(handle);
    if (!plan || plan->rank == 0)
        return false;
    *shape = {plan->type,  plan->rank,  {plan->n[0], plan->n[1], plan->n[2]},
              plan->batch, plan->count, {},
              plan->stream};
    for (int i = 0; i < plan->count; i++)
        shape->gpus[i] = plan->gpus[i];
    return true;
}

bool fft_set_callback(cufftHandle handle, bool is_load, void *function, void *info)
{
    fft_plan *plan = plan_find(handle);
    if (!plan || !FFT_HAS_CALLBACKS)
        return false;
    if (is_load)
        plan->callbacks.load = function, plan->callbacks.load_info = info;
    else
        plan->callbacks.store = function, plan->callbacks.store_info = info;
    return true;
}

extern "C" {

cufftResult cufftCreate(cufftHandle *handle)
{
    if (!handle)
        return CUFFT_INVALID_VALUE;
    std::lock_guard<std::mutex> lock(plans_lock);
    plans.push_back(new fft_plan());
    *handle = (int)plans.size();
    return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle handle)
{
    fft_plan *plan = plan_find(handle);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    plan_clear(plan);
    std::lock_guard<std::mutex> lock(plans_lock);
    delete plan;
    plans[handle - 1] = NULL;
    return CUFFT_SUCCESS;
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *bytes)
{
    if (bytes)
        *bytes = 0;
    return fft_make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes)
{
    return cufftMakePlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, bytes);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes)
{
    int n[] = {nx, ny};
    return cufftMakePlanMany(plan, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1, bytes);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes)
{
    int n[] = {nx, ny, nz};
    return cufftMakePlanMany(plan, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1, bytes);
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch)
{
    cufftResult result = cufftCreate(plan);
    return result != CUFFT_SUCCESS ? result
                                   : fft_make(*plan, rank, n, inembed, istride, idist, onembed,
                                              ostride, odist, type, batch);
}
cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    return cufftPlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch);
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    int n[] = {nx, ny};
    return cufftPlanMany(plan, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    int n[] = {nx, ny, nz};
    return cufftPlanMany(plan, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}

cufftResult cufftGetSize(cufftHandle plan, size_t *bytes)
{
    *bytes = 0;
    return plan_find(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int)
{
    return plan_find(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void *)
{
    return plan_find(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
    fft_plan *plan = plan_find(handle);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    plan->stream = stream;
    return CUFFT_SUCCESS;
}
}

#define EXEC(name, wanted, In, Out, R, from, to, direction, inverse, ...)                          \
    extern "C" cufftResult cufftExec##name(cufftHandle handle, In *in, Out *out __VA_ARGS__)       \
    {                                                                                              \
        fft_plan *plan = plan_find(handle);                                                        \
        if (!plan || plan->rank == 0)                                                              \
            return CUFFT_INVALID_PLAN;                                                             \
        if (plan->type != wanted || !in || !out)                                                   \
            return CUFFT_INVALID_VALUE;                                                            \
        return run<R>(plan, in, out, from, to, inverse);                                           \
    }
#define DIRECTION , int direction
EXEC(C2C, CUFFT_C2C, cufftComplex, cufftComplex, float, LINE_COMPLEX, LINE_COMPLEX, direction,
     direction == CUFFT_INVERSE, DIRECTION)
EXEC(Z2Z, CUFFT_Z2Z, cufftDoubleComplex, cufftDoubleComplex, double, LINE_COMPLEX, LINE_COMPLEX,
     direction, direction == CUFFT_INVERSE, DIRECTION)
EXEC(R2C, CUFFT_R2C, cufftReal, cufftComplex, float, LINE_REAL, LINE_HALF, , false, )
EXEC(D2Z, CUFFT_D2Z, cufftDoubleReal, cufftDoubleComplex, double, LINE_REAL, LINE_HALF, , false, )
EXEC(C2R, CUFFT_C2R, cufftComplex, cufftReal, float, LINE_HALF, LINE_REAL, , true, )
EXEC(Z2D, CUFFT_Z2D, cufftDoubleComplex, cufftDoubleReal, double, LINE_HALF, LINE_REAL, , true, )

int fft_type(cufftHandle handle)
{
    fft_plan *plan = plan_find(handle);
    return plan ? plan->type : 0;
}

#define REFUSE(name) REFUSED_CALL(cufftResult, CUFFT_NOT_SUPPORTED, name)
SIMGPU_CUFFT_REFUSED(REFUSE)
