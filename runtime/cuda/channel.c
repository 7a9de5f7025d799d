/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests and answers over the socket, and the mapping of device memory.
 *
 * A program whose simulator is gone cannot go on: no call could do its work, and most programs
 * check no error. So it ends at once, without running exit handlers, which might call us again.
 */
#include "runtime/cuda/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/cuda/message.h"

static bool is_of_type(int descriptor, mode_t type)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && (status.st_mode & S_IFMT) == type;
}

/* True for the first process that asks: a program may fork, or start another one. A lock of fcntl
 * belongs to a process and ends with it. */
static bool claim(int file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_SETLK, &lock) == 0;
}

bool channel_open(struct channel *channel, const char *text)
{
    struct channel found = {.sending = PTHREAD_MUTEX_INITIALIZER,
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .answered = PTHREAD_COND_INITIALIZER};
    if (sscanf(text, "%d %d %d", &found.socket, &found.device_file, &found.host_file) != 3)
        return false;
    if (!is_of_type(found.socket, S_IFSOCK) || !is_of_type(found.device_file, S_IFREG) ||
        !is_of_type(found.host_file, S_IFREG) || !claim(found.device_file))
        return false;
    const int descriptors[CHANNEL_FILES] = {found.socket, found.device_file, found.host_file};
    for (int i = 0; i < CHANNEL_FILES; i++) {
        (void)fcntl(descriptors[i], F_SETFD, FD_CLOEXEC);
        (void)fstat(descriptors[i], &found.files[i]);
    }
    *channel = found;
    return true;
}

void channel_leave(const struct channel *channel)
{
    const int descriptors[CHANNEL_FILES] = {channel->socket, channel->device_file,
                                            channel->host_file};
    for (int i = 0; i < CHANNEL_FILES; i++) {
        struct stat now;
        if (fstat(descriptors[i], &now) == 0 && now.st_dev == channel->files[i].st_dev &&
            now.st_ino == channel->files[i].st_ino)
            close(descriptors[i]);
    }
}

static _Noreturn void end_with_simgpu(void)
{
    fflush(stdout);
    message_print("the simulator has ended, so this program ends, too");
    _exit(EXIT_FAILURE);
}

/* As a copy by the processor would. */
static _Noreturn void end_with_host_memory(void)
{
    fflush(stdout);
    message_print("a call reads host memory that the program does not have");
    raise(SIGSEGV);
    _exit(EXIT_FAILURE);
}

/* Skips the first bytes of the vectors, which have been sent. */
static void drop_sent(struct msghdr *message, size_t bytes)
{
    while (message->msg_iovlen > 0 && bytes >= message->msg_iov->iov_len) {
        bytes -= message->msg_iov->iov_len;
        message->msg_iov++;
        message->msg_iovlen--;
    }
    if (message->msg_iovlen > 0) {
        message->msg_iov->iov_base = (unsigned char *)message->msg_iov->iov_base + bytes;
        message->msg_iov->iov_len -= bytes;
    }
}

static bool send_all(int socket, struct iovec *vectors, size_t count)
{
    struct msghdr message = {.msg_iov = vectors, .msg_iovlen = count};
    drop_sent(&message, 0);
    while (message.msg_iovlen > 0) {
        const ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return false;
        drop_sent(&message, (size_t)sent);
    }
    return true;
}

