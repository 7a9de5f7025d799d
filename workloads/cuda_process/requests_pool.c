/* SPDX-License-Identifier: BSD-3-Clause */
/* Stream-ordered memory, and the pools that it comes from. */
#include "workloads/cuda_process/program_private.h"
#include "workloads/cuda_process/requests.h"

static bool fail_with(struct program *program, enum cuda_status status)
{
    program->exchange->answer.status = status;
    return true;
}

/* False if there is no such pool. */
static bool pool_of(const struct program *program, unsigned index, uint32_t *pool)
{
    const uint64_t number = request_argument(program, index);
    *pool = (uint32_t)MIN(number, UINT32_MAX);
    return memory_pools_known(&program->pools, *pool);
}

static void give_back(struct program *program, uint64_t address)
{
    const struct program_memory *memory = &program->setup.memory;
    memory->release(memory->data, address);
}

bool finish_wait(struct program *program, GError **error)
{
    uint64_t address;
    (void)error;
    while ((address = memory_pools_release_any(&program->pools)) != 0)
        give_back(program, address);
    return true;
}

bool finish_pool_create(struct program *program, GError **error)
{
    (void)error;
    program->exchange->answer.value[PROTOCOL_RESULT] = memory_pools_create(
        &program->pools, request_device(program), request_argument(program, PROTOCOL_SUBJECT));
    return true;
}

bool finish_pool_destroy(struct program *program, GError **error)
{
    uint32_t pool;
    if (!pool_of(program, PROTOCOL_SUBJECT, &pool) || !memory_pools_destroy(&program->pools, pool))
        return fail_with(program, CUDA_INVALID_VALUE);
    return finish_wait(program, error);
}

bool finish_pool_trim(struct program *program, GError **error)
{
    uint32_t pool;
    uint64_t address;
    (void)error;
    if (!pool_of(program, PROTOCOL_POOL, &pool))
        return fail_with(program, CUDA_INVALID_VALUE);
    while ((address = memory_pools_release(&program->pools, pool,
                                           request_argument(program, PROTOCOL_POOL_BYTES))) != 0)
        give_back(program, address);
    return true;
}

bool finish_pool_get(struct program *program, GError **error)
{
    uint32_t pool;
    const uint64_t attribute = request_argument(program, PROTOCOL_POOL_ATTRIBUTE);
    (void)error;
    if (!pool_of(program, PROTOCOL_POOL_OF, &pool) || attribute < 1 ||
        attribute >= MEMORY_POOL_ATTRIBUTES)
        return fail_with(program, CUDA_INVALID_VALUE);
    program->exchange->answer.value[PROTOCOL_RESULT] =
        memory_pools_get(&program->pools, pool, (enum memory_pool_attribute)attribute);
    return true;
}

bool finish_pool_set(struct program *program, GError **error)
{
    uint32_t pool;
    const uint64_t attribute = request_argument(program, PROTOCOL_POOL_ATTRIBUTE);
    (void)error;
    return (pool_of(program, PROTOCOL_POOL_OF, &pool) && attribute < MEMORY_POOL_ATTRIBUTES &&
            memory_pools_set(&program->pools, pool, (enum memory_pool_attribute)attribute,
                             request_argument(program, PROTOCOL_POOL_VALUE))) ||
           fail_with(program, CUDA_INVALID_VALUE);
}

/* New memory of the device for the pool; 0 if there is none. */
static uint64_t grow(struct program *program, uint32_t pool, uint64_t bytes)
{
    const struct program_memory *memory = &program->setup.memory;
    g_autofree char *name = g_strdup_printf("allocation %u", program->n_allocations);
    g_autoptr(GError) problem = NULL;
    if (!memory_pools_may_grow(&program->pools, pool, bytes))
        return 0;
    const uint64_t address = memory->allocate(
        memory->data, memory_pools_device(&program->pools, pool), name, bytes, &problem);
    if (address == 0)
        return 0;
    program->n_allocations++;
    memory_pools_add(&program->pools, pool, address, bytes);
    return address;
}

/* From what the pool keeps, else new, else what another stream is about to give back, else after
 * all pools have given back what they keep. */
static uint64_t allocate(struct program *program, uint32_t pool, uint64_t bytes, uint32_t stream,
                         uint64_t *after)
{
    struct memory_pools *pools = &program->pools;
    uint64_t address = memory_pools_take(pools, pool, bytes, stream, false, after), idle;
    if (address == 0)
        address = grow(program, pool, bytes);
    if (address == 0)
        address = memory_pools_take(pools, pool, bytes, stream, true, after);
    if (address != 0)
        return address;
    for (uint32_t i = 0; i < pools->pools->len; i++)
        while ((idle = memory_pools_release(pools, i, 0)) != 0)
            give_back(program, idle);
    return grow(program, pool, bytes);
}

bool begin_pool_allocate(struct program *program, struct command *out, GError **error)
{
    uint32_t pool;
    uint64_t after;
    const uint64_t bytes = request_argument(program, PROTOCOL_POOL_BYTES);
    const uint32_t stream = program_stream(program, PROTOCOL_POOL_STREAM);
    (void)error;
    if (!pool_of(program, PROTOCOL_POOL, &pool) || bytes == 0)
        return program_refuse(program, out, CUDA_INVALID_VALUE);
    if (!program_append(program, out, COMMAND_JOIN, stream, false))
        return true;
    const uint64_t address = allocate(program, pool, bytes, stream, &after);
    program->exchange->answer.value[PROTOCOL_RESULT] = address;
    if (address == 0)
        fail_with(program, CUDA_OUT_OF_MEMORY);
    if (after != 0) {
        g_array_append_val(program->streams.after, after);
        out->after = (const uint64_t *)(const void *)program->streams.after->data;
        out->n_after = program->streams.after->len;
    }
    return true;
}

/* Memory of cudaMalloc may be freed so, too: the device's own pool takes it over. */
static bool adopt(struct program *program, uint64_t address)
{
    const struct program_memory *memory = &program->setup.memory;
    const uint64_t bytes = memory->room(memory->data, address);
    if (bytes == 0 || memory_pools_has(&program->pools, address) ||
        (address > 0 && memory->at(memory->data, address - 1, 2)))
        return false; /* no allocation begins there */
    memory_pools_add(&program->pools, memory->device_of(memory->data, address), address, bytes);
    return true;
}

bool begin_pool_free(struct program *program, struct command *out, GError **error)
{
    const uint64_t address = request_argument(program, PROTOCOL_POOL_FREED);
    const uint32_t stream = program_stream(program, PROTOCOL_POOL_FREE_STREAM);
    struct memory_pools *pools = &program->pools;
    (void)error;
    if (!program_append(program, out, COMMAND_JOIN, stream, false))
        return true;
    return memory_pools_give(pools, address, stream, out->id) ||
           (adopt(program, address) && memory_pools_give(pools, address, stream, out->id)) ||
           fail_with(program, CUDA_INVALID_VALUE);
}
