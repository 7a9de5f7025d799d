/* SPDX-License-Identifier: BSD-3-Clause */
/* What a program may say to simgpu (runtime/protocol.h), right or wrong: each input is a
 * conversation, in a form in which most requests name what there is. Commands are carried out in
 * their order, kernels functionally.
 *
 * A request: its kind, which payload, how many arguments, and a code for each: a small number, what
 * an earlier answer said, a number that is at some edge, or eight bytes as they are. After a kind
 * from 128 on the next request comes before the answer, as another thread's may. */
#include "models/functional/functional.h"
#include "models/memory/device_access.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/protocol_memory.h"
#include "workloads/cuda_process/program.h"
#include "workloads/cuda_process/program_private.h"
#include "workloads/host_memory.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CAPACITY = 1 << 22, ANSWERS = 32, LONGEST_PAYLOAD = 1 << 16, MOST_INSTRUCTIONS = 2000 };

static const char module_text[] =
    ".version 6.0\n.target sm_35\n.address_size 64\n"
    ".visible .const .align 4 .b8 table[64];\n"
    ".visible .global .align 8 .u64 variable = 7;\n"
    ".global .texref texture;\n"
    ".visible .entry kernel(.param .u64 p, .param .u32 n)\n{\n"
    ".reg .b64 %a, %b;\n.reg .b32 %n;\n.shared .align 4 .b8 s[128];\n"
    "ld.param.u64 %a, [p];\nld.param.u32 %n, [n];\n"
    "cvt.u64.u32 %b, %n;\nadd.u64 %a, %a, %b;\nst.global.u32 [%a], %n;\n"
    "ld.global.u32 %n, [%a];\nret;\n}\n";

static const uint64_t edges[] = {UINT64_MAX,
                                 UINT64_MAX - 1,
                                 UINT64_C(1) << 63,
                                 UINT64_C(1) << 48,
                                 UINT64_C(1) << 32,
                                 UINT32_MAX,
                                 UINT64_C(1) << 31,
                                 1 << 20,
                                 65536,
                                 65535,
                                 4096,
                                 1024,
                                 256,
                                 HOST_MEMORY_BASE,
                                 HOST_MEMORY_BASE + 4096,
                                 HOST_MEMORY_BASE + HOST_MEMORY_BYTES - 1,
                                 DEVICE_MEMORY_BASE,
                                 DEVICE_MEMORY_BASE + CAPACITY - 1,
                                 CAPACITY};

struct input {
    const uint8_t *at, *end;
};

static uint8_t next_byte(struct input *input)
{
    return input->at < input->end ? *input->at++ : 0;
}

static uint64_t next_word(struct input *input)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word = word << 8 | next_byte(input);
    return word;
}

/* ---- the device ---------------------------------------------------------------------------- */

static uint32_t occupancy(void *data, const struct kernel_code *code, uint32_t threads_per_block,
                          uint64_t dynamic_shared_bytes)
{
    (void)data;
    bool fits = threads_per_block > 0 && code->static_shared_bytes + dynamic_shared_bytes <= 49152;
    return fits ? 1 + 1024 / threads_per_block : 0;
}

static uint32_t registers(void *data, const struct kernel_code *code)
{
    (void)data, (void)code;
    return 16;
}

static void say_nothing(void *data, const char *message)
{
    (void)data, (void)message;
}

static struct program *make_program(struct device_memory *memory)
{
    static const char *const argv[] = {"fuzz", NULL};
    const struct program_setup setup = {.argv = argv,
                                        .device = {.devices = 1,
                                                   .device_bytes = CAPACITY,
                                                   .major = 3,
                                                   .sms = 4,
                                                   .max_threads_per_block = 1024,
                                                   .shared_per_block = 49152,
                                                   .shared_per_block_optin = 49152,
                                                   .global_bytes = CAPACITY},
                                        .memory = {.data = memory,
                                                   .allocate = allocate,
                                                   .release = release,
                                                   .at = at,
                                                   .room = room,
                                                   .range = range,
                                                   .left = left,
                                                   .describe_nearest = describe_nearest,
                                                   .show_host = show_host,
                                                   .reserve = reserve,
                                                   .unreserve = unreserve,
                                                   .reserves = reserves,
                                                   .open = open_reserved,
                                                   .bytes_of = bytes_of,
                                                   .clear = clear_bytes,
                                                   .take = take,
                                                   .give_back = give_back,
                                                   .device_of = device_of,
                                                   .let_reach = let_reach,
                                                   .share = share,
                                                   .changed = changed,
                                                   .shown = shown,
                                                   .arrive = arrive,
                                                   .arrive_at = arrive_at,
                                                   .hold = hold,
                                                   .file = device_memory_file(memory, 0)},
                                        .device_base = device_memory_range(memory, 0),
                                        .call_time = 1000,
                                        .graph_node_time = 100,
                                        .occupancy = occupancy,
                                        .registers = registers,
                                        .complain = say_nothing};
    return program_make(&setup, NULL);
}

