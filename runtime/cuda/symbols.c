/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies to and from the device's variables. Those in constant memory have no address as
 * long as nobody asks for one: their bytes ride on requests and answers.
 */
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/copy.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/modules.h"
#include "runtime/cuda/streams.h"
#include "runtime/cuda/symbols.h"

static cudaError_t find_range(struct runtime *runtime, const struct symbol_copy *copy,
                              struct variable **variable, uint64_t *stream)
{
    cudaError_t status = variable_find(runtime, copy->symbol, variable);
    if (status == cudaSuccess)
        status = stream_number(runtime, copy->stream, stream);
    if (status == cudaSuccess &&
        (copy->offset > (*variable)->bytes || copy->count > (*variable)->bytes - copy->offset))
        status = cudaErrorInvalidValue;
    return status;
}

static bool is_on_device(const struct runtime *runtime, const struct symbol_copy *copy,
                         const void *other_end)
{
    return copy->kind == cudaMemcpyDeviceToDevice ||
           (copy->kind == cudaMemcpyDefault && memory_is_device(runtime, other_end));
}

/* A constant's new bytes may lie in device memory: then they are fetched first. */
static cudaError_t write_constant(struct runtime *runtime, const struct variable *variable,
                                  const struct symbol_copy *copy, uint64_t stream, const void *from)
{
    cudaError_t status = cudaSuccess;
    void *fetched = NULL;
    if (is_on_device(runtime, copy, from)) {
        fetched = message_allocate(copy->count);
        const struct copy fetch = {.to = fetched,
                                   .from = from,
                                   .width = copy->count,
                                   .height = 1,
                                   .kind = cudaMemcpyDeviceToHost,
                                   .stream = stream};
        status = copy_run(runtime, &fetch);
        from = fetched;
    }
    if (status == cudaSuccess) {
        struct exchange exchange = {
            .kind = PROTOCOL_CONSTANT_WRITE,
            .argument = {[PROTOCOL_CONSTANT_MODULE] = variable->module->number,
                         [PROTOCOL_CONSTANT_SYMBOL] = variable->number,
                         [PROTOCOL_CONSTANT_OFFSET] = copy->offset,
                         [PROTOCOL_CONSTANT_BYTES] = copy->count,
                         [PROTOCOL_CONSTANT_STREAM] = stream},
            .part = {{from, copy->count}},
        };
        status = runtime_ask(runtime, &exchange);
    }
    free(fetched);
    return status;
}

static cudaError_t read_constant(struct runtime *runtime, const struct variable *variable,
                                 const struct symbol_copy *copy, uint64_t stream, void *to)
{
    struct exchange exchange = {
        .kind = PROTOCOL_CONSTANT_READ,
        .argument = {[PROTOCOL_CONSTANT_MODULE] = variable->module->number,
                     [PROTOCOL_CONSTANT_SYMBOL] = variable->number,
                     [PROTOCOL_CONSTANT_OFFSET] = copy->offset,
                     [PROTOCOL_CONSTANT_BYTES] = copy->count,
                     [PROTOCOL_CONSTANT_STREAM] = stream},
    };
    cudaError_t status = runtime_ask(runtime, &exchange);
    if (status == cudaSuccess && exchange.data_bytes != copy->count)
        status = cudaErrorUnknown;
    if (status == cudaSuccess && is_on_device(runtime, copy, to)) {
        const struct copy hand_on = {.to = to,
                                     .from = exchange.data,
                                     .width = copy->count,
                                     .height = 1,
                                     .kind = cudaMemcpyHostToDevice,
                                     .stream = stream};
        status = copy_run(runtime, &hand_on);
    } else if (status == cudaSuccess)
        memcpy(to, exchange.data, copy->count);
    free(exchange.data);
    return status;
}

static void *address_of(const struct variable *variable, size_t offset)
{
    return (void *)(uintptr_t)(variable->address + offset);
}

