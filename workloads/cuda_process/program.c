/* SPDX-License-Identifier: BSD-3-Clause */
/* The conversation: requests in, commands out, answers back. */
#include "workloads/cuda_process/program.h"
#include "base/input_error.h"
#include "base/shared_file.h"
#include "workloads/cuda_process/device_output.h"
#include "workloads/cuda_process/kernel_heap.h"
#include "workloads/cuda_process/program_private.h"
#include "workloads/host_memory.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void free_effect(void *item)
{
    struct effect *effect = item;
    g_free(effect->owned);
    g_free(effect);
}

/* A line for people. Takes the message. */
static void say(const struct program *program, char *message)
{
    program->setup.complain(program->setup.data, message);
    g_free(message);
}

/* ---- what requests are made of --------------------------------------------------------------- */

static void call(struct program *program, struct command *out)
{
    *out = (struct command){.kind = COMMAND_JOIN,
                            .id = program->next_id++,
                            .blocking = true,
                            .host_time = program->setup.call_time};
}

bool program_refuse(struct program *program, struct command *out, enum cuda_status status)
{
    program->exchange.answer.status = status;
    call(program, out);
    return true;
}

bool program_complain(struct program *program, struct command *out, enum cuda_status status,
                      char *message)
{
    say(program, message);
    return program_refuse(program, out, status);
}

bool program_append(struct program *program, struct command *out, enum command_kind kind,
                    uint64_t stream, bool blocking)
{
    if (stream > UINT32_MAX || !streams_known(&program->streams, (uint32_t)stream)) {
        program_refuse(program, out, CUDA_INVALID_HANDLE);
        return false;
    }
    call(program, out);
    out->kind = kind;
    out->blocking = blocking;
    out->after = streams_append(&program->streams, (uint32_t)stream, out->id, &out->n_after);
    return true;
}

void program_join(struct program *program, struct command *out, const uint64_t *after, unsigned n)
{
    call(program, out);
    out->after = after;
    out->n_after = n;
}

struct effect *program_effect(struct program *program, const struct command *command,
                              enum effect_kind kind)
{
    struct effect *effect = g_new0(struct effect, 1);
    effect->kind = kind;
    gint64 *key = g_new(gint64, 1);
    *key = (gint64)command->id;
    g_hash_table_insert(program->effects, key, effect);
    return effect;
}

/* ---- the conversation --------------------------------------------------------------------------
 */

/* Calls that wait deliver what kernels have printed.
 * Source: CUDA C++ Programming Guide, "Formatted Output", the list of what flushes the buffer;
 *   there launches do so, too. */
static bool takes_output(const struct protocol_request *request)
{
    switch (request->kind) {
    case PROTOCOL_DEVICE_SYNC:
    case PROTOCOL_STREAM_SYNC:
    case PROTOCOL_EVENT_SYNC:
        return true;
    case PROTOCOL_COPY:
        return !request->argument[2]; /* not asynchronous */
    default:
        return false;
    }
}

/* The previous call has returned: it gets its answer. */
static bool answer(struct program *program, GError **error)
{
    struct exchange *exchange = &program->exchange;
    const struct request_ops *ops = &program_request_ops[exchange->request.kind];
    program->calling = false;
    if (exchange->answer.status == CUDA_SUCCESS && ops->finish && !ops->finish(program, error))
        return false;
    if (takes_output(&exchange->request) && program->output->len > 0) {
        g_byte_array_append(exchange->answer_payload, (const guint8 *)program->output->str,
                            (guint)program->output->len);
        g_string_truncate(program->output, 0);
    }
    exchange->answer.payload_bytes = exchange->answer_payload->len;
    process_answer(&program->process, &exchange->answer, exchange->answer_payload->data);
    return true;
}

