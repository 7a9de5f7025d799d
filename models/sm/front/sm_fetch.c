/* SPDX-License-Identifier: BSD-3-Clause */
/* Instruction fetch: warps whose buffers have room fetch first come, first served.
 *
 * A warp asks as soon as its buffer has room for a whole fetch (`fetch.width` instructions of one
 * line). `fetch.warps` of them are served in a cycle. Their instructions may issue `fetch.latency`
 * cycles later. The time of service is known when the warp asks. So a fetch that hits is a few
 * additions at the issue that made room for it, and no event.
 *
 * A taken branch empties the buffer, unless fetches follow the path that will be taken (a trace
 * knows it). Then a fetch brings the next instructions of that path, wherever they lie. A quirk of
 * Accel-Sim's (`fetch.branches` behind): such a fetch asks the cache for the line 16 bytes behind
 * the last issued instruction, even a taken branch. It also brings the branch's target, whose own
 * line nobody asked for.
 *
 * Warps that wait for a line get their instructions one after another when it is there. Low slots
 * come first. With `fetch.order` turns, the order is that in which they asked. Warps that begin
 * then come from the slot on behind the warp that ended last.
 *
 * Source: GPGPU-Sim 3.x manual, "SIMT front end" (two-entry instruction buffers, a fetch a cycle).
 * Differs: requests of one cycle are served in the order in which they were made, not in turn.
 */
#include "models/sm/front/sm_fetch.h"
#include "models/sm/core/sm_meter.h"
#include "models/sm/front/sm_icache.h"
#include "models/sm/front/sm_scoreboard.h"

enum { ISSUED_BYTES = 16 }; /* fetch.branches=behind takes instructions to be so large */

void sm_fetch_init(struct sm_fetch *fetch, struct sm_core *core, struct sm_warps *warps,
                   struct sm_port *port)
{
    const struct cache_shape *shape = &core->config->fetch.cache;
    fetch->config = core->config;
    fetch->core = core;
    fetch->warps = warps;
    fetch->port = port;
    fetch->room_below = (int32_t)core->config->fetch.buffer - (int32_t)core->config->fetch.width;
    fetch->width = core->config->fetch.width;
    fetch->latency = core->config->fetch.latency;
    fetch->in_cycle = core->config->fetch.warps;
    fetch->follows = core->config->fetch.follows;
    fetch->behind = core->config->fetch.behind;
    fetch->step = ISSUED_BYTES / core->config->fetch.instruction_bytes;
    if (shape->size_bytes == 0)
        return;
    tag_array_init(&fetch->tags, core->unit.engine->arena, shape->size_bytes, shape->ways,
                   LINE_BYTES);
    fetch->waiting = arena_new0(core->unit.engine->arena, uint64_t, tag_array_lines(&fetch->tags));
    fetch->since = arena_new0(core->unit.engine->arena, uint64_t, tag_array_lines(&fetch->tags));
    if (core->config->fetch.ahead > 0)
        fetch->ahead = arena_new0(core->unit.engine->arena, bool, tag_array_lines(&fetch->tags));
    fetch->turns = core->config->fetch.turns;
    fetch->start = 1;
}

void sm_fetch_finish(struct sm_fetch *fetch)
{
    tag_array_finish(&fetch->tags);
}

static bool has_begun(const struct sm_fetch *fetch, unsigned slot)
{
    const struct sm_warp *warp = &fetch->warps->list[slot];
    return warp->context.pc > 0 || warp->buffer.n > 0;
}

/* The warp waits for the line. */
static void wait_for(struct sm_fetch *fetch, unsigned slot, int line)
{
    const uint64_t since = has_begun(fetch, slot) ? fetch->core->cycle : fetch->since[line];
    fetch->waiting[line] |= bit_of(slot);
    fetch->asked[slot] = since * WARP_SLOTS + (slot - fetch->start) % WARP_SLOTS;
}

static void miss(struct sm_fetch *fetch, unsigned slot, uint64_t line)
{
    const struct sm_warp *warp = &fetch->warps->list[slot];
    const int index = sm_icache_ask(fetch, warp, line);
    if (index < 0) {
        fetch->refused |= bit_of(slot);
        fetch->blocked = true;
        return;
    }
    wait_for(fetch, slot, index);
    fetch->core->counters.icache.misses++;
    if (fetch->ahead)
        sm_icache_run_ahead(fetch, warp, line);
}