static bool receive_all(int socket, void *bytes, size_t size)
{
    unsigned char *next = bytes;
    while (size > 0) {
        const ssize_t got = recv(socket, next, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        next += got;
        size -= (size_t)got;
    }
    return true;
}

static bool send_request(const struct channel *channel, const struct exchange *exchange)
{
    struct protocol_request request = {.kind = (uint16_t)exchange->kind,
                                       .flags = (uint16_t)exchange->flags,
                                       .device = exchange->device};
    struct iovec vectors[1 + EXCHANGE_PARTS] = {{.iov_base = &request, .iov_len = sizeof request}};
    for (int i = 0; i < PROTOCOL_ARGUMENTS; i++)
        request.argument[i] = exchange->argument[i];
    for (int i = 0; i < EXCHANGE_PARTS; i++) {
        vectors[1 + i] = (struct iovec){
            .iov_base = (void *)exchange->part[i].bytes, /* iovec has no const; only read */
            .iov_len = exchange->part[i].size,
        };
        request.payload_bytes += (uint32_t)exchange->part[i].size;
    }
    return send_all(channel->socket, vectors, 1 + EXCHANGE_PARTS);
}

/* A thread that waits for its answer. */
struct channel_wait {
    struct exchange *exchange;
    bool answered;
    struct channel_wait *next;
};

static void add_wait(struct channel *channel, struct channel_wait *wait)
{
    pthread_mutex_lock(&channel->lock);
    wait->next = channel->waits;
    channel->waits = wait;
    pthread_mutex_unlock(&channel->lock);
}

static void remove_wait(struct channel *channel, const struct channel_wait *wait)
{
    struct channel_wait **at = &channel->waits;
    while (*at != wait)
        at = &(*at)->next;
    *at = wait->next;
}

/* The thread that the answer is for; NULL: none has asked. */
static struct channel_wait *find_wait(const struct channel *channel, uint64_t caller)
{
    struct channel_wait *wait = channel->waits;
    while (wait && (wait->answered || wait->exchange->argument[PROTOCOL_CALLER] != caller))
        wait = wait->next;
    return wait;
}

/* Takes data. */
static void deliver(struct channel_wait *wait, const struct protocol_answer *answer, void *data)
{
    struct exchange *exchange = wait->exchange;
    exchange->status = answer->status;
    for (int i = 0; i < PROTOCOL_VALUES; i++)
        exchange->value[i] = answer->value[i];
    exchange->data = data;
    exchange->data_bytes = answer->payload_bytes;
    wait->answered = true;
}

/* With the lock held, which others may take while this thread reads. */
static void read_answer(struct channel *channel)
{
    struct protocol_answer answer;
    void *data = NULL;
    channel->reading = true;
    pthread_mutex_unlock(&channel->lock);
    bool good = receive_all(channel->socket, &answer, sizeof answer);
    if (good && answer.payload_bytes > 0) {
        data = message_allocate(answer.payload_bytes);
        good = receive_all(channel->socket, data, answer.payload_bytes);
    }
    if (!good)
        end_with_simgpu();
    pthread_mutex_lock(&channel->lock);
    struct channel_wait *wait = find_wait(channel, answer.caller);
    if (!wait)
        end_with_simgpu();
    deliver(wait, &answer, data);
    channel->reading = false;
    pthread_cond_broadcast(&channel->answered);
}

void channel_ask(struct channel *channel, struct exchange *exchange)
{
    struct channel_wait wait = {.exchange = exchange};
    add_wait(channel, &wait);
    pthread_mutex_lock(&channel->sending);
    const bool sent = send_request(channel, exchange);
    if (!sent && errno == EFAULT)
        end_with_host_memory();
    pthread_mutex_unlock(&channel->sending);
    if (!sent)
        end_with_simgpu();
    pthread_mutex_lock(&channel->lock);
    while (!wait.answered)
        if (channel->reading)
            pthread_cond_wait(&channel->answered, &channel->lock);
        else
            read_answer(channel);
    remove_wait(channel, &wait);
    pthread_mutex_unlock(&channel->lock);
}

void channel_tell(struct channel *channel, enum protocol_request_kind kind)
{
    const struct exchange exchange = {.kind = kind};
    if (pthread_mutex_trylock(&channel->sending) != 0)
        return;
    (void)send_request(channel, &exchange);
    pthread_mutex_unlock(&channel->sending);
}

bool channel_map_device(struct channel *channel, uint64_t bytes)
{
    void *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                        channel->device_file, 0);
    if (mapped == MAP_FAILED)
        return false;
    channel->device_bytes = mapped;
    return true;
}
