/* SPDX-License-Identifier: BSD-3-Clause */
/* The simulation, how it ended, and what is written of it at the end. */
#include "base/input_error.h"
#include "base/write_text.h"
#include "cli/base/output.h"
#include "cli/run/profile.h"
#include "cli/run/session.h"
#include "cli/run/targets.h"
#include "models/launch/kernel_fault.h"

static enum gpu_end end_of_failure(const GError *error)
{
    if (g_error_matches(error, INPUT_ERROR, FUNCTIONAL_LIMIT))
        return GPU_LIMIT;
    return g_error_matches(error, INPUT_ERROR, FUNCTIONAL_INTERRUPTED) ? GPU_INTERRUPTED
                                                                       : GPU_FAILED;
}

/* What a run has gathered for a file; takes the text, NULL: nobody wants it. */
static void write_gathered(struct session *session, const char *file, char *text)
{
    GError *problem = NULL;
    if (text)
        output_note(session->lost, write_text(file, text, &problem), &problem);
    g_free(text);
}

static void write_all_gathered(struct session *session)
{
    const struct options *options = session->options;
    if (session->lines_out)
        write_gathered(session, options->lines_out, block_lines_out_text(session->lines_out));
    if (options->features)
        write_gathered(session, options->features,
                       launch_features_text(session->features, session->gpu));
}

/* Whether the program goes on with an error behind the fault that has ended the simulation:
 * accesses to nothing stop the run, unless --on-fault says otherwise. */
static bool goes_on(const struct session *session, int kind)
{
    return kind >= 0 && session->programs && session->n_clients == 1 &&
           (kind != FAULT_STRAY || session->options->on_fault != ON_FAULT_STOP);
}

static void end_with_fault(struct session *session)
{
    const GError *fault = session->gpu->engine->error;
    int kind = kernel_fault_kind(fault);
    if (!goes_on(session, kind))
        return;
    output_line(stderr, "simgpu: %s", fault->message);
    session->end = GPU_FAULTED;
    session->fault = (enum fault_kind)kind;
    programs_go_on(session->programs, session->fault);
}

/* Of one of several programs, while the others went on. */
static bool some_fault(const struct session *session)
{
    bool some = false;
    for (uint32_t i = 0; i < session->n_clients; i++)
        some |= session->clients[i].fault != NULL;
    return some;
}

/* The workload's own checks. */
static bool check_results(struct session *session, GError **error)
{
    struct device_access access = device_memory_access(session->memory);
    session->checks = workload_check(session->workload, &access, error);
    if (!session->checks)
        return false;
    session->checks_passed = true;
    for (guint i = 0; i < session->checks->len; i++) {
        const struct workload_check_result *check = g_ptr_array_index(session->checks, i);
        session->checks_passed &= check->passed;
    }
    return true;
}

bool session_run(struct session *session, GError **error)
{
    gint64 start = g_get_monotonic_time();
    session->end = gpu_run_to_end(session->gpu, true);
    session->wall_s = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    session->wall_s -= session_data_s(session);
    if (session->end == GPU_FAILED)
        session->end = end_of_failure(session->gpu->engine->error);
    if (session->end == GPU_FAILED)
        end_with_fault(session);
    if (session->end == GPU_INTERRUPTED && *session->interrupted == PROGRAM_DIED)
        session->end = GPU_ABORTED;
    over_time_end(&session->over_time, session->lost);
    write_all_gathered(session);
    if (session->programs)
        session->checks_passed =
            programs_report(session->programs, session->program_ends, session->left_output) &&
            !some_fault(session);
    if (session->end == GPU_FAILED) {
        g_propagate_error(error, g_steal_pointer(&session->gpu->engine->error));
        return false;
    }
    GError *problem = NULL;
    if (session->writer)
        output_note(session->lost, trace_writer_finish(session->writer, &problem), &problem);
    output_note(session->lost, targets_write(session, &problem), &problem);
    output_note(session->lost, profile_write(session->gpu, session->options->profile_out, &problem),
                &problem);
    if (session->trace)
        session->checks_passed = true; /* it has no values */
    if (session->end != GPU_DONE || session->programs || session->trace)
        return true;
    return check_results(session, error);
}
