/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures the launches of a program that knows nothing of it: LD_PRELOAD=launch_times.so, for
 * programs that link the CUDA runtime dynamically (nvcc -cudart shared, simgpucc).
 *
 * CUDA events stand around each launch. When the program ends, a line goes to the file that
 * LAUNCH_TIMES names: how many launches, and the microseconds of all of them together. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPEN_LAUNCHES = 256 };

struct dim3 {
    unsigned x, y, z;
};

typedef int launch_function(const void *, struct dim3, struct dim3, void **, size_t, void *);

static struct {
    void *before[OPEN_LAUNCHES], *after[OPEN_LAUNCHES];
    int n, depth;
    unsigned long launches;
    double us;
} times;

int cudaEventCreate(void **event);
int cudaEventDestroy(void *event);
int cudaEventRecord(void *event, void *stream);
int cudaEventSynchronize(void *event);
int cudaEventElapsedTime(float *ms, void *before, void *after);

/* Waits for the launches whose events are open, and adds their times. */
static void add_up(void)
{
    for (int i = 0; i < times.n; i++) {
        float ms = 0;
        if (cudaEventSynchronize(times.after[i]) == 0 &&
            cudaEventElapsedTime(&ms, times.before[i], times.after[i]) == 0)
            times.us += ms * 1000.0;
        cudaEventDestroy(times.before[i]);
        cudaEventDestroy(times.after[i]);
    }
    times.n = 0;
}

static void write_times(void)
{
    const char *name = getenv("LAUNCH_TIMES");
    FILE *file = name ? fopen(name, "w") : NULL;
    add_up();
    if (!file)
        return;
    fprintf(file, "%lu %.9g\n", times.launches, times.us);
    fclose(file);
}

/* A launch within a launch is the runtime's own way, and not counted twice. */
static int measured(const char *name, const void *kernel, struct dim3 grid, struct dim3 block,
                    void **arguments, size_t shared, void *stream)
{
    launch_function *launch = (launch_function *)dlsym(RTLD_NEXT, name);
    if (!launch)
        abort();
    if (times.depth > 0)
        return launch(kernel, grid, block, arguments, shared, stream);
    if (times.launches++ == 0)
        atexit(write_times);
    if (times.n == OPEN_LAUNCHES)
        add_up();
    times.depth++;
    cudaEventCreate(&times.before[times.n]);
    cudaEventCreate(&times.after[times.n]);
    cudaEventRecord(times.before[times.n], stream);
    int status = launch(kernel, grid, block, arguments, shared, stream);
    cudaEventRecord(times.after[times.n], stream);
    times.n++;
    times.depth--;
    return status;
}

int cudaLaunchKernel(const void *kernel, struct dim3 grid, struct dim3 block, void **arguments,
                     size_t shared, void *stream)
{
    return measured("cudaLaunchKernel", kernel, grid, block, arguments, shared, stream);
}

int __cudaLaunchKernel(const void *kernel, struct dim3 grid, struct dim3 block, void **arguments,
                       size_t shared, void *stream)
{
    return measured("__cudaLaunchKernel", kernel, grid, block, arguments, shared, stream);
}
