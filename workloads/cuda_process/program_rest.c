/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/program_rest.h"

/* Between two looks at what it does. */
enum { PAUSE_US = 1000 };
/* So long a program whose threads all sleep is believed to do something yet. ASSUMED. */
enum { SLEEP_S = 60 };

enum source_rest program_rest(struct command_source *source)
{
    struct program *program = (struct program *)source;
    struct conversation *conversation = &program->conversation;
    if (program->over)
        return SOURCE_IS_STILL;
    if (process_has_input(&program->process, 0) || process_interrupted(&program->process)) {
        conversation->heard = false;
        return SOURCE_ASKS;
    }
    const gint64 now = g_get_monotonic_time();
    const bool wait = host_threads_look(&conversation->threads,
                                        process_speaker(&program->process)) == THREADS_WAIT;
    if (host_threads_count(&conversation->threads) <= conversation->under_way->len)
        return SOURCE_IS_STILL;
    if (!wait || conversation->rests_since == 0)
        conversation->rests_since = now;
    if (now - conversation->rests_since > SLEEP_S * G_USEC_PER_SEC)
        return SOURCE_IS_STILL;
    process_has_input(&program->process, PAUSE_US);
    return SOURCE_MAY_WRITE;
}
