/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/conversation.h"
#include "workloads/cuda_process/requests.h"

#include <inttypes.h>

/* How long to wait between two looks at the program's threads. */
enum { SHORTEST_PAUSE_US = 20, LONGEST_PAUSE_US = 10000 };
/* How long requests of others are waited for where nothing is known of the threads. */
enum { BLIND_PAUSE_US = 10000 };
/* How long a program computes before launches that wait for it get a turn, for each unit of hurry.
 * ASSUMED. */
enum { HURRY_US = 1000 };
/* A program with more threads in calls than this is not one. */
enum { CALLERS_MAX = 32768 };

/* ---- requests ---------------------------------------------------------------------------------
 */

static struct exchange *exchange_new(void)
{
    struct exchange *exchange = g_new0(struct exchange, 1);
    exchange->answer_payload = g_byte_array_new();
    exchange->after = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    exchange->behind = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    return exchange;
}

static void exchange_free(void *item)
{
    struct exchange *exchange = item;
    g_free(exchange->payload);
    g_byte_array_free(exchange->answer_payload, TRUE);
    g_array_free(exchange->after, TRUE);
    g_array_free(exchange->behind, TRUE);
    g_free(exchange);
}

void conversation_init(struct conversation *conversation)
{
    *conversation = (struct conversation){
        .asked = g_ptr_array_new_with_free_func(exchange_free),
        .under_way = g_ptr_array_new_with_free_func(exchange_free),
        .spare = g_ptr_array_new_with_free_func(exchange_free),
        .moved = g_array_new(FALSE, FALSE, sizeof(struct moved_bytes)),
    };
    host_threads_init(&conversation->threads);
}

void conversation_finish(struct conversation *conversation)
{
    g_ptr_array_free(conversation->asked, TRUE);
    g_ptr_array_free(conversation->under_way, TRUE);
    g_ptr_array_free(conversation->spare, TRUE);
    g_array_free(conversation->moved, TRUE);
    host_threads_finish(&conversation->threads);
}

static struct exchange *take_spare(struct conversation *conversation)
{
    GPtrArray *spare = conversation->spare;
    return spare->len > 0 ? g_ptr_array_steal_index_fast(spare, spare->len - 1) : exchange_new();
}

static void put_back(struct conversation *conversation, struct exchange *exchange)
{
    g_clear_pointer(&exchange->payload, g_free);
    g_ptr_array_add(conversation->spare, exchange);
}

static uint64_t caller_of(const struct exchange *exchange)
{
    return exchange->request.argument[PROTOCOL_CALLER];
}

/* UINT_MAX: it isn't there. */
static unsigned index_of(const GPtrArray *exchanges, uint64_t caller)
{
    for (guint i = 0; i < exchanges->len; i++)
        if (caller_of(exchanges->pdata[i]) == caller)
            return i;
    return UINT_MAX;
}

static bool has_call(const struct conversation *conversation, uint64_t caller)
{
    return index_of(conversation->asked, caller) != UINT_MAX ||
           index_of(conversation->under_way, caller) != UINT_MAX;
}

/* ---- answers ----------------------------------------------------------------------------------
 */

static void send_answer(struct program *program, struct exchange *exchange)
{
    exchange->answer.payload_bytes = exchange->answer_payload->len;
    exchange->answer.caller = caller_of(exchange);
    if (program->calls && streams_under_way(&program->streams) > 0)
        calls_memory_changed(program->calls);
    if (program->calls)
        calls_answered(program->calls, &exchange->request, &exchange->answer,
                       exchange->answer_payload->data);
    process_answer(&program->process, &exchange->answer, exchange->answer_payload->data);
    put_back(&program->conversation, exchange);
}

/* The call has returned. The exchange is of no request any more. */
static bool answer(struct program *program, struct exchange *exchange, GError **error)
{
    const struct request_ops *ops = &program_request_ops[exchange->request.kind];
    program->exchange = exchange;
    moved_bytes_begin(program->conversation.moved, &program->setup.memory, caller_of(exchange));
    if (exchange->answer.status == CUDA_SUCCESS && ops->finish && !ops->finish(program, error)) {
        put_back(&program->conversation, exchange);
        return false;
    }
    if (request_takes_output(&exchange->request) && program->output->len > 0) {
        g_byte_array_append(exchange->answer_payload, (const guint8 *)program->output->str,
                            (guint)program->output->len);
        g_string_truncate(program->output, 0);
    }
    send_answer(program, exchange);
    return true;
}

/* What a kernel does wrong is told by a later call, also where it ran before the call that launches
 * it came back: without simulated time. */
