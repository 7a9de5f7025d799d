/* SPDX-License-Identifier: BSD-3-Clause */
/* Where whole warps begin a block, their registers are as even as the analysis says
 * (compile/blocks/even.h): random kernels, interpreted, in blocks of six shapes. It needs no clang.
 * Registers that are marked unsure are for compiled code to look at. */
#include "tests/models/functional/compiled_run.h"
#include "tests/models/functional/random_kernel.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/compile/blocks/even.h"
#include "workloads/ptx/compile/blocks/liveness.h"
#include "workloads/ptx/exec/run/sources.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

struct claims {
    const struct warp_context *warp; /* whose turn it is */
    const uint32_t *block;
    const struct kernel_code *code; /* all below is of it */
    struct block_even *even;
    struct block_liveness *liveness;
    uint8_t *ends;
    GArray *registers; /* struct exec_operand */
    unsigned seed;
    uint64_t checked;
};

static void add_register(struct claims *claims, const struct exec_operand *operand)
{
    if (operand->base != BASE_REGISTERS || (operand->bits == 0 && operand->bytes != 0))
        return;
    for (guint i = 0; i < claims->registers->len; i++)
        if (g_array_index(claims->registers, struct exec_operand, i).offset == operand->offset)
            return;
    g_array_append_val(claims->registers, *operand);
}

static void forget(struct claims *claims)
{
    if (!claims->code)
        return;
    block_even_free(claims->even);
    block_liveness_free(claims->liveness);
    g_free(claims->ends);
    g_array_free(claims->registers, TRUE);
    claims->code = NULL;
}

static void analyse(struct claims *claims, const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    struct exec_operand_list list;
    claims->code = code;
    claims->ends = block_turn_ends(code);
    claims->even = block_even_new(code, claims->ends, block_even_rows(claims->block));
    claims->liveness = block_liveness_new(code, claims->ends);
    claims->registers = g_array_new(FALSE, FALSE, sizeof(struct exec_operand));
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        add_register(claims, &kernel->ops[pc].guard);
        exec_list_sources(kernel, &kernel->ops[pc], &list);
        for (unsigned k = 0; k < list.n; k++)
            add_register(claims, list.at[k]);
    }
}

static void turn(void *data, const struct warp_context *w)
{
    struct claims *claims = data;
    claims->warp = w;
    if (!claims->code)
        analyse(claims, w->code);
}

static bool lanes_are(const uint8_t *bytes, const struct exec_operand *operand,
                      const struct even_lanes *even)
{
    const unsigned width = operand->bytes == 0 ? 4 : operand->bytes;
    const uint64_t mask = width == 8 ? UINT64_MAX : UINT32_MAX;
    uint64_t lane[WARP_LANES] = {0};
    if (operand->bytes == 0) {
        memcpy(lane, bytes, width);
        return lane[0] == 0 || lane[0] == ALL_LANES;
    }
    for (unsigned i = 0; i < WARP_LANES; i++)
        memcpy(&lane[i], bytes + (size_t)i * width, width);
    const bool same = even->kind == EVEN_SAME;
    const uint64_t step = same ? 0 : even->kind == EVEN_STEP ? even->step : lane[1] - lane[0];
    for (unsigned i = 0; i < WARP_LANES; i++)
        if (((lane[i] - lane[same ? 0 : i & 16] - (i & 15) * step) & mask) != 0)
            return false;
    return true;
}

/* When this is told, the instruction has written its registers. */
static bool writes(const struct exec_kernel *kernel, uint32_t pc, uint32_t offset)
{
    struct exec_operand_list list;
    exec_list_destinations(kernel, &kernel->ops[pc], &list);
    for (unsigned k = 0; k < list.n; k++)
        if (list.at[k]->offset == offset)
            return true;
    return false;
}

static void issued(void *data, const struct instruction *instruction, struct issued *what)
{
    struct claims *claims = data;
    const struct exec_state *state = exec_state_of(claims->warp);
    const uint32_t pc = (uint32_t)(instruction - claims->code->instructions);
    /* lanes may have met behind it, so all must have run */
    if (!claims->even || !claims->ends[pc] || issued_lanes(what) != ALL_LANES ||
        state->stack.depth != 1 || state->stack.level[0].lanes != ALL_LANES ||
        state->stack.level[0].reconverge != SIMT_NEVER || state->spin.strayed)
        return;
    ck_assert_msg(block_even_reaches(claims->even, pc), "seed %u, pc %u is reached", claims->seed,
                  pc);
    for (guint i = 0; i < claims->registers->len; i++) {
        const struct exec_operand *operand =
            &g_array_index(claims->registers, struct exec_operand, i);
        const struct even_lanes even = block_even_at(claims->even, pc, operand->offset);
        if (even.kind == EVEN_NOT || even.unsure ||
            !block_is_live(claims->liveness, pc, operand->offset) ||
            writes(claims->code->impl, pc, operand->offset))
            continue;
        const uint8_t *bytes = (const uint8_t *)state->base[BASE_REGISTERS] + operand->offset;
        ck_assert_msg(lanes_are(bytes, operand, &even), "seed %u, pc %u, register at %u",
                      claims->seed, pc, operand->offset);
        claims->checked++;
    }
}

START_TEST(registers_are_as_even_as_claimed)
{
    static const uint32_t blocks[][3] = {{96, 1, 1}, {32, 4, 1}, {16, 4, 2},
                                         {40, 1, 1}, {8, 4, 3},  {20, 3, 1}};
    static struct outcome outcome;
    const uint32_t grid[3] = {3, 1, 1};
    struct claims claims = {.seed = (unsigned)_i + 1};
    const struct functional_listener listener = {.data = &claims, .issued = issued, .turn = turn};
    g_autofree char *body = random_kernel(claims.seed);
    for (unsigned shape = 0; shape < G_N_ELEMENTS(blocks); shape++) {
        claims.block = blocks[shape];
        compiled_heard(body, grid, blocks[shape], &listener, &outcome);
        g_free(outcome.message);
        forget(&claims);
    }
    ck_assert_uint_gt(claims.checked, 0);
}
END_TEST

int main(void)
{
    const char *many = g_getenv("SIMGPU_RANDOM_KERNELS");
    Suite *suite = suite_create("claims");
    TCase *tcase = tcase_create("claims");
    tcase_add_loop_test(tcase, registers_are_as_even_as_claimed, 0, many ? atoi(many) : 40);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
