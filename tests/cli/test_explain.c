/* SPDX-License-Identifier: BSD-3-Clause */
/* --explain says what the results say: each sentence is made again here from the numbers of --json.
 */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <glib/gstdio.h>
#include <string.h>

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}
static void tear_down(void)
{
    folder_remove(folder);
}

struct run {
    char *text; /* what was printed, with single spaces */
    JsonNode *result;
};

static struct run run_explained(const char *workload, const char *const *sets)
{
    g_autoptr(GPtrArray) command = command_for(workload);
    g_autofree char *path = g_build_filename(folder, "result.json", NULL);
    command_set_all(command, sets);
    command_add(command, "--explain");
    command_add(command, "--json=%s", path);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    g_autofree char *json = NULL;
    ck_assert(g_file_get_contents(path, &json, NULL, NULL));
    g_autoptr(GRegex) spaces = g_regex_new("[ \n]+", 0, 0, NULL);
    return (struct run){g_regex_replace_literal(spaces, outcome.out, -1, 0, " ", 0, NULL),
                        result_parse(json)};
}

static void run_clear(struct run *run)
{
    g_free(run->text);
    json_node_unref(run->result);
}

static void G_GNUC_PRINTF(2, 3) expect(const struct run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *words = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    ck_assert_msg(strstr(run->text, words) != NULL, "no \"%s\" in:\n%s", words, run->text);
}

static double number(const struct run *run, const char *path)
{
    return (double)result_number(run->result, path);
}

/* Seven blocks of three warps: 203 instructions a warp, as the kernel's text says. */
static const char *const small[] = {"scalars.blocks=7", "scalars.block=96", "scalars.iterations=5",
                                    NULL};

START_TEST(a_small_kernel)
{
    struct run run = run_explained("tests/kernels/alu_loop.json", small);
    double cycles = number(&run, "kernels.0.cycles");
    unsigned whole = (unsigned)cycles;
    ck_assert_uint_lt(whole, 10000);
    ck_assert_uint_ge(whole, 1000);
    expect(&run, "alu_loop, launch 0: %u,%03u cycles, 4,263 warp instructions, IPC %.3f ", //
           whole / 1000, whole % 1000, 4263 / cycles);
    expect(&run,
           "occupancy 3 of 48 warps fit on an SM at once (1 block of 3): the grid has no more "
           "blocks (7 for 15 SMs). 120 blocks would fill the SMs, 8 each. ");
    double slots = cycles * 15 * 2, resident = 0;
    static const char *const reasons[] = {"issued", "policy",  "structural", "memory", "data",
                                          "fetch",  "barrier", "fence",      "drain"};
    for (unsigned i = 0; i < G_N_ELEMENTS(reasons); i++) {
        g_autofree char *path = g_strconcat("kernels.0.counters.sm.slots_", reasons[i], NULL);
        resident += number(&run, path);
    }
    expect(&run, "slots %.1f %% of the issue slots issued. Lost: %.1f %% no warp was resident; ",
           100 * 4263 / slots, 100 * (slots - resident) / slots);
    expect(&run, "; %.1f %% warps had ended and waited for their stores limits ",
           100 * number(&run, "kernels.0.counters.sm.slots_drain") / slots);
    double issue = 4263 / 30.0;
    expect(&run, "limits Alone, issuing would take %.0f cycles (%.1f %%), DRAM ", issue,
           100 * issue / cycles);
    expect(&run, "The kernel is near no limit: SMs have a warp in only %.1f %% of the cycles.",
           100 * number(&run, "kernels.0.counters.sm.active_cycles") / (cycles * 15));
    run_clear(&run);
}
END_TEST

#define BLOCK "latency.kernels.0.slowest_block."

START_TEST(the_critical_warp)
{
    struct run run = run_explained("tests/kernels/alu_loop.json", small);
    unsigned critical = (unsigned)number(&run, BLOCK "critical_warp");
    g_autofree char *elapsed_path = g_strdup_printf(BLOCK "warps.%u.elapsed", critical);
    g_autofree char *fetch_path = g_strdup_printf(BLOCK "warps.%u.parts.fetch", critical);
    double elapsed = number(&run, elapsed_path), fetch = number(&run, fetch_path);
    unsigned whole = (unsigned)elapsed;
    ck_assert_uint_ge(whole, 1000);
    expect(&run,
           "critical Warp %u of block %.0f on SM %.0f ended last in the block that took longest. "
           "It issued in %.1f %% of its %u,%03u cycles and waited most for: %.1f %% its next "
           "instruction; ",
           critical, number(&run, BLOCK "block"), number(&run, BLOCK "sm"), 100 * 203 / elapsed,
           whole / 1000, whole % 1000, 100 * fetch / elapsed);
    expect(&run, "The average warp takes %.0f cycles less. ",
           elapsed - number(&run, "latency.kernels.0.elapsed") / 21);
    run_clear(&run);
}
END_TEST

