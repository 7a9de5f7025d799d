/* SPDX-License-Identifier: BSD-3-Clause */
/* A simgpu by table. Tests look at the requests only between calls, when the thread is waiting for
 * the next one: the socket orders the two threads.
 */
#include "tests/runtime/fake_simgpu.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* Check's assertions are for tests only, and run_faked is none. */
static void require(bool good, const char *call)
{
    if (good)
        return;
    perror(call);
    abort();
}

static bool receive(int socket, void *bytes, size_t size)
{
    for (size_t got = 0; got < size;) {
        const ssize_t more = recv(socket, (unsigned char *)bytes + got, size - got, 0);
        if (more <= 0)
            return false;
        got += (size_t)more;
    }
    return true;
}

static void answer(const struct fake_simgpu *fake, const struct protocol_answer *header,
                   const void *payload)
{
    send(fake->server, header, sizeof *header, MSG_NOSIGNAL);
    if (header->payload_bytes > 0)
        send(fake->server, payload, header->payload_bytes, MSG_NOSIGNAL);
}

static unsigned char *place(const struct fake_simgpu *fake, uint64_t address)
{
    if (address >= FAKE_HOST_BASE)
        return fake->host + (address - FAKE_HOST_BASE);
    return fake->device + (address - FAKE_DEVICE_BASE);
}

/* Copies that are simgpu's to carry out. */
static void carry_out(const struct fake_simgpu *fake, const struct fake_request *request)
{
    const uint64_t *argument = request->request.argument;
    bool rides_along = argument[PROTOCOL_COPY_INLINE] != 0;
    if (!rides_along && argument[PROTOCOL_COPY_DIRECTION] != PROTOCOL_DEVICE_TO_DEVICE &&
        !argument[PROTOCOL_COPY_ASYNCHRONOUS])
        return; /* the library's */
    for (uint64_t row = 0; row < argument[PROTOCOL_COPY_HEIGHT]; row++) {
        unsigned char *to =
            place(fake, argument[PROTOCOL_COPY_TO]) + row * argument[PROTOCOL_COPY_TO_PITCH];
        const unsigned char *from = rides_along
                                        ? request->payload + row * argument[PROTOCOL_COPY_WIDTH]
                                        : place(fake, argument[PROTOCOL_COPY_FROM]) +
                                              row * argument[PROTOCOL_COPY_FROM_PITCH];
        memcpy(to, from, argument[PROTOCOL_COPY_WIDTH]);
    }
}

static void set_bytes(const struct fake_simgpu *fake, const uint64_t *argument)
{
    for (uint64_t row = 0; row < argument[PROTOCOL_SET_HEIGHT]; row++)
        memset(place(fake, argument[PROTOCOL_SET_ADDRESS]) + row * argument[PROTOCOL_SET_PITCH],
               (int)argument[PROTOCOL_SET_VALUE], argument[PROTOCOL_SET_WIDTH]);
}

static uint32_t describe_function(const struct fake_answers *answers, unsigned char *payload)
{
    const struct protocol_function function = {.registers = 21,
                                               .max_threads = 512,
                                               .shared_bytes = 128,
                                               .param_bytes = answers->parameter_bytes,
                                               .local_bytes = 40,
                                               .constant_bytes = 60};
    size_t bytes = answers->parameter_count * sizeof answers->parameters[0];
    memcpy(payload, &function, sizeof function);
    memcpy(payload + sizeof function, answers->parameters, bytes);
    return (uint32_t)(sizeof function + bytes);
}

static uint32_t describe_device(unsigned char *payload)
{
    const struct protocol_device device = {
        .device_base = FAKE_DEVICE_BASE,
        .devices = 1,
        .device_bytes = FAKE_DEVICE_BYTES,
        .host_base = FAKE_HOST_BASE,
        .host_bytes = FAKE_HOST_BYTES,
        .name = "Fake GPU",
        .major = 7,
        .minor = 5,
        .sms = 12,
        .max_threads_per_sm = 1024,
        .max_blocks_per_sm = 16,
        .max_threads_per_block = 1024,
        .registers_per_sm = 65536,
        .registers_per_block = 65536,
        .core_khz = 1200000,
        .memory_khz = 850000,
        .memory_bus_bits = 3072,
        .copy_engines = 2,
        .concurrent_kernels = 1,
        .global_bytes = UINT64_C(12) << 30,
        .l2_bytes = 4608 << 10,
        .shared_per_sm = 96 << 10,
        .shared_per_block = 48 << 10,
        .shared_per_block_optin = 96 << 10,
        .constant_bytes = 64 << 10,
    };
    memcpy(payload, &device, sizeof device);
    return sizeof device;
}

static void answer_code(const struct fake_answers *answers, const struct fake_request *request,
                        struct protocol_answer *header, unsigned char *payload)
{
    switch (request->request.kind) {
    case PROTOCOL_MODULE:
        header->value[0] = FAKE_MODULE;
        break;
    case PROTOCOL_FUNCTION:
        header->value[0] = FAKE_FUNCTION;
        header->payload_bytes = describe_function(answers, payload);
        break;
    case PROTOCOL_SYMBOL:
        header->value[0] = answers->symbol_address;
        header->value[1] = answers->symbol_bytes;
        header->value[2] = answers->symbol_address == 0;
        header->value[3] = FAKE_SYMBOL;
        break;
    case PROTOCOL_CONSTANT_ADDRESS:
        header->value[0] = FAKE_CONSTANT_ADDRESS;
        break;
    case PROTOCOL_OCCUPANCY:
        /* fewer and fewer blocks, one less for each 16 KiB of dynamic shared memory */
        header->value[0] = answers->blocks - request->request.argument[2] / (16 << 10);
        break;
    default:
        break;
    }
}

