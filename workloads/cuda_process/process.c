/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/process.h"
#include "base/host/spawn.h"
#include "base/input_error.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* No request has more behind it: a limit against nonsense on the socket. */
static const uint32_t PAYLOAD_MAX = UINT32_C(1) << 30;

/* A signal can come just before a system call that it should end: nothing waits longer than this
 * without looking at *interrupted. */
enum { LOOK_MS = 100 };
/* How long a program gets, when the simulation is over before it, to write what it has in buffers.
 */
enum { GRACE_MS = 500 };

static char **environment_of(const struct process_start *start, const int files[3])
{
    char **environment = g_get_environ();
    g_autofree char *channel =
        g_strdup_printf("%d %d %d %u", files[0], files[1], files[2], start->program);
    environment = g_environ_setenv(environment, PROTOCOL_VARIABLE, channel, TRUE);
    if (start->library_folder) {
        const char *others = g_environ_getenv(environment, "LD_LIBRARY_PATH");
        g_autofree char *path = others && *others
                                    ? g_strjoin(":", start->library_folder, others, NULL)
                                    : g_strdup(start->library_folder);
        environment = g_environ_setenv(environment, "LD_LIBRARY_PATH", path, TRUE);
    }
    return environment;
}

bool process_start(struct process *process, const struct process_start *start, GError **error)
{
    int ends[2];
    *process = (struct process){.name = g_strdup(start->argv[0]),
                                .socket = -1,
                                .interrupted = start->interrupted,
                                .question = start->question};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return input_error_at(error, process->name, 0, "no socket for it: %s", g_strerror(errno));
    /* Each request says who has sent it. */
    setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &(int){1}, sizeof(int));
    const int files[] = {ends[1], start->device_file, start->host_file};
    g_auto(GStrv) environment = environment_of(start, files);
    const struct spawn spawn = {.argv = (char *const *)start->argv,
                                .environment = environment,
                                .files = files,
                                .n_files = G_N_ELEMENTS(files)};
    const int problem = spawn_process(&process->pid, &spawn);
    close(ends[1]);
    if (problem != 0) {
        close(ends[0]);
        return input_error_at(error, process->name, 0,
                              "can't be started: Failed to execute child process “%s” (%s)",
                              process->name, g_strerror(problem));
    }
    process->socket = ends[0];
    process_watch_begin(&process->watch, process->pid, process->socket, process->interrupted);
    return true;
}

static bool is_interrupted(const struct process *process)
{
    return process->interrupted && *process->interrupted;
}

static void tell_if_asked(const struct process *process)
{
    if (!status_is_asked(process->question))
        return;
    g_autofree char *what = g_strdup_printf("waits for %s, which computes", process->name);
    status_tell(process->question, what);
}

/* False if interrupted before there was something to read, or room to write. */
static bool wait_for_socket(const struct process *process, short events)
{
    struct pollfd socket = {.fd = process->socket, .events = events};
    while (!is_interrupted(process)) {
        if (poll(&socket, 1, LOOK_MS) > 0)
            return true;
        tell_if_asked(process);
    }
    return false;
}

/* recv, which notes whose the bytes are. */
static ssize_t receive(struct process *process, void *bytes, size_t n)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(struct ucred))];
    } control;
    struct iovec vector = {.iov_base = bytes, .iov_len = n};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t got = recvmsg(process->socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    const struct cmsghdr *first = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    struct ucred sender;
    if (first && first->cmsg_level == SOL_SOCKET && first->cmsg_type == SCM_CREDENTIALS) {
        memcpy(&sender, CMSG_DATA(first), sizeof sender);
        process->speaker = sender.pid;
        process_watch_partner(&process->watch, sender.pid);
    }
    return got;
}

/* 1: all bytes are there; 0: the other side has closed; -1: interrupted. */
static int read_all(struct process *process, void *bytes, size_t n)
{
    uint8_t *at = bytes;
    while (n > 0) {
        ssize_t got = receive(process, at, n);
        if (got > 0) {
            at += got;
            n -= (size_t)got;
        } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
            return 0;
        } else if (!wait_for_socket(process, POLLIN)) {
            return -1;
        }
    }
    return 1;
}

bool process_has_input(const struct process *process, long wait_us)
{
    struct pollfd socket = {.fd = process->socket, .events = POLLIN};
    const struct timespec wait = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
    bool found = ppoll(&socket, 1, &wait, NULL) > 0;
    if (!found)
        tell_if_asked(process);
    return found;
}

GPid process_speaker(const struct process *process)
{
    return process->speaker != 0 ? process->speaker : process->pid;
}

bool process_interrupted(const struct process *process)
{
    return is_interrupted(process);
}

