/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/virtual_memory.h"
#include "runtime/protocol.h"
#include "workloads/cuda_process/program_private.h"
#include "workloads/cuda_process/requests.h"

#include <string.h>

struct piece {
    uint64_t bytes;
    uint64_t address; /* of its mapping; 0: it is not mapped */
    uint64_t mapped;  /* bytes of the mapping */
    uint8_t *kept;    /* its bytes while it is not mapped; NULL: all zero */
    bool released;    /* by the program: it goes when it is not mapped */
    bool gone;
};

struct virtual_memory {
    const struct program_memory *memory;
    GArray *pieces; /* struct piece; handle - 1 is the index */
};

static void clear_piece(void *item)
{
    g_free(((struct piece *)item)->kept);
}

struct virtual_memory *virtual_memory_new(const struct program_memory *memory)
{
    struct virtual_memory *own = g_new0(struct virtual_memory, 1);
    own->memory = memory;
    own->pieces = g_array_new(FALSE, TRUE, sizeof(struct piece));
    g_array_set_clear_func(own->pieces, clear_piece);
    return own;
}

void virtual_memory_free(struct virtual_memory *virtual_memory)
{
    if (!virtual_memory)
        return;
    g_array_free(virtual_memory->pieces, TRUE);
    g_free(virtual_memory);
}

static struct piece *piece_of(const struct virtual_memory *own, uint64_t handle)
{
    if (handle == 0 || handle > own->pieces->len)
        return NULL;
    struct piece *piece = &g_array_index(own->pieces, struct piece, handle - 1);
    return piece->gone ? NULL : piece;
}

static bool is_whole(uint64_t bytes)
{
    return bytes > 0 && bytes % PROTOCOL_VIRTUAL_UNIT == 0;
}

static int32_t create(struct virtual_memory *own, uint64_t bytes, uint64_t *handle)
{
    const struct piece piece = {.bytes = bytes};
    if (!is_whole(bytes))
        return CUDA_INVALID_VALUE;
    if (!own->memory->take(own->memory->data, bytes))
        return CUDA_OUT_OF_MEMORY;
    g_array_append_val(own->pieces, piece);
    *handle = own->pieces->len;
    return CUDA_SUCCESS;
}

static void drop_if_unused(struct virtual_memory *own, struct piece *piece)
{
    if (!piece->released || piece->address != 0)
        return;
    own->memory->give_back(own->memory->data, piece->bytes);
    g_clear_pointer(&piece->kept, g_free);
    piece->gone = true;
}

static int32_t release(struct virtual_memory *own, uint64_t handle)
{
    struct piece *piece = piece_of(own, handle);
    if (!piece || piece->released)
        return CUDA_INVALID_VALUE;
    piece->released = true;
    drop_if_unused(own, piece);
    return CUDA_SUCCESS;
}

/* Another mapping has some of the range. */
static bool is_taken(const struct virtual_memory *own, uint64_t address, uint64_t bytes)
{
    for (guint i = 0; i < own->pieces->len; i++) {
        const struct piece *piece = &g_array_index(own->pieces, struct piece, i);
        if (piece->address != 0 && piece->address < address + bytes &&
            address < piece->address + piece->mapped)
            return true;
    }
    return false;
}

static int32_t map(struct virtual_memory *own, uint64_t handle, uint64_t address, uint64_t bytes)
{
    const struct program_memory *memory = own->memory;
    struct piece *piece = piece_of(own, handle);
    if (!piece || piece->released || !is_whole(bytes) || bytes > piece->bytes ||
        address % PROTOCOL_VIRTUAL_UNIT != 0 || !memory->reserves(memory->data, address, bytes) ||
        is_taken(own, address, bytes))
        return CUDA_INVALID_VALUE;
    if (piece->address != 0)
        return CUDA_NOT_SUPPORTED;
    if (piece->kept)
        memcpy(memory->bytes_of(memory->data, address), piece->kept, bytes);
    else
        memory->clear(memory->data, address, bytes);
    g_clear_pointer(&piece->kept, g_free);
    piece->address = address;
    piece->mapped = bytes;
    return CUDA_SUCCESS;
}

/* The range is made of whole mappings. */
static bool has_mappings(const struct virtual_memory *own, uint64_t address, uint64_t bytes)
{
    uint64_t found = 0;
    for (guint i = 0; i < own->pieces->len; i++) {
        const struct piece *piece = &g_array_index(own->pieces, struct piece, i);
        if (piece->address != 0 && piece->address >= address && piece->address - address < bytes &&
            piece->mapped <= bytes - (piece->address - address))
            found += piece->mapped;
    }
    return found == bytes && bytes > 0;
}

