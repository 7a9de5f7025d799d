/* SPDX-License-Identifier: BSD-3-Clause */
/* NVRTC over simgpucc; see nvrtc.h of the public headers.
 *
 * A name expression becomes a variable behind the source that holds the address of what it names.
 * So the compiler instantiates the template, and the variable's initial value in the PTX is the
 * lowered name. These variables are taken out of the PTX.
 */
#include "runtime/include/nvrtc.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/nvrtc/compile.h"

#define NAME_PREFIX "simgpu_nvrtc_name_"

struct name {
    char *expression, *lowered;
};

struct _nvrtcProgram {
    char *name, *source;
    int n_headers;
    char **headers, **include_names;
    struct name *names;
    int n_names;
    bool compiled;
    char *ptx, *log;
};

static const int architectures[] = {35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
enum { N_ARCHITECTURES = sizeof architectures / sizeof architectures[0], MAJOR = 12, MINOR = 0 };

const char *nvrtcGetErrorString(nvrtcResult result)
{
    static const char *const texts[] = {"NVRTC_SUCCESS",
                                        "NVRTC_ERROR_OUT_OF_MEMORY",
                                        "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                        "NVRTC_ERROR_INVALID_INPUT",
                                        "NVRTC_ERROR_INVALID_PROGRAM",
                                        "NVRTC_ERROR_INVALID_OPTION",
                                        "NVRTC_ERROR_COMPILATION",
                                        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                        "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                        "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                        "NVRTC_ERROR_INTERNAL_ERROR",
                                        "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
                                        "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
                                        "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
                                        "NVRTC_ERROR_PCH_CREATE",
                                        "NVRTC_ERROR_CANCELLED"};
    return (size_t)result < sizeof texts / sizeof texts[0] ? texts[result] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    if (!major || !minor)
        return NVRTC_ERROR_INVALID_INPUT;
    *major = MAJOR;
    *minor = MINOR;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    if (!count)
        return NVRTC_ERROR_INVALID_INPUT;
    *count = N_ARCHITECTURES;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *out)
{
    if (!out)
        return NVRTC_ERROR_INVALID_INPUT;
    memcpy(out, architectures, sizeof architectures);
    return NVRTC_SUCCESS;
}

/* ---- programs ---------------------------------------------------------------------------------
 */

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name,
                               int n_headers, const char *const *headers,
                               const char *const *include_names)
{
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!source || n_headers < 0 || (n_headers > 0 && (!headers || !include_names)))
        return NVRTC_ERROR_INVALID_INPUT;
    struct _nvrtcProgram *made = calloc(1, sizeof *made);
    made->name = strdup(name && *name ? name : "default_program");
    made->source = strdup(source);
    made->n_headers = n_headers;
    made->headers = calloc((size_t)n_headers + 1, sizeof *made->headers);
    made->include_names = calloc((size_t)n_headers + 1, sizeof *made->include_names);
    for (int i = 0; i < n_headers; i++) {
        made->headers[i] = strdup(headers[i]);
        made->include_names[i] = strdup(include_names[i]);
    }
    *program = made;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    if (!program || !*program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    struct _nvrtcProgram *old = *program;
    for (int i = 0; i < old->n_headers; i++) {
        free(old->headers[i]);
        free(old->include_names[i]);
    }
    for (int i = 0; i < old->n_names; i++) {
        free(old->names[i].expression);
        free(old->names[i].lowered);
    }
    free(old->headers);
    free(old->include_names);
    free(old->names);
    free(old->name);
    free(old->source);
    free(old->ptx);
    free(old->log);
    free(old);
    *program = NULL;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression)
{
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression)
        return NVRTC_ERROR_INVALID_INPUT;
    if (program->compiled)
        return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    program->names =
        realloc(program->names, ((size_t)program->n_names + 1) * sizeof *program->names);
    program->names[program->n_names++] = (struct name){.expression = strdup(expression)};
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **lowered)
{
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression || !lowered)
        return NVRTC_ERROR_INVALID_INPUT;
    if (!program->compiled)
        return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (int i = 0; i < program->n_names; i++)
        if (strcmp(program->names[i].expression, expression) == 0 && program->names[i].lowered) {
            *lowered = program->names[i].lowered;
            return NVRTC_SUCCESS;
        }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/* ---- compiling ---------------------------------------------------------------------------------
 */

static bool is_option(const char *option, const char *const *known)
{
    for (; *known; known++)
        if (strcmp(option, *known) == 0)
            return true;
    return false;
}

/* NVRTC reads no system header, so programs define types of theirs themselves (-Dint32_t=int). Our
 * headers include some, which such a macro would break: the source itself defines it, behind them.
 */
static bool defines_type(const char *option)
{
    const char *value = strchr(option, '=');
    return strncmp(option, "-D", 2) == 0 && value && strncmp(value - 2, "_t", 2) == 0;
}

/* The source as the compiler gets it: messages name the program's name and lines. */
static char *whole_source(const struct _nvrtcProgram *program, const char *types, bool on_device)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    fputs(types, out);
    if (on_device)
        fputs("#pragma clang force_cuda_host_device begin\n", out);
    fprintf(out, "#line 1 \"%s\"\n%s\n", program->name, program->source);
    if (on_device)
        fputs("#pragma clang force_cuda_host_device end\n", out);
    for (int i = 0; i < program->n_names; i++) {
        const char *what = program->names[i].expression;
        fprintf(out,
                "#line 1 \"name expression %d\"\nextern \"C\" { __device__ auto " NAME_PREFIX
                "%d = &(%s); }\n",
                i, i, what + (*what == '&'));
    }
    fclose(out);
    return text;
}

