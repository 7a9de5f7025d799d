/* SPDX-License-Identifier: BSD-3-Clause */
/* The way from a CUDA program to the simgpu that started it: a socket for requests and answers and
 * two shared memory files (runtime/protocol.h). Nothing here knows of CUDA.
 *
 * Several threads may ask at a time. They wait for their answers together: one of them reads the
 * next answer, whosever it is, and wakes the others.
 */
#ifndef SIMGPU_RUNTIME_CUDA_CHANNEL_H
#define SIMGPU_RUNTIME_CUDA_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "runtime/protocol.h"

enum { CHANNEL_FILES = 3 };

struct channel {
    int socket, device_file, host_file;
    struct stat files[CHANNEL_FILES]; /* what these were when it was opened */
    unsigned char *device_bytes;      /* the device file, mapped; NULL before channel_map_device */
    pthread_mutex_t sending;          /* held while a request is sent */
    pthread_mutex_t lock;             /* of what follows */
    pthread_cond_t answered;
    struct channel_wait *waits; /* of threads that have asked */
    bool reading;               /* one of them reads */
};

enum { EXCHANGE_PARTS = 2 };

/* One request and what came back. The caller fills the first group; parts ride behind the request
 * one after the other. */
struct exchange {
    enum protocol_request_kind kind;
    unsigned int flags; /* protocol_request_flag */
    uint32_t device;
    uint64_t argument[PROTOCOL_ARGUMENTS];
    struct {
        const void *bytes;
        size_t size;
    } part[EXCHANGE_PARTS];

    int32_t status;
    uint64_t value[PROTOCOL_VALUES];
    void *data; /* rode behind the answer, size data_bytes; the caller frees it */
    size_t data_bytes;
};

/* Reads SIMGPU_CHANNEL's text and claims the channel for this process. False if the text isn't one,
 * its descriptors are not open here, or another process has claimed them. They are not passed on to
 * programs that this one executes. */
bool channel_open(struct channel *channel, const char *text);
/* Closes what is still open of it: in a process that has been forked off. */
void channel_leave(const struct channel *channel);
/* Sends the request and waits for the answer. If simgpu is gone, says so and ends the process. */
void channel_ask(struct channel *channel, struct exchange *exchange);
/* Sends a request that has no answer, and does not mind if nobody is there. Says nothing while
 * another thread is sending. */
void channel_tell(struct channel *channel, enum protocol_request_kind kind);
/* Maps the device file, bytes long. False: errno says why. */
bool channel_map_device(struct channel *channel, uint64_t bytes);

#endif
