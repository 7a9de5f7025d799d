/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/kernel_profile.h"
#include "workloads/instruction_source.h"

enum { LINE = 64, OWN_BYTES = 256 * 1024, OWN_WAYS = 8, LAST_WAYS = KERNEL_PROFILE_WAYS };

/* ---- caches --------------------------------------------------------------------------------- */

/* A set's lines, the last used first; 0: none. */
struct cpu_cache {
    uint64_t n_sets;
    unsigned ways;
    uint64_t *lines;   /* line + 1 */
    uint32_t *kernels; /* of each: which kernel used it last */
};

static struct cpu_cache *cache_new(uint64_t bytes, unsigned ways)
{
    struct cpu_cache *cache = g_new(struct cpu_cache, 1);
    cache->ways = ways;
    cache->n_sets = MAX(bytes / LINE / ways, 1);
    cache->lines = g_new0(uint64_t, cache->n_sets * ways);
    cache->kernels = g_new0(uint32_t, cache->n_sets * ways);
    return cache;
}

static void cache_free(struct cpu_cache *cache)
{
    if (!cache)
        return;
    g_free(cache->lines);
    g_free(cache->kernels);
    g_free(cache);
}

/* How many lines of its set were used since this line was; the cache's ways if it is not there.
 * From now on it is there. *first: no access of this kernel has found it here before. */
static unsigned cache_use(struct cpu_cache *cache, uint64_t line, uint32_t kernel, bool *first)
{
    const uint64_t begin = line % cache->n_sets * cache->ways;
    uint64_t *set = cache->lines + begin;
    uint32_t *kernels = cache->kernels + begin;
    unsigned way = 0;
    while (way < cache->ways && set[way] != line + 1)
        way++;
    *first = way == cache->ways || kernels[way] != kernel;
    for (unsigned i = MIN(way, cache->ways - 1); i > 0; i--) {
        set[i] = set[i - 1];
        kernels[i] = kernels[i - 1];
    }
    set[0] = line + 1;
    kernels[0] = kernel;
    return way;
}

/* ---- a kernel ------------------------------------------------------------------------------- */

void kernel_profile_init(struct kernel_profile *profile, unsigned lanes, double llc_bytes)
{
    *profile = (struct kernel_profile){.lanes = lanes,
                                       .own = cache_new(OWN_BYTES, OWN_WAYS),
                                       .last = cache_new((uint64_t)llc_bytes, LAST_WAYS)};
}

void kernel_profile_finish(struct kernel_profile *profile)
{
    cache_free(profile->own);
    cache_free(profile->last);
    g_free(profile->steps);
    g_free(profile->forms);
    *profile = (struct kernel_profile){0};
}

void kernel_profile_begin(struct kernel_profile *profile, const struct kernel_code *code,
                          unsigned threads_of_block)
{
    struct kernel_profile fresh = {.lanes = profile->lanes,
                                   .own = profile->own,
                                   .last = profile->last,
                                   .kernel = profile->kernel + 1,
                                   .code = code,
                                   .warps_of_block =
                                       (threads_of_block + WARP_LANES - 1) / WARP_LANES,
                                   .steps = g_new0(struct kernel_step, code->n_instructions + 1)};
    if (code->ops && code->ops->simd_forms)
        fresh.forms = code->ops->simd_forms(code);
    g_free(profile->steps);
    g_free(profile->forms);
    *profile = fresh;
}

static lane_mask lanes_of_pack(const struct kernel_profile *profile, unsigned first)
{
    return profile->lanes == WARP_LANES ? UINT32_MAX : ((1u << profile->lanes) - 1) << first;
}

/* Whether threads at these addresses make one access: all the same, or each `apart` from the next.
 */
static bool is_one_access(const struct issued *what, lane_mask lanes, unsigned apart)
{
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    bool same = true, next = true;
    for (lane_mask left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        same &= what->address[lane] == what->address[first];
        next &= what->address[lane] == what->address[first] + (uint64_t)(lane - first) * apart;
    }
    return same || next;
}

static void note_access(const struct kernel_profile *profile, struct kernel_step *step,
                        const struct issued *what, unsigned apart)
{
    for (unsigned first = 0; first < WARP_LANES; first += profile->lanes) {
        const lane_mask lanes = what->active & lanes_of_pack(profile, first);
        if (!lanes)
            continue;
        if (is_one_access(what, lanes, apart))
            step->in_one++;
        else
            step->scattered += (unsigned)__builtin_popcount(lanes);
    }
}

static void note_line(struct kernel_profile *profile, uint64_t line)
{
    bool first;
    if (cache_use(profile->own, line, profile->kernel, &first) < OWN_WAYS)
        return;
    const unsigned way = cache_use(profile->last, line, profile->kernel, &first);
    profile->llc_accesses++;
    profile->llc_lines += first;
    if (way < LAST_WAYS)
        profile->llc_hits[way]++;
    else
        profile->llc_misses++;
}

/* Notes the lines that a warp's access touches; neighbours with the same line count once. */
static void note_lines(struct kernel_profile *profile, const struct issued *what, unsigned bytes)
{
    uint64_t before = UINT64_MAX;
    for (lane_mask left = what->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t last = (what->address[lane] + bytes - 1) / LINE;
        for (uint64_t line = what->address[lane] / LINE; line <= last; line++) {
            if (line == before)
                continue;
            before = line;
            note_line(profile, line);
        }
    }
}

/* Bytes from a thread's access to its neighbour's, if the access is one of a vector or of a group.
 */
static unsigned bytes_apart(const struct simd_form *form, const struct instruction *instruction,
                            const struct issued *what)
{
    if (form && form->access == SIMD_GROUP)
        return form->apart * what->element_bytes;
    return instruction->access_bytes;
}

void kernel_profile_note(struct kernel_profile *profile, const struct instruction *instruction,
                         struct issued *what)
{
    const size_t pc = (size_t)(instruction - profile->code->instructions);
    struct kernel_step *step = &profile->steps[pc];
    step->warps += what->active != 0;
    for (unsigned first = 0; first < WARP_LANES; first += profile->lanes)
        step->packs += (what->active & lanes_of_pack(profile, first)) != 0;
    step->threads += (unsigned)__builtin_popcount(what->active);
    if (instruction->access_bytes == 0 || instruction->op_class == OP_TEXTURE || !what->active)
        return;
    if (what->space == SPACE_PARAM || what->space == SPACE_CONST || what->space == SPACE_NONE)
        return;
    issued_expand(what);
    note_access(profile, step, what,
                bytes_apart(profile->forms ? &profile->forms[pc] : NULL, instruction, what));
    if (what->space == SPACE_GLOBAL || what->space == SPACE_TEXTURE)
        note_lines(profile, what, instruction->access_bytes);
}