/* A stream is bound by DRAM: its bytes at the peak of 177.4 GB/s, six channels of 64 bytes in two
 * cycles of 924 MHz. */
START_TEST(a_stream_is_bound_by_dram)
{
    static const char *const large[] = {"scalars.n=131072", NULL};
    struct run run = run_explained("workloads/examples/vecadd/vecadd.json", large);
    double bytes = number(&run, "kernels.0.counters.dram.read_bytes") +
                   number(&run, "kernels.0.counters.dram.write_bytes");
    double dram = bytes / (6 * 64 * 924e6 / 2) * 700e6;
    expect(&run, " DRAM %.0f (%.1f %%), L2's replies ", dram,
           100 * dram / number(&run, "kernels.0.cycles"));
    expect(&run, "The kernel is bound by DRAM. ");
    run_clear(&run);
}
END_TEST

/* Six warps of an SM on one matrix unit: 2 chains of 12 products in 50 rounds, 4 cycles each. */
START_TEST(products_of_matrices_are_bound_by_the_tensor_cores)
{
    static const char *const one_unit[] = {
        "sm.units.tensor=1",      "sm.op.tensor.unit=tensor", "sm.op.tensor.interval=4cycles",
        "sm.registers.banks=256", "scalars.rounds=50",        NULL};
    struct run run = run_explained("tests/kernels/products.json", one_unit);
    double busy = 3 * 6 * 50 * 24 * 4;
    ck_assert_double_eq(number(&run, "kernels.0.counters.sm.tensor_cycles"), busy);
    expect(&run, ", the tensor cores %.0f (%.1f %%). ", busy / 15,
           100 * busy / 15 / number(&run, "kernels.0.cycles"));
    expect(&run, "In these the kernel is bound by the tensor cores.");
    run_clear(&run);
}
END_TEST

/* One paragraph a name, the longest launch of each, at most three. */
/* The rows of the table of all kernels: each has its launches' sums. */
static void expect_all_kernels(const struct run *run, unsigned n)
{
    expect(run, " all kernels share cycles launches kernel what limits it ");
    double all = 0;
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *path = g_strdup_printf("kernels.%u.cycles", i);
        all += number(run, path);
    }
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *of = g_strdup_printf("kernels.%u.kernel", i);
        const char *name = result_text(run->result, of);
        unsigned launches = 0, cycles = 0;
        for (unsigned k = 0; k < n; k++) {
            g_autofree char *other = g_strdup_printf("kernels.%u.kernel", k);
            g_autofree char *path = g_strdup_printf("kernels.%u.cycles", k);
            if (strcmp(result_text(run->result, other), name) == 0) {
                launches++;
                cycles += (unsigned)number(run, path);
            }
        }
        g_autofree char *grouped = cycles >= 1000
                                       ? g_strdup_printf("%u,%03u", cycles / 1000, cycles % 1000)
                                       : g_strdup_printf("%u", cycles);
        expect(run, " %.1f %% %s %u %s SMs without warps (", 100 * cycles / all, grouped, launches,
               name);
    }
}

START_TEST(the_longest_launches)
{
    static const char *const some[] = {"scalars.vertices=300", "scalars.degree=5",
                                       "scalars.block=64", NULL};
    struct run run = run_explained("workloads/examples/bfs/bfs.json", some);
    unsigned n = result_length(run.result, "kernels"), longest = 0;
    double most = 0;
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *cycles = g_strdup_printf("kernels.%u.cycles", i);
        if (number(&run, cycles) > most) {
            most = number(&run, cycles);
            longest = i;
        }
    }
    g_autofree char *name = g_strdup_printf("kernels.%u.kernel", longest);
    expect(&run, " %s, launch %u: ", result_text(run.result, name), longest);
    g_auto(GStrv) paragraphs = g_strsplit(run.text, " occupancy ", -1);
    ck_assert_uint_eq(g_strv_length(paragraphs), 1 + 1 + 2); /* the summary's own; two names */
    expect_all_kernels(&run, n);
    run_clear(&run);
}
END_TEST

/* ---- units of the SM, lines ---- */

