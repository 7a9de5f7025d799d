/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/actions/tensor_map.h"
#include "workloads/atomic.h"

#include <glib.h>
#include <string.h>

static const char *problem_of(const struct tensor_map *map)
{
    const uint8_t bytes = map->element_bytes;
    if (map->dimensions < 1 || map->dimensions > TENSOR_MOST_DIMENSIONS || map->swizzle > 3 ||
        (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
        return "the tensor map's numbers make no sense";
    uint64_t elements = 1;
    for (unsigned d = 0; d < map->dimensions; d++) {
        if (map->box[d] < 1 || map->box[d] > 256 || map->size[d] < 1)
            return "the tensor map's numbers make no sense";
        elements *= map->box[d];
    }
    return elements * bytes > 1 << 20 ? "the tensor map's box is too large" : NULL;
}

const char *tensor_map_read(struct tensor_map *map, const uint8_t bytes[TENSOR_MAP_BYTES])
{
    *map = (struct tensor_map){.dimensions = bytes[16],
                               .element_bytes = bytes[17],
                               .swizzle = bytes[18],
                               .fill = bytes[19],
                               .type = bytes[92]};
    if (memcmp(bytes, "simgpuTM", 8) != 0)
        return "this is no tensor map of cuTensorMapEncodeTiled";
    memcpy(&map->address, bytes + 8, sizeof map->address);
    memcpy(map->size, bytes + 20, sizeof map->size);
    memcpy(map->stride + 1, bytes + 40, 4 * sizeof map->stride[0]);
    memcpy(map->box, bytes + 72, sizeof map->box);
    map->stride[0] = map->element_bytes;
    return problem_of(map);
}

bool tensor_map_atomic(const struct tensor_map *map, uint8_t *type)
{
    enum { NONE = UINT8_MAX };
    static const uint8_t types[] = {NONE,       NONE,         ATOMIC_U32,   ATOMIC_S32,
                                    ATOMIC_U64, ATOMIC_S64,   ATOMIC_F16X2, ATOMIC_F32,
                                    ATOMIC_F64, ATOMIC_BF16X2};
    *type = map->type < G_N_ELEMENTS(types) ? types[map->type] : NONE;
    return *type != NONE;
}

uint32_t tensor_map_box_bytes(const struct tensor_map *map)
{
    uint32_t bytes = map->element_bytes;
    for (unsigned d = 0; d < map->dimensions; d++)
        bytes *= map->box[d];
    return bytes;
}

/* The innermost dimension, cut where the tensor begins and ends: three pieces at most. */
struct cut {
    uint32_t before, inside, behind; /* elements */
};

static struct cut cut_of(const struct tensor_map *map, int32_t at)
{
    const int64_t first = at, end = first + map->box[0], size = map->size[0];
    const int64_t in = CLAMP(0, first, end), out = CLAMP(size, in, end);
    return (struct cut){(uint32_t)(in - first), (uint32_t)(out - in), (uint32_t)(end - out)};
}

static uint32_t lines_of(const struct tensor_map *map)
{
    uint32_t lines = 1;
    for (unsigned d = 1; d < map->dimensions; d++)
        lines *= map->box[d];
    return lines;
}

uint32_t tensor_map_rows(const struct tensor_map *map, const int32_t at[])
{
    const struct cut cut = cut_of(map, at[0]);
    const uint32_t pieces = (cut.before > 0) + (cut.inside > 0) + (cut.behind > 0);
    return pieces * lines_of(map);
}

/* The address of a line's element 0; 0: the line lies outside. */
static uint64_t line_address(const struct tensor_map *map, const int32_t at[], uint32_t line)
{
    uint64_t address = map->address;
    for (unsigned d = 1; d < map->dimensions; d++) {
        const int64_t index = (int64_t)at[d] + line % map->box[d];
        line /= map->box[d];
        if (index < 0 || index >= map->size[d])
            return 0;
        address += (uint64_t)index * map->stride[d];
    }
    return address;
}

void tensor_map_fill(const struct tensor_map *map, const int32_t at[], uint32_t shared,
                     struct bulk_job *job)
{
    const struct cut cut = cut_of(map, at[0]);
    const uint32_t pieces[] = {cut.before, cut.inside, cut.behind};
    uint32_t n = 0;
    job->swizzle = map->swizzle;
    job->fill = map->fill ? map->element_bytes : 0;
    for (uint32_t line = 0; line < lines_of(map); line++) {
        const uint64_t begin = line_address(map, at, line);
        for (unsigned piece = 0; piece < G_N_ELEMENTS(pieces); piece++) {
            const uint32_t bytes = pieces[piece] * map->element_bytes;
            if (bytes == 0)
                continue;
            const int64_t element = (int64_t)at[0] + cut.before;
            const bool inside = piece == 1 && begin != 0;
            job->rows[n++] = (struct bulk_row){
                .global = inside ? begin + (uint64_t)element * map->element_bytes : 0,
                .shared = shared,
                .bytes = bytes};
            shared += bytes;
        }
    }
    g_assert(n == job->n_rows);
}
