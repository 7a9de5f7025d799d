/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/explain/notes.h"
#include "cli/base/output.h"
#include "cli/explain/sense_units.h"
#include "models/gpu_view.h"
#include "observers/standing.h"

static void warn(void *data, const char *text, guint64 count)
{
    (void)data;
    output_line(stderr, "simgpu: warning: %s (%" G_GUINT64_FORMAT " times)", text, count);
}

/* Wrong results are said where people look who don't read the summary: the first one, in one line,
 * which is also a study's reason. */
static void complain_of_results(const GPtrArray *checks)
{
    const char *first = NULL;
    guint wrong = 0;
    for (guint i = 0; checks && i < checks->len; i++) {
        const struct workload_check_result *check = g_ptr_array_index(checks, i);
        if (!check->passed && wrong++ == 0)
            first = check->message;
    }
    if (wrong > 0)
        output_line(stderr, "simgpu: the results are WRONG (%u of %u checks failed): %s", wrong,
                    checks->len, first);
}

/* Words of --kernels that no launch matched, which are likely misspelt. */
static void complain_of_kernels(const struct detail *detail)
{
    const char *word;
    for (guint from = 0; (word = detail_unmatched(detail, &from)) != NULL;)
        output_line(stderr, "simgpu: --kernels: no launch matches \"%s\"", word);
    if (detail_nothing_matched(detail))
        output_line(stderr, "simgpu: --kernels: no launch was simulated; all were only computed");
}

/* Of slots that are too few, if anybody had to wait for one. */
static void warn_of_slots(const struct gpu *gpu)
{
    struct gpu_totals totals;
    gpu_totals(gpu, &totals);
    uint64_t waited = totals.sm.inject.credit_stall_cycles + totals.l2.reply_credit_stall_cycles +
                      totals.request_ports.credit_stall_cycles +
                      totals.reply_ports.credit_stall_cycles;
    const struct gpu_config *config = gpu_config_of(gpu);
    g_autofree char *slots =
        crossbar_short_of_slots(&config->crossbar, config->n_sms, config->n_banks);
    g_autofree char *dram = sense_of_dram_wires(config);
    if (slots && waited > 0)
        output_line(stderr, "simgpu: warning: %s", slots);
    if (dram && totals.l2.stall_cycles[BANK_WAIT_DRAM] + totals.dram.reply_credit_stall_cycles > 0)
        output_line(stderr, "simgpu: warning: %s", dram);
}

/* Whom --max-cycles has cut off. */
static void tell_of_limit(const struct gpu *gpu)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (!gpu_engine(gpu)->error)
        standing_describe(gpu, UINT32_MAX, text);
    if (text->len == 0)
        return;
    output_line(stderr,
                "simgpu: --max-cycles has ended the run at cycle %" G_GUINT64_FORMAT
                "; its warps stood here:",
                clock_cycle_at_or_before(&gpu_config_of(gpu)->sm.clock, gpu_end_time(gpu)));
    output_text(stderr, text->str);
}

/* A run of guesses is a failed one unless the user takes it. */
static void complain_of_guesses(const struct session *session)
{
    if (session_guesses(session))
        output_line(stderr,
                    "simgpu: %s: %" G_GUINT64_FORMAT
                    " warp instructions have opcodes whose class simgpu guesses (the warnings name "
                    "them); --unknown-opcodes accepts that",
                    trace_workload_path(session->setup.trace),
                    trace_workload_assumed(session->setup.trace));
}

/* What an exported trace has not, or has otherwise. */
static void warn_of_trace(const struct session *session)
{
    const struct trace_writer *writer = session->running.writer;
    if (!writer)
        return;
    const uint64_t barriers = trace_writer_part_barriers(writer);
    const uint64_t children = gpu_host_counters(session->running.gpu)->child_launches;
    if (barriers > 0)
        warn(NULL,
             "a barrier of a part of a block becomes a barrier of the whole block in the trace",
             barriers);
    if (children > 0)
        warn(NULL, "a kernel that a kernel launched is not in the trace", children);
}

void notes_print(const struct session *session)
{
    if (session->outcome.end == GPU_DEADLOCK) {
        g_autofree char *waits = engine_describe_waits(gpu_engine(session->running.gpu));
        output_line(stderr, "simgpu: deadlock; these units wait:");
        output_text(stderr, waits);
    }
    if (session->outcome.end == GPU_LIMIT && !session->outcome.wall_time_over)
        tell_of_limit(session->running.gpu);
    fputs(session->outcome.left_output->str, stdout);
    g_autofree char *stories = run_messages_stories(&session->watch.messages);
    if (stories)
        output_text(stdout, stories);
    output_text(stderr, session->outcome.program_ends->str);
    g_autofree char *note = over_time_note(&session->watch.over_time);
    if (note)
        output_line(stderr, "simgpu: %s", note);
    if (session->outcome.end == GPU_DONE)
        complain_of_kernels(&session->running.detail);
    complain_of_results(session->outcome.checks);
    if (session->setup.trace)
        trace_workload_notes(session->setup.trace, warn, NULL);
    complain_of_guesses(session);
    warn_of_trace(session);
    warn_of_slots(session->running.gpu);
}