static void take_leave(struct program *program, struct command *out)
{
    unsigned left = streams_under_way(&program->streams);
    program->over = true;
    process_wait(&program->process);
    bool killed = process_was_killed(&program->process);
    *out = (struct command){.kind = killed ? COMMAND_ABORT : COMMAND_END, .id = program->next_id++};
    if (program->n_refused_quietly > 0)
        say(program, g_strdup_printf("%s: %" PRIu64 " more launches were refused",
                                     program->process.name, program->n_refused_quietly));
    if (killed)
        return;
    if (!program->has_called)
        say(program, g_strdup_printf("%s made no CUDA call: nothing was simulated (link it with "
                                     "simgpucc or, with nvcc, -cudart shared)",
                                     program->process.name));
    if (program->n_threads > 1)
        say(program, g_strdup_printf("%s has called CUDA from %u threads: where it doesn't fix the "
                                     "order of their calls itself, repeats may give other figures",
                                     program->process.name, program->n_threads));
    if (left > 0)
        say(program,
            g_strdup_printf(
                "%s ended without waiting for %u command%s under way, which run%s to the end",
                program->process.name, left, left == 1 ? "" : "s", left == 1 ? "s" : ""));
}

static void complain_of_nonsense(struct program *program)
{
    say(program,
        g_strdup_printf("%s wrote to the runtime library's socket itself: its calls can't be "
                        "told apart any more",
                        program->process.name));
}

/* The program's next request becomes *out; kind END with the program not over: answered already. */
static bool serve(struct program *program, struct command *out, GError **error)
{
    struct exchange *exchange = &program->exchange;
    g_clear_pointer(&exchange->payload, g_free);
    enum process_read got = process_read(&program->process, &exchange->request, &exchange->payload);
    if (got != PROCESS_REQUEST || exchange->request.kind == PROTOCOL_GOODBYE) {
        if (got == PROCESS_NONSENSE)
            complain_of_nonsense(program);
        if (got != PROCESS_REQUEST)
            take_leave(program, out);
        return true;
    }
    program->has_called = true;
    program->n_threads = MAX(program->n_threads,
                             (uint32_t)MIN(request_argument(program, PROTOCOL_THREAD), 65535) + 1);
    const struct request_ops *ops = &program_request_ops[exchange->request.kind];
    exchange->answer = (struct protocol_answer){0};
    g_byte_array_set_size(exchange->answer_payload, 0);
    program->calling = true;
    if (!ops->begin) {
        call(program, out);
        return true;
    }
    return ops->begin(program, out, error);
}

static bool next(struct command_source *base, const struct device_access *device, uint64_t now,
                 struct command *out, GError **error)
{
    struct program *program = (struct program *)base;
    (void)device, (void)now;
    do {
        *out = (struct command){.kind = COMMAND_END};
        if (program->over)
            return true;
        if (program->calling && !answer(program, error))
            return false;
        if (!serve(program, out, error))
            return false;
    } while (out->kind == COMMAND_END && !program->over);
    return true;
}

static void take_output(struct program *program, const char *text)
{
    uint64_t limit = program->limits[CUDA_LIMIT_PRINTF_FIFO_SIZE];
    if (device_output_append(program->output, text, limit) || program->lost_output)
        return;
    program->lost_output = true;
    g_autofree char *note = g_strdup_printf(
        "%s: kernels have printed more than cudaLimitPrintfFifoSize, %" G_GUINT64_FORMAT
        " bytes, before the program synchronised: the oldest lines are lost, as on a GPU",
        program->process.name, limit);
    program->setup.complain(program->setup.data, note);
}

static bool done(struct command_source *base, const struct device_access *device, uint64_t id,
                 uint64_t now, const char *output, GError **error)
{
    struct program *program = (struct program *)base;
    (void)device, (void)error;
    gint64 key = (gint64)id;
    const struct effect *effect = g_hash_table_lookup(program->effects, &key);
    if (effect) {
        effect_apply(effect);
        g_hash_table_remove(program->effects, &key);
    }
    if (output)
        take_output(program, output);
    streams_ended(&program->streams, id, now);
    return true;
}

/* ---- making it ----------------------------------------------------------------------------------
 */

static bool read_memory(void *data, uint64_t address, void *bytes, size_t n_bytes)
{
    const struct program_memory *memory = &((struct program *)data)->setup.memory;
    const uint8_t *at = memory->at(memory->data, address, n_bytes);
    if (at)
        memcpy(bytes, at, n_bytes);
    return at != NULL;
}

/* Texture objects are small numbers; a texture reference is a variable that holds one. */
static const struct texture *find_texture(void *data, uint64_t operand)
{
    struct program *program = data;
    uint64_t handle = operand;
    if (operand >= program->setup.device_base)
        if (!read_memory(data, operand, &handle, sizeof handle))
            return NULL;
    return handle > 0 && handle <= program->textures->len
               ? &g_array_index(program->textures, struct texture, handle - 1)
               : NULL;
}

