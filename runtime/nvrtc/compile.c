/* SPDX-License-Identifier: BSD-3-Clause */
#include "runtime/nvrtc/compile.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/protocol.h"

extern char **environ;

/* ---- files ------------------------------------------------------------------------------------
 */

static char *joined(const char *first, const char *second)
{
    char *text = NULL;
    if (asprintf(&text, "%s/%s", first, second) < 0)
        abort();
    return text;
}

/* Makes the folders above a file whose name may have some. */
static void make_folders(char *path, size_t from)
{
    for (size_t i = from; path[i]; i++) {
        if (path[i] != '/')
            continue;
        path[i] = 0;
        (void)mkdir(path, 0700);
        path[i] = '/';
    }
}

static bool write_file(const char *folder, const char *name, const char *text)
{
    char *path = joined(folder, name);
    make_folders(path, strlen(folder) + 1);
    FILE *file = fopen(path, "w");
    bool good = file && fputs(text, file) >= 0;
    good = file && fclose(file) == 0 && good;
    free(path);
    return good;
}

/* NULL: it is not there. */
static char *read_file(const char *folder, const char *name)
{
    char *path = joined(folder, name), *text = NULL;
    size_t bytes = 0;
    FILE *file = fopen(path, "r");
    free(path);
    if (!file)
        return NULL;
    if (getdelim(&text, &bytes, 0, file) < 0) {
        free(text);
        text = strdup("");
    }
    fclose(file);
    return text;
}

static void remove_folder(const char *folder)
{
    const char *const arguments[] = {"rm", "-rf", "--", folder, NULL};
    pid_t child;
    if (posix_spawnp(&child, arguments[0], NULL, NULL, (char **)arguments, environ) == 0)
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
}

/* ---- what the compiler says -------------------------------------------------------------------
 */

/* Programs look in the log for headers that are missing, and compile again with them: for NVRTC's
 * words, which come before clang's line that says so. line: "FILE:LINE:COLUMN: fatal error: 'NAME'
 * file not found"; others are left as they are. sources: where the program's files lie. */
static void name_missing_header(FILE *out, const char *line, const char *sources)
{
    const char *error = strstr(line, ": fatal error: '"), *end = strchr(line, '\n');
    const char *name = error ? error + strlen(": fatal error: '") : NULL;
    const char *found = name ? strstr(name, "' file not found") : NULL;
    const size_t length = strlen(sources);
    char *file = NULL;
    unsigned number = 0;
    if (found && (!end || found < end) && sscanf(line, "%m[^:\n]:%u:", &file, &number) == 2) {
        const bool own = strncmp(file, sources, length) == 0 && file[length] == '/';
        fprintf(out, "%s(%u): catastrophic error: cannot open source file \"%.*s\"\n",
                own ? file + length + 1 : file, number, (int)(found - name), name);
    }
    free(file);
}

/* The log with what NVRTC would have said; takes log. NULL stays NULL. */
static char *told_as_by_nvrtc(char *log, const char *sources)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = log ? open_memstream(&text, &bytes) : NULL;
    if (!out)
        return log;
    for (const char *line = log; *line;) {
        const size_t length = strcspn(line, "\n") + (strchr(line, '\n') != NULL);
        name_missing_header(out, line, sources);
        fwrite(line, 1, length, out);
        line += length;
    }
    fclose(out);
    free(log);
    return text;
}

/* ---- the compiler -----------------------------------------------------------------------------
 */

/* simgpucc, beside this library: in the build, where it is installed, or in the folder that looks
 * like a CUDA installation. Else that of PATH. */
static char *compiler_path(void)
{
    static const char *const places[] = {"../../nvcc/bin/nvcc", "../nvcc/bin/nvcc", "../bin/nvcc"};
    const char *given = getenv("SIMGPU_NVRTC_COMPILER");
    Dl_info own;
    if (given)
        return strdup(given);
    char *real = dladdr((const void *)(uintptr_t)nvrtc_compile, &own) != 0
                     ? realpath(own.dli_fname, NULL)
                     : NULL;
    for (size_t i = 0; real && i < sizeof places / sizeof places[0]; i++) {
        char *copy = strdup(real), *path = joined(dirname(copy), places[i]);
        free(copy);
        if (access(path, X_OK) == 0) {
            free(real);
            return path;
        }
        free(path);
    }
    free(real);
    return strdup("simgpucc");
}