/* Or the library would wait for an answer. */
void process_shut(struct process *process)
{
    shutdown(process->socket, SHUT_RDWR);
}

static enum process_read refuse_to_read(struct process *process)
{
    process_shut(process);
    return PROCESS_NONSENSE;
}

enum process_read process_read(struct process *process, struct protocol_request *request,
                               uint8_t **payload)
{
    *payload = NULL;
    int got = read_all(process, request, sizeof *request);
    if (got > 0 && (request->kind >= PROTOCOL_REQUESTS || request->payload_bytes > PAYLOAD_MAX))
        return refuse_to_read(process);
    if (got > 0 && request->payload_bytes > 0) {
        /* Strings end in it, whatever the program sent. */
        *payload = g_try_malloc0((gsize)request->payload_bytes + 1);
        if (!*payload)
            return refuse_to_read(process);
        got = read_all(process, *payload, request->payload_bytes);
    }
    /* Whoever takes leave wants no answer. */
    bool call = got > 0 && request->kind != PROTOCOL_GOODBYE;
    if (call && !process_watch_call(&process->watch, true))
        got = 0;
    if (got > 0) {
        process->n_calls += call;
        return PROCESS_REQUEST;
    }
    process_watch_call(&process->watch, process->n_calls > 0);
    g_clear_pointer(payload, g_free);
    return got == 0 ? PROCESS_CLOSED : PROCESS_INTERRUPTED;
}

/* A program that doesn't read its answers is waited for, but not past an interrupt. */
static bool send_all(const struct process *process, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    while (n > 0) {
        ssize_t sent = send(process->socket, at, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            at += sent;
            n -= (size_t)sent;
        } else if (errno != EINTR && errno != EAGAIN) {
            return false;
        } else if (!wait_for_socket(process, POLLOUT)) {
            return false;
        }
    }
    return true;
}

void process_answer(struct process *process, const struct protocol_answer *answer,
                    const void *payload)
{
    process->n_calls -= process->n_calls > 0;
    process_watch_call(&process->watch, process->n_calls > 0);
    if (send_all(process, answer, sizeof *answer))
        send_all(process, payload, answer->payload_bytes);
}

void process_pause(struct process *process)
{
    process_watch_end(&process->watch);
}

void process_resume(struct process *process, GPid pid, GPid speaker)
{
    process->pid = pid;
    process->speaker = speaker;
    process_watch_begin(&process->watch, pid, process->socket, process->interrupted);
    process_watch_partner(&process->watch, speaker);
    process_watch_call(&process->watch, process->n_calls > 0);
}

/* True if it is over. */
static bool reap(struct process *process)
{
    if (process->pid != 0 && waitpid(process->pid, &process->status, WNOHANG) != 0) {
        g_spawn_close_pid(process->pid);
        process->pid = 0;
    }
    return process->pid == 0;
}

int process_wait(struct process *process)
{
    /* Most have ended, or do so at once; those that compute on are not waited for busily. */
    for (gulong pause_us = 20; !reap(process); pause_us = MIN(2 * pause_us, 10000)) {
        if (is_interrupted(process))
            kill(process->pid, SIGKILL);
        tell_if_asked(process);
        g_usleep(pause_us);
    }
    return WIFSIGNALED(process->status) ? 128 + WTERMSIG(process->status)
                                        : WEXITSTATUS(process->status);
}

void process_kill(struct process *process)
{
    process_watch_end(&process->watch); /* its death is no news */
    if (!reap(process)) {
        kill(process->pid, SIGKILL);
        process_wait(process);
    }
    shutdown(process->socket, SHUT_RDWR); /* another one may have taken its place */
}

bool process_over(const struct process *process)
{
    return process->pid == 0 || process_watch_over(&process->watch);
}

bool process_was_killed(const struct process *process)
{
    return WIFSIGNALED(process->status);
}

char *process_describe_end(const struct process *process)
{
    if (WIFSIGNALED(process->status))
        return g_strdup_printf("%s was ended by signal %d (%s)", process->name,
                               WTERMSIG(process->status), strsignal(WTERMSIG(process->status)));
    return g_strdup_printf("%s exited with code %d", process->name, WEXITSTATUS(process->status));
}

void process_finish(struct process *process)
{
    /* A program that waits for an answer learns from the closed socket that it must end. */
    process_watch_end(&process->watch);
    if (process->socket >= 0)
        close(process->socket);
    for (unsigned i = 0; i < GRACE_MS && !reap(process); i++)
        g_usleep(1000);
    if (process->pid != 0) {
        kill(process->pid, SIGKILL);
        process_wait(process);
    }
    g_free(process->name);
    *process = (struct process){.socket = -1};
}
