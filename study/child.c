/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/child.h"

#include "base/exit_code.h"
#include "base/input_error.h"
#include "results/numbers.h"
#include "study/point_command.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RESULT_FILE = 3 };
/* Of messages the last so many bytes are kept. */
enum { MESSAGES_MAX = 64 * 1024 };

/* ---- starting */

/* The running executable: by its path as long as that still leads to it, else (it was built anew
 * meanwhile, and keys are of the old one) as the kernel has it. */
static const char *running_executable(const char *path)
{
    static const char own[] = "/proc/self/exe";
    struct stat there, running;
    bool same = stat(path, &there) == 0 && stat(own, &running) == 0 &&
                there.st_ino == running.st_ino && there.st_dev == running.st_dev;
    return same ? path : own;
}

/* Between fork and exec: only what is safe there. */
static void become(char **words, const int files[2], pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (getppid() != parent || nothing < 0)
        _exit(EXIT_NOT_STARTED);
    dup2(files[1], STDERR_FILENO);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    if (files[0] == RESULT_FILE)
        fcntl(RESULT_FILE, F_SETFD, 0);
    else
        dup2(files[0], RESULT_FILE);
    execv(running_executable(words[0]), words);
    _exit(EXIT_NOT_STARTED);
}

static bool make_pipes(int read_ends[2], int write_ends[2])
{
    int ends[2];
    for (int i = 0; i < 2; i++) {
        if (pipe2(ends, O_CLOEXEC) != 0) {
            for (int k = 0; k < i; k++) {
                close(read_ends[k]);
                close(write_ends[k]);
            }
            return false;
        }
        read_ends[i] = ends[0];
        write_ends[i] = ends[1];
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static struct child *child_new(pid_t pid, const int read_ends[2], const struct study_point *point)
{
    struct child *child = g_new0(struct child, 1);
    *child = (struct child){.pid = pid,
                            .end = pidfd_open(pid, 0),
                            .result_file = read_ends[0],
                            .message_file = read_ends[1],
                            .result = g_string_new(NULL),
                            .messages = g_string_new(NULL),
                            .start_us = g_get_monotonic_time(),
                            .started = g_date_time_new_now_utc(),
                            .point = point};
    return child;
}

struct child *child_start(const char *executable, const struct study_point *point, unsigned threads,
                          GError **error)
{
    g_autofree char *count = g_strdup_printf("%u", threads);
    const char *const more[] = {"--json", "/dev/fd/3", "--check", threads > 1 ? "--threads" : NULL,
                                count,    NULL};
    g_autofree char **words = point_words(executable, point, more);
    int read_ends[2], write_ends[2];
    if (!make_pipes(read_ends, write_ends)) {
        input_error_at(error, executable, 0, "no pipe for it: %s", g_strerror(errno));
        return NULL;
    }
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0)
        become(words, write_ends, parent);
    int problem = errno;
    close(write_ends[0]);
    close(write_ends[1]);
    struct child *child = NULL;
    if (pid > 0) {
        child = child_new(pid, read_ends, point);
        setpgid(pid, pid);
        if (child->end >= 0)
            return child;
        input_error_at(error, executable, 0, "cannot watch it: %s", g_strerror(errno));
        child_free(child);
        return NULL;
    }
    close(read_ends[0]);
    close(read_ends[1]);
    input_error_at(error, executable, 0, "cannot start it: %s", g_strerror(problem));
    return NULL;
}

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

void child_free(struct child *child)
{
    if (child->pid > 0) {
        kill(-child->pid, SIGKILL);
        kill(child->pid, SIGKILL);
        waitpid(child->pid, NULL, 0);
    }
    close_file(&child->end);
    close_file(&child->result_file);
    close_file(&child->message_file);
    g_string_free(child->result, TRUE);
    g_string_free(child->messages, TRUE);
    g_date_time_unref(child->started);
    g_free(child);
}

/* ---- while it runs */

void child_watch(const struct child *child, struct pollfd files[CHILD_FILES])
{
    files[0] = (struct pollfd){.fd = child->end, .events = POLLIN};
    files[1] = (struct pollfd){.fd = child->result_file, .events = POLLIN};
    files[2] = (struct pollfd){.fd = child->message_file, .events = POLLIN};
}

/* Reads all there is; a file whose other end is closed is closed. */
static void collect(int *file, GString *text, gsize keep)
{
    char buffer[16384];
    while (*file >= 0) {
        const ssize_t n = read(*file, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0)
            close_file(file);
        else
            g_string_append_len(text, buffer, n);
        if (text->len > keep)
            g_string_erase(text, 0, (gssize)(text->len - keep));
    }
}

bool child_look(struct child *child)
{
    struct pollfd end = {.fd = child->end, .events = POLLIN};
    bool ended = poll(&end, 1, 0) > 0; /* before reading: then all it wrote is there */
    collect(&child->result_file, child->result, G_MAXSSIZE);
    collect(&child->message_file, child->messages, MESSAGES_MAX);
    return ended;
}

double child_seconds(const struct child *child)
{
    return (double)(g_get_monotonic_time() - child->start_us) / G_USEC_PER_SEC;
}

void child_time_out(struct child *child)
{
    child->timed_out = true;
    kill(-child->pid, SIGKILL);
}

/* ---- its end */

/* The last line of simgpu's that is no warning, else the last line; NULL: none. */
static char *last_message(const char *messages)
{
    static const char prefix[] = "simgpu: ", warning[] = "simgpu: warning: ";
    g_auto(GStrv) lines = g_strsplit(messages, "\n", -1);
    const char *best = NULL;
    bool best_is_ours = false;
    for (unsigned i = 0; lines[i]; i++) {
        bool ours = g_str_has_prefix(lines[i], prefix);
        if (g_strstrip(lines[i])[0] == '\0' || g_str_has_prefix(lines[i], warning) ||
            (best_is_ours && !ours))
            continue;
        best = lines[i] + (ours ? strlen(prefix) : 0);
        best_is_ours = ours;
    }
    return best ? g_utf8_make_valid(best, -1) : NULL;
}

static char *reason_of(const struct child *child, int status)
{
    static const char *const codes[] = {
        [EXIT_CHECK_FAILED] = "a check failed", [EXIT_USAGE] = "wrong command line",
        [EXIT_BAD_INPUT] = "bad input",         [EXIT_DEADLOCK] = "deadlock",
        [EXIT_LIMIT] = "limit reached",         [EXIT_NOT_STARTED] = "it did not start",
        [EXIT_INTERRUPTED] = "interrupted"};
    if (WIFSIGNALED(status))
        return g_strdup_printf("ended by signal %d (%s)", WTERMSIG(status),
                               g_strsignal(WTERMSIG(status)));
    int code = WEXITSTATUS(status);
    char *message = last_message(child->messages->str);
    if (message)
        return message;
    const char *known = (unsigned)code < G_N_ELEMENTS(codes) ? codes[code] : NULL;
    return known ? g_strdup(known) : g_strdup_printf("exit code %d", code);
}

/* NULL if it has written none. */
static JsonNode *result_of(const struct child *child)
{
    return g_utf8_validate(child->result->str, (gssize)child->result->len, NULL)
               ? result_root(child->result->str)
               : NULL;
}

static bool ended_well(int status)
{
    return WIFEXITED(status) &&
           (WEXITSTATUS(status) == EXIT_DONE || WEXITSTATUS(status) == EXIT_LIMIT);
}

void child_finish(struct child *child, const char *executable, struct store_run *run)
{
    int status = 0;
    struct rusage usage = {0};
    while (wait4(child->pid, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    child->pid = 0;
    *run = (struct store_run){.command = point_command(executable, child->point),
                              .started = g_date_time_format(child->started, "%Y-%m-%dT%H:%M:%SZ"),
                              .wall_s = child_seconds(child),
                              .user_s = (double)usage.ru_utime.tv_sec +
                                        (double)usage.ru_utime.tv_usec * 1e-6,
                              .rss_kb = usage.ru_maxrss};
    if (ended_well(status))
        run->parsed = result_of(child);
    if (run->parsed) {
        run->status = g_strdup("done");
        run->result = g_strndup(child->result->str, child->result->len);
    } else if (child->timed_out) {
        run->status = g_strdup("timeout");
        run->reason = g_strdup_printf("no end after %.1f s", run->wall_s);
    } else {
        run->status = g_strdup("failed");
        run->reason =
            ended_well(status) ? g_strdup("it wrote no result") : reason_of(child, status);
    }
}
