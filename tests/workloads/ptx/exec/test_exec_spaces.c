/* SPDX-License-Identifier: BSD-3-Clause */
/* Generic addresses and the windows of the spaces, cache operators and hints. */
#include "tests/workloads/ptx/memory_kernel.h"

START_TEST(generic_addresses)
{
    struct harness h;
    run(&h, "mov.u64 %rd4, tile; cvta.shared.u64 %rd5, %rd4; mul.wide.u32 %rd6, %r1, 4;\n"
            "add.s64 %rd5, %rd5, %rd6; st.u32 [%rd5], %r1; cvta.to.shared.u64 %rd7, %rd5;\n"
            "ld.shared.u32 %r2, [%rd7]; isspacep.shared %p1, %rd5; selp.u32 %r3, 1, 0, %p1;\n"
            "isspacep.global %p2, %rd3; selp.u32 %r4, 1, 0, %p2; isspacep.global %p3, %rd5;\n"
            "selp.u32 %r5, 1, 0, %p3; shl.b32 %r4, %r4, 4; shl.b32 %r5, %r5, 8;\n"
            "or.b32 %r3, %r3, %r4; or.b32 %r3, %r3, %r5; cvta.local.u64 %rd8, stack;\n"
            "st.u32 [%rd8], %r19; ld.local.u32 %r6, [stack]; cvta.global.u64 %rd9, %rd3;\n"
            "st.v4.u32 [%rd9], {%r2, %r3, %r6, %r1};\n");
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, 4 * i), i);
        ck_assert_uint_eq(word(&h, 4 * i + 1), 0x11);
        ck_assert_uint_eq(word(&h, 4 * i + 2), 4 * i);
    }
    harness_finish(&h);
}
END_TEST

/* A generic address may lie in another space in each lane. */
START_TEST(generic_addresses_of_several_spaces)
{
    struct harness h;
    run(&h,
        "mov.u64 %rd4, tile; cvta.shared.u64 %rd4, %rd4; mov.u64 %rd5, stack;\n"
        "cvta.local.u64 %rd5, %rd5; mul.wide.u32 %rd6, %r1, 4; add.s64 %rd4, %rd4, %rd6;\n"
        "and.b32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 1; setp.eq.u32 %p2, %r2, 2;\n"
        "selp.b64 %rd7, %rd4, %rd3, %p1; selp.b64 %rd7, %rd5, %rd7, %p2;\n"
        "st.u32 [%rd7], %r19; ld.u32 %r3, [%rd7]; st.global.u32 [%rd3+4], %r3;\n"
        "setp.ne.u32 %p3, %r2, 2; @%p3 atom.add.u32 %r4, [%rd7], 5; ld.local.u32 %r5, [stack];\n"
        "st.global.v2.u32 [%rd3+8], {%r4, %r5};\n");
    for (unsigned i = 0; i < 32; i++) {
        uint32_t shared;
        memcpy(&shared, h.shared + 4 * i, 4);
        bool in_shared = i % 4 == 1, in_local = i % 4 == 2;
        ck_assert_uint_eq(shared, in_shared ? 4 * i + 5 : 0);
        ck_assert_uint_eq(word(&h, 4 * i), in_shared || in_local ? 0 : 4 * i + 5);
        ck_assert_uint_eq(word(&h, 4 * i + 1), 4 * i);
        ck_assert_uint_eq(word(&h, 4 * i + 2), in_local ? 0 : 4 * i);
        ck_assert_uint_eq(word(&h, 4 * i + 3), in_local ? 4 * i : 0);
    }
    harness_finish(&h);
}
END_TEST

/* isspacep and cvta of every window, and of none. */
START_TEST(windows)
{
    static const char *const spaces[] = {"global", "shared", "local", "const", "param"};
    struct harness h;
    g_autoptr(GString) body = g_string_new("mov.u32 %r3, 0; mov.u64 %rd4, 16;\n");
    for (unsigned of = 0; of < 5; of++)
        for (unsigned is = 0; is < 5; is++)
            g_string_append_printf(body,
                                   "cvta.%s.u64 %%rd5, %s; isspacep.%s %%p1, %%rd5;\n"
                                   "selp.u32 %%r2, %u, 0, %%p1; or.b32 %%r3, %%r3, %%r2;\n"
                                   "cvta.to.%s.u64 %%rd5, %%rd5;\n",
                                   spaces[of], of == 0 ? "%rd3" : "%rd4", spaces[is],
                                   1u << (5 * of + is), spaces[of]);
    g_string_append(body, "isspacep.shared::cta %p1, %rd4; isspacep.shared::cluster %p2, %rd4;\n"
                          "or.pred %p1, %p1, %p2; selp.u32 %r4, 1, 0, %p1;\n"
                          "st.global.v2.u32 [%rd3], {%r3, %r4}; st.global.u64 [%rd3+8], %rd5;\n");
    run(&h, body->str);
    ck_assert_uint_eq(word(&h, 0), 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24);
    ck_assert_uint_eq(word(&h, 1), 0);
    ck_assert_uint_eq(word(&h, 2), 16);
    harness_finish(&h);
}
END_TEST