/* True if the line is in the cache; otherwise the warp waits for it. */
static bool line_present(struct sm_fetch *fetch, unsigned slot, uint64_t line)
{
    struct sm_warp *warp = &fetch->warps->list[slot];
    if (G_LIKELY(line == warp->buffer.line || fetch->config->fetch.cache.size_bytes == 0))
        return true;
    int index = tag_array_find(&fetch->tags, line);
    if (index < 0) {
        miss(fetch, slot, line);
        return false;
    }
    if (G_UNLIKELY(fetch->ahead && fetch->ahead[index]))
        sm_icache_use_ahead(fetch, warp, index);
    if (tag_array_state(&fetch->tags, index) == TAG_RESERVED) {
        wait_for(fetch, slot, index);
        return false;
    }
    tag_array_touch(&fetch->tags, index);
    warp->buffer.line = line;
    return true;
}

/* The address that the next fetch for a warp asks for. */
static inline uint64_t next_address(const struct sm_fetch *fetch, const struct sm_warp *warp)
{
    const bool behind = fetch->behind && warp->buffer.issued != UINT32_MAX;
    const uint32_t place = behind ? sm_fetch_place(warp, warp->buffer.issued) + fetch->step
                                  : sm_fetch_place(warp, warp->context.pc + warp->buffer.n);
    return warp->context.block->launch->code_address +
           (uint64_t)place * fetch->config->fetch.instruction_bytes;
}

static inline uint64_t line_of(uint64_t address)
{
    return address & ~(uint64_t)(LINE_BYTES - 1);
}

/* How many instructions from pc on have addresses in the line of this one, which is the first's.
 * The addresses are their own, or with `behind` those that they ask for. */
static uint32_t rest_of_line(const struct sm_fetch *fetch, const struct sm_warp *warp,
                             uint64_t address, uint32_t pc)
{
    const uint32_t bytes = fetch->config->fetch.instruction_bytes;
    const uint32_t words = (uint32_t)(line_of(address) + LINE_BYTES - address) / bytes;
    const uint32_t bundle = warp->context.code->bundle;
    if (!bundle)
        return words;
    const uint32_t first = bundle - pc % bundle;
    if (words <= first)
        return words;
    const uint32_t behind = words - first, last = behind % (bundle + 1);
    return first + behind / (bundle + 1) * bundle + last - (last > 0);
}

/* The line of that address is there. Until it is forgotten, or the warp leaves it, whole fetches in
 * it need no look at the cache. */
static void know_line(const struct sm_fetch *fetch, struct sm_warp *warp, uint64_t address)
{
    const uint32_t beyond = fetch->width - 1, next = warp->context.pc + warp->buffer.n;
    const uint32_t of_code = warp->context.code->n_instructions - next;
    uint32_t n = UINT32_MAX;
    if (fetch->behind) {
        warp->buffer.first = warp->buffer.issued;
        warp->buffer.count = warp->buffer.issued != UINT32_MAX
                                 ? rest_of_line(fetch, warp, address, warp->buffer.issued)
                                 : 0;
        return;
    }
    if (fetch->config->fetch.cache.size_bytes > 0 || !fetch->follows)
        n = rest_of_line(fetch, warp, address, next);
    if (!fetch->follows)
        n = warp->context.code->bundle ? 0 : n - MIN(n, beyond);
    warp->buffer.first = next;
    warp->buffer.count = MIN(n, of_code - MIN(of_code, beyond));
}

/* Takes the instructions that the next fetch of a present line brings. */
static inline void take_instructions(struct sm_fetch *fetch, struct sm_warp *warp, uint64_t address)
{
    const struct sm_config *config = fetch->config;
    uint32_t in_line =
        config->fetch.follows ? UINT32_MAX : (uint32_t)(line_of(address) + LINE_BYTES - address);
    uint32_t n = MIN(config->fetch.width, sm_fetch_left(warp));
    if (n * config->fetch.instruction_bytes > in_line)
        n = in_line / config->fetch.instruction_bytes;
    sm_fetch_fill_buffer(fetch, warp, n);
}

void sm_fetch_next(struct sm_fetch *fetch, unsigned slot)
{
    struct sm_warp *warp = &fetch->warps->list[slot];
    if (sm_fetch_left(warp) == 0 || (fetch->missing >> slot & 1))
        return;
    uint64_t address = next_address(fetch, warp);
    if (line_present(fetch, slot, line_of(address))) {
        know_line(fetch, warp, address);
        take_instructions(fetch, warp, address);
    } else {
        fetch->missing |= bit_of(slot);
        warp->buffer.count = 0;
        warp->buffer.last = 0; /* the buffer's other instructions are there */
        warp->buffer.at = CYCLE_NEVER;
    }
}

