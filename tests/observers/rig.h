/* SPDX-License-Identifier: BSD-3-Clause */
/* Drives observers by hand-made events: a launch of a small kernel, its warps, their accesses. */
#ifndef SIMGPU_TESTS_OBSERVERS_RIG_H
#define SIMGPU_TESTS_OBSERVERS_RIG_H

#include "observers/residents.h"
#include <check.h>

enum { RIG_PCS = 8, LINE = 128 };

/* A kernel of loads; warps of `launch` are started by rig_start. */
struct rig {
    struct instruction instructions[RIG_PCS];
    struct code_loop loops[2];
    struct kernel_code code;
    struct launch launch;
};

/* All instructions are loads; there are no loops. The launch has id 0. */
static inline void rig_init(struct rig *rig, uint32_t blocks, uint32_t threads)
{
    *rig = (struct rig){.code = {.name = "kernel", .n_instructions = RIG_PCS}};
    for (uint32_t pc = 0; pc < RIG_PCS; pc++)
        rig->instructions[pc] =
            (struct instruction){.op_class = OP_LOAD, .loop = -1, .line = 100 + pc};
    rig->code.instructions = rig->instructions;
    rig->code.loops = rig->loops;
    rig->launch = (struct launch){.code = &rig->code,
                                  .grid = {blocks, 1, 1},
                                  .block = {threads, 1, 1},
                                  .detailed_blocks = blocks};
}

static inline struct resident *rig_start(struct rig *rig, struct residents *residents, unsigned sm,
                                         unsigned slot, uint64_t block, uint32_t in_block)
{
    const struct warp_identity warp = {
        .block = block, .in_block = in_block, .block_slot = (uint32_t)block};
    return residents_start(residents, sm, slot, &warp, &rig->launch);
}

/* A load by one lane of all sectors of a line, of which these hit, merge and miss. */
static inline struct l1_access rig_load(unsigned sm, unsigned slot, uint32_t pc, uint64_t line,
                                        uint8_t hit, uint8_t merged, uint8_t missed)
{
    return (struct l1_access){.line = line * LINE,
                              .pc = pc,
                              .sm = (uint16_t)sm,
                              .warp = (uint8_t)slot,
                              .op_class = OP_LOAD,
                              .space = SPACE_GLOBAL,
                              .sectors = hit | merged | missed,
                              .hit = hit,
                              .merged = merged,
                              .missed = missed,
                              .lanes = 1};
}

/* The counts begin as expected; the rest are 0. */
static inline void rig_expect(const uint64_t *actual, size_t n, const uint64_t *expected,
                              size_t n_expected, const char *what)
{
    ck_assert_uint_le(n_expected, n);
    for (size_t i = 0; i < n; i++) {
        uint64_t count = i < n_expected ? expected[i] : 0;
        ck_assert_msg(actual[i] == count, "%s[%u] is %" G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT,
                      what, (unsigned)i, actual[i], count);
    }
}

/* actual: an array of counts; then its first values. */
#define RIG_EXPECT(actual, ...)                                                                    \
    do {                                                                                           \
        const uint64_t expected_[] = {__VA_ARGS__};                                                \
        rig_expect(actual, G_N_ELEMENTS(actual), expected_, G_N_ELEMENTS(expected_), #actual);     \
    } while (0)

/* main of a test */
static inline int rig_run(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}

#endif
