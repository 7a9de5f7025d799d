/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/session_run.h"
#include "base/input_error.h"
#include "base/write_text.h"
#include "cli/base/output.h"
#include "cli/base/version.h"
#include "cli/base/wall_limit.h"
#include "cli/run/profile.h"
#include "cli/run/targets.h"
#include "models/launch/kernel_fault.h"
#include "models/memory/device_access.h"

static void end_film(struct session *session)
{
    const struct run_setup *setup = &session->setup;
    if (!session->watch.film)
        return;
    g_autofree char *policies = setup_policies_text(setup);
    g_autoptr(GString) choices = g_string_new(policies);
    for (char **set = setup->options->sets; set && *set; set++)
        if (!g_str_has_prefix(*set, "engine."))
            g_string_append_printf(choices, ", %s", *set);
    const struct film_title title = {.workload = setup_workload_name(setup),
                                     .platform = setup->config.name,
                                     .version = SIMGPU_VERSION,
                                     .policies = choices->str};
    film_run_end(session->watch.film, &title, session->outcome.end, session->outcome.lost);
}

static enum gpu_end end_of_failure(const GError *error)
{
    if (g_error_matches(error, INPUT_ERROR, FUNCTIONAL_LIMIT))
        return GPU_LIMIT;
    return g_error_matches(error, INPUT_ERROR, FUNCTIONAL_INTERRUPTED) ? GPU_INTERRUPTED
                                                                       : GPU_FAILED;
}

/* What a run has gathered for a file; takes the text, NULL: nobody wants it. */
static void write_gathered(GPtrArray *lost, const char *file, char *text)
{
    GError *problem = NULL;
    if (text)
        output_note(lost, write_text(file, text, &problem), &problem);
    g_free(text);
}

static void write_all_gathered(struct session *session)
{
    const struct options *options = session->setup.options;
    if (session->watch.lines_out)
        write_gathered(session->outcome.lost, options->lines_out,
                       block_lines_out_text(session->watch.lines_out));
    if (options->features)
        write_gathered(session->outcome.lost, options->features,
                       launch_features_text(session->watch.features, session->running.gpu));
}

/* Whether the program goes on with an error behind the fault that has ended the simulation:
 * accesses to nothing stop the run, unless --on-fault says otherwise or they are findings. */
static bool goes_on(const struct session *session, int kind)
{
    return kind >= 0 && session->running.programs && session->running.n_clients == 1 &&
           (kind != FAULT_STRAY || session->setup.options->on_fault != ON_FAULT_STOP ||
            sanitizer_finds_fault(session->watch.sanitizer, FAULT_STRAY));
}

static void end_with_fault(struct session *session)
{
    const GError *fault = gpu_engine(session->running.gpu)->error;
    int kind = kernel_fault_kind(fault);
    const bool on = goes_on(session, kind);
    if (!on &&
        (kind < 0 || !sanitizer_finds_fault(session->watch.sanitizer, (enum fault_kind)kind)))
        return;
    output_line(stderr, "simgpu: %s", fault->message);
    session->outcome.end = GPU_FAULTED;
    session->outcome.fault = (enum fault_kind)kind;
    if (on)
        programs_go_on(session->running.programs, session->outcome.fault);
}

/* Of one of several programs, while the others went on. */
static bool some_fault(const struct running *running)
{
    bool some = false;
    for (uint32_t i = 0; i < running->n_clients; i++)
        some |= running->clients[i].fault != NULL;
    return some;
}

/* The workload's own checks. */
static bool check_results(struct run_outcome *outcome, struct workload *workload,
                          struct device_memory *memory, GError **error)
{
    struct device_access access = device_memory_access(memory);
    outcome->checks = workload_check(workload, &access, error);
    if (!outcome->checks)
        return false;
    outcome->checks_passed = true;
    for (guint i = 0; i < outcome->checks->len; i++) {
        const struct workload_check_result *check = g_ptr_array_index(outcome->checks, i);
        outcome->checks_passed &= check->passed;
    }
    return true;
}

bool session_run(struct session *session, GError **error)
{
    gint64 start = g_get_monotonic_time();
    session->outcome.end = gpu_run_to_end(session->running.gpu, true);
    session->outcome.wall_s = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    session->outcome.wall_s -= running_data_s(&session->running);
    if (session->running.checkpoint)
        session->outcome.wall_s -= checkpoint_lost_s(session->running.checkpoint);
    if (session->outcome.end == GPU_FAILED)
        session->outcome.end = end_of_failure(gpu_engine(session->running.gpu)->error);
    if (session->outcome.end == GPU_FAILED)
        end_with_fault(session);
    if (session->outcome.end == GPU_INTERRUPTED && *session->running.interrupted == PROGRAM_DIED)
        session->outcome.end = GPU_ABORTED;
    if (session->outcome.end == GPU_INTERRUPTED &&
        *session->running.interrupted == WALL_TIME_IS_OVER) {
        session->outcome.end = GPU_LIMIT;
        session->outcome.wall_time_over = true;
    }
    over_time_end(&session->watch.over_time, session->outcome.lost);
    end_film(session);
    run_messages_end(&session->watch.messages, session->outcome.lost);
    write_all_gathered(session);
    if (session->running.programs)
        session->outcome.checks_passed =
            programs_report(session->running.programs, session->outcome.program_ends,
                            session->outcome.left_output) &&
            !some_fault(&session->running);
    if (session->outcome.end == GPU_FAILED) {
        g_propagate_error(error, g_steal_pointer(&gpu_engine(session->running.gpu)->error));
        return false;
    }
    GError *problem = NULL;
    if (session->running.writer)
        output_note(session->outcome.lost, trace_writer_finish(session->running.writer, &problem),
                    &problem);
    output_note(session->outcome.lost,
                targets_write(&session->setup, &session->running, session->outcome.end == GPU_DONE,
                              &problem),
                &problem);
    output_note(session->outcome.lost,
                profile_write(session->running.gpu, session->setup.options->profile_out, &problem),
                &problem);
    if (session->setup.trace)
        session->outcome.checks_passed = true; /* it has no values */
    if (session->outcome.end != GPU_DONE || session->running.programs || session->setup.trace)
        return true;
    return check_results(&session->outcome, session->setup.workload, session->running.memory,
                         error);
}
