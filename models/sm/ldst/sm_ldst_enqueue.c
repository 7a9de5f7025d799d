/* SPDX-License-Identifier: BSD-3-Clause */
/* A memory instruction that has issued goes into the load/store queue. Its addresses are checked
 * and coalesced. Its operands are kept, since the warp's registers may change. */
#include "models/sm/ldst/sm_ldst_enqueue.h"
#include "base/vector_clones.h"
#include "models/memory/address_check.h"
#include "models/sm/access/access_shape.h"
#include "models/sm/access/shared_conflicts.h"
#include "models/sm/access/sm_access.h"
#include "models/sm/access/sm_async.h"
#include "models/sm/front/sm_requests.h"
#include "models/sm/ldst/sm_ldst_pass.h"
#include "models/sm/ldst/sm_ldst_places.h"
#include "models/sm/ldst/sm_local.h"
#include "models/sm/ldst/sm_operands.h"

/* Accesses of so many bytes in a lane, or fewer, may be coalesced in segments as wide as 32 lanes
 * of them. */
enum { NARROW_BYTES = 2 };

VECTOR_CLONES static void line_offsets(const uint64_t address[WARP_LANES],
                                       uint16_t offset[WARP_LANES])
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        offset[lane] = address[lane] % LINE_BYTES;
}

static unsigned shared_cycles(const struct load_store *ldst, const struct instruction *instruction,
                              struct issued *what)
{
    unsigned bytes = MIN(instruction->access_bytes, ldst->config->shared.widest);
    unsigned banks = ldst->config->shared.banks;
    bool atomic = instruction->op_class == OP_ATOMIC;
    if (what->shape)
        return access_shape_shared_cycles(what, bytes, banks, atomic,
                                          ldst->core->unit.effects != NULL);
    return atomic ? shared_atomic_cycles(what->active, what->address, bytes, banks)
                  : shared_access_cycles(what->active, what->address, bytes, banks);
}

G_NO_INLINE static void enqueue_told(struct load_store *ldst, struct ldst_entry *entry,
                                     const struct issued *issued)
{
    entry->flags |= ldst->core->policies.load_flags;
    if (entry->space != SPACE_TEXTURE)
        SM_TELL(ldst->core, coalesced, entry->warp, entry->pc,
                (unsigned)__builtin_popcount(issued->active), entry->count);
}

/* Lanes move so many words of local memory. Each word lies among the same word of all threads. */
static void repeat_lines(struct load_store *ldst, struct ldst_entry *entry, unsigned words)
{
    const uint64_t stride = sm_local_words_apart(ldst, entry->warp);
    const uint32_t count = entry->count, room = WARP_LANES / MAX(count, 1);
    for (unsigned word = 1; word < MIN(words, room); word++)
        for (uint32_t i = 0; i < count; i++) {
            entry->lines[entry->count] = entry->lines[i];
            entry->lines[entry->count++].line += word * stride;
        }
}

/* As coalesce(). */
static unsigned coalesce_issued(struct load_store *ldst, struct issued *what, unsigned bytes,
                                struct line_transaction *lines)
{
    const unsigned request_bytes = ldst->config->coalescing_bytes;
    if (what->shape)
        return access_shape_coalesce(what, bytes, request_bytes, ldst->core->unit.effects != NULL,
                                     lines);
    if (what->regular && what->active == UINT32_MAX)
        return coalesce_regular(what->address, what->stride, bytes, request_bytes, lines);
    return coalesce(what->active, what->address, bytes, request_bytes, lines);
}

/* entry: of the instruction, whose flags it may lack (copies_cached). */
static inline bool passes_l1(const struct ldst_entry *entry)
{
    return entry->op_class == OP_ATOMIC ||
           (entry->op_class == OP_LOAD &&
            (entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED)));
}

/* Atomics and loads that bypass L1: one request for each sector. */
static void divide_by_sector(struct ldst_entry *entry, const struct instruction *instruction,
                             struct issued *what)
{
    issued_expand(what);
    entry->count =
        instruction->op_class == OP_ATOMIC
            ? coalesce_atomics(what->address, entry->lines, entry->count)
            : coalesce_in_segments(what->address, SECTOR_BYTES, entry->lines, entry->count);
}

/* bytes: of each lane. words: more than one in local memory whose words don't lie together. */
static void enqueue_global(struct load_store *ldst, struct ldst_entry *entry,
                           const struct instruction *instruction, struct issued *what,
                           unsigned bytes, unsigned words)
{
    entry->count = coalesce_issued(ldst, what, bytes, entry->lines);
    if (G_UNLIKELY(ldst->config->access.narrow_segments && bytes <= NARROW_BYTES)) {
        issued_expand(what);
        entry->count =
            coalesce_in_segments(what->address, bytes * SECTOR_BYTES, entry->lines, entry->count);
    }
    if (G_UNLIKELY(passes_l1(entry)) && ldst->config->access.atomic_sectors)
        divide_by_sector(entry, instruction, what);
    if (G_UNLIKELY(ldst->config->access.store_halves) && instruction->op_class == OP_STORE)
        coalesce_halves(entry->lines, entry->count);
    if (G_UNLIKELY(words > 1))
        repeat_lines(ldst, entry, words);
    if (ldst->config->access.falling && entry->count > 1)
        coalesce_falling(entry->lines, entry->count);
    entry->unserved = entry->lines[0].sectors;
    if (entry->op_class == OP_STORE)
        entry->epoch = sm_requests_begin(ldst->warps, entry->warp, entry->count);
    if (entry->op_class != OP_LOAD) {
        sm_pack_operands(ldst->core->unit.payloads, entry, instruction, what, bytes);
        return;
    }
    if (G_UNLIKELY(ldst->core->policies.loads_differ))
        enqueue_told(ldst, entry, what);
    bool values = entry->values && entry->space != SPACE_TEXTURE;
    if (values)
        line_offsets(what->address, sm_access_want_values(ldst->accesses, entry->access, what));
}