/* The line declares a name expression's variable: notes what it holds. */
static bool take_name(struct _nvrtcProgram *program, const char *line, size_t bytes)
{
    char copy[4096];
    if (bytes >= sizeof copy)
        return false;
    memcpy(copy, line, bytes);
    copy[bytes] = 0;
    const char *at = strstr(copy, NAME_PREFIX);
    char *value = at ? strstr(at, " = ") : NULL;
    const int index = at ? atoi(at + strlen(NAME_PREFIX)) : -1;
    if (!value || index < 0 || index >= program->n_names || !strstr(copy, ".global"))
        return false;
    value += 3;
    if (strncmp(value, "generic(", 8) == 0)
        value += 8;
    value[strcspn(value, ");")] = 0;
    free(program->names[index].lowered);
    program->names[index].lowered = strdup(value);
    return true;
}

/* Takes the name expressions' variables out of the PTX. */
static void take_names(struct _nvrtcProgram *program)
{
    char *to = program->ptx;
    for (const char *line = program->ptx; *line;) {
        const char *end = strchr(line, '\n');
        const size_t bytes = end ? (size_t)(end - line) + 1 : strlen(line);
        if (!take_name(program, line, bytes)) {
            memmove(to, line, bytes);
            to += bytes;
        }
        line += bytes;
    }
    *to = 0;
}

static bool compile(struct _nvrtcProgram *program, const char *const *options, size_t n,
                    const char *types, bool on_device, struct nvrtc_result *result)
{
    struct nvrtc_file *files = calloc((size_t)program->n_headers + 1, sizeof *files);
    char *source = whole_source(program, types, on_device);
    files[0] = (struct nvrtc_file){"simgpu_nvrtc_program.cu", source};
    for (int i = 0; i < program->n_headers; i++)
        files[i + 1] = (struct nvrtc_file){program->include_names[i], program->headers[i]};
    const bool ran = nvrtc_compile(files, (size_t)program->n_headers + 1, options, n, result);
    free(source);
    free(files);
    return ran;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int n_options, const char *const *options)
{
    static const char *const on_device[] = {"-default-device", "--default-device",
                                            "--device-as-default-execution-space",
                                            "-device-as-default-execution-space", NULL};
    static const char *const nothing[] = {"-minimal",
                                          "--minimal",
                                          "-device-int128",
                                          "--device-int128",
                                          "--extra-device-vectorization",
                                          NULL};
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (n_options < 0 || (n_options > 0 && !options))
        return NVRTC_ERROR_INVALID_INPUT;
    const char **passed = calloc((size_t)n_options + 2, sizeof *passed);
    size_t n = 0;
    bool device_only = false;
    char *types = NULL;
    size_t bytes = 0;
    FILE *macros = open_memstream(&types, &bytes);
    passed[n++] = "-D__CUDACC_RTC__=1";
    for (int i = 0; i < n_options; i++) {
        if (is_option(options[i], on_device))
            device_only = true;
        else if (defines_type(options[i]))
            fprintf(macros, "#define %.*s %s\n", (int)strcspn(options[i] + 2, "="), options[i] + 2,
                    strchr(options[i], '=') + 1);
        else if (!is_option(options[i], nothing))
            passed[n++] = options[i];
    }
    fclose(macros);
    struct nvrtc_result result;
    const bool ran = compile(program, passed, n, types, device_only, &result);
    free(passed);
    free(types);
    free(program->log);
    free(program->ptx);
    program->log = result.log ? result.log : strdup("");
    program->ptx = result.ptx;
    program->compiled = ran && result.good;
    if (!ran)
        return NVRTC_ERROR_INTERNAL_ERROR;
    if (!program->ptx)
        return NVRTC_ERROR_COMPILATION;
    take_names(program);
    return NVRTC_SUCCESS;
}

/* ---- results -----------------------------------------------------------------------------------
 */

static nvrtcResult size_of(const char *text, size_t *bytes)
{
    if (!bytes)
        return NVRTC_ERROR_INVALID_INPUT;
    if (!text)
        return NVRTC_ERROR_INVALID_PROGRAM;
    *bytes = strlen(text) + 1;
    return NVRTC_SUCCESS;
}

static nvrtcResult copy_of(const char *text, char *to)
{
    if (!to)
        return NVRTC_ERROR_INVALID_INPUT;
    if (!text)
        return NVRTC_ERROR_INVALID_PROGRAM;
    strcpy(to, text);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes)
{
    return program ? size_of(program->ptx, bytes) : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
    return program ? copy_of(program->ptx, ptx) : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes)
{
    return nvrtcGetPTXSize(program, bytes);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *image)
{
    return nvrtcGetPTX(program, image);
}

/* What nvJitLink is to link later is PTX, too. */
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *bytes)
{
    return nvrtcGetPTXSize(program, bytes);
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *text)
{
    return nvrtcGetPTX(program, text);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes)
{
    return program ? size_of(program->log ? program->log : "", bytes) : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    return program ? copy_of(program->log ? program->log : "", log) : NVRTC_ERROR_INVALID_PROGRAM;
}