/* The program's environment without the channel to simgpu. */
static char **environment(void)
{
    size_t n = 0, kept = 0;
    while (environ[n])
        n++;
    char **result = calloc(n + 1, sizeof *result);
    for (size_t i = 0; result && i < n; i++)
        if (strncmp(environ[i], PROTOCOL_VARIABLE "=", strlen(PROTOCOL_VARIABLE) + 1) != 0)
            result[kept++] = environ[i];
    return result;
}

/* The exit status; -1: it did not start, and errno says why. */
static int run(const char *const *arguments, const char *log)
{
    posix_spawn_file_actions_t actions;
    char **variables = environment();
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    errno = posix_spawnp(&child, arguments[0], &actions, NULL, (char **)arguments, variables);
    if (errno == 0) {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
        status = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    }
    posix_spawn_file_actions_destroy(&actions);
    free(variables);
    return status;
}

/* Deep down, so that a header's name may begin with some "../". */
static const char SOURCES[] = "files/_/_/_/_/_/_";

static int compile_in(const char *folder, const struct nvrtc_file *files, size_t n_files,
                      const char *const *options, size_t n_options)
{
    enum { FIXED = 14 };
    const char **arguments = calloc(n_options + FIXED, sizeof *arguments);
    char *sources = joined(folder, SOURCES), *ptx = joined(folder, "ptx"),
         *log = joined(folder, "log"), *compiler = compiler_path();
    char *source = joined(sources, files[0].name), *name = strdup(files[0].name);
    const char *beside = dirname(name); /* NVRTC looks there, too, for what the source includes */
    size_t n = 0;
    make_folders(sources, strlen(folder) + 1);
    bool good = arguments && mkdir(sources, 0700) == 0;
    for (size_t i = 0; good && i < n_files; i++)
        good = write_file(sources, files[i].name, files[i].text);
    /* Last for <...>: NVRTC's own headers include none of the program's, so ours must not either.
     */
    const char *const first[] = {compiler,  "-ptx",  "-x",         "cu",    "-o", ptx,
                                 "-iquote", sources, "-idirafter", sources, "-I", beside};
    for (size_t i = 0; good && i < sizeof first / sizeof first[0]; i++)
        arguments[n++] = first[i];
    for (size_t i = 0; good && i < n_options; i++)
        arguments[n++] = options[i];
    if (good)
        arguments[n++] = source;
    const int status = good ? run(arguments, log) : -1;
    if (status < 0)
        fprintf(stderr, "nvrtcCompileProgram: %s: %s\n", compiler, strerror(errno));
    free(source);
    free(name);
    free(compiler);
    free(log);
    free(ptx);
    free(sources);
    free(arguments);
    return status;
}

bool nvrtc_compile(const struct nvrtc_file *files, size_t n_files, const char *const *options,
                   size_t n_options, struct nvrtc_result *result)
{
    const char *parent = getenv("TMPDIR");
    char *folder = joined(parent ? parent : "/tmp", "simgpu-nvrtc-XXXXXX");
    *result = (struct nvrtc_result){0};
    if (!mkdtemp(folder)) {
        fprintf(stderr, "nvrtcCompileProgram: %s: %s\n", folder, strerror(errno));
        free(folder);
        return false;
    }
    const int status = compile_in(folder, files, n_files, options, n_options);
    result->good = status == 0;
    if (result->good)
        result->ptx = read_file(folder, "ptx");
    char *sources = joined(folder, SOURCES);
    result->log = told_as_by_nvrtc(read_file(folder, "log"), sources);
    free(sources);
    remove_folder(folder);
    free(folder);
    return status >= 0;
}