/* Numbers the instruction's accesses, and says when L1D's pipeline can have taken them. */
static void enter_pipeline(struct load_store *ldst, struct ldst_entry *entry)
{
    uint32_t accesses = 0, banks = ldst->config->l1d_banks;
    for (uint32_t i = 0; i < entry->count; i++)
        accesses += ldst_accesses_of(ldst->config, &entry->lines[i]);
    entry->served = ldst->pipeline_last;
    entry->last = ldst->pipeline_last += accesses;
    entry->entered = ldst->pipeline_entered =
        MAX(ldst->pipeline_entered, entry->at - 1) + (accesses + banks - 1) / banks;
}

/* An instruction for shared memory has come; it may pass others. */
static void enqueue_passing(struct load_store *ldst)
{
    if (ldst->retries.list)
        return;
    ldst->may_pass++;
    if (sm_ldst_waits(ldst))
        ldst->next = MIN(ldst->next, sm_ldst_pass_at(ldst));
}

G_NO_INLINE static void count_copy(struct load_store *ldst, const struct ldst_entry *entry,
                                   const struct instruction *instruction, const struct issued *what)
{
    const uint64_t lanes = (uint64_t)__builtin_popcount(what->active);
    sm_async_count(ldst->accesses, passes_l1(entry), lanes * instruction->access_bytes,
                   entry->lines, entry->count);
}

/* Whether messages with bytes come for the space. Texels act at issue. But other loads may hit
 * their lines in L1D, and these have their bytes. */
static inline bool moves_bytes(uint8_t space)
{
    return space == SPACE_GLOBAL || space == SPACE_TEXTURE || space == SPACE_CLUSTER;
}

/* Of the instruction, but copies may be cached. */
static inline uint8_t flags_of(const struct load_store *ldst, const struct instruction *instruction,
                               const struct issued *what)
{
    const bool cached = G_UNLIKELY(what->async == ASYNC_COPY) && ldst->config->access.copies_cached;
    return instruction->flags & (uint8_t) ~(cached ? INSTRUCTION_UNCACHED : 0);
}

static inline void enqueue_constant(const struct load_store *ldst, struct ldst_entry *entry,
                                    bool indexed, const struct issued *what)
{
    entry->count = constant_cache_lines(what, entry->lines);
    entry->cycles = indexed ? ldst->config->indexed_latency : ldst->config->constant_latency;
}

bool sm_ldst_enqueue(struct load_store *ldst, unsigned slot, const struct instruction *instruction,
                     uint32_t pc, uint64_t start, struct issued *what)
{
    unsigned bytes = instruction->access_bytes, words = 1;
    struct sm_warp *warp = &ldst->warps->list[slot];
    bool traced = warp->context.code->traced;
    if (what->space == SPACE_GLOBAL && !traced) {
        if (!addresses_check(ldst->core->site.memory, &warp->context, pc, what))
            return false;
        if (G_UNLIKELY(what->active == 0)) /* all have strayed: see stray_access.h */
            return true;
    }
    struct ldst_entry *entry = ldst_entry_at(ldst, ldst->count++);
    entry->values = !traced && moves_bytes(what->space);
    entry->op_class = instruction->op_class;
    entry->space = what->space;
    entry->flags = flags_of(ldst, instruction, what);
    entry->warp = (uint8_t)slot;
    entry->pc = pc;
    entry->launch = warp->context.block->launch->id;
    entry->position = 0;
    entry->last = UINT64_MAX;
    entry->passed = false;
    entry->at = start + ldst->config->ldst_latency;
    if (ldst->count == 1)
        ldst->next = MIN(ldst->next, MAX(ldst->free, entry->at));
    entry->access = instruction->op_class == OP_STORE
                        ? NO_ACCESS
                        : sm_access_take(ldst->accesses, slot, pc, instruction, what);
    sm_warp_set_registers(ldst->warps, slot, pc, CYCLE_NEVER);
    switch (what->space) {
    case SPACE_SHARED:
        entry->cycles = shared_cycles(ldst, instruction, what);
        if (G_UNLIKELY(ldst->config->ldst_pipeline > 0))
            enqueue_passing(ldst);
        break;
    case SPACE_CONST:
    case SPACE_PARAM:
        enqueue_constant(ldst, entry, constant_is_indexed(warp->context.code, instruction), what);
        break;
    case SPACE_LOCAL:
        if (ldst->config->access.local_words && bytes > LOCAL_WORD) {
            words = bytes / LOCAL_WORD;
            bytes = LOCAL_WORD;
        }
        sm_place_local(ldst, slot, bytes, what);
        /* fall through */
    default:
        enqueue_global(ldst, entry, instruction, what, bytes, words);
        if (G_UNLIKELY(what->async == ASYNC_COPY))
            count_copy(ldst, entry, instruction, what);
        if (ldst->config->ldst_pipeline > 0)
            enter_pipeline(ldst, entry);
    }
    if (G_UNLIKELY(ldst->own != NULL))
        sm_ldst_hold_place(ldst, slot);
    sm_ldst_note_room(ldst);
    return true;
}
