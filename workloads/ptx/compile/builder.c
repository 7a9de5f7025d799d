/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/builder.h"
#include "workloads/ptx/compile/kept/cache.h"
#include "workloads/ptx/compile/machine_code.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Deeper frames could leave the stack of the unit that runs kernels (models/core/simgrid_runner.c).
 */
enum { MAX_FRAME_BYTES = 64 * 1024, CACHE_BYTES = 256 * 1024 * 1024 };
/* ASSUMED: a kernel that takes clang longer stays interpreted. */
enum { MOST_SECONDS = 120 };

struct kernel_builder {
    char *folder; /* where it works: removed afterwards */
    char *path;
    char *text;
    GPid pid;     /* 0: it has ended */
    pid_t parent; /* whose child it is: not ours if this process goes on from an image */
    enum kernel_build state;
};

static const char *const common_options[] = {
    "-x",
    "c",
    "-std=gnu17",
    "-O1",
    "-w",
    "-fPIC",
    "-shared",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-vectorize", /* machine/'s loops are vector code */
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-stack-protector",
    "-fstack-usage",
    "-nostartfiles", /* few parts, which are loaded faster */
    "-Wl,--as-needed,-z,norelro,-z,noseparate-code",
    NULL};

static char *find_clang(void)
{
    if (g_file_test(CLANG_PATH, G_FILE_TEST_IS_EXECUTABLE))
        return g_strdup(CLANG_PATH);
    return g_find_program_in_path("clang-14");
}

bool kernel_builder_is_there(void)
{
    struct content_digest tools;
    g_autofree char *folder = kernel_cache_folder();
    return folder && kernel_builder_tools(&tools);
}

bool kernel_builder_tools(struct content_digest *tools)
{
    const struct machine_code *machine = machine_code_best();
    g_autofree char *clang = machine ? find_clang() : NULL;
    if (!clang)
        return false;
    *tools = content_digest_add((struct content_digest){{0}}, clang, strlen(clang));
    *tools = content_digest_add(*tools, machine->set, strlen(machine->set));
    return true;
}

char *kernel_builder_digest(const char *text)
{
    const struct machine_code *machine = machine_code_best();
    struct content_digest sum = {{0}};
    g_autofree char *clang = find_clang();
    sum = content_digest_add(sum, clang, strlen(clang));
    for (const char *const *option = common_options; *option; option++)
        sum = content_digest_add(sum, *option, strlen(*option));
    sum = content_digest_add(sum, machine->bitcode, machine->bytes);
    sum = content_digest_add(sum, machine_header, strlen(machine_header));
    sum = content_digest_add(sum, text, strlen(text));
    return g_strdup_printf("%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x", sum.word[0],
                           sum.word[1]);
}

static void add_all(GPtrArray *words, const char *const *options)
{
    for (; *options; options++)
        g_ptr_array_add(words, (char *)*options);
}

static const char source_name[] = "kernel.c", said_name[] = "said";

/* clang runs its compiler as a process of its own: all are a group, which ends with the builder. If
 * simgpu is killed itself, nobody ends them, but they have their time. */
static void in_a_group(gpointer data)
{
    (void)data;
    const int said = open(said_name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(said, STDERR_FILENO);
    close(said);
    setpgid(0, 0);
    setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS, MOST_SECONDS});
}

/* Runs clang in the builder's folder: kernel.c into kernel.so. */
static bool start(struct kernel_builder *b)
{
    g_autofree char *clang = find_clang();
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    g_ptr_array_add(words, clang);
    add_all(words, common_options);
    add_all(words, machine_code_best()->options);
    static const char *const last[] = {"-Xclang",   "-mlink-builtin-bitcode",
                                       "-Xclang",   "machine.bc",
                                       source_name, "-o",
                                       "kernel.so", "-lm",
                                       NULL};
    add_all(words, last);
    g_ptr_array_add(words, NULL);
    /* if it is killed, what it leaves goes with the folder */
    g_auto(GStrv) environment = g_environ_setenv(g_get_environ(), "TMPDIR", b->folder, TRUE);
    return g_spawn_async(b->folder, (char **)words->pdata, environment,
                         G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
                             G_SPAWN_STDERR_TO_DEV_NULL,
                         in_a_group, NULL, &b->pid, NULL);
}

