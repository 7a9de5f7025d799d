/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA graphs of real programs: what they compute, and when their kernels start. */
#include "tests/programs/run.h"
#include <math.h>

/* platforms/fermi-gtx480.xml, in ps. */
static const double CALL = 1e6;        /* host.call.time */
static const double NODE = 0.2e6;      /* host.graph.node.time */
static const double LAUNCH = 4.4e6;    /* host.launch.latency */
static const double CYCLE = 1e6 / 700; /* sm.clock */
/* host.dispatcher.latency, one way; a call; a node. */
enum { DISPATCH = 60, CALL_CYCLES = 700, NODE_CYCLES = 140 };

/* cudaEventElapsedTime gives milliseconds as a float: 24 bits of them. */
static void assert_elapsed(const struct run *run, double expected)
{
    const double actual = run_number(run, "elapsed") * 1e9;
    ck_assert_msg(fabs(actual - expected) <= 3 + expected * ldexp(1, -24), "%.1f ps, expected %.1f",
                  actual, expected);
}

/* Lines that a case must print. */
static const struct {
    const char *words;
    const char *lines[16];
} cases[] = {
    {"graphs capture", {"capturing 1", "not_run 0", "shape 3 1 2", "result 21"}},
    {"graphs by_hand",
     {"first 122", "last 185", "called 1", "dependents 1", "type 1", "parameter 10", "left 7"}},
    {"graphs update", {"longer cudaErrorGraphExecUpdateFailure", "why 1", "result 303"}},
    {"graphs children", {"result 12"}},
    {"graphs captured_calls", {"before 0", "nodes 7", "result 4040404", "called 1", "ordered 1"}},
    {"graphs memory",
     {"result 77", "used 256", "given_back 0", "captured 2020202", "after_free 256 0 256"}},
    {"graphs driver",
     {"captured 1", "nodes 3", "result 7", "updated 107", "any 1 114 801",
      "refused CUDA_ERROR_NOT_SUPPORTED"}},
    {"graphs handles", {"name _Z3addPii", "parameter 8 4", "result 15", "entry 1", "block 128"}},
    {"graphs mistakes",
     {"synchronize cudaErrorStreamCaptureUnsupported", "after cudaErrorStreamCaptureInvalidated",
      "no_graph 1", "unjoined cudaErrorStreamCaptureUnjoined",
      "default cudaErrorStreamCaptureImplicit", "invalid cudaErrorStreamCaptureInvalidated",
      "malloc cudaErrorStreamCaptureUnsupported", "legacy cudaErrorStreamCaptureUnsupported",
      "twice cudaErrorInvalidValue", "circle cudaErrorInvalidValue",
      "conditional cudaErrorNotSupported", "handle cudaErrorNotSupported", "untouched 0"}},
};

START_TEST(graphs_compute_what_streams_would)
{
    auto_run run;
    run_program(&run, NULL, cases[_i].words);
    ck_assert_msg(run.exit_code == 0, "%s%s", run.out, run.err);
    assert_lines(&run, cases[_i].lines, G_N_ELEMENTS(cases[_i].lines));
}
END_TEST

START_TEST(what_is_refused_is_named)
{
    auto_run run;
    run_program(&run, NULL, "graphs mistakes");
    assert_complains(&run, "cudaGraphAddNode: a conditional node is not supported");
    assert_complains(&run, "cudaGraphConditionalHandleCreate (conditional nodes of graphs)");
}
END_TEST

/* Kernels 3, 4 and 5 are the second launch's: two branches, and the sum after both. */
START_TEST(branches_start_a_node_apart)
{
    auto_run run;
    run_well(&run, NULL, "graphs fork_join 2000");
    assert_line(&run, "same 1");
    ck_assert_uint_eq(kernel_start(&run, 4), kernel_start(&run, 3) + NODE_CYCLES);
    const uint64_t both = MAX(kernel_end(&run, 3), kernel_end(&run, 4));
    ck_assert_uint_eq(kernel_start(&run, 5), both + 2 * DISPATCH);
    const uint64_t whole = kernel_end(&run, 5) - kernel_start(&run, 3) + 2 * DISPATCH;
    assert_elapsed(&run, CALL + NODE + LAUNCH + (double)whole * CYCLE);
}
END_TEST

/* Short kernels in one stream wait for the host, which needs a call for each. In a graph it needs a
 * node's time, and they wait for each other. */
static void assert_row(const char *words, unsigned host_cycles, double before)
{
    auto_run run;
    run_well(&run, NULL, words);
    for (unsigned i = 2; i <= 8; i++) { /* kernel 0 is the warm-up */
        const uint64_t issued = kernel_start(&run, i - 1) + host_cycles;
        ck_assert_uint_eq(kernel_start(&run, i),
                          MAX(issued, kernel_end(&run, i - 1) + 2 * DISPATCH));
    }
    const uint64_t whole = kernel_end(&run, 8) - kernel_start(&run, 1) + 2 * DISPATCH;
    assert_elapsed(&run, before + LAUNCH + (double)whole * CYCLE);
}

START_TEST(a_row_of_short_kernels_is_faster_as_a_graph)
{
    assert_row("graphs row 8 0 1", CALL_CYCLES, CALL);
    assert_row("graphs row 8 1 1", NODE_CYCLES, CALL + NODE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("graphs of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, graphs_compute_what_streams_would, 0, G_N_ELEMENTS(cases));
    tcase_add_test(tests, what_is_refused_is_named);
    tcase_add_test(tests, branches_start_a_node_apart);
    tcase_add_test(tests, a_row_of_short_kernels_is_faster_as_a_graph);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
