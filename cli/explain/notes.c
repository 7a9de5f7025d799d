/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/explain/notes.h"
#include "cli/base/output.h"
#include "cli/explain/sense.h"
#include "observers/standing.h"

static void warn(void *data, const char *text, guint64 count)
{
    (void)data;
    output_line(stderr, "simgpu: warning: %s (%" G_GUINT64_FORMAT " times)", text, count);
}

/* Wrong results are said where people look who don't read the summary: the first one, in one line,
 * which is also a study's reason. */
static void complain_of_results(const struct session *session)
{
    const char *first = NULL;
    guint wrong = 0;
    for (guint i = 0; session->checks && i < session->checks->len; i++) {
        const struct workload_check_result *check = g_ptr_array_index(session->checks, i);
        if (!check->passed && wrong++ == 0)
            first = check->message;
    }
    if (wrong > 0)
        output_line(stderr, "simgpu: the results are WRONG (%u of %u checks failed): %s", wrong,
                    session->checks->len, first);
}

/* Words of --kernels that no launch matched, which are likely misspelt. */
static void complain_of_kernels(const struct session *session)
{
    const char *word;
    for (guint from = 0; (word = detail_unmatched(&session->detail, &from)) != NULL;)
        output_line(stderr, "simgpu: --kernels: no launch was \"%s\"", word);
    if (detail_nothing_matched(&session->detail))
        output_line(stderr, "simgpu: --kernels: nothing was simulated, only computed");
}

/* Of slots that are too few, if anybody had to wait for one. */
static void warn_of_slots(const struct session *session)
{
    struct gpu_totals totals;
    gpu_totals(session->gpu, &totals);
    uint64_t waited = totals.sm.inject_credit_stall_cycles + totals.l2.reply_credit_stall_cycles +
                      totals.request_ports.credit_stall_cycles +
                      totals.reply_ports.credit_stall_cycles;
    const struct gpu_config *config = &session->config;
    g_autofree char *slots =
        crossbar_short_of_slots(&config->crossbar, config->n_sms, config->n_banks);
    g_autofree char *dram = sense_of_dram_wires(config);
    if (slots && waited > 0)
        output_line(stderr, "simgpu: warning: %s", slots);
    if (dram && totals.l2.stall_cycles[BANK_WAIT_DRAM] + totals.dram.reply_credit_stall_cycles > 0)
        output_line(stderr, "simgpu: warning: %s", dram);
}

/* Whom --max-cycles has cut off. */
static void tell_of_limit(const struct session *session)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (!session->gpu->engine->error)
        standing_describe(session->gpu, UINT32_MAX, text);
    if (text->len == 0)
        return;
    output_line(stderr,
                "simgpu: --max-cycles has ended the run at cycle %" G_GUINT64_FORMAT
                "; where its warps stood:",
                clock_cycle_at_or_before(&session->config.sm.clock, session->gpu->end_time));
    output_text(stderr, text->str);
}

void notes_print(const struct session *session)
{
    if (session->end == GPU_DEADLOCK) {
        g_autofree char *waits = engine_describe_waits(session->gpu->engine);
        output_line(stderr, "simgpu: deadlock; who waits for what:");
        output_text(stderr, waits);
    }
    if (session->end == GPU_LIMIT)
        tell_of_limit(session);
    fputs(session->left_output->str, stdout);
    output_text(stderr, session->program_ends->str);
    g_autofree char *note = over_time_note(&session->over_time);
    if (note)
        output_line(stderr, "simgpu: %s", note);
    if (session->end == GPU_DONE)
        complain_of_kernels(session);
    complain_of_results(session);
    if (session->trace)
        trace_workload_notes(session->trace, warn, NULL);
    if (session->writer && trace_writer_part_barriers(session->writer) > 0)
        warn(NULL, "a barrier of a part of the block: in a trace it is one of the whole block",
             trace_writer_part_barriers(session->writer));
    warn_of_slots(session);
}