void conversation_answer_all(struct program *program, int32_t status)
{
    struct conversation *conversation = &program->conversation;
    GPtrArray *calls = conversation->under_way;
    bool is_before = true; /* the calls were made before the error was known */
    while (conversation->asked->len > 0)
        g_ptr_array_add(calls, g_ptr_array_steal_index_fast(conversation->asked, 0));
    while (!program->over) {
        while (calls->len > 0) {
            struct exchange *exchange = g_ptr_array_steal_index_fast(calls, calls->len - 1);
            const bool launch = exchange->request.kind == PROTOCOL_LAUNCH;
            exchange->answer.status = is_before && launch ? CUDA_SUCCESS : status;
            g_byte_array_set_size(exchange->answer_payload, 0);
            send_answer(program, exchange);
        }
        is_before = false;
        struct exchange *next = take_spare(conversation);
        next->answer = (struct protocol_answer){0};
        program->over =
            process_read(&program->process, &next->request, &next->payload) != PROCESS_REQUEST;
        bool wants_answer = !program->over && next->request.kind != PROTOCOL_GOODBYE;
        g_ptr_array_add(wants_answer ? calls : conversation->spare, next);
    }
}

/* ---- the program's end ------------------------------------------------------------------------
 */

bool conversation_is_ordered(const struct program *program)
{
    return program->n_threads < 2 ||
           (!program->conversation.blind && program->conversation.threads.n_given_up == 0);
}

static void tell_of_order(const struct program *program)
{
    if (conversation_is_ordered(program))
        return;
    program_say(program,
                g_strdup_printf("%s called CUDA from %u threads, %s: other runs may order their "
                                "calls differently and give other figures",
                                program->process.name, program->n_threads,
                                program->conversation.blind
                                    ? "and this system doesn't tell which of them wait"
                                    : "and one computed for a long time while another waited"));
}

static void take_leave(struct program *program, struct command *out)
{
    unsigned left = streams_under_way(&program->streams);
    program->over = true;
    process_wait(&program->process);
    bool killed = process_was_killed(&program->process);
    *out = (struct command){.kind = killed ? COMMAND_ABORT : COMMAND_END, .id = program->next_id++};
    if (program->n_refused_quietly > 0)
        program_say(program, g_strdup_printf("%s: %" PRIu64 " more launch%s refused",
                                             program->process.name, program->n_refused_quietly,
                                             program->n_refused_quietly == 1 ? " was" : "es were"));
    if (killed)
        return;
    if (!program->has_called)
        program_say(program, g_strdup_printf("%s made no CUDA call, so nothing was simulated (link "
                                             "it with simgpucc or, with nvcc, -cudart shared)",
                                             program->process.name));
    tell_of_order(program);
    if (left > 0)
        program_say(
            program,
            g_strdup_printf(
                "%s ended without waiting for %u unfinished command%s, which run%s to the end",
                program->process.name, left, left == 1 ? "" : "s", left == 1 ? "s" : ""));
}

static void complain_of_nonsense(struct program *program)
{
    program_say(program,
                g_strdup_printf("%s wrote to the runtime library's socket itself: its calls can't "
                                "be told apart any more",
                                program->process.name));
}

/* ---- hearing ----------------------------------------------------------------------------------
 */

void conversation_moves(struct conversation *conversation, const struct exchange *exchange,
                        uint64_t address, uint64_t written)
{
    const struct moved_bytes moved = {caller_of(exchange), address, written, false};
    g_array_append_val(conversation->moved, moved);
}

/* Takes the request; false if no program asks so. */
static bool note_request(struct program *program, struct exchange *exchange, GError **error)
{
    struct conversation *conversation = &program->conversation;
    const uint64_t *argument = exchange->request.argument;
    const struct request_ops *ops = &program_request_ops[exchange->request.kind];
    if (program->calls)
        calls_heard(program->calls, &exchange->request, exchange->payload);
    program->has_called = true;
    moved_bytes_note(program->conversation.moved, &program->setup.memory, caller_of(exchange));
    program->n_threads =
        MAX(program->n_threads, (uint32_t)MIN(argument[PROTOCOL_THREAD], 65535) + 1);
    exchange->answer = (struct protocol_answer){0};
    g_byte_array_set_size(exchange->answer_payload, 0);
    if (ops->at_once)
        return answer(program, exchange, error);
    g_ptr_array_add(conversation->asked, exchange);
    return true;
}

/* Reads one request. *closed: there are no more. */
static bool hear_one(struct program *program, bool *closed, GError **error)
{
    struct conversation *conversation = &program->conversation;
    struct exchange *exchange = take_spare(conversation);
    enum process_read got = process_read(&program->process, &exchange->request, &exchange->payload);
    if (got == PROCESS_REQUEST && exchange->request.device >= program->setup.device.devices) {
        process_shut(&program->process);
        got = PROCESS_NONSENSE;
    }
    if (got == PROCESS_REQUEST && exchange->request.kind != PROTOCOL_GOODBYE) {
        if (!has_call(conversation, caller_of(exchange)) &&
            conversation->asked->len + conversation->under_way->len < CALLERS_MAX)
            return note_request(program, exchange, error);
        process_shut(&program->process);
        got = PROCESS_NONSENSE;
    }
    if (got == PROCESS_NONSENSE)
        complain_of_nonsense(program);
    *closed = got != PROCESS_REQUEST;
    put_back(conversation, exchange);
    return true;
}

