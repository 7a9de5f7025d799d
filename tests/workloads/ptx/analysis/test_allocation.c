/* SPDX-License-Identifier: BSD-3-Clause */
/* Liveness and allocation of fixtures and random kernels, compared with liveness computed
 * instruction by instruction. */
#include "tests/workloads/ptx/analysis/registers.h"
#include "tests/workloads/ptx/random_program.h"
#include "workloads/ptx/analysis/accesses.h"

/* Liveness by its definition: one set before each instruction, repeated until nothing changes. */
struct reference {
    uint32_t n; /* registers */
    bool *before, *after;
};

static bool merge(bool *to, const bool *from, uint32_t n)
{
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        changed = changed || (from[i] && !to[i]);
        to[i] = to[i] || from[i];
    }
    return changed;
}

static bool update(const struct ptx_function *f, struct reference *ref, uint32_t pc,
                   struct ptx_accesses *a)
{
    const struct ptx_instruction *in = &f->instructions[pc];
    bool *after = &ref->after[pc * ref->n], *before = &ref->before[pc * ref->n];
    uint32_t target;
    if (!ptx_ends_path(in) && pc + 1 < f->n_instructions)
        merge(after, &ref->before[(pc + 1) * ref->n], ref->n);
    for (unsigned k = 0; (target = ptx_branch_target(f, in, k)) != UINT32_MAX; k++)
        if (target < f->n_instructions)
            merge(after, &ref->before[target * ref->n], ref->n);
    g_autofree bool *live = g_memdup2(after, ref->n);
    ptx_accesses_of(a, in);
    for (guint i = 0; i < a->writes->len && in->guard == PTX_NO_REGISTER; i++)
        live[g_array_index(a->writes, uint32_t, i)] = false;
    for (guint i = 0; i < a->reads->len; i++)
        live[g_array_index(a->reads, uint32_t, i)] = true;
    return merge(before, live, ref->n);
}

static void reference_init(struct reference *ref, const struct ptx_function *f)
{
    struct ptx_accesses a;
    ptx_accesses_init(&a);
    ref->n = f->n_registers;
    ref->before = g_new0(bool, (size_t)f->n_instructions * ref->n + 1);
    ref->after = g_new0(bool, (size_t)f->n_instructions * ref->n + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t pc = f->n_instructions; pc-- > 0;)
            changed = update(f, ref, pc, &a) || changed;
    }
    ptx_accesses_finish(&a);
}

/* No two of the registers in `live` share a slot; returns their 32-bit registers. */
static uint32_t check_distinct(const struct registers *r, const bool *live)
{
    g_autofree bool *taken = g_new0(bool, r->allocation->n_slots);
    uint32_t total = 0;
    for (uint32_t reg = 0; reg < r->f->n_registers; reg++) {
        uint32_t s = r->allocation->slot_of[reg];
        if (!live[reg])
            continue;
        ck_assert_uint_gt(s, 0);
        ck_assert_uint_lt(s, r->allocation->n_slots);
        ck_assert(!taken[s]);
        taken[s] = true;
        ck_assert_uint_eq(r->allocation->class_of[s], ptx_slot_class_of(r->f->registers[reg].type));
        total += ptx_type_registers(r->f->registers[reg].type);
    }
    return total;
}

static void check_against_reference(const struct registers *r)
{
    struct reference ref;
    struct ptx_accesses a;
    uint32_t most = 0;
    reference_init(&ref, r->f);
    ptx_accesses_init(&a);
    for (uint32_t pc = 0; pc < r->f->n_instructions; pc++) {
        bool *before = &ref.before[pc * ref.n], *after = &ref.after[pc * ref.n];
        ptx_accesses_of(&a, &r->f->instructions[pc]);
        uint32_t total = check_distinct(r, before);
        for (guint i = 0; i < a.writes->len; i++)
            after[g_array_index(a.writes, uint32_t, i)] = true;
        total = MAX(total, check_distinct(r, after));
        most = MAX(most, r->cfg->blocks[r->cfg->block_of[pc]].reachable ? total : 0);
        for (guint i = 0; i < a.reads->len && a.writes->len > 1; i++)
            after[g_array_index(a.reads, uint32_t, i)] = true;
        check_distinct(r, after);
    }
    ck_assert_uint_eq(r->liveness->max_registers, most);
    for (uint32_t b = 0; b < r->cfg->n_blocks; b++) {
        const bool *before = &ref.before[r->cfg->blocks[b].first * ref.n];
        guint k = 0;
        for (uint32_t reg = 0; reg < ref.n; reg++) {
            const GArray *in = r->liveness->live_in[b];
            bool is_in = k < in->len && g_array_index(in, uint32_t, k) == reg;
            ck_assert(is_in == before[reg]);
            k += is_in;
        }
    }
    ptx_accesses_finish(&a);
    g_free(ref.before);
    g_free(ref.after);
}

START_TEST(fixtures_are_allocated_soundly)
{
    struct ptx_module *module = load_fixture(fixture_names[_i]);
    for (unsigned i = 0; i < module->n_functions; i++) {
        struct registers r;
        registers_init(&r, module, i);
        check_against_reference(&r);
        registers_finish(&r);
    }
    ptx_module_free(module);
}
END_TEST

START_TEST(random_kernels_are_allocated_soundly)
{
    uint64_t state = 521288629u + (uint64_t)_i;
    for (int round = 0; round < 100; round++) {
        struct registers r;
        registers_init(&r, random_program(&state), 0);
        check_against_reference(&r);
        registers_finish(&r);
        ptx_module_free(r.module);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx allocation");
    TCase *tcase = tcase_create("allocation");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, fixtures_are_allocated_soundly, 0, (int)G_N_ELEMENTS(fixture_names));
    tcase_add_loop_test(tcase, random_kernels_are_allocated_soundly, 0, 10);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
