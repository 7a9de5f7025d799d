/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies to, from and between arrays: rectangles of their rows. Offsets and widths in bytes. */
#include "runtime/cuda/copy.h"
#include "runtime/cuda/copy_side.h"
#include "runtime/cuda/entry_points.h"
#include "runtime/cuda/streams.h"

static struct copy_side in_array(cudaArray_const_t array, size_t x, size_t y)
{
    return (struct copy_side){.in_array = true, .array = array, .x = x, .y = y};
}

static struct copy_side in_memory(const void *pointer, size_t pitch)
{
    return (struct copy_side){.pointer = (uintptr_t)pointer, .pitch = pitch};
}

static cudaError_t rectangle(struct copy_side to, struct copy_side from, struct copy copy,
                             cudaStream_t stream)
{
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &copy.stream);
    if (status == cudaSuccess)
        status = copy_between_sides(runtime, &to, &from, &copy);
    return runtime_leave(runtime, status);
}

/* A run of bytes that goes from an array's row on to the next. */
struct run {
    struct copy_side to, from;
    bool to_array;
    size_t bytes;
    struct copy copy;
};

/* Copies what is left of the array's row, or whole rows, and moves on. */
static cudaError_t copy_some(struct runtime *runtime, struct run *run, size_t row_bytes)
{
    struct copy_side *array = run->to_array ? &run->to : &run->from;
    struct copy_side *memory = run->to_array ? &run->from : &run->to;
    size_t row_rest = row_bytes - array->x;
    run->copy.width = run->bytes < row_rest ? run->bytes : row_rest;
    run->copy.height = array->x == 0 && run->bytes >= row_bytes ? run->bytes / row_bytes : 1;
    memory->pitch = run->copy.width;
    const cudaError_t status = copy_between_sides(runtime, &run->to, &run->from, &run->copy);
    size_t done = run->copy.width * run->copy.height;
    run->bytes -= done;
    memory->pointer += done;
    array->y += run->copy.height;
    array->x = 0;
    return status;
}

static cudaError_t copy_whole_run(struct run run, cudaStream_t stream)
{
    struct runtime *runtime = NULL;
    size_t row_bytes = 0;
    const struct copy_side *array = run.to_array ? &run.to : &run.from;
    cudaError_t status = stream_enter(&runtime, stream, &run.copy.stream);
    if (status == cudaSuccess)
        status = copy_side_row_bytes(runtime, array, &row_bytes);
    if (status == cudaSuccess && array->x >= row_bytes)
        status = cudaErrorInvalidValue;
    while (status == cudaSuccess && run.bytes > 0)
        status = copy_some(runtime, &run, row_bytes);
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from,
                              size_t count, enum cudaMemcpyKind kind)
{
    const struct copy copy = {.kind = kind};
    return copy_whole_run(
        (struct run){in_array(to, x_bytes, y), in_memory(from, 0), true, count, copy}, NULL);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyToArray, cudaMemcpyToArray_ptds)

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void *from,
                                   size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const struct copy copy = {.kind = kind, .asynchronous = true};
    return copy_whole_run(
        (struct run){in_array(to, x_bytes, y), in_memory(from, 0), true, count, copy}, stream);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyToArrayAsync, cudaMemcpyToArrayAsync_ptsz)

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x_bytes, size_t y,
                                size_t count, enum cudaMemcpyKind kind)
{
    const struct copy copy = {.kind = kind};
    return copy_whole_run(
        (struct run){in_memory(to, 0), in_array(from, x_bytes, y), false, count, copy}, NULL);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyFromArray, cudaMemcpyFromArray_ptds)

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x_bytes, size_t y,
                                     size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const struct copy copy = {.kind = kind, .asynchronous = true};
    return copy_whole_run(
        (struct run){in_memory(to, 0), in_array(from, x_bytes, y), false, count, copy}, stream);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyFromArrayAsync, cudaMemcpyFromArrayAsync_ptsz)

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from,
                                size_t from_pitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind)
{
    return rectangle(in_array(to, x_bytes, y), in_memory(from, from_pitch),
                     (struct copy){.width = width, .height = height, .kind = kind}, NULL);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy2DToArray, cudaMemcpy2DToArray_ptds)

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void *from,
                                     size_t from_pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const struct copy copy = {.width = width, .height = height, .kind = kind, .asynchronous = true};
    return rectangle(in_array(to, x_bytes, y), in_memory(from, from_pitch), copy, stream);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync_ptsz)

cudaError_t cudaMemcpy2DFromArray(void *to, size_t to_pitch, cudaArray_const_t from, size_t x_bytes,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return rectangle(in_memory(to, to_pitch), in_array(from, x_bytes, y),
                     (struct copy){.width = width, .height = height, .kind = kind}, NULL);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy2DFromArray, cudaMemcpy2DFromArray_ptds)

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t to_pitch, cudaArray_const_t from,
                                       size_t x_bytes, size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const struct copy copy = {.width = width, .height = height, .kind = kind, .asynchronous = true};
    return rectangle(in_memory(to, to_pitch), in_array(from, x_bytes, y), copy, stream);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync_ptsz)

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return rectangle(in_array(to, to_x, to_y), in_array(from, from_x, from_y),
                     (struct copy){.width = width, .height = height, .kind = kind}, NULL);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy2DArrayToArray, cudaMemcpy2DArrayToArray_ptds)

static void advance(struct copy_side *side, size_t bytes, size_t row_bytes)
{
    side->x += bytes;
    if (side->x == row_bytes) {
        side->x = 0;
        side->y++;
    }
}

/* A run of bytes that goes on from row to row in both arrays. */
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t count,
                                   enum cudaMemcpyKind kind)
{
    struct copy_side sides[2] = {in_array(to, to_x, to_y), in_array(from, from_x, from_y)};
    struct copy copy = {.height = 1, .kind = kind};
    struct runtime *runtime = NULL;
    size_t row_bytes[2];
    cudaError_t status = stream_enter(&runtime, NULL, &copy.stream);
    for (int i = 0; i < 2 && status == cudaSuccess; i++) {
        status = copy_side_row_bytes(runtime, &sides[i], &row_bytes[i]);
        if (status == cudaSuccess && sides[i].x >= row_bytes[i])
            status = cudaErrorInvalidValue;
    }
    for (; status == cudaSuccess && count > 0; count -= copy.width) {
        copy.width = count;
        for (int i = 0; i < 2; i++)
            if (copy.width > row_bytes[i] - sides[i].x)
                copy.width = row_bytes[i] - sides[i].x;
        status = copy_between_sides(runtime, &sides[0], &sides[1], &copy);
        for (int i = 0; i < 2; i++)
            advance(&sides[i], copy.width, row_bytes[i]);
    }
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyArrayToArray, cudaMemcpyArrayToArray_ptds)
