/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of a program source, and what those files share that serve its requests.
 *
 * program.c has the functions; program.h is what others see of them.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_PROGRAM_PRIVATE_H
#define SIMGPU_WORKLOADS_PROGRAM_PROGRAM_PRIVATE_H

#include "workloads/command.h"
#include "workloads/cuda_process/calls/calls.h"
#include "workloads/cuda_process/effect.h"
#include "workloads/cuda_process/host_threads.h"
#include "workloads/cuda_process/modules.h"
#include "workloads/cuda_process/pools/memory_pools.h"
#include "workloads/cuda_process/process.h"
#include "workloads/cuda_process/program_setup.h"
#include "workloads/cuda_process/streams.h"
#include "workloads/outsiders.h"

struct virtual_memory;

/* Codes of cudaError_t. Source: CUDA Runtime API, "Data types used by CUDA Runtime". */
enum cuda_status {
    CUDA_SUCCESS = 0,
    CUDA_INVALID_VALUE = 1,
    CUDA_OUT_OF_MEMORY = 2,
    CUDA_INVALID_CONFIGURATION = 9,
    CUDA_INVALID_PITCH = 12,
    CUDA_INVALID_SYMBOL = 13,
    CUDA_INVALID_DEVICE_FUNCTION = 98,
    CUDA_INVALID_DEVICE = 101,
    CUDA_INVALID_PTX = 218,
    CUDA_INVALID_HANDLE = 400,
    CUDA_NOT_READY = 600,
    CUDA_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_NOT_SUPPORTED = 801,
    CUDA_INVALID_CLUSTER_SIZE = 912
};

/* Numbers of cudaLimit, and (in program_new) CUDA's defaults. Source: as above. */
enum cuda_limit {
    CUDA_LIMIT_STACK_SIZE,
    CUDA_LIMIT_PRINTF_FIFO_SIZE,
    CUDA_LIMIT_MALLOC_HEAP_SIZE,
    CUDA_LIMIT_DEVICE_SYNC_DEPTH, /* this and the next are kept, and limit nothing */
    CUDA_LIMIT_PENDING_LAUNCHES,
    CUDA_LIMITS
};

/* A request of one of the program's threads, and its answer. */
struct exchange {
    struct protocol_request request;
    uint8_t *payload;
    struct protocol_answer answer;
    GByteArray *answer_payload;
    GArray *after;  /* uint64_t: what its command comes after */
    GArray *behind; /* uint64_t: what of that has ended already */
};

/* What the program's threads have asked. conversation.h */
struct conversation {
    GPtrArray *asked;     /* struct exchange, in the order in which they are served */
    GPtrArray *under_way; /* served, and not answered yet */
    GPtrArray *spare;     /* of no request */
    GArray *moved;        /* struct moved_bytes */
    struct host_threads threads;
    bool heard; /* nothing more is asked before a call returns */
    bool later; /* it was heard only in part: conversation_next() has said so */
    bool blind; /* the kernel doesn't say what threads do: requests are served as they come */
};

/* What kernels of a device ask for. */
struct program_device {
    struct program *program;
    uint32_t number;
    struct launch_services services;
};

/* A texture object, or what a texture reference was bound to. */
struct program_texture {
    struct texture texture;
    uint64_t before; /* the handle that the reference held before; 0: none */
};

struct program {
    struct command_source base;
    struct program_setup setup;
    struct process process;
    struct streams streams;
    struct memory_pools pools;
    struct modules *modules;
    struct program_device *devices; /* setup.device.devices */
    GArray *textures;               /* struct program_texture; handle - 1 is the index */
    uint64_t limits[CUDA_LIMITS];
    uint64_t next_id; /* of commands */
    uint32_t n_allocations;
    uint32_t n_kernel_mallocs;
    uint64_t kernel_heap_bytes; /* in use, see kernel_heap.h */
    GHashTable *kernel_heap;    /* addresses of its pieces */
    struct virtual_memory *virtual_memory;
    GHashTable *effects;        /* command id -> struct effect */
    GString *output;            /* device printf, not yet given to the program */
    GHashTable *refusals;       /* what has been said of refused launches */
    uint64_t n_refused_quietly; /* launches of which nothing more was said */
    struct outsiders outsiders; /* of masks of .sync instructions */
    bool has_called;            /* the runtime library */
    uint32_t n_threads;         /* that have called it */
    bool lost_output;           /* some of it did not fit, and that was said */
    bool over;
    bool halted; /* by us */
    struct conversation conversation;
    struct exchange *exchange; /* the one that begins or returns */
    int host_file;
    uint8_t *host_memory; /* pinned memory, mapped here */
    struct calls *calls;  /* NULL: nobody keeps them */
};

static inline uint64_t request_argument(const struct program *program, unsigned index)
{
    return program->exchange->request.argument[index];
}

/* The device that the request in hand is about. */
static inline uint32_t request_device(const struct program *program)
{
    return program->exchange->request.device;
}

/* A line for people. Takes the message. */
void program_say(const struct program *program, char *message);
/* A call that takes host time and nothing else. */
void program_call(struct program *program, struct command *out);
/* All of program_new but the process. */
struct program *program_make(const struct program_setup *setup, GError **error);

/* A call that fails: answers `status`. Returns true. */
bool program_refuse(struct program *program, struct command *out, enum cuda_status status);
/* The same with a line for people. Takes the message. */
bool program_complain(struct program *program, struct command *out, enum cuda_status status,
                      char *message);
/* Argument `index` as the number of a stream: 0 is the default stream of the request's device.
 * UINT32_MAX, which none has, if it is bigger. */
uint32_t program_stream(const struct program *program, unsigned index);
/* Makes *out a command of a stream; false if the stream is unknown (then it is refused). */
bool program_append(struct program *program, struct command *out, enum command_kind kind,
                    uint32_t stream, bool blocking);
/* Makes *out wait for commands. */
void program_join(struct program *program, struct command *out, const uint64_t *after, unsigned n);
/* An effect of the command just made, to be filled in. */
struct effect *program_effect(struct program *program, const struct command *command,
                              enum effect_kind kind);
#endif