static void unmap_piece(struct virtual_memory *own, struct piece *piece)
{
    const struct program_memory *memory = own->memory;
    memory->open(memory->data, piece->address, piece->mapped, false);
    if (!piece->released) {
        piece->kept = g_malloc(piece->bytes);
        memcpy(piece->kept, memory->bytes_of(memory->data, piece->address), piece->mapped);
        memset(piece->kept + piece->mapped, 0, piece->bytes - piece->mapped);
    }
    piece->address = 0;
    drop_if_unused(own, piece);
}

static int32_t unmap(struct virtual_memory *own, uint64_t address, uint64_t bytes)
{
    if (!has_mappings(own, address, bytes))
        return CUDA_INVALID_VALUE;
    for (guint i = 0; i < own->pieces->len; i++) {
        struct piece *piece = &g_array_index(own->pieces, struct piece, i);
        if (piece->address != 0 && piece->address - address < bytes)
            unmap_piece(own, piece);
    }
    return CUDA_SUCCESS;
}

static int32_t set_access(struct virtual_memory *own, uint64_t address, uint64_t bytes, bool open)
{
    if (!has_mappings(own, address, bytes))
        return CUDA_INVALID_VALUE;
    for (guint i = 0; i < own->pieces->len; i++) {
        const struct piece *piece = &g_array_index(own->pieces, struct piece, i);
        if (piece->address != 0 && piece->address - address < bytes)
            own->memory->open(own->memory->data, piece->address, piece->mapped, open);
    }
    return CUDA_SUCCESS;
}

static int32_t reserve(struct virtual_memory *own, uint64_t bytes, uint64_t wanted,
                       uint64_t *address)
{
    if (!is_whole(bytes))
        return CUDA_INVALID_VALUE;
    *address = own->memory->reserve(own->memory->data, bytes, wanted);
    return *address != 0 ? CUDA_SUCCESS : CUDA_OUT_OF_MEMORY;
}

int32_t virtual_memory_do(struct virtual_memory *virtual_memory, const uint64_t *argument,
                          uint64_t *result)
{
    const struct program_memory *memory = virtual_memory->memory;
    const uint64_t address = argument[PROTOCOL_VIRTUAL_ADDRESS];
    const uint64_t bytes = argument[PROTOCOL_VIRTUAL_BYTES];
    const uint64_t handle = argument[PROTOCOL_VIRTUAL_HANDLE];
    switch (argument[PROTOCOL_VIRTUAL_WHAT]) {
    case PROTOCOL_VIRTUAL_RESERVE:
        return reserve(virtual_memory, bytes, address, result);
    case PROTOCOL_VIRTUAL_UNRESERVE:
        return !is_taken(virtual_memory, address, bytes) &&
                       memory->unreserve(memory->data, address, bytes)
                   ? CUDA_SUCCESS
                   : CUDA_INVALID_VALUE;
    case PROTOCOL_VIRTUAL_CREATE:
        return create(virtual_memory, bytes, result);
    case PROTOCOL_VIRTUAL_RELEASE:
        return release(virtual_memory, handle);
    case PROTOCOL_VIRTUAL_MAP:
        return map(virtual_memory, handle, address, bytes);
    case PROTOCOL_VIRTUAL_UNMAP:
        return unmap(virtual_memory, address, bytes);
    case PROTOCOL_VIRTUAL_OPEN:
    case PROTOCOL_VIRTUAL_CLOSE:
        return set_access(virtual_memory, address, bytes,
                          argument[PROTOCOL_VIRTUAL_WHAT] == PROTOCOL_VIRTUAL_OPEN);
    default:
        return CUDA_INVALID_VALUE;
    }
}

/* ---- the request -------------------------------------------------------------------------------
 */

bool begin_virtual(struct program *program, struct command *out, GError **error)
{
    if (request_argument(program, PROTOCOL_VIRTUAL_WHAT) == PROTOCOL_VIRTUAL_UNMAP)
        return begin_free(program, out, error);
    program_call(program, out);
    return true;
}

bool finish_virtual(struct program *program, GError **error)
{
    struct exchange *exchange = program->exchange;
    (void)error;
    exchange->answer.status = virtual_memory_do(program->virtual_memory, exchange->request.argument,
                                                &exchange->answer.value[PROTOCOL_RESULT]);
    return true;
}
