/* SPDX-License-Identifier: BSD-3-Clause */
/* Bytes from memory into registers, sign- or zero-extended by their type; see memory.h. */
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/exec/lanes/lanes.h"

#include <string.h>

/* All lanes' elements lie side by side. Two lanes rule most others out. */
static inline bool side_by_side(const uint32_t offset[WARP_LANES], uint32_t bytes)
{
    uint32_t differences = 0;
    if (offset[WARP_LANES - 1] - offset[0] != (WARP_LANES - 1) * bytes)
        return false;
    for (unsigned i = 0; i < WARP_LANES; i++)
        differences |= offset[i] ^ (offset[0] + i * bytes);
    return differences == 0;
}

/* The common cases: elements as wide as their registers. */
#define DEFINE_COPY(function, stored)                                                              \
    static void function(void *destination, lane_mask lanes, const uint8_t *data,                  \
                         const uint32_t offset[WARP_LANES])                                        \
    {                                                                                              \
        stored *out = destination;                                                                 \
        if (lanes == ALL_LANES && side_by_side(offset, sizeof *out))                               \
            memcpy(out, data + offset[0], WARP_LANES * sizeof *out);                               \
        else if (lanes == ALL_LANES)                                                               \
            for (unsigned i = 0; i < WARP_LANES; i++)                                              \
                memcpy(&out[i], data + offset[i], sizeof out[i]);                                  \
        else                                                                                       \
            EACH_LANE (i, lanes)                                                                   \
                memcpy(&out[i], data + offset[i], sizeof out[i]);                                  \
    }
DEFINE_COPY(copy_words, lane_word)
DEFINE_COPY(copy_longs, lane_long)

static void write_predicate(const struct exec_op *op, struct exec_state *state, unsigned k,
                            lane_mask lanes, const uint8_t *data, const uint32_t offset[WARP_LANES])
{
    lane_mask result = 0;
    EACH_LANE (i, lanes) {
        uint32_t raw;
        memcpy(&raw, data + offset[i], sizeof raw);
        result |= (lane_mask)(raw != 0) << i;
    }
    exec_write_mask(op, state, k, lanes, result);
}

static void write_element(const struct exec_op *op, struct exec_state *state, unsigned k,
                          lane_mask lanes, const uint8_t *data, const uint32_t offset[WARP_LANES])
{
    unsigned bytes = op->element_bytes;
    if (bytes == 4 && op->destination[k].bits == 32)
        copy_words(exec_destination(op, state, k), lanes, data, offset);
    else if (bytes == 8)
        copy_longs(exec_destination(op, state, k), lanes, data, offset);
    else if (op->destination[k].bits == 1)
        write_predicate(op, state, k, lanes, data, offset);
    else
        EACH_LANE (i, lanes) {
            uint64_t raw = 0;
            memcpy(&raw, data + offset[i], bytes);
            exec_set_lane(op, state, k, i, exec_extend(op->source_type, raw));
        }
}

void exec_write_loaded(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                       const uint8_t *data, const uint32_t offset[WARP_LANES])
{
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->destination[k].bits != 0)
            write_element(op, state, k, lanes, data + k * op->element_bytes, offset);
}