/* The field of that label in the paragraph of a kernel. g_free. */
static char *field(const struct run *run, const char *kernel, const char *label)
{
    g_autofree char *head = g_strconcat(" ", kernel, ", launch ", NULL);
    g_autofree char *start = g_strconcat(" ", label, " ", NULL);
    g_autofree char *behind = g_strconcat(".", start, NULL); /* a sentence, where there is one */
    const char *at = strstr(run->text, head);
    ck_assert_msg(at != NULL, "no %s in:\n%s", kernel, run->text);
    const char *sentence = strstr(at, behind);
    at = sentence ? sentence + 1 : strstr(at, start);
    ck_assert_msg(at != NULL, "no %s in:\n%s", label, run->text);
    return g_strndup(at + strlen(start), 900);
}

static void G_GNUC_PRINTF(2, 3) starts(const char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *words = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    ck_assert_msg(g_str_has_prefix(text, words), "not \"%s\" but:\n%s", words, text);
}

static const char *const as_they_are[] = {NULL};

#define SM "kernels.0.counters.sm."

/* Five rounds of 16 blocks with 32 warps: a store to shared memory without conflicts, a load in 32
 * turns. On each of 15 SMs that are 16 * 32 * 5 * 31 cycles of conflicts, all but some of the
 * load/store unit's. */
START_TEST(a_transpose_is_bound_by_bank_conflicts)
{
    static const char *const quick[] = {"sm.shared.conflict_latency=1cycle", NULL};
    struct run run = run_explained("tests/kernels/transposes.json", quick);
    double conflicts = 16 * 32 * 5 * 31, active = number(&run, SM "active_cycles");
    ck_assert_double_eq(number(&run, SM "shared_conflict_cycles"), conflicts);
    g_autofree char *limits = field(&run, "transpose_conflicts", "limits");
    g_autofree char *account = field(&run, "transpose_conflicts", "account");
    g_autofree char *memory = field(&run, "transpose_conflicts", "memory");
    double cycles = number(&run, "kernels.0.cycles");
    double ldst = number(&run, SM "ldst_busy_cycles") / 15;
    g_autofree char *units = g_strdup_printf(
        "the load/store units %.0f (%.1f %%), of these shared memory %.0f and its bank conflicts "
        "%.0f. SMs have a warp in only %.1f %% of the cycles. In these the kernel is bound by the "
        "load/store units, most of all by bank conflicts in shared memory. ",
        ldst, 100 * ldst / cycles, (conflicts + 16 * 32 * 5 * 2) / 15, conflicts / 15,
        100 * active / 15 / cycles);
    ck_assert_msg(strstr(limits, units) != NULL, "no \"%s\" in:\n%s", units, limits);
    starts(account,
           "If one of these were gone, the kernel would be shorter by at most: %.1f %% bank "
           "conflicts in shared memory; ",
           100 * conflicts / 15 / cycles);
    starts(memory,
           "Shared memory has bank conflicts. An access keeps it busy for 16.5 cycles on average. "
           "Its warp waits 15.5 cycles longer. Conflicts take %.1f %% of the cycles in which an SM "
           "has warps. ",
           100 * conflicts / active);
    ck_assert_ptr_nonnull(strstr(
        run.text, "An access keeps shared memory busy for 32.0 cycles. Without bank conflicts "
                  "1.0 would do. "));
    run_clear(&run);
}
END_TEST

/* Where a turn takes its warp 19 cycles, as on a GTX 480, that is what the kernel waits for: 31 of
 * them every second access. */
START_TEST(turns_of_the_banks_are_waited_for)
{
    struct run run = run_explained("tests/kernels/transposes.json", as_they_are);
    double waits = 19 * number(&run, SM "shared_conflict_cycles");
    double part = waits / number(&run, SM "warp_cycles");
    ck_assert_double_gt(part, 0.2);
    g_autofree char *limits = field(&run, "transpose_conflicts", "limits");
    ck_assert_msg(strstr(limits, "it waits for latencies, among them those of bank conflicts in "
                                 "shared memory. It takes "),
                  "%s", limits);
    g_autofree char *account = field(&run, "transpose_conflicts", "account");
    g_autofree char *words = g_strdup_printf("%.1f %% bank conflicts in shared memory", 100 * part);
    ck_assert_msg(strstr(account, words) != NULL, "no %s in %s", words, account);
    g_autofree char *memory = field(&run, "transpose_conflicts", "memory");
    ck_assert_msg(strstr(memory, " Its warp waits 294.5 cycles longer. ") != NULL, "%s", memory);
    run_clear(&run);
}
END_TEST

/* Neighbouring lanes store to lines 128 words apart: 32 lines of 4 sectors, where 4 in all would
 * do. The load of the same line of the source has one line of 4. */
