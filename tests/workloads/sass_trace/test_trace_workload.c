/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists and files: what is asked for in which order, packed traces, pipes. */
#include "tests/workloads/sass_trace/trace_maker.h"
#include "tests/workloads/sass_trace/trace_player.h"
#include "workloads/sass_trace/kernels_list.h"
#include "workloads/sass_trace/workload.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder;
static struct trace_workload *workload;
static struct command command;

static void set_up(void)
{
    folder = trace_folder_new();
    workload = NULL;
}

static void tear_down(void)
{
    trace_workload_free(workload);
    trace_folder_remove(folder);
    g_free(folder);
}

static void add_kernel(const char *file, const char *name, unsigned stream)
{
    g_autofree char *text = trace_one_warp(
        &(const struct trace_shape){.name = name, .stream = stream, .shared_bytes = 512}, "");
    g_free(trace_file(folder, file, text));
}

static void open_list(const char *text)
{
    GError *error = NULL;
    g_autofree char *path = trace_file(folder, "kernelslist.g", text);
    workload = trace_workload_new(path, &error);
    ck_assert_msg(workload != NULL, "%s", error ? error->message : "");
}

static void next(void)
{
    GError *error = NULL;
    struct command_source *source = trace_workload_source(workload);
    ck_assert_msg(source->next(source, NULL, 0, &command, &error), "%s",
                  error ? error->message : "");
}

static void done(uint64_t id)
{
    struct command_source *source = trace_workload_source(workload);
    ck_assert(source->done(source, NULL, id, 0, NULL, NULL));
}

/* The next command and, as text, the ids it comes after. */
static void expect(enum command_kind kind, uint64_t id, const char *after)
{
    g_autoptr(GString) text = g_string_new(NULL);
    next();
    for (unsigned i = 0; i < command.n_after; i++)
        g_string_append_printf(text, "%s%" G_GUINT64_FORMAT, i ? " " : "", command.after[i]);
    ck_assert_int_eq(command.kind, kind);
    ck_assert_uint_eq(command.id, id);
    ck_assert_str_eq(text->str, after);
}

START_TEST(streams_and_copies)
{
    add_kernel("kernel-1.traceg", "a", 0);
    add_kernel("kernel-2.traceg", "b", 7);
    add_kernel("kernel-3.traceg", "a", 0);
    open_list(
        "MemcpyHtoD,0x00007f5000000000,4096\n\n# a comment\nkernel-1.traceg\nkernel-2.traceg\n"
        "kernel-3.traceg\r\nMemcpyDtoH,7f5000000000,100\n  MemcpyDtoD,0x10,64  \n"
        "MemcpyHtoD,0x10,0\nkernel-2.traceg\n");
    expect(COMMAND_COPY, 1, "");
    ck_assert_int_eq(command.direction, COPY_HOST_TO_DEVICE);
    ck_assert_uint_eq(command.bytes, 4096);
    expect(COMMAND_LAUNCH, 2, "1");
    const struct kernel_code *first = command.launch.code;
    ck_assert_str_eq(first->name, "a");
    ck_assert_uint_eq(first->registers_per_thread, 16);
    ck_assert_uint_eq(command.launch.dynamic_shared_bytes, 512);
    ck_assert_uint_eq(command.launch.grid[0], 1);
    ck_assert_uint_eq(command.launch.block[0], 32);
    ck_assert(!command.blocking);
    expect(COMMAND_LAUNCH, 3, "1"); /* another stream: it may overlap */
    ck_assert_ptr_ne(command.launch.code, first);
    expect(COMMAND_LAUNCH, 4, "1 2");
    ck_assert_ptr_eq(command.launch.code, first); /* the same kernel in the same stream */
    expect(COMMAND_COPY, 5, "4 3 1");
    ck_assert_int_eq(command.direction, COPY_DEVICE_TO_HOST);
    expect(COMMAND_MOVE, 6, "4 3 5");
    ck_assert_uint_eq(command.bytes, 64);
    expect(COMMAND_LAUNCH, 7, "6 3");
    expect(COMMAND_END, 8, "");
}
END_TEST

