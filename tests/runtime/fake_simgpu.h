/* SPDX-License-Identifier: BSD-3-Clause */
/* The other end of the channel for tests: a thread that answers the runtime library by table, keeps
 * every request, and moves bytes where runtime/protocol.h says that simgpu does. The runtime
 * library is in the same process, with fresh state in each test because Check forks.
 */
#ifndef SIMGPU_TESTS_RUNTIME_FAKE_SIMGPU_H
#define SIMGPU_TESTS_RUNTIME_FAKE_SIMGPU_H

#include <stddef.h>

#include "runtime/protocol.h"

/* Where the fake device's memory is. */
#define FAKE_DEVICE_BASE UINT64_C(0x700000000000)
#define FAKE_HOST_BASE   UINT64_C(0x710000000000)

enum {
    FAKE_DEVICE_BYTES = 64 << 20,
    FAKE_HOST_BYTES = 1 << 20,
    FAKE_MODULE = 7,
    FAKE_FUNCTION = 11,
    FAKE_SYMBOL = 13,
    FAKE_CONSTANT_ADDRESS = 0x4000,
    FAKE_TEXTURE = 17,
    FAKE_STREAM = 3, /* the first; then 4, 5 ... */
    FAKE_EVENT = 40, /* the first */
    FAKE_PARAMETERS_MAX = 4,
    FAKE_REQUESTS_MAX = 512
};

struct fake_request {
    struct protocol_request request;
    unsigned char *payload;
};

/* What to answer; set before the call that asks. */
struct fake_answers {
    int status[PROTOCOL_REQUESTS]; /* a cudaError_t, 0 at first */
    const char *output;            /* rides on the next answer of a kind in output_kind */
    enum protocol_request_kind output_kind;
    struct protocol_parameter parameters[FAKE_PARAMETERS_MAX]; /* of every function */
    uint32_t parameter_count, parameter_bytes;
    uint64_t symbol_address, symbol_bytes; /* address 0: in constant memory */
    uint64_t elapsed_ps, blocks;
    unsigned char constant[64];
    int die_at; /* closes the socket instead of answering this kind; -1: never */
};

struct fake_simgpu {
    struct fake_answers answers;
    struct fake_request requests[FAKE_REQUESTS_MAX];
    int count;
    unsigned char *device, *host; /* the files' bytes, as simgpu sees them */
    int server, client, device_file, host_file;
    uint64_t next_address, next_stream, next_event;
};

/* Starts the thread and sets SIMGPU_CHANNEL. One a process. */
struct fake_simgpu *fake_simgpu_start(void);
/* The requests of a kind so far; and the last one, NULL if there is none. */
int fake_simgpu_count(const struct fake_simgpu *fake, enum protocol_request_kind kind);
const struct fake_request *fake_simgpu_last(const struct fake_simgpu *fake,
                                            enum protocol_request_kind kind);

#endif
