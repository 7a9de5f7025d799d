/* SPDX-License-Identifier: BSD-3-Clause */
/* What was known of a launch's reads, and what was read: three blocks of two warps, by hand. */
#include "observers/block_lines.h"
#include "policies/block_lines.h"
#include "tests/observers/rig.h"
#include "workloads/instruction_source.h"

static const struct gpu_config config = {.n_sms = 1};

/* Blocks 0 and 1 share line 20; of load 1 nothing is known. */
static struct block_lines *answer(const struct launch *launch, uint64_t n_blocks,
                                  uint32_t line_bytes)
{
    static const uint64_t lines[] = {10, 20, 20, 30}, first[] = {0, 2, 4, 4};
    static const uint32_t unknown[] = {1};
    ck_assert_uint_eq(launch->id, 0);
    ck_assert_uint_eq(n_blocks, 3);
    ck_assert_uint_eq(line_bytes, LINE);
    struct block_lines *result = g_new0(struct block_lines, 1);
    *result = (struct block_lines){.n_blocks = n_blocks,
                                   .line_bytes = line_bytes,
                                   .reads_known = RIG_PCS - 1,
                                   .reads_unknown = 1,
                                   .unknown_pcs = g_memdup2(unknown, sizeof unknown),
                                   .first = g_memdup2(first, sizeof first),
                                   .lines = g_memdup2(lines, sizeof lines)};
    return result;
}

static const struct instruction_source_ops knowing = {.block_lines = answer}, ignorant = {0};

static struct block_lines_observer *start(struct rig *rig, const struct instruction_source_ops *ops)
{
    struct block_lines_observer *reads = block_lines_observer_new(&config);
    rig_init(rig, 3, 64);
    rig->code.ops = ops;
    for (unsigned i = 0; i < 6; i++)
        block_lines_observer_warp_started(reads,
                                          rig_start(rig, &reads->residents, 0, i, i / 2, i % 2));
    return reads;
}

static void read_line(struct block_lines_observer *reads, unsigned slot, uint32_t pc, uint64_t line)
{
    const struct l1_access access = rig_load(0, slot, pc, line, 0, 0, 15);
    block_lines_observer_l1_access(reads, &access);
}

static void end(struct block_lines_observer *reads)
{
    for (unsigned i = 0; i < 6; i++)
        block_lines_observer_warp_left(reads, residents_at(&reads->residents, 0, i));
}

static void check(const struct block_lines_observer *reads,
                  const struct block_lines_counts *expected)
{
    const struct block_lines_launch *launch = reads->launches->pdata[0];
    ck_assert_uint_eq(launch->counts.known, expected->known);
    ck_assert_uint_eq(launch->counts.read, expected->read);
    ck_assert_uint_eq(launch->counts.both, expected->both);
    ck_assert_uint_eq(launch->counts.unforeseen, expected->unforeseen);
}

START_TEST(known_and_read)
{
    struct rig rig;
    struct block_lines_observer *reads = start(&rig, &knowing);
    read_line(reads, 0, 0, 10); /* foreseen */
    read_line(reads, 1, 0, 10); /* by the block's other warp: the same */
    read_line(reads, 2, 0, 20);
    read_line(reads, 4, 1, 50); /* by a load of which nothing is known */
    check(reads, &(struct block_lines_counts){4, 3, 2, 0});
    read_line(reads, 4, 0, 50); /* by one that is known: should have been foreseen */
    read_line(reads, 5, 2, 50);
    read_line(reads, 0, 3, 30); /* block 1's, not block 0's */
    end(reads);
    check(reads, &(struct block_lines_counts){4, 4, 2, 2});
    block_lines_observer_free(reads);
}
END_TEST

START_TEST(who_shares)
{
    struct rig rig;
    struct block_lines_observer *reads = start(&rig, &knowing);
    const struct block_lines_launch *launch = reads->launches->pdata[0];
    ck_assert(launch->can_say);
    ck_assert_uint_eq(launch->reads_known, RIG_PCS - 1);
    ck_assert_uint_eq(launch->reads_unknown, 1);
    ck_assert_uint_eq(launch->known_of[0], 2);
    ck_assert_uint_eq(launch->known_of[2], 0);
    ck_assert_uint_eq(launch->shared_of[0], 1);
    ck_assert_uint_eq(launch->shared_of[1], 1);
    ck_assert_uint_eq(launch->shared_blocks, 2);
    RIG_EXPECT(launch->matrix[0], 2);
    RIG_EXPECT(launch->matrix[1], 1, 2);
    RIG_EXPECT(launch->matrix[2], 0);
    block_lines_observer_free(reads);
}
END_TEST

START_TEST(nobody_knows)
{
    struct rig rig;
    struct block_lines_observer *reads = start(&rig, &ignorant);
    read_line(reads, 0, 0, 10);
    struct l1_access store = rig_load(0, 0, 0, 11, 0, 0, 15), local = store;
    store.op_class = OP_STORE;
    local.space = SPACE_LOCAL;
    block_lines_observer_l1_access(reads, &store);
    block_lines_observer_l1_access(reads, &local);
    end(reads);
    check(reads, &(struct block_lines_counts){0, 1, 0, 0});
    ck_assert(!((const struct block_lines_launch *)reads->launches->pdata[0])->can_say);
    block_lines_observer_free(reads);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("block_lines_observer");
    TCase *tests = tcase_create("block_lines_observer");
    tcase_add_test(tests, known_and_read);
    tcase_add_test(tests, who_shares);
    tcase_add_test(tests, nobody_knows);
    suite_add_tcase(suite, tests);
    return rig_run(suite);
}
