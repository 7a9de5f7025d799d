/* SPDX-License-Identifier: BSD-3-Clause */
/* What is made of memory that nobody has written: values are followed from there through registers
 * and memory. Copies are fine. A branch, an address, and a copy to the host of what was computed
 * from such memory are not.
 *
 * Followed are allocations that programs make on the device, shared memory, and local memory of
 * kernels without calls. Variables of modules begin as zeros, and the host writes managed memory
 * unheard: both count as written. A byte in memory is undefined if all its bits are.
 */
#include "sanitize/init_places.h"
#include "workloads/atomic.h"
#include "workloads/host_memory.h"

enum { ELEMENT_BITS = 8, MOST_BYTES = 16 /* of a lane */ };

void init_check_allocation(struct sanitizer *sanitizer, const struct device_allocation *allocation)
{
    written_set(sanitizer->written, allocation->address - DEVICE_MEMORY_BASE, allocation->bytes,
                !g_str_has_prefix(allocation->name, "allocation "));
}

/* ---- loads ---------------------------------------------------------------------------------- */

/* A bit for each byte into eight. */
static uint64_t spread(uint32_t bytes)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 8; i++)
        bits |= bytes >> i & 1 ? UINT64_C(255) << 8 * i : 0;
    return bits;
}

/* Undefined bits of a lane's elements, extended as the load does. */
struct loaded {
    uint64_t bits[FLOW_DESTINATIONS][WARP_LANES];
    lane_mask computed;
    bool some;
};

static void load_lane(struct sanitizer *sanitizer, const struct step *step,
                      const struct value_flow *flow, unsigned lane, struct loaded *loaded)
{
    const unsigned bytes = step->instruction->access_bytes, unit = flow->bits / ELEMENT_BITS;
    uint64_t offset;
    bool computed;
    const struct written *in = init_place(sanitizer, step, lane, bytes, &offset);
    const uint32_t missing = in ? written_missing(in, offset, bytes, &computed) : 0;
    if (missing == 0)
        return;
    init_uses_origin(sanitizer, step, lane, offset);
    loaded->some = true;
    loaded->computed |= (lane_mask)computed << lane;
    for (unsigned e = 0; e < FLOW_DESTINATIONS && e * unit < bytes; e++) {
        uint64_t bits = spread(missing >> e * unit);
        if (flow->bits < 64)
            bits &= (UINT64_C(1) << flow->bits) - 1;
        if (flow->is_signed && flow->bits < 64 && bits >> (flow->bits - 1) & 1)
            bits |= ~((UINT64_C(1) << flow->bits) - 1);
        loaded->bits[e][lane] = bits;
    }
}

static void load(struct sanitizer *sanitizer, const struct step *step,
                 const struct value_flow *flow)
{
    struct loaded loaded = {0};
    uint64_t offset, span;
    const struct written *range =
        init_range(sanitizer, step, step->instruction->access_bytes, &offset, &span);
    for (unsigned i = 0; i < step->instruction->n_destinations; i++)
        values_clear(init_values(step), step->instruction->registers[i], UINT32_MAX);
    if (range && written_count(range, offset, span) == span)
        return;
    for (lane_mask left = step->what->active; left; left &= left - 1)
        load_lane(sanitizer, step, flow, (unsigned)__builtin_ctz(left), &loaded);
    for (unsigned e = 0; loaded.some && e < FLOW_DESTINATIONS; e++)
        values_set(init_make_values(step), flow->destination[e], step->what->active, loaded.bits[e],
                   loaded.computed, step->number);
}

/* ldmatrix: the bytes of a lane's register, which are those of rows at other lanes' addresses. */
static uint64_t matrix_bits(struct sanitizer *sanitizer, const struct step *step, unsigned matrix,
                            unsigned lane, bool transposed)
{
    const unsigned first = matrix * MATRIX_ROWS;
    uint64_t bits = 0;
    for (unsigned e = 0; e < 2; e++) {
        const unsigned a = lane / 4, b = lane % 4 * 2 + e;
        const unsigned row = transposed ? b : a, column = transposed ? a : b;
        const uint64_t offset = step->what->address[first + row] + 2 * column;
        bool computed;
        const uint32_t missing = written_missing(init_shared(step->block), offset, 2, &computed);
        if (missing)
            init_uses_origin(sanitizer, step, lane, offset);
        bits |= spread(missing) << 16 * e;
    }
    return bits;
}

static void load_matrices(struct sanitizer *sanitizer, const struct step *step,
                          const struct value_flow *flow)
{
    for (unsigned m = 0; m < step->instruction->matrices && m < FLOW_DESTINATIONS; m++) {
        uint64_t bits[WARP_LANES], some = 0;
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            some |= bits[lane] = matrix_bits(sanitizer, step, m, lane, flow->is_signed);
        if (some)
            values_set(init_make_values(step), flow->destination[m], UINT32_MAX, bits, 0,
                       step->number);
        else
            values_clear(init_values(step), flow->destination[m], UINT32_MAX);
    }
}