static void answer_memory(struct fake_simgpu *fake, const struct fake_request *request,
                          struct protocol_answer *header, unsigned char *payload)
{
    unsigned char *constant = fake->answers.constant;
    const uint64_t *argument = request->request.argument;
    switch (request->request.kind) {
    case PROTOCOL_CONSTANT_WRITE:
        memcpy(constant + argument[PROTOCOL_CONSTANT_OFFSET], request->payload,
               argument[PROTOCOL_CONSTANT_BYTES]);
        break;
    case PROTOCOL_CONSTANT_READ:
        header->payload_bytes = (uint32_t)argument[PROTOCOL_CONSTANT_BYTES];
        memcpy(payload, constant + argument[PROTOCOL_CONSTANT_OFFSET],
               argument[PROTOCOL_CONSTANT_BYTES]);
        break;
    case PROTOCOL_ALLOCATE:
        header->value[0] = fake->next_address;
        fake->next_address += (argument[PROTOCOL_ALLOCATE_BYTES] + 4095) / 4096 * 4096;
        break;
    case PROTOCOL_MEMORY_INFO:
        header->value[0] = 1000;
        header->value[1] = 3000;
        break;
    case PROTOCOL_COPY:
        carry_out(fake, request);
        break;
    case PROTOCOL_SET:
        set_bytes(fake, argument);
        break;
    default:
        break;
    }
}

static void answer_rest(struct fake_simgpu *fake, const struct fake_request *request,
                        struct protocol_answer *header, unsigned char *payload)
{
    switch (request->request.kind) {
    case PROTOCOL_HELLO:
        header->payload_bytes = describe_device(payload);
        break;
    case PROTOCOL_STREAM_CREATE:
        header->value[0] = fake->next_stream++;
        break;
    case PROTOCOL_EVENT_CREATE:
        header->value[0] = fake->next_event++;
        break;
    case PROTOCOL_EVENT_ELAPSED:
        header->value[0] = fake->answers.elapsed_ps;
        break;
    case PROTOCOL_TEXTURE_CREATE:
        header->value[0] = FAKE_TEXTURE;
        break;
    case PROTOCOL_LIMIT_GET:
        header->value[0] = 4096 + request->request.argument[0];
        break;
    default:
        break;
    }
}

/* False when the conversation is over. */
static bool serve_one(struct fake_simgpu *fake)
{
    unsigned char payload[4096];
    struct protocol_answer header = {.status = 0};
    struct fake_request *request = &fake->requests[fake->count];
    if (fake->count == FAKE_REQUESTS_MAX ||
        !receive(fake->server, &request->request, sizeof request->request))
        return false;
    request->payload = malloc(request->request.payload_bytes + 1);
    if (!receive(fake->server, request->payload, request->request.payload_bytes))
        return false;
    fake->count++;
    uint32_t kind = request->request.kind;
    if (kind == PROTOCOL_GOODBYE || fake->answers.die_at == (int)kind)
        return false;
    header.caller = request->request.argument[PROTOCOL_CALLER];
    request->request.argument[PROTOCOL_CALLER] = 0; /* another one in each run */
    header.status = fake->answers.status[kind];
    if (header.status == 0) {
        answer_code(&fake->answers, request, &header, payload);
        answer_memory(fake, request, &header, payload);
        answer_rest(fake, request, &header, payload);
    }
    const char *output = fake->answers.output;
    if (output && fake->answers.output_kind == kind) {
        header.payload_bytes = (uint32_t)strlen(output);
        memcpy(payload, output, header.payload_bytes);
        fake->answers.output = NULL;
    }
    answer(fake, &header, payload);
    return true;
}

static void *serve(void *user_data)
{
    struct fake_simgpu *fake = user_data;
    while (serve_one(fake))
        continue;
    shutdown(fake->server, SHUT_RDWR);
    return NULL;
}

static unsigned char *open_file(int *file, const char *name, size_t bytes)
{
    *file = memfd_create(name, 0);
    require(*file >= 0, "memfd_create");
    require(ftruncate(*file, (off_t)bytes) == 0, "ftruncate");
    void *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *file, 0);
    require(mapped != MAP_FAILED, "mmap");
    return mapped;
}

struct fake_simgpu *fake_simgpu_start(void)
{
    static struct fake_simgpu fake; /* large, and lives as long as the thread */
    pthread_t thread;
    char text[64];
    int sockets[2];
    require(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0, "socketpair");
    fake = (struct fake_simgpu){
        .answers = {.die_at = -1, .blocks = 6},
        .server = sockets[0],
        .client = sockets[1],
        .next_address = FAKE_DEVICE_BASE + 4096,
        .next_stream = FAKE_STREAM,
        .next_event = FAKE_EVENT,
    };
    fake.device = open_file(&fake.device_file, "device", FAKE_DEVICE_BYTES);
    fake.host = open_file(&fake.host_file, "host", FAKE_HOST_BYTES);
    snprintf(text, sizeof text, "%d %d %d 0", fake.client, fake.device_file, fake.host_file);
    setenv(PROTOCOL_VARIABLE, text, 1);
    require(pthread_create(&thread, NULL, serve, &fake) == 0, "pthread_create");
    pthread_detach(thread);
    return &fake;
}

int fake_simgpu_count(const struct fake_simgpu *fake, enum protocol_request_kind kind)
{
    int count = 0;
    for (int i = 0; i < fake->count; i++)
        count += fake->requests[i].request.kind == kind;
    return count;
}

const struct fake_request *fake_simgpu_last(const struct fake_simgpu *fake,
                                            enum protocol_request_kind kind)
{
    for (int i = fake->count - 1; i >= 0; i--)
        if (fake->requests[i].request.kind == kind)
            return &fake->requests[i];
    return NULL;
}