static bool write_inputs(const struct kernel_builder *b, const char *text)
{
    const struct machine_code *machine = machine_code_best();
    g_autofree char *source = g_build_filename(b->folder, source_name, NULL);
    g_autofree char *bitcode = g_build_filename(b->folder, "machine.bc", NULL);
    g_autofree char *whole = g_strconcat(machine_header, text, NULL);
    return g_file_set_contents(source, whole, -1, NULL) &&
           g_file_set_contents(bitcode, (const char *)machine->bitcode, (gssize)machine->bytes,
                               NULL);
}

static bool begin(struct kernel_builder *b)
{
    g_free(b->folder);
    b->folder = g_strconcat(b->path, ".XXXXXX", NULL); /* beside it, for the rename */
    b->parent = getpid();
    return g_mkdtemp(b->folder) && write_inputs(b, b->text) && start(b);
}

struct kernel_builder *kernel_builder_new(const char *text, const char *path)
{
    struct kernel_builder *b = g_new0(struct kernel_builder, 1);
    b->path = g_strdup(path);
    b->text = g_strdup(text);
    if (begin(b))
        return b;
    kernel_builder_free(b);
    return NULL;
}

/* Whether all of its frames are small enough: lines "kernel.c:1:2:name<tab>bytes<tab>static". */
static bool frames_are_small(const struct kernel_builder *b)
{
    g_autofree char *path = g_build_filename(b->folder, "kernel.su", NULL), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return false;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        const char *tab = strchr(lines[i], '\t');
        if (tab && g_ascii_strtoull(tab + 1, NULL, 10) > MAX_FRAME_BYTES)
            return false;
    }
    return true;
}

/* Whether clang speaks of a line of the text, and not of a full disk or of its time. */
static bool is_refused(const struct kernel_builder *b)
{
    g_autofree char *path = g_build_filename(b->folder, said_name, NULL), *said = NULL;
    g_autofree char *line = g_strconcat(source_name, ":", NULL);
    return g_file_get_contents(path, &said, NULL, NULL) && strstr(said, line) != NULL;
}

static void finish_build(struct kernel_builder *b, int status)
{
    g_autofree char *made = g_build_filename(b->folder, "kernel.so", NULL);
    g_autofree char *folder = g_path_get_dirname(b->path);
    g_spawn_close_pid(b->pid);
    b->pid = 0;
    b->state = WIFEXITED(status) && WEXITSTATUS(status) == 1 && is_refused(b) ? BUILD_REFUSED
                                                                              : BUILD_FAILED;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !frames_are_small(b) ||
        g_rename(made, b->path) != 0)
        return;
    b->state = BUILD_DONE;
    kernel_cache_trim(folder, CACHE_BYTES);
}

enum kernel_build kernel_builder_look(struct kernel_builder *b, bool wait)
{
    int status;
    if (b->pid != 0 && b->parent != getpid()) {
        b->pid = 0;
        b->state = begin(b) ? BUILD_RUNS : BUILD_FAILED;
    }
    if (b->pid == 0)
        return b->state;
    const pid_t ended = waitpid(b->pid, &status, wait ? 0 : WNOHANG);
    if (ended == b->pid)
        finish_build(b, status);
    else if (ended < 0 && errno != EINTR) /* a signal is whose who waits, and clang goes on */
        finish_build(b, -1);
    return b->pid == 0 ? b->state : BUILD_RUNS;
}

void kernel_builder_free(struct kernel_builder *b)
{
    if (b->pid != 0 && b->parent == getpid()) {
        kill(-b->pid, SIGKILL);
        kill(b->pid, SIGKILL); /* which may be no group yet */
        waitpid(b->pid, NULL, 0);
        g_spawn_close_pid(b->pid);
    }
    kernel_cache_remove_folder(b->folder);
    g_free(b->folder);
    g_free(b->path);
    g_free(b->text);
    g_free(b);
}