/* Only so many launches are under way: memory doesn't grow with the list. */
START_TEST(long_lists)
{
    g_autoptr(GString) text = g_string_new(NULL);
    add_kernel("kernel-1.traceg", "a", 0);
    for (unsigned i = 0; i < TRACE_KERNELS_AHEAD + 2; i++)
        g_string_append(text, "kernel-1.traceg\n");
    open_list(text->str);
    for (unsigned i = 0; i < TRACE_KERNELS_AHEAD; i++) {
        next();
        ck_assert_int_eq(command.kind, COMMAND_LAUNCH);
    }
    expect(COMMAND_JOIN, TRACE_KERNELS_AHEAD + 1, "1");
    ck_assert(command.blocking);
    done(1);
    next();
    ck_assert_int_eq(command.kind, COMMAND_LAUNCH);
}
END_TEST

static const struct {
    const char *list, *error;
} bad_lists[] = {
    {"MemcpyHtoD,0x1000\n", ":1: expected MemcpyHtoD, MemcpyDtoH or MemcpyDtoD"},
    {"\nMemcpyXtoY,0x1000,4\n", ":2: expected MemcpyHtoD, MemcpyDtoH or MemcpyDtoD"},
    {"kernel-1.trace\n",
     ":1: expected a trace sorted by block, .traceg or .tracez (this one is raw"},
    {"kernl-1\n", ":1: expected a memcpy line or a kernel's trace"},
    {"kernel-9.traceg\n", "kernel-9.traceg: cannot be opened"},
    {"", "kernelslist.g: expected kernels' traces or copies, found none"},
    {"kernel-9.traceg", ":1: expected the end of the line, found the end of the file"},
};

START_TEST(list_errors)
{
    GError *error = NULL;
    open_list(bad_lists[_i].list);
    struct command_source *source = trace_workload_source(workload);
    ck_assert(!source->next(source, NULL, 0, &command, &error));
    ck_assert_msg(strstr(error->message, bad_lists[_i].error) != NULL, "%s", error->message);
    g_error_free(error);
}
END_TEST

static void count_note(void *data, const char *text, guint64 count)
{
    g_string_append_printf(data, "%s: %" G_GUINT64_FORMAT "\n", text, count);
}

START_TEST(notes)
{
    g_autoptr(GString) text = g_string_new("-colour = red\n");
    trace_header_append(text, &(const struct trace_shape){.binary_version = 79});
    g_free(trace_file(folder, "kernel-1.traceg", text->str));
    open_list("ncclGroupStart\nkernel-1.traceg\nncclGroupStart, 1\n");
    expect(COMMAND_LAUNCH, 1, "");
    expect(COMMAND_END, 2, "");
    g_string_set_size(text, 0);
    trace_workload_notes(workload, count_note, text);
    ck_assert_str_eq(text->str, "simgpu skips command ncclGroupStart of the kernel list: 2\n"
                                "unknown binary version 79: simgpu takes it for 75 (Turing): 1\n"
                                "unknown header field -colour: 1\n");
}
END_TEST

/* ---- damaged headers ------------------------------------------------------------------------ */

static const char three_kernels[] = "kernel-1.traceg\nkernel-2.traceg\nkernel-3.traceg\n";

/* Three kernels with these values of a field, all else being whole. */
static void write_damaged(const char *field, const char *const values[3])
{
    for (unsigned i = 0; i < 3; i++) {
        g_autofree char *file = g_strdup_printf("kernel-%u.traceg", i + 1);
        g_autofree char *line = g_strdup_printf("-%s = %s\n", field, values[i]);
        g_autofree char *old = g_strdup_printf("-%s = ", field);
        g_autofree char *one = trace_one_warp(&(const struct trace_shape){.registers = 16},
                                              "0000 ffffffff 1 R7 FADD 2 R2 R255 0 0\n");
        g_autoptr(GString) text = g_string_new(one);
        char *at = strstr(text->str, old);
        gssize from = at - text->str;
        g_string_erase(text, from, (gssize)strcspn(at, "\n") + 1);
        g_string_insert(text, from, line);
        g_free(trace_file(folder, file, text->str));
    }
}

