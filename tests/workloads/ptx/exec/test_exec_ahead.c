/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions that run before they issue: which may, and that nobody can tell. */
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/ptx/exec/exec.h"

#include <check.h>
#include <string.h>

enum { REGISTERS = 10, PREDICATES = 4, WORDS = 1024, KERNELS = 150 };

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 out)\n{\n"                                                      \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<8>; .shared .align 4 .b8 tile[4096];\n"     \
    "ld.param.u64 %rd1, [out]; mov.u32 %r15, %tid.x; mul.wide.u32 %rd2, %r15, 4;\n"                \
    "add.s64 %rd3, %rd1, %rd2; mov.u32 %r16, tile;\n"

/* ---- which ---------------------------------------------------------------------------------- */

/* So that %r1 to %r4 have register slots of their own, from the beginning to the end. */
#define INIT "mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; mov.u32 %r4, 4;\nbar.sync 1;\n"
#define KEEP                                                                                       \
    "bar.sync 2;\nst.global.u32 [%rd3], %r1; st.global.u32 [%rd3], %r2;\n"                         \
    "st.global.u32 [%rd3], %r3; st.global.u32 [%rd3], %r4;\n"

/* How many instructions may run ahead from the one that is `skip` behind the ten before `body`. */
static unsigned ahead_of(const char *body, unsigned skip)
{
    struct harness h;
    g_autofree char *text = g_strconcat(HEAD INIT, body, KEEP "ret;\n}\n", NULL);
    harness_init(&h, text, "k");
    const unsigned n = ((const struct exec_kernel *)h.code->impl)->ahead[10 + skip].n;
    harness_finish(&h);
    return n;
}

START_TEST(runs_end_at_loads_in_doubt)
{
#define LOAD "ld.global.u32 %r1, [%rd3];\n"
    ck_assert_uint_eq(ahead_of(LOAD "add.u32 %r2, %r3, 1;\nadd.u32 %r4, %r2, 1;\n", 1), 2);
    /* what reads it; what writes it */
    ck_assert_uint_eq(ahead_of(LOAD "add.u32 %r2, %r1, 1;\nadd.u32 %r4, %r2, 1;\n", 1), 0);
    ck_assert_uint_eq(ahead_of(LOAD "add.u32 %r2, %r3, 1;\nmov.u32 %r1, 5;\n", 1), 1);
    /* it has come once an instruction that names it has issued */
    ck_assert_uint_eq(ahead_of(LOAD "add.u32 %r2, %r1, 1;\nadd.u32 %r4, %r1, 1;\n", 2), 1);
    /* but not if it is loaded again, nor where lanes come from elsewhere */
    ck_assert_uint_eq(ahead_of(LOAD "add.u32 %r2, %r1, 1;\n" LOAD "add.u32 %r4, %r1, 1;\n", 3), 0);
    ck_assert_uint_eq(ahead_of(LOAD
                               "add.u32 %r2, %r1, 1;\nsetp.eq.u32 %p1, %r2, 1;\n@%p1 bra L;\n" LOAD
                               "L: add.u32 %r4, %r1, 1;\n",
                               5),
                      0);
    /* shared memory is read at issue */
    ck_assert_uint_eq(ahead_of("ld.shared.u32 %r1, [tile];\nadd.u32 %r2, %r1, 1;\n", 1), 1);
#undef LOAD
}
END_TEST

START_TEST(runs_end_with_their_block)
{
    /* at other instructions than arithmetic, behind which there may be more */
    ck_assert_uint_eq(ahead_of("add.u32 %r2, %r3, 1;\nst.global.u32 [%rd3], %r2;\n", 0), 1);
    ck_assert_uint_eq(ahead_of("add.u32 %r2, %r3, 1;\nmov.u32 %r4, %clock;\n", 0), 1);
    ck_assert_uint_eq(ahead_of("add.u32 %r2, %r3, 1;\nbar.sync 0;\n", 0), 1);
    /* where a branch may come in */
    ck_assert_uint_eq(ahead_of("add.u32 %r2, %r3, 1;\nL: add.u32 %r2, %r2, 1;\n"
                               "setp.lt.u32 %p1, %r2, 9;\n@%p1 bra L;\n",
                               0),
                      1);
    g_autoptr(GString) many = g_string_new(NULL);
    for (unsigned i = 0; i < 2 * AHEAD_MOST; i++)
        g_string_append(many, "add.u32 %r2, %r2, 1;\n");
    ck_assert_uint_eq(ahead_of(many->str, 0), AHEAD_MOST);
}
END_TEST

/* ---- nobody can tell ------------------------------------------------------------------------ */

struct writer {
    GString *text;
    GRand *random;
    unsigned labels;
};

static unsigned upto(struct writer *w, unsigned n)
{
    return (unsigned)g_rand_int_range(w->random, 0, (gint32)n);
}

static void add(struct writer *w, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void add(struct writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (upto(w, 4) == 0)
        g_string_append_printf(w->text, "@%s%%p%u ", upto(w, 2) ? "" : "!", upto(w, PREDICATES));
    g_string_append_vprintf(w->text, format, arguments);
    va_end(arguments);
}

static void add_access(struct writer *w)
{
    const unsigned r = upto(w, REGISTERS), from = upto(w, REGISTERS);
    g_string_append_printf(w->text,
                           "and.b32 %%r17, %%r%u, %u;\nmul.wide.u32 %%rd4, %%r17, 4;\n"
                           "add.s64 %%rd5, %%rd1, %%rd4;\nmad.lo.u32 %%r18, %%r17, 4, %%r16;\n",
                           from, WORDS - 1);
    switch (upto(w, 6)) {
    case 0:
        add(w, "st.global.u32 [%%rd3+%u], %%r%u;\n", 4096 + 128 * upto(w, 8), r);
        break;
    case 1:
        add(w, "st.shared.u32 [%%r18], %%r%u;\n", r);
        break;
    case 2:
        add(w, "ld.shared.u32 %%r%u, [%%r18];\n", r);
        break;
    default:
        add(w, "ld.global.u32 %%r%u, [%%rd5];\n", r);
    }
}

static void add_arithmetic(struct writer *w)
{
    const unsigned a = upto(w, REGISTERS), b = upto(w, REGISTERS), c = upto(w, REGISTERS);
    switch (upto(w, 6)) {
    case 0:
        add(w, "setp.lt.u32 %%p%u, %%r%u, %%r%u;\n", upto(w, PREDICATES), a, b);
        break;
    case 1:
        add(w, "selp.u32 %%r%u, %%r%u, %%r%u, %%p%u;\n", c, a, b, upto(w, PREDICATES));
        break;
    case 2:
        g_string_append_printf(w->text, "shfl.sync.bfly.b32 %%r%u, %%r%u, 5, 31, -1;\n", c, a);
        break;
    default:
        add(w, "mad.lo.u32 %%r%u, %%r%u, %u, %%r%u;\n", c, a, 3 + 2 * upto(w, 9), b);
    }
}

static void add_statements(struct writer *w, unsigned depth);

static void add_branch(struct writer *w, unsigned depth)
{
    const unsigned label = w->labels++;
    g_string_append_printf(w->text, "@%%p%u bra L%u;\n", upto(w, PREDICATES), label);
    add_statements(w, depth + 1);
    g_string_append_printf(w->text, "L%u:\n", label);
}

/* %r10 + depth counts the rounds. */
static void add_loop(struct writer *w, unsigned depth)
{
    const unsigned label = w->labels++, counter = 10 + depth;
    g_string_append_printf(w->text, "mov.u32 %%r%u, 0;\nL%u:\n", counter, label);
    add_statements(w, depth + 1);
    g_string_append_printf(w->text,
                           "add.u32 %%r%u, %%r%u, 1;\nsetp.lt.u32 %%p7, %%r%u, 3;\n"
                           "@%%p7 bra L%u;\n",
                           counter, counter, counter, label);
}

static void add_statements(struct writer *w, unsigned depth)
{
    for (unsigned n = 2 + upto(w, 6); n > 0; n--) {
        const unsigned kind = upto(w, 10);
        if (kind == 0 && depth < 3)
            add_branch(w, depth);
        else if (kind == 1 && depth < 3)
            add_loop(w, depth);
        else if (kind < 5)
            add_access(w);
        else
            add_arithmetic(w);
    }
}

static char *random_kernel(GRand *random)
{
    struct writer w = {g_string_new(HEAD), random, 0};
    for (unsigned i = 0; i < REGISTERS; i++)
        g_string_append_printf(w.text, "mad.lo.u32 %%r%u, %%r15, %u, %u;\n", i, 7 * i + 1, i);
    for (unsigned i = 0; i < PREDICATES; i++)
        g_string_append_printf(w.text, "setp.gt.u32 %%p%u, %%r%u, %u;\n", i, i, 9 * i);
    add_statements(&w, 0);
    add_statements(&w, 0);
    for (unsigned i = 0; i < REGISTERS; i++)
        g_string_append_printf(w.text, "st.global.u32 [%%rd3+%u], %%r%u;\n", 8192 + 128 * i, i);
    g_string_append(w.text, "ret;\n}\n");
    return g_string_free(w.text, FALSE);
}

/* What a run leaves in memory; *issued: how many instructions it took. */
static uint8_t *result(struct harness *h, const char *text, bool in_order, bool late)
{
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
    for (unsigned i = 0; i < WORDS; i++)
        memcpy(h->memory + 4 * i, &(uint32_t){i * 2654435761u}, 4);
    h->block[0] = 27;
    h->in_order = in_order;
    h->late = late;
    ck_assert_msg(harness_run(h), "%s", h->fault);
    return h->memory;
}

START_TEST(random_kernels)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(43);
    unsigned ahead = 0, issued = 0;
    for (unsigned i = 0; i < KERNELS; i++) {
        g_autofree char *text = random_kernel(random);
        struct harness plain, other;
        const uint8_t *expected = result(&plain, text, true, false);
        ck_assert_uint_eq(plain.ahead, 0);
        for (unsigned late = 0; late < 2; late++) {
            const uint8_t *found = result(&other, text, false, late);
            ck_assert_msg(memcmp(expected, found, DEVICE_BYTES) == 0, "kernel %u, late %u", i,
                          late);
            ck_assert_uint_eq(plain.issued, other.issued);
            ck_assert_uint_eq(plain.divergences, other.divergences);
            ahead += other.ahead;
            issued += other.issued;
            harness_finish(&other);
        }
        harness_finish(&plain);
    }
    ck_assert_msg(ahead > issued / 4, "%u of %u", ahead, issued);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ahead");
    TCase *tests = tcase_create("ahead");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, runs_end_at_loads_in_doubt);
    tcase_add_test(tests, runs_end_with_their_block);
    tcase_add_test(tests, random_kernels);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
