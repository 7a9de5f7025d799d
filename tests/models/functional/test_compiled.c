/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels run by the interpreter and compiled: the same memory, counts and faults. */
#include "tests/models/functional/compiled_bodies.h"
#include "tests/models/functional/compiled_run.h"
#include "tests/models/functional/compiled_suite.h"
#include "workloads/ptx/compile/builder.h"
#include "workloads/ptx/compile/kept/cache.h"
#include <check.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>

enum { BLOCKS = 3, THREADS = 80 };

static void run_grid(const char *body, const uint32_t grid[3], enum functional_runners runners,
                     struct outcome *out)
{
    compiled_run(body, grid, (const uint32_t[3]){THREADS, 1, 1}, runners, out);
}

static void run_body(const char *body, enum functional_runners runners, struct outcome *out)
{
    run_grid(body, (const uint32_t[3]){BLOCKS, 1, 1}, runners, out);
}

static unsigned files_in(const char *folder)
{
    return compiled_files(folder, "");
}

/* A compiled kernel is a file and a link that leads to it; `texts`: as many as it has. */
static void check_grid(const char *body, const uint32_t grid[3], bool good, unsigned texts)
{
    static struct outcome interpreted, compiled;
    g_autofree char *folder = kernel_cache_folder();
    const unsigned before = files_in(folder);
    run_grid(body, grid, RUNNERS_NEVER, &interpreted);
    ck_assert_uint_eq(files_in(folder), before);
    run_grid(body, grid, RUNNERS_AT_ONCE, &compiled);
    ck_assert_uint_eq(files_in(folder), before + 2 * texts);
    ck_assert_str_eq(compiled.message, interpreted.message);
    ck_assert(compiled.good == interpreted.good);
    ck_assert_msg(interpreted.good == good, "%s", interpreted.message);
    ck_assert_mem_eq(compiled.bytes, interpreted.bytes, OUT_BYTES);
    if (interpreted.good) {
        ck_assert_uint_eq(compiled.counts.warp_instructions, interpreted.counts.warp_instructions);
        ck_assert_uint_eq(compiled.counts.thread_instructions,
                          interpreted.counts.thread_instructions);
    }
    g_free(interpreted.message);
    g_free(compiled.message);
}

static void check_both_ways(const char *body, bool good)
{
    check_grid(body, (const uint32_t[3]){BLOCKS, 1, 1}, good, 1);
}

/* Of each four blocks one ends at once. In the others a warp ends before the barrier. */
START_TEST(blocks_take_each_others_place)
{
    check_grid("mov.u32 %r5, %ctaid.y; mov.u32 %r6, %ctaid.z; mov.u32 %r7, %nctaid.x;\n"
               "mov.u32 %r8, %nctaid.y; mad.lo.u32 %r6, %r6, %r8, %r5;\n"
               "mad.lo.u32 %r6, %r6, %r7, %r2; mad.lo.u32 %r3, %r6, %r4, %r1;\n"
               "mul.wide.u32 %rd2, %r3, 16; add.s64 %rd3, %rd1, %rd2; and.b32 %r10, %r6, 3;\n"
               "setp.eq.u32 %p1, %r10, 0; @%p1 bra END; shr.u32 %r11, %r1, 5;\n"
               "setp.eq.u32 %p2, %r11, %r10; @%p2 bra END; mov.u32 %r12, tile;\n"
               "shl.b32 %r13, %r1, 2; add.u32 %r13, %r12, %r13; st.shared.u32 [%r13], %r6;\n"
               "bar.sync 0; xor.b32 %r14, %r1, 33; shl.b32 %r14, %r14, 2;\n"
               "add.u32 %r14, %r12, %r14; ld.shared.u32 %r15, [%r14];\n"
               "st.global.v2.u32 [%rd3], {%r15, %r6}; setp.ne.u32 %p3, %r10, 3;\n"
               "@%p3 bra END; bar.sync 1; st.global.u32 [%rd3+8], %r10;\nEND:",
               (const uint32_t[3]){5, 3, 2}, true, 1);
}
END_TEST

START_TEST(both_ways_agree)
{
    check_both_ways(bodies[_i], _i < (int)G_N_ELEMENTS(bodies) - FAULTY);
}
END_TEST

/* Whether a body leaves the same word in all threads. */
static void check_word(const char *body, uint32_t expected)
{
    static struct outcome out;
    check_both_ways(body, true);
    run_body(body, RUNNERS_NEVER, &out);
    for (unsigned thread = 0; thread < BLOCKS * THREADS; thread++) {
        uint32_t word;
        memcpy(&word, out.bytes + 16 * thread, sizeof word);
        ck_assert_uint_eq(word, expected);
    }
    g_free(out.message);
}

