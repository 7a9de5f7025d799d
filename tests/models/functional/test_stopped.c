/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches that stop, since their blocks can only wait for others, and go on. */
#include "models/functional/functional.h"
#include "models/functional/known/known_launches.h"
#include "models/memory/memory_digest.h"
#include "workloads/instruction_source.h"
#include "workloads/ptx/kernels/code.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

/* rd1: the words; rd3: the thread's own, from the eighth on; r1: its number in the grid. */
#define HEAD                                                                                       \
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n"       \
    ".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<8>;\n"                                      \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"                      \
    "mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, %r1; mul.wide.u32 %rd2, %r1, 4;\n"            \
    "add.s64 %rd3, %rd1, %rd2; mov.u32 %r7, %tid.x; setp.ne.u32 %p3, %r7, 0;\n"

/* All wait for word 0 to become 1, and write word 1 and one more. */
#define TELL  "ld.global.u32 %r5, [%rd1+4]; add.u32 %r5, %r5, 1; st.global.u32 [%rd3+32], %r5;\n"
#define WAITS "LOOP: ld.volatile.global.u32 %r4, [%rd1]; setp.ne.u32 %p1, %r4, 1; @%p1 bra LOOP;\n"
#define TRIES                                                                                      \
    "LOOP: atom.global.cas.b32 %r4, [%rd1], 1, 1; setp.ne.u32 %p1, %r4, 1; @%p1 bra LOOP;\n"
#define FENCES                                                                                     \
    "LOOP: membar.gl; ld.global.u32 %r4, [%rd1]; setp.ne.u32 %p1, %r4, 1; @%p1 bra LOOP;\n"
#define ONE_WAITS "@%p3 bra MEET;\n" WAITS "MEET: bar.sync 0;\n"
#define OBEYS                                                                                      \
    "LOOP: ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p1, %r4, 2;\n"                         \
    "@%p1 st.global.u32 [%rd1+8], %r4; setp.ne.u32 %p1, %r4, 1; @%p1 bra LOOP;\n"

enum { BLOCKS = 3, THREADS = 48, WORDS = 8 + BLOCKS * THREADS };

struct rig {
    struct ptx_program *program;
    struct device_memory *memory;
    struct launch launch;
    struct functional_options options;
    struct functional_counts counts;
    struct functional_stopped *stopped;
    GString *output;
    uint64_t at;
    GError *error;
};

static void rig_init(struct rig *rig, const char *body, bool compiled)
{
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    *rig = (struct rig){.output = g_string_new(NULL)};
    struct ptx_module *module = ptx_module_parse("test.ptx", text, strlen(text), &rig->error);
    ck_assert_msg(module != NULL, "%s", rig->error ? rig->error->message : "");
    rig->program = ptx_program_new(module, &rig->error);
    const struct kernel_code *code = ptx_program_kernel(rig->program, "k", 0, &rig->error);
    ck_assert_msg(code != NULL, "%s", rig->error ? rig->error->message : "");
    rig->memory = device_memory_new(1 << 20, 0, NULL);
    rig->at = device_memory_allocate(rig->memory, "out", WORDS * 4, NULL);
    rig->launch = (struct launch){.id = 1,
                                  .code = code,
                                  .grid = {BLOCKS, 1, 1},
                                  .block = {THREADS, 1, 1},
                                  .independent_lanes = true,
                                  .params = (uint8_t *)&rig->at};
    rig->options.n_blocks = BLOCKS;
    rig->options.runners = compiled ? RUNNERS_AT_ONCE : RUNNERS_NEVER;
}

static void rig_finish(struct rig *rig)
{
    functional_drop(rig->stopped);
    g_clear_error(&rig->error);
    g_string_free(rig->output, TRUE);
    ptx_program_free(rig->program);
    device_memory_free(rig->memory);
}

static uint32_t word(const struct rig *rig, unsigned index)
{
    uint32_t value;
    device_memory_read(rig->memory, rig->at + 4 * index, &value, sizeof value);
    return value;
}

static void set_word(const struct rig *rig, unsigned index, uint32_t value)
{
    device_memory_write(rig->memory, rig->at + 4 * index, &value, sizeof value);
}

static void begin(struct rig *rig)
{
    const bool good = functional_begin(&rig->launch, rig->memory, &rig->options, &rig->counts,
                                       rig->output, &rig->stopped, &rig->error);
    ck_assert_msg(good, "%s", rig->error ? rig->error->message : "");
}

