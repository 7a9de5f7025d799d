/* SPDX-License-Identifier: BSD-3-Clause */
/* A program: what its requests are made of, what its commands do when they end, making and ending
 * it. */
#include "workloads/cuda_process/program.h"
#include "base/host/address_room.h"
#include "base/host/shared_file.h"
#include "base/input_error.h"
#include "workloads/cuda_process/after_fault.h"
#include "workloads/cuda_process/conversation.h"
#include "workloads/cuda_process/device_output.h"
#include "workloads/cuda_process/kernel_heap.h"
#include "workloads/cuda_process/program_private.h"
#include "workloads/cuda_process/requests.h"
#include "workloads/cuda_process/virtual_memory.h"
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

void program_say(const struct program *program, char *message)
{
    program->setup.complain(program->setup.data, message);
    g_free(message);
}

/* ---- what requests are made of --------------------------------------------------------------- */

/* Of the request that is being served. */
static uint64_t host_time_of(const struct program *program)
{
    const unsigned flags = program->exchange->request.flags;
    if (flags & PROTOCOL_OF_GRAPH)
        return program->setup.graph_node_time;
    return flags & PROTOCOL_WITHIN_CALL ? 0 : program->setup.call_time;
}

void program_call(struct program *program, struct command *out)
{
    *out = (struct command){.kind = COMMAND_JOIN,
                            .id = program->next_id++,
                            .blocking = true,
                            .host_time = host_time_of(program)};
}

bool program_refuse(struct program *program, struct command *out, enum cuda_status status)
{
    program->exchange->answer.status = status;
    program_call(program, out);
    return true;
}

bool program_complain(struct program *program, struct command *out, enum cuda_status status,
                      char *message)
{
    program_say(program, message);
    return program_refuse(program, out, status);
}

uint32_t program_stream(const struct program *program, unsigned index)
{
    const uint64_t number = request_argument(program, index);
    if (number == 0)
        return request_device(program);
    /* Other devices' default streams have no name of their own. */
    return number < program->setup.device.devices || number > UINT32_MAX ? UINT32_MAX
                                                                         : (uint32_t)number;
}

bool program_append(struct program *program, struct command *out, enum command_kind kind,
                    uint32_t stream, bool blocking)
{
    if (!streams_known(&program->streams, stream)) {
        program_refuse(program, out, CUDA_INVALID_HANDLE);
        return false;
    }
    program_call(program, out);
    out->kind = kind;
    out->blocking = blocking;
    out->device = streams_device(&program->streams, stream);
    out->after = streams_append(&program->streams, stream, out->id, &out->n_after);
    return true;
}