/* The first and the last thread overwrite what all warps read behind a barrier, with no second
 * barrier between: on a GPU the reads come first. */
START_TEST(reads_behind_a_barrier_come_first)
{
    check_word(
        "mov.u32 %r5, 0; mov.u32 %r6, 0; setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 79;\n"
        "NEXT: bar.sync 0; ld.shared.u32 %r7, [tile]; ld.shared.u32 %r8, [tile+4];\n"
        "mad.lo.u32 %r6, %r6, 8, %r7; mad.lo.u32 %r6, %r6, 8, %r8; add.u32 %r5, %r5, 1;\n"
        "@%p1 st.shared.u32 [tile], %r5; @%p2 st.shared.u32 [tile+4], %r5;\n"
        "setp.lt.u32 %p3, %r5, 4; @%p3 bra NEXT; st.global.u32 [%rd3], %r6;",
        000112233);
}
END_TEST

/* Each thread reads what another one has stored, with no barrier between: on a GPU the stores come
 * first. So do they where histograms are cleared. */
START_TEST(stores_before_reads_come_first)
{
    check_word("mov.u32 %r5, tile; shl.b32 %r6, %r1, 2; add.u32 %r6, %r5, %r6; mov.u32 %r7, 1;\n"
               "setp.eq.u32 %p1, %r1, 79; mov.u32 %r8, 0; st.shared.u32 [%r6], %r7;\n"
               "@%p1 st.shared.u32 [tile+1024], %r8; sub.u32 %r9, 79, %r1; shl.b32 %r9, %r9, 2;\n"
               "add.u32 %r9, %r5, %r9; ld.shared.u32 %r10, [%r9];\n"
               "atom.shared.add.u32 %r11, [tile+1024], %r10; bar.sync 0;\n"
               "ld.shared.u32 %r12, [tile+1024]; st.global.u32 [%rd3], %r12;",
               80);
}
END_TEST

/* Kernels so long that parted lanes only call functions, or are interpreted until they have a text
 * of their own. */
START_TEST(long_kernels_agree)
{
    g_autoptr(GString) body =
        g_string_new("mov.u32 %r5, %r1; mov.u32 %r6, %r3; mov.u64 %rd4, 7; and.b32 %r7, %r1, 3;\n"
                     "mov.f32 %f1, 0f3f800000; setp.eq.u32 %p2, %r7, 2; setp.eq.u32 %p1, %r7, 1;\n"
                     "mov.u32 %r10, 0; AGAIN:\n");
    const unsigned length = _i ? 20 : 40, sums = _i ? 56 : 0, rounds = _i ? 800 : 1;
    for (unsigned i = 0; i < length; i++) {
        g_string_append_printf(
            body,
            "%s bra ELSE%u; mad.lo.u32 %%r5, %%r5, 3, %%r6; st.global.u32 [%%rd3+4], %%r5;\n"
            "setp.lt.u32 %%p3, %%r5, %%r6; @%%p3 xor.b32 %%r6, %%r6, %u; bra JOIN%u;\n"
            "ELSE%u: add.s64 %%rd4, %%rd4, %%rd2; fma.rn.f32 %%f1, %%f1, %%f1, 0f3f000000;\n"
            "@%%p2 add.u32 %%r6, %%r6, %u; JOIN%u: selp.u32 %%r5, %%r5, %%r6, %%p2;\n",
            i % 3 == 0 ? "@%p2" : "@%p1", i, i, i, i, i * 77, i);
        for (unsigned sum = 0; sum < sums; sum++)
            g_string_append(body, "add.u32 %r6, %r6, %r5;\n");
    }
    g_string_append_printf(
        body, "add.u32 %%r10, %%r10, 1; setp.lt.u32 %%p4, %%r10, %u; @%%p4 bra AGAIN;", rounds);
    g_string_append(body, "cvt.u32.u64 %r8, %rd4; xor.b32 %r8, %r8, %r5;\n"
                          "st.global.v2.u32 [%rd3], {%r6, %r8}; st.global.f32 [%rd3+8], %f1;");
    check_grid(body->str, (const uint32_t[3]){BLOCKS, 1, 1}, true, 1 + (unsigned)_i);
}
END_TEST