/* Whether it has done more than wait. */
static bool go_on(struct rig *rig)
{
    bool moved;
    const bool good = functional_go_on(&rig->stopped, rig->output, &moved, &rig->error);
    ck_assert_msg(good, "%s", rig->error ? rig->error->message : "");
    return moved;
}

/* What the launch counts, if others write after so many looks at it. */
static uint64_t count(const char *body, bool compiled, unsigned looks)
{
    struct rig rig;
    rig_init(&rig, body, compiled);
    begin(&rig);
    ck_assert_ptr_nonnull(rig.stopped);
    for (unsigned i = 0; i < looks; i++)
        ck_assert(!go_on(&rig));
    ck_assert_uint_eq(rig.counts.warp_instructions, 0); /* told when it ends */
    set_word(&rig, 1, 41);
    set_word(&rig, 0, 1);
    ck_assert(go_on(&rig));
    ck_assert_ptr_null(rig.stopped);
    for (unsigned i = 0; i < BLOCKS * THREADS; i++)
        ck_assert_uint_eq(word(&rig, 8 + i), 42);
    ck_assert_uint_eq(rig.counts.blocks, BLOCKS);
    const uint64_t counted = rig.counts.warp_instructions;
    rig_finish(&rig);
    return counted;
}

static const char *const bodies[] = {WAITS TELL, TRIES TELL, FENCES TELL, ONE_WAITS TELL,
                                     OBEYS TELL};

/* How often somebody looks changes nothing, nor does who computes. */
START_TEST(a_launch_goes_on_when_others_have_written)
{
    const char *body = bodies[_i];
    const uint64_t counted = count(body, false, 0);
    ck_assert_uint_eq(count(body, false, 100), counted);
    ck_assert_uint_eq(count(body, true, 3), counted);
}
END_TEST

/* It does what it is told, and waits again. */
START_TEST(a_loop_that_also_works_stops_between)
{
    struct rig rig;
    rig_init(&rig, OBEYS TELL, false);
    begin(&rig);
    ck_assert(!go_on(&rig));
    set_word(&rig, 0, 2);
    ck_assert(go_on(&rig));
    ck_assert_uint_eq(word(&rig, 2), 2);
    set_word(&rig, 0, 3);
    if (rig.stopped)
        go_on(&rig);
    ck_assert_ptr_nonnull(rig.stopped);
    rig_finish(&rig);
}
END_TEST

/* Such loops end by themselves. */
START_TEST(loops_that_change_something_do_not_stop)
{
    static const char *const loops[] = {
        "mov.u32 %r6, 0; LOOP: ld.volatile.global.u32 %r4, [%rd1]; add.u32 %r6, %r6, 1;\n"
        "setp.lt.u32 %p1, %r6, 20000; @%p1 bra LOOP;",
        "LOOP: atom.global.add.u32 %r4, [%rd1], 1; setp.lt.u32 %p1, %r4, 200000; @%p1 bra LOOP;",
        "LOOP: atom.global.add.u32 %r4, [%rd1], 1; ld.volatile.global.u32 %r4, [%rd1];\n"
        "mov.u32 %r5, %r4; mov.u32 %r4, 0; setp.lt.u32 %p1, %r5, 200000; mov.u32 %r5, 0;\n"
        "@%p1 bra LOOP;"};
    struct rig rig;
    rig_init(&rig, loops[_i], false);
    begin(&rig);
    ck_assert_ptr_null(rig.stopped);
    rig_finish(&rig);
}
END_TEST

/* Blocks that have not begun may be what is waited for. The last one sets the flag. */
START_TEST(all_blocks_begin_first)
{
    struct rig rig;
    rig_init(&rig,
             "mov.u32 %r6, %nctaid.x; sub.u32 %r6, %r6, 1; setp.ne.u32 %p2, %r2, %r6;\n"
             "@%p2 bra LOOP; st.global.u32 [%rd1], 1;\n" WAITS,
             false);
    rig.launch.grid[0] = 200;
    rig.options.n_blocks = 200;
    begin(&rig);
    ck_assert_ptr_null(rig.stopped);
    ck_assert_uint_eq(rig.counts.blocks, 200);
    rig_finish(&rig);
}
END_TEST

/* It says where it waits. */
START_TEST(who_cannot_stop_fails)
{
    struct rig rig;
    rig_init(&rig, WAITS TELL, false);
    ck_assert(!functional_run(&rig.launch, rig.memory, &rig.options, &rig.counts, rig.output,
                              &rig.error));
    ck_assert_msg(
        g_str_has_prefix(rig.error->message, "test.ptx:10: kernel k, block (0,0,0), warp 0"), "%s",
        rig.error->message);
    ck_assert_ptr_nonnull(strstr(rig.error->message, "waits for what others write"));
    rig_finish(&rig);
}
END_TEST

