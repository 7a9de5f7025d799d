/* SPDX-License-Identifier: BSD-3-Clause */
/* Integer arithmetic that is seldom executed; see rare_list.h. */
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/bits.h"
#include "workloads/ptx/exec/lanes/lanes.h"
#include "workloads/ptx/exec/lanes/rare_list.h"

#define RARE_DEFINE(name, words, d, ta, tb, tc, ...)                                               \
    static void rare_##name(const struct exec_op *op, struct exec_state *state, lane_mask lanes)   \
    {                                                                                              \
        STORED_##d *out = exec_destination(op, state, 0);                                          \
        const STORED_##ta *in_a = exec_source(op, state, 0);                                       \
        const STORED_##tb *in_b = exec_source(op, state, 1);                                       \
        const STORED_##tc *in_c = exec_source(op, state, 2);                                       \
        const lane_word *in_x = exec_source(op, state, 3);                                         \
        for (unsigned i = 0; i < WARP_LANES; i++) {                                                \
            LANE_VALUES_(ta, tb, tc)                                                               \
            uint32_t x = in_x[i];                                                                  \
            (void)x;                                                                               \
            out[i] = (lanes >> i) & 1 ? STORE_##d(__VA_ARGS__) : out[i];                           \
        }                                                                                          \
    }
EXEC_RARE_LIST(RARE_DEFINE)

exec_alu *exec_rare_alu_of(const char *text, struct exec_shape *shape)
{
#define RARE_KNOWN(name, words, d, ta, tb, tc, ...)                                                \
    {words, rare_##name, {LANE_##d, {LANE_##ta, LANE_##tb, LANE_##tc}}},
    static const struct {
        const char *words;
        exec_alu *alu;
        struct exec_shape shape;
    } known[] = {EXEC_RARE_LIST(RARE_KNOWN)};
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (exec_word_in(known[i].words, text)) {
            *shape = known[i].shape;
            return known[i].alu;
        }
    return NULL;
}

const char *exec_rare_name(exec_alu *alu)
{
#define RARE_NAME(name, ...) {rare_##name, #name},
    static const struct {
        exec_alu *alu;
        const char *name;
    } names[] = {EXEC_RARE_LIST(RARE_NAME)};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].alu == alu)
            return names[i].name;
    return NULL;
}
