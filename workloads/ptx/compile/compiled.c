/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/compiled.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/compile/blocks/liveness.h"
#include "workloads/ptx/compile/compiled_object.h"
#include "workloads/ptx/compile/emit/emit.h"
#include "workloads/ptx/compile/kept/cache.h"
#include "workloads/ptx/compile/kept/kernel_key.h"
#include "workloads/ptx/exec/run/sources.h"
#include "workloads/warp_runner.h"

#include <dlfcn.h>

/* Warp instructions that a kernel has run when it is looked for in the cache, and when it is
 * compiled: clang takes a tenth of a second or more, in which the interpreter runs some millions.
 * Longer kernels wait for longer, since what has run once may be known from then on. Those of many
 * instructions wait until the interpreter has had as much time as clang would take for them
 * (RUNNER_TAKES_EACH). ASSUMED.
 */
enum { LOOK_AFTER = 1 << 16, BUILD_AFTER_EACH = 1 << 14, MANY = 512 };
/* So often whole warps may have left their function since registers were not even: then it is the
 * other one that serves the kernel. ASSUMED. */
enum { MANY_UNEVEN = 1 << 14 };
/* ASSUMED: kernels beyond that take clang too long. */
enum { MAX_INSTRUCTIONS = 20000 };

struct compiled_code {
    uint64_t interpreted; /* warp instructions */
    uint64_t apart;       /* of them such of parted lanes, for which other warps did not wait */
    uint64_t uneven;      /* how often whole warps were not as even as `rows` takes them to be */
    /* kernel_texts, by whether whole warps are rows of threads (blocks/even.h). Parted lanes have
     * the same text both ways. */
    struct compiled_object first[2], parted;
    struct compiled_functions functions[2];
};

const uint8_t *compiled_turn_ends(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    if (!kernel->turn_ends)
        kernel->turn_ends = block_turn_ends(code);
    return kernel->turn_ends;
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

/* Finds the functions in what has been loaded. */
static void take_functions(struct compiled_object *o, struct compiled_functions *functions)
{
    if (o->state != OBJECT_LOADED)
        return;
    void *library = o->library;
    void *symbol = dlsym(library, COMPILED_NAME), *whole = dlsym(library, COMPILED_WHOLE);
    const uint32_t *n_windows = dlsym(library, COMPILED_WINDOWS);
    if (!symbol || !n_windows) {
        o->state = OBJECT_NEVER;
        return;
    }
    *(void **)&functions->any = symbol;
    *(void **)&functions->whole = whole;
    functions->n_windows = *n_windows;
}

/* NULL: this build can't find kernels without their text. */
static char *link_of(const struct kernel_code *code, struct content_digest tools, const char *kind)
{
    g_autofree char *folder = kernel_cache_place();
    g_autofree char *key = kernel_key(code, tools);
    g_autofree char *name = key ? g_strconcat(key, kind, NULL) : NULL;
    return name ? kernel_cache_link_path(folder, name) : NULL;
}

static void look(struct compiled_object *o, const struct kernel_code *code, bool rows)
{
    const struct exec_kernel *kernel = code->impl;
    struct content_digest tools;
    o->state = OBJECT_NEVER;
    if (!kernel->first_reads)
        note_first_reads(code);
    if (code->n_instructions > MAX_INSTRUCTIONS || !kernel_builder_tools(&tools) ||
        compiled_object_find(o, link_of(code, tools, rows ? "-rows" : "")))
        return;
    struct kernel_texts texts = emit_kernel(code, rows);
    g_free(texts.parted);
    compiled_object_write(o, texts.first);
}

static void look_for_parted(struct compiled_code *c, const struct kernel_code *code)
{
    struct content_digest tools;
    c->parted.state = OBJECT_NEVER;
    if (!kernel_builder_tools(&tools) ||
        compiled_object_find(&c->parted, link_of(code, tools, "-parted")))
        return;
    struct kernel_texts texts = emit_kernel(code, false);
    g_free(texts.first);
    compiled_object_write(&c->parted, texts.parted);
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

void compiled_note_uneven(const struct kernel_code *code, uint64_t more)
{
    __atomic_add_fetch(&code_of(code)->uneven, more, __ATOMIC_RELAXED);
}

const struct compiled_functions *compiled_functions(const struct kernel_code *code, bool rows,
                                                    bool at_once)
{
    struct compiled_code *c = code_of(code);
    rows &= __atomic_load_n(&c->uneven, __ATOMIC_RELAXED) < MANY_UNEVEN;
    struct compiled_object *o = &c->first[rows];
    const enum object_state before = o->state;
    if (o->state == OBJECT_NOT_LOOKED && (at_once || c->interpreted >= LOOK_AFTER))
        look(o, code, rows);
    if (o->state == OBJECT_NOT_CACHED && (at_once || c->interpreted >= build_after(code)))
        compiled_object_build(o);
    if (o->state == OBJECT_BUILDING)
        compiled_object_look(o, at_once);
    if (o->state != before)
        take_functions(o, &c->functions[rows]);
    return o->state == OBJECT_LOADED ? &c->functions[rows] : NULL;
}

bool compiled_lacks_parted(const struct kernel_code *code)
{
    return emit_has_parted(code);
}

void compiled_note_parted(const struct kernel_code *code, uint64_t more)
{
    __atomic_add_fetch(&code_of(code)->apart, more, __ATOMIC_RELAXED);
}

compiled_kernel *compiled_parted(const struct kernel_code *code, bool at_once)
{
    struct compiled_code *c = code_of(code);
    struct compiled_object *o = &c->parted;
    compiled_kernel *function = NULL;
    const uint64_t n = __atomic_load_n(&c->apart, __ATOMIC_RELAXED);
    if (o->state == OBJECT_NOT_LOOKED && n >= LOOK_AFTER)
        look_for_parted(c, code);
    if (o->state == OBJECT_NOT_CACHED && (at_once || n >= build_after(code)))
        compiled_object_build(o);
    if (o->state == OBJECT_BUILDING)
        compiled_object_look(o, at_once);
    if (o->state == OBJECT_LOADED)
        *(void **)&function = dlsym(o->library, COMPILED_NAME);
    return function;
}

bool compiled_refused(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    const struct compiled_code *c = kernel->compiled;
    return c && (c->first[0].refused || c->first[1].refused || c->parted.refused);
}

void compiled_free(struct compiled_code *c)
{
    if (!c)
        return;
    for (unsigned rows = 0; rows < G_N_ELEMENTS(c->first); rows++)
        compiled_object_finish(&c->first[rows]);
    compiled_object_finish(&c->parted);
    g_free(c);
}
