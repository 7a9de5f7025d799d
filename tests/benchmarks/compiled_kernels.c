/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of the suite on the simulated CPU, beside the same computation as compiled C.
 *
 * C is timed on this machine, by the thread's processor time, the best of many times, with warm
 * caches. Simulated is one core with this machine's clock (measured by a chain of additions),
 * 32 bytes of SIMD, 32 MiB of cache, and memory that costs nothing, as all fits into the cache. The
 * costs of the model are those of another CPU (models/cpu/kernel_work.c), so that 1 is not to be
 * expected; what counts is how far kernels differ. The build makes it for this machine's
 * instructions and for those of the model's CPU.
 */
#include "tests/benchmarks/figures.h"
#include <glib/gstdio.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KERNEL __attribute__((noinline)) static

enum { ELEMENTS = 1000000, FEW = 5000, SIDE = 128, ROWS = 16384, PER_ROW = 8, OPTIONS = 245760 };
enum { NODES = 192, PLACES = 684288, TIMES = 25 };

/* ---- in C ----------------------------------------------------------------------------------- */

KERNEL void add(const float *restrict a, const float *restrict b, float *restrict c, int n)
{
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

KERNEL void multiply(const float *restrict a, const float *restrict b, float *restrict c, int n)
{
    memset(c, 0, sizeof(float) * (size_t)n * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

KERNEL void sparse(const float *restrict value, const int *restrict column,
                   const int *restrict start, const float *restrict x, float *restrict y, int rows)
{
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int i = start[row]; i < start[row + 1]; i++)
            sum += value[i] * x[column[i]];
        y[row] = sum;
    }
}

static inline float normal_distribution(float d)
{
    const float t = 1 / (1 + 0.2316419f * fabsf(d));
    const float polynomial =
        t * (0.319381530f +
             t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    const float tail = 0.39894228040f * expf(-0.5f * d * d) * polynomial;
    return d > 0 ? 1 - tail : tail;
}

KERNEL void black_scholes(const float *restrict price, const float *restrict strike,
                          const float *restrict years, float *restrict call, float *restrict put,
                          int n)
{
    for (int i = 0; i < n; i++) {
        const float spread = 0.3f * sqrtf(years[i]);
        const float d1 =
            (logf(price[i] / strike[i]) + (0.02f + 0.5f * 0.3f * 0.3f) * years[i]) / spread;
        const float exercised = normal_distribution(d1 - spread), delta = normal_distribution(d1);
        const float discounted = strike[i] * expf(-0.02f * years[i]);
        call[i] = price[i] * delta - discounted * exercised;
        put[i] = discounted * (1 - exercised) - price[i] * (1 - delta);
    }
}

KERNEL void relax(int *restrict distance, int *restrict by, int n, int k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const int way = distance[i * n + k] + distance[k * n + j];
            if (way < distance[i * n + j]) {
                distance[i * n + j] = way;
                by[i * n + j] = k;
            }
        }
}

KERNEL void distances(const float (*restrict places)[2], float *restrict distance, int n)
{
    for (int i = 0; i < n; i++) {
        const float dy = 30 - places[i][0], dx = 90 - places[i][1];
        distance[i] = sqrtf(dy * dy + dx * dx);
    }
}

/* ---- what they work on ---------------------------------------------------------------------- */

struct arrays {
    float *in[3], *out[2];
    int *column, *start, *distance, *by;
};

static void fill(struct arrays *arrays)
{
    const size_t most = 2 * (size_t)(ELEMENTS > (int)PLACES ? ELEMENTS : (int)PLACES);
    srand(1);
    for (unsigned k = 0; k < 3; k++) {
        arrays->in[k] = g_new(float, most);
        for (size_t i = 0; i < most; i++)
            arrays->in[k][i] = 1 + (float)(rand() % 1000) / 100;
    }
    arrays->out[0] = g_new0(float, most);
    arrays->out[1] = g_new0(float, most);
    arrays->column = g_new(int, ROWS *PER_ROW);
    arrays->start = g_new(int, ROWS + 1);
    for (int i = 0; i < ROWS * PER_ROW; i++)
        arrays->column[i] = rand() % ROWS;
    for (int i = 0; i <= ROWS; i++)
        arrays->start[i] = i * PER_ROW;
    arrays->distance = g_new(int, NODES *NODES);
    arrays->by = g_new0(int, NODES *NODES);
}

static void free_arrays(struct arrays *arrays)
{
    for (unsigned k = 0; k < 3; k++)
        g_free(arrays->in[k]);
    g_free(arrays->out[0]);
    g_free(arrays->out[1]);
    g_free(arrays->column);
    g_free(arrays->start);
    g_free(arrays->distance);
    g_free(arrays->by);
}

enum which { ADD, ADD_FEW, MULTIPLY, SPARSE, PRICES, PATHS, NEAREST, KERNELS };

static void run(enum which which, struct arrays *a)
{
    switch (which) {
    case ADD:
        add(a->in[0], a->in[1], a->out[0], ELEMENTS);
        return;
    case ADD_FEW:
        add(a->in[0], a->in[1], a->out[0], FEW);
        return;
    case MULTIPLY:
        multiply(a->in[0], a->in[1], a->out[0], SIDE);
        return;
    case SPARSE:
        sparse(a->in[0], a->column, a->start, a->in[1], a->out[0], ROWS);
        return;
    case PRICES:
        black_scholes(a->in[0], a->in[1], a->in[2], a->out[0], a->out[1], OPTIONS);
        return;
    case PATHS:
        for (int k = 0; k < NODES; k++)
            relax(a->distance, a->by, NODES, k);
        return;
    default:
        distances((const float(*)[2])(const void *)a->in[0], a->out[0], PLACES);
    }
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds_of(enum which which, struct arrays *arrays)
{
    const unsigned rounds = which == ADD_FEW ? 100 : 1; /* it takes less than the clock's calls */
    double least = 1e9;
    for (unsigned i = 0; i < TIMES; i++) {
        for (int k = 0; k < NODES * NODES; k++) /* one in five pairs has a way, as in the program */
            arrays->distance[k] = rand() % 36864 < 4096 ? 1 + rand() % 100 : 1 << 28;
        const double begin = processor_seconds();
        for (unsigned round = 0; round < rounds; round++)
            run(which, arrays);
        least = fmin(least, (processor_seconds() - begin) / rounds);
    }
    return least;
}

/* Additions a second, each of which waits for the one before. */
static double clock_hz(void)
{
    const uint64_t n = 200000000;
    double least = 1e9;
    for (unsigned i = 0; i < 5; i++) {
        uint64_t sum = 1;
        const double begin = processor_seconds();
        for (uint64_t k = 0; k < n; k++) {
            sum += 3;
            __asm__ volatile("" : "+r"(sum));
        }
        least = fmin(least, processor_seconds() - begin);
    }
    return (double)n / least;
}

/* ---- simulated ------------------------------------------------------------------------------ */

static const struct {
    const char *name, *program, *arguments[3], *kernel;
} kernels[KERNELS] = {
    [ADD] = {"vectoradd 1000000", "vectoradd", {"1000000"}, "vector_add"},
    [ADD_FEW] = {"vectoradd 5000", "vectoradd", {"5000"}, "vector_add"},
    [MULTIPLY] = {"matmul 128", "matmul", {"8"}, "multiply_tiled"},
    [SPARSE] = {"spmv 16384", "spmv", {"0", "16384", "8"}, "csr_scalar"},
    [PRICES] = {"blackscholes 245760", "blackscholes", {"245760"}, "black_scholes"},
    [PATHS] = {"floyd 192", "floyd", {"192"}, "relax"},
    [NEAREST] = {"nearest 684288", "nearest", {"684288"}, "distances"}};

/* The sum of its launches, from the table that --features wrote. */
static double seconds_in(const char *file, const char *kernel)
{
    g_autofree char *text = NULL;
    double seconds = 0;
    if (!g_file_get_contents(file, &text, NULL, NULL))
        return 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines + 1; *line; line++)
        if (strstr(*line, kernel))
            seconds += g_ascii_strtod(strrchr(*line, ',') + 1, NULL);
    return seconds;
}

static double simulate(enum which which, const char *file, double hz)
{
    g_autofree char *program =
        g_build_filename(g_getenv("SIMGPU_PROGRAMS"), kernels[which].program, NULL);
    g_autofree char *platform =
        g_build_filename(g_getenv("SIMGPU_SOURCE"), "platforms/papers/heteropdp.xml", NULL);
    g_autofree char *speed = g_strdup_printf("--set=host.speed=%.0ff", hz);
    const char *words[24] = {g_getenv("SIMGPU"),
                             platform,
                             speed,
                             "--policy=offload=cpu",
                             "--set=host.core=1",
                             "--set=host.copy.latency=1ns",
                             "--set=host.llc.size=32MiB",
                             "--set=host.dram.latency=0ns",
                             "--set=host.dram.bandwidth=100000GBps",
                             "--features",
                             file,
                             "--",
                             program};
    for (unsigned i = 0, n = 13; i < 3; i++)
        if (kernels[which].arguments[i])
            words[n++] = kernels[which].arguments[i];
    int status = 1;
    if (!g_spawn_sync(NULL, (char **)words, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_SEARCH_PATH,
                      NULL, NULL, NULL, NULL, &status, NULL) ||
        status != 0)
        return 0;
    return seconds_in(file, kernels[which].kernel);
}

int main(void)
{
    g_autofree char *file = NULL;
    struct arrays arrays;
    struct figures *figures = figures_new("kernels on the simulated CPU by compiled C");
    const double hz = clock_hz();
    const int handle = g_file_open_tmp("simgpu-XXXXXX.csv", &file, NULL);
    double logarithms = 0;
    bool good = handle >= 0 && g_close(handle, NULL);
    fill(&arrays);
    g_print("clock %.2f GHz\n", hz / 1e9);
    for (unsigned i = 0; good && i < KERNELS; i++) {
        const double c = seconds_of((enum which)i, &arrays),
                     simulated = simulate((enum which)i, file, hz);
        g_autofree char *name = g_strdup_printf("%s.simulated_by_c", kernels[i].name);
        good = simulated > 0;
        g_print("%-20s C %9.2f us, simulated %9.2f us\n", kernels[i].name, c * 1e6,
                simulated * 1e6);
        figures_add(figures, name, simulated / c, "", (struct target){0});
        logarithms += log(simulated / c);
    }
    figures_add(figures, "geometric_mean", exp(logarithms / KERNELS), "", (struct target){0});
    if (file)
        g_unlink(file);
    free_arrays(&arrays);
    return figures_free(figures) && good ? EXIT_SUCCESS : EXIT_FAILURE;
}