void program_join(struct program *program, struct command *out, const uint64_t *after, unsigned n)
{
    program_call(program, out);
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

/* ---- what kernels print -----------------------------------------------------------------------
 */

static void take_output(struct program *program, const char *text)
{
    uint64_t limit = program->limits[CUDA_LIMIT_PRINTF_FIFO_SIZE];
    if (device_output_append(program->output, text, limit) || program->lost_output)
        return;
    program->lost_output = true;
    g_autofree char *note = g_strdup_printf(
        "%s: kernels printed more than cudaLimitPrintfFifoSize, %" G_GUINT64_FORMAT
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
        effect_apply(effect, &program->setup.memory);
        g_hash_table_remove(program->effects, &key);
    }
    if (program->calls)
        calls_memory_changed(program->calls);
    if (output)
        take_output(program, output);
    streams_ended(&program->streams, id, now);
    memory_pools_ended(&program->pools, id);
    return true;
}

/* ---- making it ----------------------------------------------------------------------------------
 */

static struct program *program_of(void *device)
{
    return ((struct program_device *)device)->program;
}

static const uint8_t *memory_at(void *data, uint64_t address, size_t n_bytes)
{
    const struct program_memory *memory = &program_of(data)->setup.memory;
    return memory->at(memory->data, address, n_bytes);
}

static bool read_memory(void *data, uint64_t address, void *bytes, size_t n_bytes)
{
    const uint8_t *at = memory_at(data, address, n_bytes);
    return at && memcpy(bytes, at, n_bytes);
}

/* Objects are small numbers; a reference is a variable with one: that of the launch's issue. */
static const struct texture *find_texture(void *data, const struct launch *launch, uint64_t operand)
{
    struct program *program = program_of(data);
    const struct program_texture *noted = (const struct program_texture *)program->textures->data;
    uint64_t handle = operand, newest = program->textures->len;
    if (operand >= program->setup.device_base) {
        if (!read_memory(data, operand, &handle, sizeof handle))
            return NULL;
        while (launch->textures > 0 && handle > launch->textures && handle <= newest)
            handle = noted[handle - 1].before;
    }
    return handle > 0 && handle <= newest ? &noted[handle - 1].texture : NULL;
}

static void note_outsiders(void *data, const struct kernel_code *code, uint32_t pc)
{
    outsiders_note(&program_of(data)->outsiders, code, pc);
}

/* Where this machine limits addresses, some must stay for simgpu. The memory is a file. */
static uint64_t host_memory_size(void)
{
    enum { SHARES = 4, MIB = 1 << 20 };
    const uint64_t fits = MIN(address_room() / SHARES, shared_file_room());
    return MIN(HOST_MEMORY_BYTES, MAX(fits / MIB, 1) * MIB);
}

static bool map_host_memory(struct program *program, GError **error)
{
    const uint64_t bytes = program->setup.device.host_bytes = host_memory_size();
    program->host_file = shared_file_new("simgpu-host-memory", bytes);
    if (program->host_file >= 0) {
        void *mapped = mmap(program->setup.memory.host_place, bytes, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_NORESERVE, program->host_file, 0);
        if (mapped != MAP_FAILED) {
            program->host_memory = mapped;
            program->setup.memory.show_host(program->setup.memory.data, mapped, bytes);
            return true;
        }
    }
    return input_error_at(error, program->setup.argv[0], 0, "no shared memory for it: %s",
                          g_strerror(errno));
}

static void make_devices(struct program *program)
{
    program->devices = g_new0(struct program_device, program->setup.device.devices);
    for (uint32_t i = 0; i < program->setup.device.devices; i++) {
        struct program_device *device = &program->devices[i];
        *device = (struct program_device){.program = program, .number = i};
        device->services = (struct launch_services){.data = device,
                                                    .read = read_memory,
                                                    .at = memory_at,
                                                    .texture = find_texture,
                                                    .allocate = kernel_heap_allocate,
                                                    .release = kernel_heap_release,
                                                    .outsiders = note_outsiders};
    }
}

struct program *program_make(const struct program_setup *setup, GError **error)
{
    struct program *program = g_new0(struct program, 1);
    program->base = (struct command_source){.next = conversation_next,
                                            .returned = conversation_returned,
                                            .rest = conversation_rest,
                                            .done = done,
                                            .fail = program_fail,
                                            .halt = program_halt};
    program->setup = *setup;
    program->setup.device.device_base = setup->device_base;
    program->setup.device.host_base = host_memory_base(setup->number);
    program->next_id = 1;
    program->limits[CUDA_LIMIT_STACK_SIZE] = PTX_DEFAULT_STACK_BYTES;
    program->limits[CUDA_LIMIT_PRINTF_FIFO_SIZE] = LAUNCH_OUTPUT_BYTES;
    program->limits[CUDA_LIMIT_MALLOC_HEAP_SIZE] = 8 << 20;
    program->limits[CUDA_LIMIT_DEVICE_SYNC_DEPTH] = 2;
    program->limits[CUDA_LIMIT_PENDING_LAUNCHES] = 2048;
    make_devices(program);
    outsiders_init(&program->outsiders);
    program->effects = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_effect);
    program->output = g_string_new(NULL);
    program->refusals = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    program->virtual_memory = virtual_memory_new(&program->setup.memory);
    program->kernel_heap = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    program->textures = g_array_new(FALSE, FALSE, sizeof(struct program_texture));
    conversation_init(&program->conversation);
    program->modules = modules_new(setup->device.devices);
    streams_init(&program->streams, setup->device.devices);
    memory_pools_init(&program->pools, setup->device.devices);
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

bool program_keep_calls(struct program *program, const char *path, GError **error)
{
    const struct program_memory *memory = &program->setup.memory;
    const struct calls_setup setup = {
        .path = path,
        .device_base = program->setup.device_base,
        .device_bytes = program->setup.device.device_bytes,
        .device = memory->bytes_of(memory->data, program->setup.device_base),
        .host = program->host_memory,
        .host_file = program->host_file};
    program->calls = calls_new(&setup, error);
    return program->calls != NULL;
}

const char *program_pause(struct program *program, struct program_place *place)
{
    if (program->over || process_over(&program->process))
        return "has ended";
    if (program->n_threads > 1)
        return "calls CUDA from several threads";
    *place = (struct program_place){.pid = program->process.pid,
                                    .speaker = process_speaker(&program->process),
                                    .socket = program->process.socket,
                                    .device_file = program->setup.memory.file,
                                    .host_file = program->host_file,
                                    .device_base = program->setup.device_base,
                                    .device_bytes = program->setup.device.device_bytes};
    if (!calls_flush(program->calls, &place->n_records))
        return "has calls that can't be written";
    process_pause(&program->process);
    return NULL;
}

void program_resume(struct program *program, GPid pid, GPid speaker)
{
    calls_follow(program->calls);
    process_resume(&program->process, pid, speaker);
}

void program_free(struct program *program)
{
    if (!program)
        return;
    calls_free(program->calls);
    process_finish(&program->process);
    if (program->host_memory) {
        program->setup.memory.show_host(program->setup.memory.data, NULL, 0);
        munmap(program->host_memory, program->setup.device.host_bytes);
    }
    if (program->host_file >= 0)
        close(program->host_file);
    streams_finish(&program->streams);
    memory_pools_finish(&program->pools);
    modules_free(program->modules);
    conversation_finish(&program->conversation);
    g_array_free(program->textures, TRUE);
    g_string_free(program->output, TRUE);
    g_hash_table_destroy(program->effects);
    g_hash_table_destroy(program->refusals);
    g_hash_table_destroy(program->kernel_heap);
    virtual_memory_free(program->virtual_memory);
    outsiders_finish(&program->outsiders);
    g_free(program->devices);
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

bool program_is_ordered(const struct program *program)
{
    return conversation_is_ordered(program);
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

void program_report_misuse(struct program *program, GString *text)
{
    outsiders_report(&program->outsiders, text);
}
