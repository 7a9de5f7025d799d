/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/compiled.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/compile/blocks/liveness.h"
#include "workloads/ptx/compile/builder.h"
#include "workloads/ptx/compile/emit.h"
#include "workloads/ptx/compile/kept/cache.h"
#include "workloads/ptx/compile/kept/kernel_key.h"
#include "workloads/ptx/exec/run/sources.h"
#include "workloads/warp_runner.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <utime.h>

/* Warp instructions that a kernel has run when it is looked for in the cache, and when it is
 * compiled: clang takes a tenth of a second or more, in which the interpreter runs some millions.
 * Longer kernels wait for longer, since what has run once may be known from then on. Those of many
 * instructions wait until the interpreter has had as much time as clang would take for them
 * (RUNNER_TAKES_EACH). ASSUMED.
 */
enum { LOOK_AFTER = 1 << 16, BUILD_AFTER_EACH = 1 << 14, MANY = 512 };
/* ASSUMED: kernels beyond that take clang too long. */
enum { MAX_INSTRUCTIONS = 20000 };

enum compiled_state { NOT_LOOKED, NOT_CACHED, BUILDING, READY, NEVER };

struct compiled_code {
    enum compiled_state state;
    uint64_t interpreted; /* warp instructions */
    char *text, *path;
    char *link; /* leads to path: found without the text. NULL: there is none */
    struct kernel_builder *builder;
    void *library;
    struct compiled_functions functions;
};

const uint8_t *compiled_turn_ends(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    if (!kernel->turn_ends)
        kernel->turn_ends = block_turn_ends(code);
    return kernel->turn_ends;
}

/* The file may have been made long ago; that it is used keeps it. */
static bool load(struct compiled_code *c, const char *path)
{
    c->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!c->library)
        return false;
    void *symbol = dlsym(c->library, COMPILED_NAME), *whole = dlsym(c->library, COMPILED_WHOLE);
    const uint32_t *n_windows = dlsym(c->library, COMPILED_WINDOWS);
    if (!symbol || !n_windows)
        return false;
    *(void **)&c->functions.any = symbol;
    *(void **)&c->functions.whole = whole;
    c->functions.n_windows = *n_windows;
    c->state = READY;
    g_utime(path, NULL);
    return true;
}

/* From the file that the text says. */
static void load_made(struct compiled_code *c)
{
    if (!load(c, c->path))
        c->state = NEVER;
    else if (c->link)
        kernel_cache_link(c->link, c->path);
}

/* Threads may be starting warps. */
static void note_first_reads(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    if (kernel->n_functions > 1 || code->n_instructions > MAX_INSTRUCTIONS)
        return;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++)
        if (!exec_names_sources(&kernel->ops[pc]))
            return;
    struct block_liveness *liveness = block_liveness_new(code, compiled_turn_ends(code));
    struct exec_registers *reads = block_first_reads(liveness, code);
    block_liveness_free(liveness);
    __atomic_store_n(&kernel->first_reads, reads, __ATOMIC_RELEASE);
}

static void look(struct compiled_code *c, const struct kernel_code *code)
{
    c->state = NEVER;
    note_first_reads(code);
    struct content_digest tools;
    if (code->n_instructions > MAX_INSTRUCTIONS || !kernel_builder_tools(&tools))
        return;
    g_autofree char *folder = kernel_cache_place();
    g_autofree char *key = kernel_key(code, tools);
    c->link = key ? kernel_cache_link_path(folder, key) : NULL;
    if ((c->link && load(c, c->link)) || !kernel_cache_make(folder))
        return;
    c->text = emit_kernel(code);
    g_autofree char *digest = kernel_builder_digest(c->text);
    c->path = kernel_cache_path(folder, digest);
    c->state = NOT_CACHED;
    if (g_file_test(c->path, G_FILE_TEST_EXISTS))
        load_made(c);
}

static void build(struct compiled_code *c)
{
    c->builder = kernel_builder_new(c->text, c->path);
    c->state = c->builder ? BUILDING : NEVER;
    g_clear_pointer(&c->text, g_free);
}

static void look_at_builder(struct compiled_code *c, bool wait)
{
    const enum kernel_build how = kernel_builder_look(c->builder, wait);
    if (how == BUILD_RUNS)
        return;
    g_clear_pointer(&c->builder, kernel_builder_free);
    c->state = NEVER;
    if (how == BUILD_DONE)
        load_made(c);
}

static struct compiled_code *code_of(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    if (!kernel->compiled)
        kernel->compiled = g_new0(struct compiled_code, 1);
    return kernel->compiled;
}

void compiled_note(const struct kernel_code *code, uint64_t more)
{
    code_of(code)->interpreted += more;
}

static uint64_t build_after(const struct kernel_code *code)
{
    const uint64_t n = code->n_instructions, more = n > MANY ? n - MANY : 0;
    return MAX(RUNNER_TAKES, (n - more) * BUILD_AFTER_EACH + more * RUNNER_TAKES_EACH);
}

const struct compiled_functions *compiled_functions(const struct kernel_code *code, bool at_once)
{
    struct compiled_code *c = code_of(code);
    if (c->state == NOT_LOOKED && (at_once || c->interpreted >= LOOK_AFTER))
        look(c, code);
    if (c->state == NOT_CACHED && (at_once || c->interpreted >= build_after(code)))
        build(c);
    if (c->state == BUILDING)
        look_at_builder(c, at_once);
    return c->state == READY ? &c->functions : NULL;
}

void compiled_free(struct compiled_code *c)
{
    if (!c)
        return;
    if (c->builder)
        kernel_builder_free(c->builder);
    if (c->library)
        dlclose(c->library);
    g_free(c->text);
    g_free(c->path);
    g_free(c->link);
    g_free(c);
}