void sm_fetch_start_warp(struct sm_fetch *fetch, unsigned slot)
{
    struct sm_warp *warp = &fetch->warps->list[slot];
    warp->buffer.n = warp->buffer.last = 0;
    warp->buffer.line = UINT64_MAX;
    warp->buffer.count = 0;
    warp->buffer.issued = UINT32_MAX;
}

void sm_fetch_end_warp(struct sm_fetch *fetch, unsigned slot)
{
    sm_fetch_stop(fetch, slot);
    fetch->start = (uint8_t)((slot + 1) % WARP_SLOTS);
}

void sm_fetch_stop(struct sm_fetch *fetch, unsigned slot)
{
    fetch->missing &= ~bit_of(slot);
    fetch->refused &= ~bit_of(slot);
}

void sm_fetch_port_free(struct sm_fetch *fetch)
{
    fetch->blocked = false;
}

/* The warp's line has come. */
static void resume(struct sm_fetch *fetch, unsigned slot)
{
    fetch->missing &= ~(bit_of(slot));
    sm_warp_fetched(fetch->warps, slot);
}

void sm_fetch_ask_again(struct sm_fetch *fetch)
{
    uint64_t again = fetch->refused;
    fetch->refused = 0;
    for (; again; again &= again - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(again);
        struct sm_warp *warp = &fetch->warps->list[slot];
        uint64_t address = next_address(fetch, warp);
        sm_meter_note(fetch->core, warp->context.block->launch->id);
        if (fetch->blocked)
            fetch->refused |= bit_of(slot);
        else if (line_present(fetch, slot, line_of(address))) {
            take_instructions(fetch, warp, address);
            resume(fetch, slot);
        }
    }
}

/* Puts the warps into the order in which they get their instructions; returns how many there are.
 */
static unsigned in_order(const struct sm_fetch *fetch, uint64_t warps, uint8_t out[WARP_SLOTS])
{
    unsigned n = 0;
    for (; warps; warps &= warps - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(warps);
        unsigned at = n++;
        for (; fetch->turns && at > 0 && fetch->asked[out[at - 1]] > fetch->asked[slot]; at--)
            out[at] = out[at - 1];
        out[at] = (uint8_t)slot;
    }
    return n;
}

/* The warps that wait for a line get their instructions with the fill. If they had to ask again,
 * others could evict it first. A cache smaller than the loop would then never get on. */
void sm_fetch_fill(struct sm_fetch *fetch, uint32_t line)
{
    tag_array_fill(&fetch->tags, (int)line);
    fetch->misses--;
    uint64_t address = tag_array_address(&fetch->tags, (int)line);
    uint64_t waiting = fetch->waiting[line] & fetch->missing & ~fetch->refused;
    fetch->waiting[line] = 0;
    fetch->blocked = false;
    uint8_t order[WARP_SLOTS];
    const unsigned n = in_order(fetch, waiting, order);
    for (unsigned i = 0; i < n; i++) {
        const unsigned slot = order[i];
        struct sm_warp *warp = &fetch->warps->list[slot];
        uint64_t next = next_address(fetch, warp);
        sm_meter_note(fetch->core, warp->context.block->launch->id);
        if (line_of(next) == address) {
            take_instructions(fetch, warp, next);
            resume(fetch, slot);
            continue;
        }
        /* Meanwhile the buffer's last instructions have led its path elsewhere. */
        fetch->missing &= ~(bit_of(slot));
        sm_fetch_next(fetch, slot);
        if (!(fetch->missing >> slot & 1))
            resume(fetch, slot);
    }
}

void sm_fetch_warm(struct sm_fetch *fetch, uint64_t code_address, uint32_t n_instructions)
{
    const uint64_t end =
        code_address + (uint64_t)n_instructions * fetch->config->fetch.instruction_bytes;
    if (fetch->config->fetch.cache.size_bytes == 0 || fetch->warps->resident != 0)
        return;
    for (uint64_t line = line_of(code_address); line < end; line += LINE_BYTES) {
        int index = tag_array_find(&fetch->tags, line);
        if (index < 0) {
            index = tag_array_choose_victim(&fetch->tags, line);
            if (index < 0) /* all lines of its set are on their way */
                continue;
            tag_array_reserve(&fetch->tags, index, line);
            tag_array_fill(&fetch->tags, index);
            if (fetch->ahead)
                fetch->ahead[index] = false;
        }
        tag_array_touch(&fetch->tags, index);
    }
}