/* Texels and surfaces. Of a filtered texture one of its texels counts. */
static void load_texels(struct sanitizer *sanitizer, const struct step *step,
                        const struct value_flow *flow)
{
    const struct issued *what = step->what;
    const unsigned bytes = MIN((unsigned)what->element_bytes * what->elements, MOST_BYTES);
    uint64_t bits[WARP_LANES] = {0};
    lane_mask some = 0, computed_lanes = 0;
    for (lane_mask left = what->active; left && bytes > 0; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t address = what->address[lane], offset = address - DEVICE_MEMORY_BASE;
        bool computed;
        if (address >= HOST_MEMORY_BASE || !device_memory_find(sanitizer->memory, address, bytes) ||
            !written_missing(sanitizer->written, offset, bytes, &computed))
            continue;
        init_uses_origin(sanitizer, step, lane, offset);
        bits[lane] = UINT64_MAX;
        some |= (lane_mask)1 << lane;
        computed_lanes |= (lane_mask)computed << lane;
    }
    for (unsigned k = 0; k < FLOW_DESTINATIONS; k++) {
        values_clear(init_values(step), flow->destination[k], UINT32_MAX);
        if (some)
            values_set(init_make_values(step), flow->destination[k], some, bits, computed_lanes,
                       step->number);
    }
}

/* ---- stores --------------------------------------------------------------------------------- */

/* Bytes of a lane's operands from the `from`-th on that are undefined. */
static uint32_t undefined_bytes(const struct step *step, const struct value_flow *flow,
                                unsigned from, unsigned lane, bool *computed, uint32_t *origin)
{
    const struct warp_values *values = init_values(step);
    const unsigned unit = flow->bits / ELEMENT_BITS;
    uint32_t bytes = 0;
    for (unsigned k = from; k < FLOW_SOURCES; k++) {
        if (!(values_lanes(values, flow->source[k]) >> lane & 1))
            continue;
        const struct undefined *of = values->of[flow->source[k]];
        for (unsigned i = 0; i < unit; i++)
            bytes |= (uint32_t)((of->bits[lane] >> 8 * i & 255) == 255) << ((k - from) * unit + i);
        *computed |= of->computed >> lane & 1;
        *origin = of->origin;
    }
    return bytes;
}

static bool stores_undefined(const struct step *step, const struct value_flow *flow)
{
    const struct warp_values *values = init_values(step);
    lane_mask lanes = 0;
    for (unsigned k = 1; values && k < FLOW_SOURCES; k++)
        lanes |= values_lanes(values, flow->source[k]);
    return lanes & step->what->active;
}

static void store_lane(struct sanitizer *sanitizer, const struct step *step,
                       const struct value_flow *flow, unsigned lane)
{
    const unsigned bytes = step->instruction->access_bytes;
    uint64_t offset;
    uint32_t origin = 0;
    bool computed = false;
    struct written *in = init_place(sanitizer, step, lane, bytes, &offset);
    if (!in)
        return;
    const uint32_t undefined = undefined_bytes(step, flow, 1, lane, &computed, &origin);
    written_store(in, offset, bytes, undefined, computed);
    if (undefined && computed && step->what->space == SPACE_GLOBAL)
        init_uses_stored(sanitizer, step->number, origin, offset, bytes);
}

static void store(struct sanitizer *sanitizer, const struct step *step,
                  const struct value_flow *flow)
{
    const struct issued *what = step->what;
    const unsigned bytes = step->instruction->access_bytes;
    if (what->regular && what->stride == bytes && what->active == UINT32_MAX &&
        !stores_undefined(step, flow)) {
        uint64_t offset, span;
        struct written *range = init_range(sanitizer, step, bytes, &offset, &span);
        if (range) {
            written_set(range, offset, span, true);
            return;
        }
    }
    for (lane_mask left = what->active; left; left &= left - 1)
        store_lane(sanitizer, step, flow, (unsigned)__builtin_ctz(left));
}

/* Of memory and operand, one that is undefined makes both results so. An exchange takes its operand
 * as it is. */
static void change_lane(struct sanitizer *sanitizer, const struct step *step,
                        const struct value_flow *flow, unsigned lane, struct loaded *loaded)
{
    const unsigned bytes = step->instruction->access_bytes;
    const bool exchanges = step->instruction->atomic_op == ATOMIC_EXCH;
    const uint32_t all = bytes < 32 ? (1u << bytes) - 1 : UINT32_MAX;
    uint64_t offset;
    uint32_t origin = step->number;
    bool computed = false, was_computed = false;
    struct written *in = init_place(sanitizer, step, lane, bytes, &offset);
    if (!in)
        return;
    const uint32_t missing = written_missing(in, offset, bytes, &was_computed);
    uint32_t undefined = undefined_bytes(step, flow, 1, lane, &computed, &origin);
    if (missing) {
        init_uses_origin(sanitizer, step, lane, offset);
        loaded->some = true;
        loaded->bits[0][lane] = spread(missing);
        loaded->computed |= (lane_mask)was_computed << lane;
    }
    if (!exchanges && (missing || undefined)) {
        undefined = all;
        computed = true;
    }
    written_store(in, offset, bytes, undefined & all, computed);
    if (undefined && computed && step->what->space == SPACE_GLOBAL)
        init_uses_stored(sanitizer, step->number, origin, offset, bytes);
}