/* What each kernel's header says by then, and the notes. */
static char *take_damaged(unsigned all, unsigned platform)
{
    GString *text = g_string_new(NULL);
    open_list(three_kernels);
    trace_workload_set_versions(workload, all, platform);
    for (unsigned i = 0; i < 3; i++) {
        next();
        const struct trace_header *header = trace_launch_header(&command.launch);
        g_string_append_printf(text, "%u %s %u\n", header->binary_version, header->isa->name,
                               header->registers);
    }
    trace_workload_notes(workload, count_note, text);
    char *path = g_strconcat(folder, "/", NULL);
    g_string_replace(text, path, "", 0);
    g_free(path);
    return g_string_free(text, FALSE);
}

START_TEST(a_version_that_cannot_be_is_the_platforms)
{
    write_damaged("binary version", (const char *const[]){"0", "61", "-1431655766"});
    g_autofree char *text = take_damaged(0, 75);
    ck_assert_str_eq(
        text,
        "75 Turing 16\n"
        "61 Maxwell and Pascal 16\n"
        "75 Turing 16\n"
        "kernel-1.traceg: there is no binary version 0: simgpu takes it and all other unknown ones "
        "for 75 (Turing), the platform's; --trace-version sets another one: 2\n");
}
END_TEST

START_TEST(a_version_that_is_set_holds_for_all)
{
    write_damaged("binary version", (const char *const[]){"0", "61", "79"});
    g_autofree char *text = take_damaged(86, 75);
    ck_assert_str_eq(text, "86 Ampere 16\n86 Ampere 16\n86 Ampere 16\n");
}
END_TEST

START_TEST(registers_that_cannot_be_are_counted)
{
    write_damaged("nregs", (const char *const[]){"255", "21955", "-3"});
    g_autofree char *text = take_damaged(0, 75);
    ck_assert_str_eq(text, "70 Volta 255\n"
                           "70 Volta 8\n"
                           "70 Volta 8\n"
                           "kernel-2.traceg: no thread can have 21955 registers: kernels that say "
                           "more than 255 get as many as their first blocks name, here 8: 2\n");
}
END_TEST

START_TEST(recognised)
{
    g_autofree char *by_name = trace_file(folder, "kernelslist.g", "");
    g_autofree char *by_line = trace_file(folder, "list", "\nMemcpyHtoD,0x1,1\n");
    g_autofree char *other = trace_file(folder, "w.json", "{\n}\n");
    ck_assert(trace_workload_recognise(by_name));
    ck_assert(trace_workload_recognise(by_line));
    ck_assert(!trace_workload_recognise(other));
    ck_assert(!trace_workload_recognise("/nonexistent/w.json"));
}
END_TEST

/* ---- files -------------------------------------------------------------------------------------
 */

static const struct vecadd_shape vecadd = {
    .trace = {.grid = {6}, .block = {64}}, .rounds = 50, .bytes_apart = 1 << 20, .immediate = " 0"};

/* What is read doesn't depend on how the text is packed, nor on lines of numbers or versions. */
START_TEST(packed_traces_are_equal)
{
    static const char *const names[] = {"k.traceg", "k.traceg.xz", "k.traceg.zst", "k.tracez"};
    g_autofree char *text = trace_vecadd(&vecadd);
    g_autofree char *expected = NULL;
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = trace_file(folder, names[i], text);
        g_autofree char *transcript = trace_player_transcript(path);
        if (i == 0)
            expected = g_steal_pointer(&transcript);
        else
            ck_assert_str_eq(transcript, expected);
    }
    unsigned lines = 0;
    for (const char *p = expected; *p; p++)
        lines += *p == '\n';
    ck_assert_uint_eq(lines, trace_vecadd_instructions(&vecadd));
}
END_TEST

