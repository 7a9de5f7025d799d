/* SPDX-License-Identifier: BSD-3-Clause */
/* alloca at the limits of a thread's stack, and parameters that are vector registers where a call
 * does not fit. What these instructions compute is in tests/conformance/test_control.c. */
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

#define HEAD ".version 7.3\n.target sm_70\n.address_size 64\n"
/* out[t] = in[t], by way of as many bytes of the stack as in[t] says, behind a variable of 16. */
#define TAKES(alloca)                                                                              \
    ".visible .entry k(.param .u64 out)\n{\n.local .align 8 .b8 variable[16];\n"                   \
    ".reg .b32 %r<8>; .reg .b64 %rd<12>;\n"                                                        \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"                  \
    "add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r2, [%rd3+8192]; cvt.u64.u32 %rd4, %r2;\n" alloca    \
    "st.local.u32 [%rd5], %r2; ld.local.u32 %r3, [%rd5];\n"                                        \
    "st.global.u32 [%rd3], %r3; ret;\n}\n"

static void start(struct harness *h, const char *text)
{
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
    for (unsigned i = 0; i < WARP_LANES; i++)
        memcpy(h->memory + 8192 + 4 * i, &(uint32_t){4 + i}, 4);
}

START_TEST(alloca_has_the_stack)
{
    struct harness h;
    GError *error = NULL;
    start(&h, HEAD TAKES("alloca.u64 %rd5, %rd4, 8;\n"));
    ck_assert_uint_eq(h.code->local_bytes_per_thread, 16 + PTX_DEFAULT_STACK_BYTES);
    memcpy(h.memory + 8192 + 4 * 7, &(uint32_t){PTX_DEFAULT_STACK_BYTES}, 4);
    ck_assert_msg(harness_run(&h), "%s", h.fault);
    for (unsigned i = 0; i < WARP_LANES; i++) {
        uint32_t got, expected = i == 7 ? PTX_DEFAULT_STACK_BYTES : 4 + i;
        memcpy(&got, h.memory + 4 * i, 4);
        ck_assert_uint_eq(got, expected);
    }
    memcpy(h.memory + 8192 + 4 * 7, &(uint32_t){PTX_DEFAULT_STACK_BYTES + 1}, 4);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, "stack overflow: alloca of 1025 bytes needs more than the thread's "
                              "1024 bytes of stack");
    ptx_program_set_stack_limit(h.program, 4096);
    h.code = ptx_program_kernel(h.program, "k", 0, &error);
    ck_assert_ptr_nonnull(h.code);
    ck_assert_msg(harness_run(&h), "%s", h.fault);
    memcpy(h.memory + 8192 + 4 * 7, &(uint32_t){UINT32_MAX}, 4);
    ck_assert(!harness_run(&h));
    harness_finish(&h);
}
END_TEST

static const struct {
    const char *text, *fault;
} refused[] = {
    {HEAD TAKES("alloca.u64 %rd5, %rd4, 12;\n"),
     "unsupported instruction `alloca.u64`: the alignment is no power of two up to 65536"},
    {HEAD TAKES("alloca.u64 %rd5, %rd4, %r1;\n"),
     "unsupported instruction `alloca.u64`: the alignment is no constant"},
    {HEAD ".func f(.reg .v2 .b32 a)\n{\nret;\n}\n" TAKES(
         "call f, ({%r1, %r2, %r3}); mov.u64 %rd5, 0;\n"),
     "unsupported instruction `call`: 3 values in a list where the function has 2"},
};
START_TEST(what_does_not_fit)
{
    struct harness h;
    start(&h, refused[_i].text);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, refused[_i].fault);
    harness_finish(&h);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx exec stack");
    TCase *tc = tcase_create("stack");
    tcase_add_test(tc, alloca_has_the_stack);
    tcase_add_loop_test(tc, what_does_not_fit, 0, G_N_ELEMENTS(refused));
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
