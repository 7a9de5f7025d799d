/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/process_watch.h"

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often to look where the kernel has no pidfds (Linux before 5.3, some sandboxes). */
enum { LOOK_MS = 50 };

enum state { RUNS, EXITED, KILLED };

/* Leaves the process to be waited for. */
static enum state state_of_child(const struct process_watch *watch)
{
    siginfo_t info = {.si_pid = 0};
    if (waitid(P_PID, (id_t)watch->pid, &info, WEXITED | WNOWAIT | WNOHANG) != 0)
        return EXITED; /* waited for: who did knows how it ended */
    if (info.si_pid == 0)
        return RUNS;
    return info.si_code == CLD_EXITED ? EXITED : KILLED;
}

/* How another's process ended is not for us to know: it was in the middle of something. */
static enum state state_of(const struct process_watch *watch)
{
    int partner = g_atomic_int_get(&watch->partner);
    struct pollfd file = {.fd = partner, .events = POLLIN};
    if (partner < 0)
        return state_of_child(watch);
    return poll(&file, 1, 0) > 0 ? KILLED : RUNS;
}

static void wait_for_news(struct process_watch *watch)
{
    struct pollfd files[] = {{.fd = watch->wake, .events = POLLIN},
                             {.fd = watch->child, .events = POLLIN},
                             {.fd = g_atomic_int_get(&watch->partner), .events = POLLIN}};
    if (files[2].fd >= 0)
        files[1].fd = -1;
    bool blind = files[1].fd < 0 && files[2].fd < 0;
    uint64_t count;
    if (poll(files, G_N_ELEMENTS(files), blind ? LOOK_MS : -1) > 0 && files[0].revents)
        (void)!read(watch->wake, &count, sizeof count);
}

static void *watch_processes(void *data)
{
    struct process_watch *watch = data;
    enum state state = RUNS;
    while (state == RUNS) {
        wait_for_news(watch);
        if (g_atomic_int_get(&watch->quit))
            return NULL;
        state = state_of(watch);
    }
    shutdown(watch->socket, SHUT_RDWR);
    if (state == KILLED && watch->stop && g_atomic_int_get(&watch->calling))
        g_atomic_int_compare_and_exchange((volatile gint *)watch->stop, 0, WATCH_DIED);
    return NULL;
}

void process_watch_begin(struct process_watch *watch, GPid pid, int socket, volatile int *stop)
{
    sigset_t all, before;
    *watch = (struct process_watch){.pid = pid,
                                    .socket = socket,
                                    .child = pidfd_open(pid, 0),
                                    .partner = -1,
                                    .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
                                    .stop = stop};
    /* Signals are for the thread that simulates: its waits must end. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    watch->thread = g_thread_new("program", watch_processes, watch);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void wake(const struct process_watch *watch)
{
    const uint64_t one = 1;
    (void)!write(watch->wake, &one, sizeof one);
}

void process_watch_partner(struct process_watch *watch, GPid partner)
{
    if (!watch->thread || partner <= 0 || partner == watch->pid || watch->partner >= 0)
        return;
    g_atomic_int_set(&watch->partner, pidfd_open(partner, 0));
    wake(watch);
}

/* Whoever comes second of this and the thread sees what the other has written. */
bool process_watch_call(struct process_watch *watch, bool calling)
{
    g_atomic_int_set(&watch->calling, calling);
    return !calling || !watch->thread || state_of(watch) != KILLED;
}

bool process_watch_over(const struct process_watch *watch)
{
    return !watch->thread || state_of(watch) != RUNS;
}

void process_watch_end(struct process_watch *watch)
{
    if (!watch->thread)
        return;
    g_atomic_int_set(&watch->quit, 1);
    wake(watch);
    g_thread_join(watch->thread);
    const int files[] = {watch->child, watch->partner, watch->wake};
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++)
        if (files[i] >= 0)
            close(files[i]);
    *watch = (struct process_watch){.child = -1, .partner = -1, .wake = -1};
}