static gpointer write_pipe(gpointer path)
{
    g_autofree char *text = trace_vecadd(&vecadd);
    FILE *pipe = fopen(path, "w");
    fputs(text, pipe);
    fclose(pipe);
    return NULL;
}

/* A trace that comes through a pipe waits until everything before it has ended, and is read once.
 */
START_TEST(piped_traces)
{
    g_autofree char *path = g_build_filename(folder, "kernel-2.traceg", NULL);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    add_kernel("kernel-1.traceg", "a", 0);
    open_list("kernel-1.traceg\nkernel-2.traceg\n");
    expect(COMMAND_LAUNCH, 1, "");
    expect(COMMAND_JOIN, 2, "1");
    ck_assert(command.blocking);
    GThread *writer = g_thread_new("writer", write_pipe, path);
    expect(COMMAND_LAUNCH, 3, "1");
    ck_assert(command.blocking);
    struct trace_launch *launch;
    memcpy(&launch, command.launch.params, sizeof launch);
    for (uint64_t block = 0; block < launch->n_blocks; block++)
        ck_assert_ptr_nonnull(trace_launch_block(launch, block));
    g_thread_join(writer);
    expect(COMMAND_END, 4, "");
}
END_TEST

/* Blocks that end give their memory to later ones. */
START_TEST(memory_is_that_of_resident_blocks)
{
    g_autofree char *text = trace_vecadd(&vecadd);
    g_autofree char *path = trace_file(folder, "k.traceg", text);
    struct trace_player player;
    ck_assert(trace_player_open(&player, path, NULL));
    struct trace_block *first = trace_launch_block(player.trace, 1); /* 0 waits */
    ck_assert_uint_eq(g_hash_table_size(player.trace->blocks), 2);
    ck_assert_uint_gt(player.trace->waiting_bytes, 0);
    struct trace_block *zeroth = trace_launch_block(player.trace, 0);
    ck_assert_uint_eq(player.trace->waiting_bytes, 0);
    trace_launch_warp_ended(player.trace, zeroth, 0);
    ck_assert_uint_eq(g_hash_table_size(player.trace->blocks), 2);
    trace_launch_warp_ended(player.trace, zeroth, 0);
    ck_assert_uint_eq(g_hash_table_size(player.trace->blocks), 1);
    ck_assert_ptr_eq(trace_launch_block(player.trace, 2), zeroth);
    ck_assert_ptr_ne(first, zeroth);
    trace_player_close(&player);
}
END_TEST

/* Block schedulers may begin anywhere: what is passed over waits, and instructions have the same
 * places as when blocks come in the order of the file. */
START_TEST(blocks_in_any_order)
{
    struct vecadd_shape shape = vecadd;
    shape.trace.grid[0] = 17;
    g_autofree char *text = trace_vecadd(&shape);
    g_autofree char *path = trace_file(folder, "k.traceg", text);
    g_autofree char *expected = trace_player_transcript(path);
    for (unsigned step = 1; step <= 16; step += 5) {
        g_autofree char *actual = trace_player_transcript_in_order(path, 16, step);
        ck_assert_str_eq(actual, expected);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace workload");
    TCase *tests = tcase_create("workload");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, streams_and_copies);
    tcase_add_test(tests, long_lists);
    tcase_add_loop_test(tests, list_errors, 0, G_N_ELEMENTS(bad_lists));
    tcase_add_test(tests, notes);
    tcase_add_test(tests, a_version_that_cannot_be_is_the_platforms);
    tcase_add_test(tests, a_version_that_is_set_holds_for_all);
    tcase_add_test(tests, registers_that_cannot_be_are_counted);
    tcase_add_test(tests, recognised);
    tcase_add_test(tests, packed_traces_are_equal);
    tcase_add_test(tests, piped_traces);
    tcase_add_test(tests, memory_is_that_of_resident_blocks);
    tcase_add_test(tests, blocks_in_any_order);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