static bool map_host_memory(struct program *program, GError **error)
{
    program->host_file = shared_file_new("simgpu-host-memory", HOST_MEMORY_BYTES);
    if (program->host_file >= 0) {
        void *mapped = mmap(NULL, HOST_MEMORY_BYTES, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_NORESERVE, program->host_file, 0);
        if (mapped != MAP_FAILED) {
            program->host_memory = mapped;
            return true;
        }
    }
    return input_error_at(error, program->setup.argv[0], 0, "no shared memory for it: %s",
                          g_strerror(errno));
}

struct program *program_make(const struct program_setup *setup, GError **error)
{
    struct program *program = g_new0(struct program, 1);
    program->base = (struct command_source){
        .next = next, .done = done, .fail = program_fail, .halt = program_halt};
    program->setup = *setup;
    program->setup.device.device_base = setup->device_base;
    program->setup.device.host_base = HOST_MEMORY_BASE;
    program->setup.device.host_bytes = HOST_MEMORY_BYTES;
    program->next_id = 1;
    program->limits[CUDA_LIMIT_STACK_SIZE] = PTX_DEFAULT_STACK_BYTES;
    program->limits[CUDA_LIMIT_PRINTF_FIFO_SIZE] = 1 << 20;
    program->limits[CUDA_LIMIT_MALLOC_HEAP_SIZE] = 8 << 20;
    program->services = (struct launch_services){.data = program,
                                                 .read = read_memory,
                                                 .texture = find_texture,
                                                 .allocate = kernel_heap_allocate,
                                                 .release = kernel_heap_release};
    program->effects = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_effect);
    program->output = g_string_new(NULL);
    program->refusals = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    program->kernel_heap = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    program->textures = g_array_new(FALSE, FALSE, sizeof(struct texture));
    program->exchange.answer_payload = g_byte_array_new();
    program->modules = modules_new();
    streams_init(&program->streams);
    program->process.socket = program->host_file = -1;
    if (!map_host_memory(program, error)) {
        program_free(program);
        return NULL;
    }
    return program;
}

struct program *program_new(const struct program_setup *setup, GError **error)
{
    struct program *program = program_make(setup, error);
    if (!program)
        return NULL;
    const struct process_start start = {.argv = setup->argv,
                                        .library_folder = setup->library_folder,
                                        .device_file = setup->memory.file,
                                        .host_file = program->host_file,
                                        .program = setup->number,
                                        .interrupted = setup->interrupted,
                                        .question = setup->status};
    if (!process_start(&program->process, &start, error)) {
        program_free(program);
        return NULL;
    }
    return program;
}

void program_free(struct program *program)
{
    if (!program)
        return;
    process_finish(&program->process);
    if (program->host_memory)
        munmap(program->host_memory, HOST_MEMORY_BYTES);
    if (program->host_file >= 0)
        close(program->host_file);
    streams_finish(&program->streams);
    modules_free(program->modules);
    g_free(program->exchange.payload);
    g_byte_array_free(program->exchange.answer_payload, TRUE);
    g_array_free(program->textures, TRUE);
    g_string_free(program->output, TRUE);
    g_hash_table_destroy(program->effects);
    g_hash_table_destroy(program->refusals);
    g_hash_table_destroy(program->kernel_heap);
    g_free(program);
}

struct command_source *program_source(struct program *program)
{
    return &program->base;
}

const char *program_name(const struct program *program)
{
    return program->process.name;
}

G_STATIC_ASSERT((int)PROGRAM_DIED == (int)WATCH_DIED);

bool program_over(const struct program *program)
{
    return program->over || process_over(&program->process);
}

uint32_t program_n_threads(const struct program *program)
{
    return program->n_threads;
}

int program_exit_code(struct program *program)
{
    if (program->halted)
        return 0;
    return process_wait(&program->process);
}

char *program_describe_end(struct program *program)
{
    process_wait(&program->process);
    return process_describe_end(&program->process);
}

const char *program_left_output(const struct program *program)
{
    return program->output->str;
}