/* A file that is no library, as a full disk may leave one: the interpreter goes on. */
START_TEST(a_broken_file_does_no_harm)
{
    static struct outcome first, second;
    g_autofree char *folder = kernel_cache_folder();
    run_body(bodies[0], RUNNERS_AT_ONCE, &first);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while ((name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        ck_assert(g_file_set_contents(path, "no library", -1, NULL));
    }
    run_body(bodies[0], RUNNERS_AT_ONCE, &second);
    ck_assert(second.good);
    ck_assert_mem_eq(second.bytes, first.bytes, OUT_BYTES);
    g_free(first.message);
    g_free(second.message);
}
END_TEST

/* The path of the folder's link that is not `but`; g_free. */
static char *only_link(const char *folder, const char *but)
{
    const char *name;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    while ((name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_str_has_suffix(name, ".link") && g_strcmp0(path, but) != 0)
            return g_steal_pointer(&path);
    }
    ck_abort_msg("there is no link");
    return NULL;
}

/* Runs a twin in a process of its own, which keeps compiled kernels in `cache`. Returns the memory
 * that it leaves; g_free. */
static char *run_elsewhere(unsigned twin, const char *cache)
{
    g_autofree char *file = g_build_filename(cache, "bytes", NULL), *bytes = NULL;
    g_autofree char *command =
        g_strdup_printf("XDG_CACHE_HOME='%s' exec /proc/$PPID/exe %u '%s'", cache, twin, file);
    gsize length = 0;
    ck_assert_int_eq(system(command), 0);
    ck_assert(g_file_get_contents(file, &bytes, &length, NULL));
    ck_assert_uint_eq(length, OUT_BYTES);
    return g_steal_pointer(&bytes);
}

/* Compiled kernels are found by links, which another process names in the same way. */
START_TEST(the_key_leads_to_the_kernel)
{
    g_autofree char *cache = g_dir_make_tmp("simgpu-links-XXXXXX", NULL);
    g_autofree char *folder = g_build_filename(cache, "simgpu", "kernels", NULL);
    g_autofree char *own = run_elsewhere(0, cache), *again = run_elsewhere(0, cache);
    ck_assert_mem_eq(own, again, OUT_BYTES);
    ck_assert_uint_eq(compiled_files(folder, ".link"), 1);
    ck_assert_uint_eq(compiled_files(folder, ".so"), 1);
    g_autofree char *first = only_link(folder, NULL), *other = run_elsewhere(1, cache);
    g_autofree char *second = only_link(folder, first), *name = g_file_read_link(second, NULL);
    kernel_cache_link(first, name);
    g_autofree char *others = run_elsewhere(0, cache); /* by the link: nobody looks at its text */
    ck_assert_mem_eq(others, other, OUT_BYTES);
    ck_assert_mem_ne(others, own, OUT_BYTES);
    kernel_cache_trim(folder, 0);
    ck_assert_uint_eq(files_in(folder), 0); /* no link stays that leads to nothing */
    g_autofree char *remove = g_strdup_printf("rm -rf '%s'", cache);
    ck_assert_int_eq(system(remove), 0);
}
END_TEST

static void on_alarm(int signal)
{
    (void)signal;
}

/* A signal ends the wait for clang, but not clang's work. */
START_TEST(signals_do_no_harm)
{
    g_autofree char *folder = g_dir_make_tmp("simgpu-signals-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "kernel.so", NULL);
    const struct sigaction action = {.sa_handler = on_alarm};
    const struct itimerval often = {{0, 10000}, {0, 10000}}, never = {{0, 0}, {0, 0}};
    struct kernel_builder *builder =
        kernel_builder_new("enum compiled_end simgpu_kernel(struct compiled_warp *c)\n"
                           "{\nreturn COMPILED_ISSUE;\n}\n",
                           path);
    enum kernel_build how = BUILD_RUNS;
    unsigned interrupted = 0;
    ck_assert_ptr_nonnull(builder);
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    ck_assert_int_eq(setitimer(ITIMER_REAL, &often, NULL), 0);
    while ((how = kernel_builder_look(builder, true)) == BUILD_RUNS)
        interrupted++;
    ck_assert_int_eq(setitimer(ITIMER_REAL, &never, NULL), 0);
    ck_assert_int_eq(how, BUILD_DONE);
    ck_assert_uint_gt(interrupted, 0);
    kernel_builder_free(builder);
    g_unlink(path);
    g_rmdir(folder);
}
END_TEST

/* A mistake in what simgpu writes must not pass for a machine that has no clang. */
START_TEST(text_that_is_no_c_is_refused)
{
    g_autofree char *folder = g_dir_make_tmp("simgpu-refused-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "kernel.so", NULL);
    struct kernel_builder *builder =
        kernel_builder_new("int simgpu_kernel(void) { return b; }", path);
    ck_assert_ptr_nonnull(builder);
    ck_assert_int_eq(kernel_builder_look(builder, true), BUILD_REFUSED);
    kernel_builder_free(builder);
    ck_assert_int_eq(g_rmdir(folder), 0); /* nothing is left */
}
END_TEST

/* clang leaves what it has begun, if it is killed: it must not be left in /tmp. */
START_TEST(clang_that_is_killed_leaves_nothing)
{
    g_autofree char *folder = g_dir_make_tmp("simgpu-killed-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "kernel.so", NULL);
    g_autofree char *temporary = g_build_filename(folder, "temporary", NULL);
    g_autofree char *text = g_strdup("int simgpu_kernel(void) { return 0; }");
    g_mkdir(temporary, 0700);
    g_setenv("TMPDIR", temporary, TRUE);
    for (unsigned i = 0; i < 20; i++) {
        struct kernel_builder *builder = kernel_builder_new(text, path);
        ck_assert_ptr_nonnull(builder);
        g_usleep(i * 10000);
        kernel_builder_free(builder);
    }
    ck_assert_int_eq(g_rmdir(temporary), 0);
    ck_assert_int_eq(g_rmdir(folder), 0);
}
END_TEST

START_TEST(the_cache_keeps_what_was_used_last)
{
    g_autofree char *folder = g_dir_make_tmp("simgpu-trim-XXXXXX", NULL);
    static const char *const names[] = {"old", "young"};
    g_autofree char *bytes = g_malloc0(1000);
    for (unsigned i = 0; i < 2; i++) {
        g_autofree char *path = kernel_cache_path(folder, names[i]);
        ck_assert(g_file_set_contents(path, bytes, 1000, NULL));
        const struct timespec times[2] = {{1000 + i, 0}, {1000 + i, 0}};
        ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
    }
    kernel_cache_trim(folder, 2000);
    ck_assert_uint_eq(files_in(folder), 2);
    kernel_cache_trim(folder, 1999);
    ck_assert_uint_eq(files_in(folder), 1);
    g_autofree char *left = g_build_filename(folder, "digest.so.ABCDEF", NULL);
    const struct timespec long_ago[2] = {{1000, 0}, {1000, 0}};
    ck_assert_int_eq(g_mkdir(left, 0700), 0);
    kernel_cache_trim(folder, 1999);
    ck_assert_uint_eq(files_in(folder), 2); /* somebody may be at work there */
    ck_assert_int_eq(utimensat(AT_FDCWD, left, long_ago, 0), 0);
    kernel_cache_trim(folder, 1999);
    ck_assert_uint_eq(files_in(folder), 1);
    g_autofree char *young = kernel_cache_path(folder, "young");
    ck_assert(g_file_test(young, G_FILE_TEST_EXISTS));
    g_unlink(young);
    g_rmdir(folder);
}
END_TEST

/* Two kernels that differ in nothing but what they store. */
static const char *const twins[] = {"st.global.u32 [%rd3], 5;", "st.global.u32 [%rd3], 6;"};

/* What run_elsewhere() asks for. */
static int run_for_another(const char *twin, const char *file)
{
    static struct outcome outcome;
    run_body(twins[atoi(twin)], RUNNERS_AT_ONCE, &outcome);
    return outcome.good && g_file_set_contents(file, (const char *)outcome.bytes, OUT_BYTES, NULL)
               ? 0
               : 1;
}

static void add(TCase *tcase)
{
    tcase_add_loop_test(tcase, both_ways_agree, 0, (int)G_N_ELEMENTS(bodies));
    tcase_add_test(tcase, blocks_take_each_others_place);
    tcase_add_test(tcase, reads_behind_a_barrier_come_first);
    tcase_add_test(tcase, stores_before_reads_come_first);
    tcase_add_loop_test(tcase, long_kernels_agree, 0, 2);
    tcase_add_test(tcase, a_broken_file_does_no_harm);
    tcase_add_test(tcase, the_key_leads_to_the_kernel);
    tcase_add_test(tcase, signals_do_no_harm);
    tcase_add_test(tcase, text_that_is_no_c_is_refused);
    tcase_add_test(tcase, clang_that_is_killed_leaves_nothing);
    tcase_add_test(tcase, the_cache_keeps_what_was_used_last);
}

int main(int argc, char **argv)
{
    if (argc > 2)
        return run_for_another(argv[1], argv[2]);
    return compiled_suite("compiled", add);
}