/* ---- the program --------------------------------------------------------------------------- */

struct talk {
    struct input input;
    struct program *program;
    struct device_memory *memory;
    struct device_access access;
    int socket;
    uint64_t answers[ANSWERS];
    unsigned n_answers;
    unsigned n_owed; /* answers */
    GArray *pending; /* struct command, under way: the host's */
    GArray *callers; /* uint64_t: whose calls have not returned */
};

static uint64_t argument(struct talk *talk)
{
    uint8_t code = next_byte(&talk->input);
    if (code < 128)
        return code;
    if (code < 160)
        return talk->answers[code - 128];
    if (code < 192)
        return talk->answers[code - 160] + (uint64_t)next_byte(&talk->input) * 8 - 64;
    if (code < 255)
        return edges[(code - 192u) % G_N_ELEMENTS(edges)];
    return next_word(&talk->input);
}

static void add_texture(struct talk *talk, GByteArray *payload)
{
    struct texture texture = {.address = talk->answers[0],
                              .width = 16,
                              .height = 4,
                              .pitch = 64,
                              .channels = 1,
                              .channel_bits = 32,
                              .texel = TEXEL_FLOAT};
    uint8_t bytes[sizeof texture];
    memcpy(bytes, &texture, sizeof texture);
    for (unsigned n = next_byte(&talk->input) % 4; n > 0; n--) {
        unsigned where = next_byte(&talk->input) % sizeof bytes;
        bytes[where] = next_byte(&talk->input);
    }
    g_byte_array_append(payload, bytes, sizeof bytes);
}

static void add_bytes(GByteArray *payload, uint64_t n)
{
    g_autofree uint8_t *bytes = g_malloc0(LONGEST_PAYLOAD);
    g_byte_array_append(payload, bytes, (guint)MIN(n, LONGEST_PAYLOAD));
}

static void add_payload(struct talk *talk, uint8_t choice, const uint64_t *arguments,
                        GByteArray *payload)
{
    static const char *const texts[] = {module_text, "kernel", "variable", "table", "texture"};
    enum { TEXTURE = G_N_ELEMENTS(texts) + 1, NAMED, PRODUCT, PARAMETERS, BYTES, CHOICES };
    choice %= CHOICES;
    if (choice == TEXTURE || choice == NAMED)
        add_texture(talk, payload);
    if (choice == NAMED)
        g_byte_array_append(payload, (const guint8 *)"texture", 8);
    if (choice == PRODUCT) /* an inline copy's */
        add_bytes(payload, arguments[5] * arguments[6]);
    if (choice == PARAMETERS) {
        g_byte_array_append(payload, (const guint8 *)talk->answers, 8);
        add_bytes(payload, 4);
    }
    if (choice == BYTES)
        add_bytes(payload, next_byte(&talk->input));
    if (choice > 0 && choice <= G_N_ELEMENTS(texts))
        g_byte_array_append(payload, (const guint8 *)texts[choice - 1],
                            (guint)strlen(texts[choice - 1]) + 1);
}

/* What answers say can be named later. False when simgpu is gone. */
static bool hear_answer(struct talk *talk)
{
    struct protocol_answer answer;
    if (recv(talk->socket, &answer, sizeof answer, MSG_WAITALL) != (ssize_t)sizeof answer)
        return false;
    if (answer.status == 0)
        talk->answers[talk->n_answers++ % ANSWERS] = answer.value[0];
    g_autofree uint8_t *payload = g_malloc((gsize)answer.payload_bytes + 1);
    return answer.payload_bytes == 0 || recv(talk->socket, payload, answer.payload_bytes,
                                             MSG_WAITALL) == (ssize_t)answer.payload_bytes;
}

