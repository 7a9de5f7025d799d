/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/moved_bytes.h"

void moved_bytes_add(struct program *program, uint64_t address, uint64_t written)
{
    const uint64_t caller = program->exchange->request.argument[PROTOCOL_CALLER];
    const struct moved_bytes moved = {caller, address, written, false};
    g_array_append_val(program->conversation.moved, moved);
}

void moved_bytes_begin(struct program *program, uint64_t caller)
{
    const struct program_memory *memory = &program->setup.memory;
    GArray *moved = program->conversation.moved;
    for (guint i = 0; i < moved->len; i++) {
        struct moved_bytes *m = &g_array_index(moved, struct moved_bytes, i);
        if (m->caller != caller || m->under_way)
            continue;
        memory->arrive(memory->data, m->address);
        memory->hold(memory->data, true);
        m->under_way = true;
    }
}

/* Until the caller asks for something else, nobody knows how many bytes are there. */
void moved_bytes_note(struct program *program, uint64_t caller)
{
    const struct program_memory *memory = &program->setup.memory;
    GArray *moved = program->conversation.moved;
    for (guint i = moved->len; i-- > 0;) {
        const struct moved_bytes *m = &g_array_index(moved, struct moved_bytes, i);
        if (m->written > 0)
            memory->changed(memory->data, m->address, m->written);
        if (m->caller != caller)
            continue;
        if (m->under_way)
            memory->hold(memory->data, false);
        g_array_remove_index_fast(moved, i);
    }
}