cudaError_t symbol_check(struct runtime *runtime, const struct symbol_copy *copy)
{
    struct variable *variable = NULL;
    uint64_t stream = 0;
    return find_range(runtime, copy, &variable, &stream);
}

/* A constant's copy in a stream that is being captured. *done: there was one. */
static cudaError_t capture_constant(struct runtime *runtime, const struct graph_copy *copy,
                                    uint64_t stream, bool *done)
{
    struct stream_capture *capture = NULL;
    cudaError_t status = capturing_look(runtime, stream, &capture);
    *done = status != cudaSuccess || capture;
    if (status == cudaSuccess && capture)
        status = runtime->graph_ops->copy(runtime, capture, copy);
    return status;
}

cudaError_t symbol_copy_to(struct runtime *runtime, const struct symbol_copy *copy,
                           const void *from)
{
    struct variable *variable = NULL;
    uint64_t stream = 0;
    bool done = false;
    cudaError_t status = find_range(runtime, copy, &variable, &stream);
    if (status == cudaSuccess && copy->count > 0 && variable->constant) {
        const struct graph_copy node = {
            .form = GRAPH_COPY_TO_SYMBOL, .symbol = *copy, .other = (void *)(uintptr_t)from};
        status = capture_constant(runtime, &node, stream, &done);
        return done ? status : write_constant(runtime, variable, copy, stream, from);
    }
    if (status != cudaSuccess)
        return status;
    const struct copy plain = {.to = address_of(variable, copy->offset),
                               .from = from,
                               .width = copy->count,
                               .height = 1,
                               .kind = copy->kind,
                               .stream = stream,
                               .asynchronous = copy->asynchronous};
    return copy_run(runtime, &plain);
}

cudaError_t symbol_copy_from(struct runtime *runtime, const struct symbol_copy *copy, void *to)
{
    struct variable *variable = NULL;
    uint64_t stream = 0;
    bool done = false;
    cudaError_t status = find_range(runtime, copy, &variable, &stream);
    if (status == cudaSuccess && copy->count > 0 && variable->constant) {
        const struct graph_copy node = {
            .form = GRAPH_COPY_FROM_SYMBOL, .symbol = *copy, .other = to};
        status = capture_constant(runtime, &node, stream, &done);
        return done ? status : read_constant(runtime, variable, copy, stream, to);
    }
    if (status != cudaSuccess)
        return status;
    const struct copy plain = {.to = to,
                               .from = address_of(variable, copy->offset),
                               .width = copy->count,
                               .height = 1,
                               .kind = copy->kind,
                               .stream = stream,
                               .asynchronous = copy->asynchronous};
    return copy_run(runtime, &plain);
}

static cudaError_t copy_to(struct symbol_copy copy, const void *from)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = symbol_copy_to(runtime, &copy, from);
    return runtime_leave(runtime, status);
}

static cudaError_t copy_from(struct symbol_copy copy, void *to)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = symbol_copy_from(runtime, &copy, to);
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
    return copy_to((struct symbol_copy){symbol, offset, count, kind, NULL, false}, from);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds)

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_to((struct symbol_copy){symbol, offset, count, kind, stream, true}, from);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz)

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t count, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    return copy_from((struct symbol_copy){symbol, offset, count, kind, NULL, false}, to);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds)

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_from((struct symbol_copy){symbol, offset, count, kind, stream, true}, to);
}
ALSO_PER_THREAD_STREAM(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz)

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    struct runtime *runtime = NULL;
    struct variable *variable = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = variable_find(runtime, symbol, &variable);
    uint64_t address = 0;
    if (status == cudaSuccess)
        status = variable_address(runtime, variable, &address);
    if (status == cudaSuccess)
        *pointer = (void *)(uintptr_t)address;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    struct runtime *runtime = NULL;
    struct variable *variable = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = variable_find(runtime, symbol, &variable);
    if (status == cudaSuccess)
        *size = variable->bytes;
    return runtime_leave(runtime, status);
}