/* False when simgpu is gone. */
static bool send_request(struct talk *talk)
{
    uint8_t kind = next_byte(&talk->input);
    struct protocol_request request = {.kind = kind % 128 % (PROTOCOL_REQUESTS + 1u)};
    uint8_t choice = next_byte(&talk->input);
    request.flags = choice >> 6;
    g_autoptr(GByteArray) payload = g_byte_array_new();
    unsigned n = next_byte(&talk->input) % (PROTOCOL_ARGUMENTS + 1u);
    for (unsigned i = 0; i < n; i++)
        request.argument[i] = argument(talk);
    add_payload(talk, choice, request.argument, payload);
    request.payload_bytes = payload->len;
    g_byte_array_prepend(payload, (const guint8 *)&request, sizeof request);
    ssize_t sent = send(talk->socket, payload->data, payload->len, MSG_NOSIGNAL);
    talk->n_owed += request.kind != PROTOCOL_GOODBYE;
    bool good = sent == (ssize_t)payload->len;
    for (; good && kind < 128 && talk->n_owed > 0; talk->n_owed--)
        good = hear_answer(talk);
    return good;
}

/* A thread: simgpu's other side waits as a program does. */
static void *talk_to_simgpu(void *data)
{
    struct talk *talk = data;
    while (talk->input.at < talk->input.end && send_request(talk))
        ;
    shutdown(talk->socket, SHUT_RDWR);
    return NULL;
}

/* ---- the host ------------------------------------------------------------------------------ */

static bool run_kernel(struct talk *talk, struct command *command)
{
    struct launch *launch = &command->launch;
    const struct functional_options options = {.n_blocks = MIN(launch->grid[0], 64u),
                                               .max_instructions = MOST_INSTRUCTIONS};
    struct functional_counts counts = {0};
    g_autoptr(GString) output = g_string_new(NULL);
    launch->n_sms = 4;
    launch->detailed_blocks = options.n_blocks;
    return functional_run(launch, talk->memory, &options, &counts, output, NULL);
}

/* False when one of them has failed, which ends a run. */
static bool carry_out(struct talk *talk)
{
    struct command_source *source = program_source(talk->program);
    bool good = true;
    for (guint i = 0; good && i < talk->pending->len; i++) {
        struct command *command = &g_array_index(talk->pending, struct command, i);
        good = (command->kind != COMMAND_LAUNCH || run_kernel(talk, command)) &&
               source->done(source, &talk->access, command->id, 1000 * command->id, "x", NULL);
    }
    g_array_set_size(talk->pending, 0);
    return good;
}

/* The call that has waited longest returns. */
static bool let_return(struct talk *talk)
{
    struct command_source *source = program_source(talk->program);
    uint64_t caller = 0;
    if (talk->callers->len > 0) {
        caller = g_array_index(talk->callers, uint64_t, 0);
        g_array_remove_index(talk->callers, 0);
    }
    return source->returned(source, &talk->access, caller, NULL);
}

/* False when the conversation is over. */
static bool go_on(struct talk *talk)
{
    struct command_source *source = program_source(talk->program);
    struct command command;
    if (!source->next(source, &talk->access, 1000, &command, NULL) || command.kind == COMMAND_END ||
        command.kind == COMMAND_ABORT)
        return false;
    if (command.kind == COMMAND_NONE)
        return let_return(talk);
    for (unsigned i = 0; i < command.n_after; i++)
        g_assert(command.after[i] < command.id);
    g_array_append_val(talk->pending, command);
    g_array_append_val(talk->callers, command.caller);
    return !command.blocking || carry_out(talk);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int ends[2];
    struct device_memory *memory = device_memory_new(CAPACITY, 1, NULL);
    struct program *program = memory ? make_program(memory) : NULL;
    g_assert(program && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    program->process.name = g_strdup("fuzz");
    program->process.socket = ends[0];
    struct talk talk = {.input = {data, data + size},
                        .program = program,
                        .memory = memory,
                        .access = device_memory_access(memory),
                        .socket = ends[1],
                        .pending = g_array_new(FALSE, FALSE, sizeof(struct command)),
                        .callers = g_array_new(FALSE, FALSE, sizeof(uint64_t))};
    GThread *thread = g_thread_new("program", talk_to_simgpu, &talk);
    while (go_on(&talk))
        ;
    carry_out(&talk);
    shutdown(ends[0], SHUT_RDWR);
    g_thread_join(thread);
    g_array_free(talk.pending, TRUE);
    g_array_free(talk.callers, TRUE);
    close(ends[1]);
    program_free(program);
    device_memory_free(memory);
    return 0;
}
