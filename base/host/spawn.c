/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/host/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Those of SIGPIPE, which libraries ignore, too. */
static void forget_handlers(void)
{
    struct sigaction now;
    for (int i = 1; i < NSIG; i++)
        if (i == SIGPIPE || (sigaction(i, NULL, &now) == 0 && now.sa_handler != SIG_IGN))
            signal(i, SIG_DFL);
}

/* The child, in this process's memory until it is another program: it calls the system alone. The
 * descriptors live on in the program, which ends with this process, even if that has ended just
 * now. */
static _Noreturn void become(const struct spawn *spawn, pid_t parent, const sigset_t *signals,
                             volatile int *problem)
{
    forget_handlers();
    sigprocmask(SIG_SETMASK, signals, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent) {
        for (unsigned i = 0; i < spawn->n_files; i++)
            fcntl(spawn->files[i], F_SETFD, 0);
        execvpe(spawn->argv[0], spawn->argv, spawn->environment);
        *problem = errno;
    }
    _exit(EXIT_FAILURE);
}

/* No handler of ours runs in the child. */
int spawn_process(pid_t *pid, const struct spawn *spawn)
{
    const pid_t parent = getpid();
    sigset_t all, before;
    volatile int problem = 0;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    *pid = vfork();
    if (*pid == 0)
        become(spawn, parent, &before, &problem);
    const int failure = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (*pid > 0 && problem != 0)
        waitpid(*pid, NULL, 0);
    return *pid < 0 ? failure : problem;
}
