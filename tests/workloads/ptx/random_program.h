/* SPDX-License-Identifier: BSD-3-Clause */
/* Small kernels with random control flow, to compare the analyses with brute force. */
#ifndef SIMGPU_TESTS_PTX_RANDOM_PROGRAM_H
#define SIMGPU_TESTS_PTX_RANDOM_PROGRAM_H

#include "tests/workloads/ptx/fixtures.h"

/* xorshift64; Marsaglia, "Xorshift RNGs", 2003. */
static inline uint32_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 32);
}

/* A few instructions on %r0 to %r5, then something that ends the block, or nothing. */
static inline void append_block(GString *text, unsigned label, unsigned n_blocks, uint64_t *state)
{
    g_string_append_printf(text, "L%u:\n", label);
    for (uint32_t n = 1 + next_random(state) % 3; n > 0; n--)
        g_string_append_printf(text, "%sadd.u32 %%r%u, %%r%u, %%r%u;\n",
                               next_random(state) % 4 ? "" : "@%p1 ", next_random(state) % 6,
                               next_random(state) % 6, next_random(state) % 6);
    unsigned target = next_random(state) % n_blocks;
    switch (next_random(state) % 8) {
    case 0:
        g_string_append_printf(text, "bra L%u;\n", target);
        break;
    case 1:
        g_string_append(text, "ret;\n");
        break;
    case 2:
        g_string_append(text, "@!%p2 exit;\n");
        break;
    case 3:
        g_string_append_printf(text, "T%u: .branchtargets L%u, L%u;\nbrx.idx %%r1, T%u;\n", label,
                               target, next_random(state) % n_blocks, label);
        break;
    case 4:
        g_string_append(text, "setp.eq.u32 %p1|%p2, %r1, %r2;\n");
        break;
    default:
        g_string_append_printf(text, "@%%p1 bra L%u;\n", target);
        break;
    }
}

static inline struct ptx_module *random_program(uint64_t *state)
{
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned n_blocks = 1 + next_random(state) % 9;
    for (unsigned i = 0; i < n_blocks; i++)
        append_block(text, i, n_blocks, state);
    return parse_body(text->str);
}

#endif