START_TEST(strided_stores_and_a_tiny_kernel)
{
    struct run run = run_explained("tests/kernels/transposes.json", as_they_are);
    g_autofree char *memory = field(&run, "transpose_strided", "memory");
    starts(memory, "Global accesses are not coalesced: they touch ");
    g_autofree char *lines = field(&run, "transpose_strided", "lines");
    starts(lines, "transposes.cu:33 (st.global.f32) takes ");
    ck_assert_ptr_nonnull(
        strstr(lines, "Most of them go to: room in the load/store queue. An access makes 16.5 "
                      "transactions and touches 66.0 sectors. Its bytes would fit into 4.0. "));
    ck_assert_ptr_null(strstr(run.text, " takes 0.0 %"));
    g_autofree char *fetch = field(&run, "tiny", "fetch"); /* it is _Z4tinyPf in the PTX */
    starts(fetch, "The average warp waits for instructions in %.0f of its ",
           number(&run, "latency.kernels.2.parts.fetch"));
    ck_assert_ptr_nonnull(strstr(fetch, "fetched 1 line of 128 bytes from L2. "));
    ck_assert_ptr_nonnull(strstr(run.text, " kernel 2 tiny grid 1x1x1 "));
    run_clear(&run);
}
END_TEST

/* Every cycle of a warp but those behind its last instruction is some instruction's. */
START_TEST(lines_have_all_cycles)
{
    struct run run = run_explained("tests/kernels/transposes.json", as_they_are);
    for (unsigned code = 0; code < result_length(run.result, "latency.code"); code++) {
        g_autofree char *name_path = g_strdup_printf("latency.code.%u.kernel", code);
        const char *name = result_text(run.result, name_path);
        unsigned kernel = 0;
        g_autofree char *list = g_strdup_printf("latency.code.%u.instructions", code);
        double cycles = 0;
        for (;; kernel++) {
            g_autofree char *path = g_strdup_printf("latency.kernels.%u.kernel", kernel);
            if (strcmp(result_text(run.result, path), name) == 0)
                break;
        }
        for (unsigned i = 0; i < result_length(run.result, list); i++) {
            g_autofree char *issued = g_strdup_printf("%s.%u.issued", list, i);
            g_autofree char *parts = g_strdup_printf("%s.%u.parts", list, i);
            JsonObject *object = json_node_get_object(result_at(run.result, parts));
            g_autoptr(GList) values = json_object_get_values(object);
            cycles += number(&run, issued);
            for (const GList *value = values; value; value = value->next)
                cycles += (double)json_node_get_int(value->data);
        }
        g_autofree char *elapsed = g_strdup_printf("latency.kernels.%u.elapsed", kernel);
        g_autofree char *drain = g_strdup_printf("latency.kernels.%u.parts.drain", kernel);
        ck_assert_double_eq(cycles, number(&run, elapsed) - number(&run, drain));
    }
    run_clear(&run);
}
END_TEST

/* Nothing is simulated differently. */
START_TEST(explaining_changes_nothing)
{
    struct run run = run_explained("tests/kernels/alu_loop.json", small);
    g_autoptr(GPtrArray) command = command_for("tests/kernels/alu_loop.json");
    command_set_all(command, small);
    g_autoptr(JsonNode) plain = run_for_result(command, EXIT_DONE);
    json_object_remove_member(json_node_get_object(run.result), "latency");
    g_autofree char *expected = result_without_host(plain);
    g_autofree char *found = result_without_host(run.result);
    assert_same_result(expected, found, "alu_loop");
    run_clear(&run);
}
END_TEST

START_TEST(without_a_kernel)
{
    static const char *const none[] = {"scalars.blocks=7", NULL};
    g_autoptr(GPtrArray) command = command_for("tests/kernels/alu_loop.json");
    command_set_all(command, none);
    command_add(command, "--explain");
    command_add(command, "--functional");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert(g_str_has_suffix(outcome.out,
                               "\n"
                               "no kernel has ended, so there is nothing to explain\n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("explain");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_small_kernel);
    tcase_add_test(tests, the_critical_warp);
    tcase_add_test(tests, a_stream_is_bound_by_dram);
    tcase_add_test(tests, products_of_matrices_are_bound_by_the_tensor_cores);
    tcase_add_test(tests, the_longest_launches);
    tcase_add_test(tests, a_transpose_is_bound_by_bank_conflicts);
    tcase_add_test(tests, turns_of_the_banks_are_waited_for);
    tcase_add_test(tests, strided_stores_and_a_tiny_kernel);
    tcase_add_test(tests, lines_have_all_cycles);
    tcase_add_test(tests, explaining_changes_nothing);
    tcase_add_test(tests, without_a_kernel);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
