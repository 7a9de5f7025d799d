/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/confine.h"
#include "teaching/grade/confine_rules.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RESULT_FILE = 3, NOT_STARTED = 127, LOOK_EVERY_MS = 10 };

/* ---- starting
 * ------------------------------------------------------------------------------------ */

/* Between fork and exec: only what is safe there. */
static void become(char *const *words, char *const *environment, const struct confine_rules *rules,
                   int result, int errors)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || (rules && chdir(rules->write) != 0))
        _exit(NOT_STARTED);
    dup2(errors, STDERR_FILENO);
    dup2(errors, STDOUT_FILENO);
    dup2(nothing, STDIN_FILENO);
    if (result == RESULT_FILE)
        fcntl(RESULT_FILE, F_SETFD, 0);
    else
        dup2(result, RESULT_FILE);
    if (rules && (!confine_limits(rules) || !confine_files(rules) || !confine_calls(rules)))
        _exit(NOT_STARTED);
    execve(words[0], words, environment);
    _exit(NOT_STARTED);
}

/* Nothing of the grader's own but where libraries are. g_strfreev. */
static char **environment_of(const struct confine_rules *rules)
{
    if (!rules)
        return g_get_environ();
    const char *libraries = g_getenv("LD_LIBRARY_PATH");
    char **environment = g_environ_setenv(NULL, "PATH", "/usr/bin:/bin", TRUE);
    environment = g_environ_setenv(environment, "LC_ALL", "C.UTF-8", TRUE);
    environment = g_environ_setenv(environment, "HOME", rules->write, TRUE);
    environment = g_environ_setenv(environment, "TMPDIR", rules->write, TRUE);
    return libraries ? g_environ_setenv(environment, "LD_LIBRARY_PATH", libraries, TRUE)
                     : environment;
}

/* ---- watching
 * ------------------------------------------------------------------------------------ */

struct watched {
    pid_t pid;
    int end, result_file, error_file;
    GString *result, *errors;
    const struct confine_rules *rules;
    gint64 started;
};

/* Reads what is there. True: it is the end of the file. */
static bool take(int file, GString *text, gsize most, bool keep_last)
{
    char buffer[1 << 16];
    for (;;) {
        const ssize_t n = read(file, buffer, sizeof buffer);
        if (n == 0)
            return true;
        if (n < 0)
            return errno != EAGAIN && errno != EINTR;
        if (keep_last || text->len < most)
            g_string_append_len(text, buffer, n);
        if (keep_last && text->len > 2 * most)
            g_string_erase(text, 0, (gssize)(text->len - most));
    }
}

static guint64 resident_bytes(pid_t pid)
{
    char path[64];
    unsigned long long pages = 0, all;
    g_snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "re");
    if (file && fscanf(file, "%llu %llu", &all, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return (guint64)pages * (guint64)sysconf(_SC_PAGESIZE);
}

/* Whether it must end now, and why. */
static bool breaks_rules(const struct watched *watched, enum confine_end *end)
{
    const struct confine_rules *rules = watched->rules;
    if (!rules)
        return false;
    const double seconds =
        (double)(g_get_monotonic_time() - watched->started) / (double)G_USEC_PER_SEC;
    *end = seconds > rules->seconds                       ? CONFINE_TOO_LONG
           : resident_bytes(watched->pid) > rules->memory ? CONFINE_TOO_LARGE
                                                          : CONFINE_ENDED;
    return *end != CONFINE_ENDED;
}

static enum confine_end watch(struct watched *watched)
{
    enum confine_end end = CONFINE_ENDED;
    struct pollfd files[] = {{.fd = watched->end, .events = POLLIN},
                             {.fd = watched->result_file, .events = POLLIN},
                             {.fd = watched->error_file, .events = POLLIN}};
    while (!(files[0].revents & POLLIN) && !breaks_rules(watched, &end)) {
        poll(files, G_N_ELEMENTS(files), LOOK_EVERY_MS);
        if (take(watched->result_file, watched->result, CONFINE_MOST_RESULT, false))
            files[1].fd = -1;
        if (take(watched->error_file, watched->errors, CONFINE_MOST_ERRORS, true))
            files[2].fd = -1;
    }
    kill(-watched->pid, SIGKILL); /* what it has started, too */
    return end;
}

static void finish(struct watched *watched, enum confine_end end, struct confine_outcome *outcome)
{
    int status = 0;
    while (waitpid(watched->pid, &status, 0) < 0 && errno == EINTR)
        ;
    take(watched->result_file, watched->result, CONFINE_MOST_RESULT, false);
    take(watched->error_file, watched->errors, CONFINE_MOST_ERRORS, true);
    outcome->end = end;
    outcome->exit_code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (end == CONFINE_ENDED && WIFSIGNALED(status))
        outcome->end = outcome->exit_code == SIGXCPU ? CONFINE_TOO_LONG : CONFINE_CRASHED;
    else if (end == CONFINE_ENDED && outcome->exit_code == NOT_STARTED)
        outcome->end = CONFINE_NOT_STARTED;
}

void confine_run(char *const *words, const struct confine_rules *rules,
                 struct confine_outcome *outcome)
{
    int result[2], errors[2];
    *outcome = (struct confine_outcome){.end = CONFINE_NOT_STARTED};
    struct watched watched = {.rules = rules,
                              .result = g_string_new(NULL),
                              .errors = g_string_new(NULL),
                              .started = g_get_monotonic_time()};
    if (pipe2(result, O_CLOEXEC) == 0 && pipe2(errors, O_CLOEXEC) == 0) {
        fcntl(result[0], F_SETFL, O_NONBLOCK);
        fcntl(errors[0], F_SETFL, O_NONBLOCK);
        g_auto(GStrv) environment = environment_of(rules);
        watched.pid = fork();
        if (watched.pid == 0)
            become(words, environment, rules, result[1], errors[1]);
        close(result[1]);
        close(errors[1]);
        watched.result_file = result[0];
        watched.error_file = errors[0];
        if (watched.pid > 0) {
            setpgid(watched.pid, watched.pid);
            watched.end = pidfd_open(watched.pid, 0);
            finish(&watched, watch(&watched), outcome);
            close(watched.end);
        }
        close(result[0]);
        close(errors[0]);
    }
    outcome->result = g_string_free(watched.result, FALSE);
    outcome->errors = g_string_free(watched.errors, FALSE);
}

void confine_outcome_clear(struct confine_outcome *outcome)
{
    g_free(outcome->result);
    g_free(outcome->errors);
    *outcome = (struct confine_outcome){0};
}

const char *confine_how(const struct confine_outcome *outcome)
{
    switch (outcome->end) {
    case CONFINE_CRASHED:
        return "it crashed";
    case CONFINE_TOO_LONG:
        return "it took too long";
    case CONFINE_TOO_LARGE:
        return "it took too much memory";
    case CONFINE_NOT_STARTED:
        return "it did not start";
    default:
        return "it gave up";
    }
}

char *confine_kernel(void)
{
    return g_strdup_printf("%s%slimits of time, memory and file size",
                           confine_knows_files() ? "landlock, " : "",
                           confine_knows_calls() ? "seccomp, " : "");
}