static void change(struct sanitizer *sanitizer, const struct step *step,
                   const struct value_flow *flow)
{
    struct loaded loaded = {0};
    for (lane_mask left = step->what->active; left; left &= left - 1)
        change_lane(sanitizer, step, flow, (unsigned)__builtin_ctz(left), &loaded);
    for (unsigned i = 0; i < step->instruction->n_destinations; i++)
        values_clear(init_values(step), step->instruction->registers[i], UINT32_MAX);
    if (loaded.some)
        values_set(init_make_values(step), flow->destination[0], step->what->active, loaded.bits[0],
                   loaded.computed, step->number);
}

/* cp.async: bytes go as they are. */
static void copy(struct sanitizer *sanitizer, const struct step *step)
{
    const struct async_copy *copy = &step->what->copy;
    for (lane_mask left = step->what->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left), bytes = copy->bytes[lane];
        uint64_t offset;
        bool computed = false;
        const struct written *from = init_place(sanitizer, step, lane, bytes, &offset);
        const uint32_t missing = from ? written_missing(from, offset, bytes, &computed) : 0;
        written_store(init_shared(step->block), copy->to[lane], bytes, missing, computed);
        written_set(init_shared(step->block), copy->to[lane] + bytes,
                    step->instruction->access_bytes - bytes, true);
    }
}

/* What writes as nobody follows: stmatrix, surfaces. */
static void store_all(struct sanitizer *sanitizer, const struct step *step)
{
    const bool rows = step->what->space == SPACE_SHARED && step->instruction->matrices > 0;
    const unsigned n = rows ? step->instruction->matrices * MATRIX_ROWS : WARP_LANES;
    const unsigned bytes = rows ? MATRIX_ROW_BYTES : step->instruction->access_bytes;
    for (lane_mask left = step->what->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t offset;
        struct written *in = init_place(sanitizer, step, lane, bytes, &offset);
        if (in && lane < n)
            written_set(in, offset, bytes, true);
    }
}

/* A row of a bulk copy, where its swizzle puts it. */
static void note_row(struct written *written, const struct bulk_job *job, uint32_t shared,
                     uint32_t bytes)
{
    for (uint32_t done = 0, run; done < bytes; done += run) {
        run = bulk_run(job, shared + done, bytes - done);
        written_set(written, bulk_swizzled(job, shared + done), run, true);
    }
}

/* Bulk copies: the rows that they write. */
static void note_bulk(struct sanitizer *sanitizer, const struct step *step)
{
    for (const struct bulk_job *job = step->what->bulk; job; job = job->next)
        for (uint32_t i = 0; i < job->n_rows; i++) {
            const struct bulk_row *row = &job->rows[i];
            if (job->kind == BULK_LOAD || job->kind == BULK_LOCAL)
                note_row(init_shared(step->block), job, row->shared, row->bytes);
            else if (row->global >= DEVICE_MEMORY_BASE && row->global < HOST_MEMORY_BASE)
                written_set(sanitizer->written, row->global - DEVICE_MEMORY_BASE, row->bytes, true);
        }
}

/* ---- steps ---------------------------------------------------------------------------------- */

static void access_memory(struct sanitizer *sanitizer, const struct step *step,
                          const struct value_flow *flow)
{
    const uint8_t kind = step->site->kind;
    if (step->what->active == 0)
        return;
    if (step->what->async == ASYNC_COPY)
        copy(sanitizer, step);
    else if (kind == SITE_LOAD)
        load(sanitizer, step, flow);
    else if (kind == SITE_STORE)
        store(sanitizer, step, flow);
    else if (kind == SITE_ATOMIC)
        change(sanitizer, step, flow);
}

void init_check_step(struct sanitizer *sanitizer, const struct step *step)
{
    const struct value_flow *flow = step->block->launch->flows;
    struct warp_values *values = init_values(step);
    if (!flow)
        return;
    flow += step->pc;
    if (G_UNLIKELY(values && values->n_undefined > 0))
        init_uses_step(sanitizer, step, flow, values);
    if (flow->kind == FLOW_ACCESS)
        access_memory(sanitizer, step, flow);
    else if (flow->kind == FLOW_MATRIX && step->what->active)
        load_matrices(sanitizer, step, flow);
    else if (flow->kind == FLOW_TEXEL)
        load_texels(sanitizer, step, flow);
    else if (flow->kind == FLOW_GROUP && step->what->active)
        init_check_group(sanitizer, step);
    else if (step->site->kind == SITE_STORE || step->site->kind == SITE_ATOMIC)
        store_all(sanitizer, step);
    else if (step->site->kind == SITE_SYNC && step->what->async == ASYNC_BULK)
        note_bulk(sanitizer, step);
    else if (values && values->n_undefined > 0)
        values_step(values, flow, step->w, step->pc, step->what->active);
    values = init_values(step);
    if (values)
        values->next = step->w->active;
}
