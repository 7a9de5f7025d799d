/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that kernels allocate; see kernel_heap.h. */
#include "workloads/cuda_process/kernel_heap.h"
#include "workloads/cuda_process/program_private.h"

uint64_t kernel_heap_allocate(void *data, uint64_t bytes)
{
    struct program *program = ((struct program_device *)data)->program;
    const struct program_memory *memory = &program->setup.memory;
    uint64_t limit = program->limits[CUDA_LIMIT_MALLOC_HEAP_SIZE];
    if (program->kernel_heap_bytes > limit || bytes > limit - program->kernel_heap_bytes)
        return 0;
    g_autofree char *name = g_strdup_printf("malloc %u of kernels", program->n_kernel_mallocs);
    g_autoptr(GError) problem = NULL;
    uint64_t address = memory->allocate(memory->data, ((struct program_device *)data)->number, name,
                                        bytes, &problem);
    if (address == 0)
        return 0;
    gint64 *key = g_new(gint64, 1);
    *key = (gint64)address;
    g_hash_table_add(program->kernel_heap, key);
    program->n_kernel_mallocs++;
    program->kernel_heap_bytes += bytes;
    return address;
}

bool kernel_heap_has(const struct program *program, uint64_t address)
{
    gint64 key = (gint64)address;
    return g_hash_table_contains(program->kernel_heap, &key);
}

bool kernel_heap_release(void *data, uint64_t address)
{
    struct program *program = ((struct program_device *)data)->program;
    const struct program_memory *memory = &program->setup.memory;
    uint64_t bytes = memory->room(memory->data, address);
    if (!kernel_heap_has(program, address) || !memory->release(memory->data, address))
        return false;
    gint64 key = (gint64)address;
    g_hash_table_remove(program->kernel_heap, &key);
    program->kernel_heap_bytes -= MIN(bytes, program->kernel_heap_bytes);
    return true;
}