/* Cache operators, hints and policies change no value. */
START_TEST(hints)
{
    static const char *const loads[] = {
        "ld.global.ca.u32 %r2, [%rd3]",
        "ld.global.cg.u32 %r2, [%rd3]",
        "ld.global.cs.u32 %r2, [%rd3]",
        "ld.global.lu.u32 %r2, [%rd3]",
        "ld.global.cv.u32 %r2, [%rd3]",
        "ld.global.nc.u32 %r2, [%rd3]",
        "ld.global.nc.L1::no_allocate.L2::256B.u32 %r2, [%rd3]",
        "ld.global.L1::evict_last.L2::cache_hint.u32 %r2, [%rd3], %rd4",
        "ldu.global.u32 %r2, [%rd3]",
        "ld.weak.global.u32 %r2, [%rd3]",
        "ld.volatile.global.u32 %r2, [%rd3]",
        "ld.relaxed.gpu.global.u32 %r2, [%rd3]",
        "ld.acquire.sys.global.u32 %r2, [%rd3]",
        "ld.mmio.relaxed.sys.global.u32 %r2, [%rd3]"};
    static const char *const stores[] = {
        "st.global.wb.u32 [%rd3+4], %r3",
        "st.global.cg.u32 [%rd3+4], %r3",
        "st.global.cs.u32 [%rd3+4], %r3",
        "st.global.wt.u32 [%rd3+4], %r3",
        "st.global.L1::no_allocate.L2::cache_hint.u32 [%rd3+4], %r3, %rd4",
        "st.volatile.global.u32 [%rd3+4], %r3",
        "st.relaxed.cta.global.u32 [%rd3+4], %r3",
        "st.release.gpu.global.u32 [%rd3+4], %r3",
        "st.mmio.relaxed.sys.global.u32 [%rd3+4], %r3",
        "red.release.gpu.global.add.u32 [%rd3+4], %r3",
        "atom.acq_rel.sys.global.L2::cache_hint.add.u32 %r4, [%rd3+4], %r3, %rd4"};
    for (unsigned k = 0; k < G_N_ELEMENTS(loads) + G_N_ELEMENTS(stores); k++) {
        struct harness h;
        bool is_load = k < G_N_ELEMENTS(loads);
        g_autofree char *body = g_strconcat(
            "createpolicy.fractional.L2::evict_first.b64 %rd4, 1.0;\n"
            "prefetch.global.L1 [%rd3]; prefetchu.L1 [%rd3]; discard.global.L2 [%rd1], 128;\n"
            "prefetch.global.L2::evict_last [%rd3]; applypriority.global.L2::evict_normal [%rd1], "
            "128;\nadd.u32 %r3, %r1, 7;",
            is_load ? loads[k] : "mov.u32 %r2, 0", "; st.global.u32 [%rd3+8], %r2;",
            is_load ? "" : stores[k - G_N_ELEMENTS(loads)], ";\n", NULL);
        start(&h, body);
        for (unsigned i = 0; i < 32; i++)
            memcpy(h.memory + 16 * i, &(uint32_t){100 + i}, 4);
        ck_assert_msg(harness_run(&h), "%u: %s", k, h.fault);
        for (unsigned i = 0; i < 32; i++) {
            ck_assert_uint_eq(word(&h, 4 * i + 2), is_load ? 100 + i : 0);
            ck_assert_uint_eq(word(&h, 4 * i + 1), is_load ? 0 : i + 7);
        }
        harness_finish(&h);
    }
}
END_TEST

/* A linker would have refused it. Shared memory of the launch is .extern, too, and fine. */
START_TEST(variables_that_nobody_defines)
{
    static const char text[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                               ".extern .global .u32 nowhere;\n.extern .const .u32 never[2];\n"
                               ".extern .shared .u32 room[];\n"
                               ".entry k(.param .u64 p)\n{\n"
                               ".reg .u32 %r1;\n.reg .u64 %rd1;\n"
                               "st.shared.u32 [room], 1;\n";
    static const struct {
        const char *use, *fault;
    } cases[] = {{"ld.global.u32 %r1, [nowhere];", "nowhere is .extern, "},
                 {"mov.u64 %rd1, nowhere;", "nowhere is .extern, "},
                 {"ld.const.u32 %r1, [never+4];", "never is .extern, "}};
    g_autofree char *all = g_strconcat(text, cases[_i].use, "\nret;\n}\n", NULL);
    struct harness h;
    harness_init(&h, all, "k");
    h.dynamic_shared_bytes = 4;
    ck_assert(!harness_run(&h));
    ck_assert_msg(strstr(h.fault, cases[_i].fault) &&
                      g_str_has_suffix(h.fault, "nothing that is linked defines it"),
                  "%s", h.fault);
    harness_finish(&h);
}
END_TEST

/* A __constant argument of OpenCL: a device address used with ld.const. */
START_TEST(constant_buffers)
{
    struct harness h;
    run(&h, "st.global.u32 [%rd3], %r19; ld.const.u32 %r2, [%rd3]; st.global.u32 [%rd3+4], %r2;\n");
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, 4 * i + 1), 4 * i);
    harness_finish(&h);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx address spaces");
    TCase *tc = tcase_create("spaces");
    tcase_add_test(tc, generic_addresses);
    tcase_add_test(tc, generic_addresses_of_several_spaces);
    tcase_add_test(tc, windows);
    tcase_add_test(tc, hints);
    tcase_add_loop_test(tc, variables_that_nobody_defines, 0, 3);
    tcase_add_test(tc, constant_buffers);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
