/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that speaks runtime/protocol.h itself, without the runtime library, and not as it
 * should. Its argument names what it does. */
#include "runtime/protocol.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

struct channel {
    int socket, device_file, host_file;
};

static struct protocol_answer ask(const struct channel *channel, struct protocol_request *request,
                                  const void *payload)
{
    struct protocol_answer answer;
    char bytes[4096];
    if (send(channel->socket, request, sizeof *request, 0) != (ssize_t)sizeof *request ||
        (request->payload_bytes > 0 &&
         send(channel->socket, payload, request->payload_bytes, 0) != request->payload_bytes) ||
        recv(channel->socket, &answer, sizeof answer, MSG_WAITALL) != (ssize_t)sizeof answer ||
        answer.payload_bytes > sizeof bytes ||
        (answer.payload_bytes > 0 &&
         recv(channel->socket, bytes, answer.payload_bytes, MSG_WAITALL) != answer.payload_bytes)) {
        printf("no answer\n");
        exit(EXIT_FAILURE);
    }
    return answer;
}

/* Asks and never listens. */
static void deaf(const struct channel *channel)
{
    const struct protocol_request hello = {.kind = PROTOCOL_HELLO, .argument = {PROTOCOL_VERSION}};
    fprintf(stderr, "pid %d\n", (int)getpid());
    while (send(channel->socket, &hello, sizeof hello, 0) > 0)
        ;
}

/* An asynchronous copy from the device into bytes behind the request, which are shorter than the
 * destination's pitch says. */
static void pitch(const struct channel *channel)
{
    enum { ROWS = 16, PITCH = 1 << 20 };
    const char bytes[ROWS] = {0};
    struct protocol_request allocate = {.kind = PROTOCOL_ALLOCATE, .argument = {ROWS}};
    uint64_t address = ask(channel, &allocate, NULL).value[0];
    struct protocol_request copy = {
        .kind = PROTOCOL_COPY,
        .payload_bytes = ROWS,
        .argument = {PROTOCOL_DEVICE_TO_HOST, 0, 1, 0, address, 1, ROWS, PITCH, 1, 1}};
    struct protocol_request wait = {.kind = PROTOCOL_DEVICE_SYNC};
    printf("status %d\n", (int)ask(channel, &copy, bytes).status);
    ask(channel, &wait, NULL);
}

static void shrink_file(const char *name, int file)
{
    int shrunk = ftruncate(file, 0);
    int fails = errno;
    printf("%s %s\n", name, shrunk == 0 ? "shrunk" : strerror(fails));
}

/* Takes the memory away from under the simulator, and has it copy there. */
static void truncate_files(const struct channel *channel)
{
    struct protocol_request allocate = {.kind = PROTOCOL_ALLOCATE, .argument = {4096}};
    uint64_t address = ask(channel, &allocate, NULL).value[0];
    shrink_file("device", channel->device_file);
    shrink_file("host", channel->host_file);
    struct protocol_request set = {.kind = PROTOCOL_SET,
                                   .argument = {address, 1, 1, 4096, 1, 4096, 0, 0}};
    printf("status %d\n", (int)ask(channel, &set, NULL).status);
}

/* A version that there is none of. */
static void version(const struct channel *channel)
{
    struct protocol_request hello = {.kind = PROTOCOL_HELLO, .argument = {PROTOCOL_VERSION + 1}};
    printf("status %d\n", (int)ask(channel, &hello, NULL).status);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(const struct channel *channel);
    } cases[] = {
        {"deaf", deaf}, {"pitch", pitch}, {"truncate", truncate_files}, {"version", version}};
    struct channel channel;
    const char *text = getenv(PROTOCOL_VARIABLE);
    if (!text ||
        sscanf(text, "%d %d %d", &channel.socket, &channel.device_file, &channel.host_file) != 3)
        return 2;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0)
            cases[i].run(&channel);
    return 0;
}