/* Its loop ends after a time, too. Others come first. */
START_TEST(who_waits_for_a_time_can_go_on_alone)
{
    struct rig rig;
    rig_init(&rig,
             "mov.u64 %rd4, %clock64;\n"
             "LOOP: ld.volatile.global.u32 %r4, [%rd1]; mov.u64 %rd5, %clock64;\n"
             "sub.s64 %rd5, %rd5, %rd4; setp.gt.u64 %p1, %rd5, 100000; @%p1 bra OVER;\n"
             "setp.ne.u32 %p1, %r4, 1; @%p1 bra LOOP;\n"
             "OVER: st.global.u32 [%rd3+32], %r4;",
             false);
    begin(&rig);
    ck_assert_ptr_nonnull(rig.stopped);
    ck_assert(!go_on(&rig));
    ck_assert(functional_insist(rig.stopped));
    ck_assert(go_on(&rig));
    ck_assert_ptr_null(rig.stopped);
    rig_finish(&rig);
    rig_init(&rig, WAITS TELL, false);
    begin(&rig);
    ck_assert(!functional_insist(rig.stopped));
    rig_finish(&rig);
}
END_TEST

/* Others wrote what it has read, so it is not known the next time. Meanwhile nobody keeps digests
 * of memory. */
START_TEST(what_has_stopped_is_not_learnt)
{
    struct rig rig;
    rig_init(&rig, WAITS TELL, false);
    rig.options.known = known_launches_new(rig.memory);
    for (unsigned i = 0; i < 5; i++) {
        set_word(&rig, 0, 0);
        set_word(&rig, 1, i);
        device_memory_changed(rig.memory, rig.at, 8);
        begin(&rig);
        ck_assert_ptr_nonnull(rig.stopped);
        device_memory_digest(rig.memory, rig.at);
        ck_assert(!device_memory_has_digest(rig.memory, rig.at));
        set_word(&rig, 0, 1);
        go_on(&rig);
        ck_assert_ptr_null(rig.stopped);
        ck_assert_uint_eq(word(&rig, 8), i + 1);
        device_memory_digest(rig.memory, rig.at);
        ck_assert(device_memory_has_digest(rig.memory, rig.at));
    }
    known_launches_free(rig.options.known);
    rig_finish(&rig);
}
END_TEST

/* What lies in the block's shared memory only the block itself can change: it is not looked at. */
START_TEST(shared_memory_is_nobody_elses)
{
    static const struct {
        const char *body;
        bool waits;
    } kernels[] = {
        {"LOOP: ld.volatile.shared.u32 %r4, [8]; ld.global.u32 %r5, [%rd1]; setp.ne.u32 %p1, %r4, "
         "1; @%p1 bra LOOP;",
         false},
        {"LOOP: ld.volatile.shared.u32 %r4, [8]; ld.volatile.global.u32 %r5, [%rd1]; setp.ne.u32 "
         "%p1, %r4, 1; @%p1 bra LOOP;",
         true},
        {"LOOP: membar.cta; ld.shared.u32 %r4, [8]; setp.ne.u32 %p1, %r4, 1; @%p1 bra LOOP;",
         false},
        {"LOOP: membar.gl; ld.global.u32 %r4, [%rd1]; setp.ne.u32 %p1, %r4, 1; @%p1 bra LOOP;",
         true},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(kernels); i++) {
        struct rig rig;
        rig_init(&rig, kernels[i].body, false);
        const struct kernel_code *code = rig.launch.code;
        ck_assert_msg((code->ops->wait_loops(code) != NULL) == kernels[i].waits, "kernel %u", i);
        rig_finish(&rig);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("launches that stop");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, a_launch_goes_on_when_others_have_written, 0,
                        (int)G_N_ELEMENTS(bodies));
    tcase_add_test(tests, a_loop_that_also_works_stops_between);
    tcase_add_loop_test(tests, loops_that_change_something_do_not_stop, 0, 3);
    tcase_add_test(tests, all_blocks_begin_first);
    tcase_add_test(tests, who_cannot_stop_fails);
    tcase_add_test(tests, who_waits_for_a_time_can_go_on_alone);
    tcase_add_test(tests, what_has_stopped_is_not_learnt);
    tcase_add_test(tests, shared_memory_is_nobody_elses);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