/* Can nothing more be asked before a call returns? */
static bool all_is_heard(struct program *program, gint64 since)
{
    struct conversation *conversation = &program->conversation;
    const GPtrArray *asked = conversation->asked;
    if (asked->len > 0 && caller_of(asked->pdata[asked->len - 1]) == 0)
        return true; /* the only thread */
    switch (host_threads_look(&conversation->threads, process_speaker(&program->process))) {
    case THREADS_WAIT:
        return !process_has_input(&program->process, 0);
    case THREADS_RUN:
        return false;
    default:
        conversation->blind = true;
        return asked->len > 0 || g_get_monotonic_time() - since > BLIND_PAUSE_US;
    }
}

static int by_caller(const void *a, const void *b)
{
    uint64_t first = caller_of(*(struct exchange *const *)a);
    uint64_t second = caller_of(*(struct exchange *const *)b);
    return (first > second) - (first < second);
}

/* Hears what the program's threads ask at this simulated time. *closed: the program has ended, or
 * is as good as ended. conversation->later: it still computes, and others want a turn. */
static bool hear(struct program *program, bool *closed, GError **error)
{
    struct conversation *conversation = &program->conversation;
    const gint64 since = g_get_monotonic_time();
    long pause = SHORTEST_PAUSE_US;
    *closed = false;
    if (!conversation->later)
        host_threads_begin(&conversation->threads);
    conversation->later = false;
    while (!*closed) {
        bool nobody = conversation->asked->len + conversation->under_way->len == 0;
        const gint64 hurry = (long)program->base.hurry * HURRY_US;
        if ((nobody && hurry == 0) || process_has_input(&program->process, 0)) {
            if (!hear_one(program, closed, error))
                return false;
            pause = SHORTEST_PAUSE_US;
        } else if (!nobody && all_is_heard(program, since)) {
            break;
        } else if (hurry > 0 && g_get_monotonic_time() - since > hurry) {
            conversation->later = true;
            return true;
        } else {
            *closed = process_interrupted(&program->process);
            process_has_input(&program->process, pause);
            pause = MIN(2 * pause, LONGEST_PAUSE_US);
        }
    }
    g_ptr_array_sort(conversation->asked, by_caller);
    conversation->heard = true;
    return true;
}

/* ---- the command source -----------------------------------------------------------------------
 */

/* The next request becomes *out. */
static bool serve(struct program *program, struct command *out, GError **error)
{
    struct conversation *conversation = &program->conversation;
    struct exchange *exchange = g_ptr_array_steal_index(conversation->asked, 0);
    const struct request_ops *ops = &program_request_ops[exchange->request.kind];
    g_ptr_array_add(conversation->under_way, exchange);
    program->exchange = exchange;
    g_array_set_size(program->streams.behind, 0);
    if (!ops->begin)
        program_call(program, out);
    else if (!ops->begin(program, out, error))
        return false;
    g_array_set_size(exchange->after, 0);
    if (out->n_after > 0) /* borrowed from what the next request uses as well */
        g_array_append_vals(exchange->after, out->after, out->n_after);
    out->after = (const uint64_t *)(const void *)exchange->after->data;
    g_array_set_size(exchange->behind, 0);
    g_array_append_vals(exchange->behind, program->streams.behind->data,
                        program->streams.behind->len);
    out->behind = (const uint64_t *)(const void *)exchange->behind->data;
    out->n_behind = exchange->behind->len;
    out->caller = caller_of(exchange);
    return true;
}

bool conversation_next(struct command_source *source, const struct device_access *device,
                       uint64_t now, struct command *out, GError **error)
{
    struct program *program = (struct program *)source;
    bool closed = false;
    (void)device, (void)now;
    *out = (struct command){.kind = COMMAND_END};
    if (program->over)
        return true;
    if (!program->conversation.heard && !hear(program, &closed, error))
        return false;
    if (closed)
        take_leave(program, out);
    else if (program->conversation.later)
        out->kind = COMMAND_LATER;
    else if (program->conversation.asked->len > 0)
        return serve(program, out, error);
    else
        out->kind = COMMAND_NONE;
    return true;
}

bool conversation_returned(struct command_source *source, const struct device_access *device,
                           uint64_t caller, GError **error)
{
    struct program *program = (struct program *)source;
    struct conversation *conversation = &program->conversation;
    unsigned index = index_of(conversation->under_way, caller);
    (void)device;
    conversation->heard = false;
    if (program->over || index == UINT_MAX)
        return true;
    return answer(program, g_ptr_array_steal_index_fast(conversation->under_way, index), error);
}

enum source_rest conversation_rest(struct command_source *source)
{
    struct program *program = (struct program *)source;
    struct process *process = &program->process;
    if (!program->over && (process_has_input(process, 0) || process_interrupted(process))) {
        program->conversation.heard = false;
        return SOURCE_ASKS;
    }
    if (program->over ||
        !host_threads_may_act(&program->conversation.threads, process_speaker(process),
                              program->conversation.under_way->len))
        return SOURCE_IS_STILL;
    process_has_input(process, (long)program->base.hurry * HURRY_US);
    return SOURCE_MAY_WRITE;
}
