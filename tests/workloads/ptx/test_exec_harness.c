/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs small PTX kernels; see test_exec_harness.h. */
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/atomic.h"
#include "workloads/instruction_source.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WARPS = 32, MAX_ISSUES = 1000000 };

/* What a warp that stands at a barrier issued there; lanes is 0 elsewhere. */
struct arrival {
    uint32_t pc;
    lane_mask lanes, yes;
    uint8_t kind;
};

void harness_init(struct harness *h, const char *text, const char *kernel)
{
    GError *error = NULL;
    memset(h, 0, sizeof *h);
    struct ptx_module *module = ptx_module_parse("test.ptx", text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%s\n%s", error ? error->message : "", text);
    h->program = ptx_program_new(module, &error);
    ck_assert_ptr_nonnull(h->program);
    h->code = ptx_program_kernel(h->program, kernel, 0, &error);
    ck_assert_msg(h->code != NULL, "%s", error ? error->message : "");
    h->memory = g_malloc0(DEVICE_BYTES);
    h->output = g_string_new(NULL);
    h->block[0] = 32;
    h->block[1] = h->block[2] = 1;
}

void harness_finish(struct harness *h)
{
    ptx_program_free(h->program);
    g_free(h->memory);
    g_free(h->shared);
    g_free(h->fault);
    g_string_free(h->output, TRUE);
}

void harness_place_globals(struct harness *h, uint32_t offset)
{
    for (unsigned i = 0; i < ptx_program_n_symbols(h->program); i++) {
        struct ptx_symbol symbol = ptx_program_symbol(h->program, i);
        if (symbol.space != SPACE_GLOBAL)
            continue;
        ptx_program_set_address(h->program, i, DEVICE_BASE + offset);
        offset += (uint32_t)(symbol.bytes + 63) / 64 * 64;
        ck_assert_uint_le(offset, DEVICE_BYTES);
    }
    for (unsigned i = 0; i < ptx_program_n_symbols(h->program); i++) {
        struct ptx_symbol symbol = ptx_program_symbol(h->program, i);
        if (symbol.space == SPACE_GLOBAL && symbol.initial != NULL)
            memcpy(h->memory + (symbol.address - DEVICE_BASE), symbol.initial, symbol.bytes);
    }
}

/* launch_services.read. */
static bool read_memory(void *data, uint64_t address, void *bytes, size_t n)
{
    const struct harness *h = data;
    if (address < DEVICE_BASE || address + n > DEVICE_BASE + DEVICE_BYTES)
        return false;
    memcpy(bytes, h->memory + (address - DEVICE_BASE), n);
    return true;
}

/* launch_services.texture. */
static const struct texture *the_texture(void *data, const struct launch *launch, uint64_t operand)
{
    (void)launch;
    (void)operand;
    return ((const struct harness *)data)->texture;
}

/* launch_services.allocate: three pieces, then no more. */
static uint64_t allocate(void *data, uint64_t bytes)
{
    struct harness *h = data;
    ck_assert_uint_eq(bytes, 64);
    return h->n_mallocs < 3 ? DEVICE_BASE + DEVICE_BYTES - 64 * ++h->n_mallocs : 0;
}

/* launch_services.release. */
static bool release(void *data, uint64_t address)
{
    struct harness *h = data;
    h->n_frees++;
    return address % 64 == 0;
}

void harness_param_u64(struct harness *h, unsigned index, uint64_t value)
{
    struct ptx_param param = ptx_program_param(h->program, h->code, index);
    memcpy(h->params + param.offset, &value, param.bytes);
}

static uint8_t *at(struct harness *h, uint64_t address, unsigned bytes)
{
    /* Not ck_assert_msg: Check writes down every one that holds, which here is most of the time. */
    if (address < DEVICE_BASE || address + bytes > DEVICE_BASE + DEVICE_BYTES)
        ck_abort_msg("address 0x%llx", (unsigned long long)address);
    return h->memory + (address - DEVICE_BASE);
}

static uint64_t operand(const struct lane_operand *o, unsigned lane)
{
    uint64_t value = 0;
    memcpy(&value, o->base + lane * o->stride, o->stride < 8 ? o->stride : 8);
    return value;
}

/* Delivers in two calls, even and odd lanes, as replies of two sectors would. */
static void deliver(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data)
{
    uint16_t offset[WARP_LANES];
    for (unsigned i = 0; i < WARP_LANES; i++)
        offset[i] = (uint16_t)(i * 16);
    w->code->ops->deliver(w, pc, lanes & 0x55555555, data, offset);
    w->code->ops->deliver(w, pc, lanes & 0xaaaaaaaa, data, offset);
}

/* Loads of a warp that are out, if harness.late. */
struct late_load {
    uint32_t pc;
    lane_mask lanes;
    uint8_t data[WARP_LANES * 16];
};
struct late_loads {
    struct late_load of[16];
    unsigned n;
};

static void deliver_late(struct late_loads *late, struct warp_context *w)
{
    for (unsigned i = 0; i < late->n; i++)
        deliver(w, late->of[i].pc, late->of[i].lanes, late->of[i].data);
    late->n = 0;
}

/* Before the warp's next instruction: what it has to wait for. */
static void wait_for_loads(struct late_loads *late, struct warp_context *w)
{
    const struct instruction *next = &w->code->instructions[w->pc];
    bool waits = next->flags & INSTRUCTION_DRAIN || late->n == G_N_ELEMENTS(late->of);
    for (unsigned i = 0; i < late->n; i++) {
        const struct instruction *load = &w->code->instructions[late->of[i].pc];
        for (unsigned k = 0; k < load->n_destinations; k++)
            for (unsigned m = 0; m < next->n_destinations + next->n_sources; m++)
                waits |= load->registers[k] == next->registers[m];
    }
    if (waits)
        deliver_late(late, w);
}

static void access_memory(struct harness *h, struct warp_context *w, uint32_t pc,
                          const struct issued *out, struct late_loads *late)
{
    const struct instruction *in = &w->code->instructions[pc];
    uint8_t data[WARP_LANES * 16] = {0};
    if (out->space != SPACE_GLOBAL)
        return;
    for (unsigned i = 0; i < WARP_LANES; i++) {
        if (!(out->active >> i & 1))
            continue;
        uint8_t *place = at(h, out->address[i], in->access_bytes);
        if (in->op_class == OP_LOAD)
            memcpy(data + 16 * i, place, in->access_bytes);
        if (in->op_class == OP_STORE)
            for (unsigned k = 0; k < out->elements; k++) {
                uint64_t value = operand(&out->value[k], i);
                memcpy(place + k * out->element_bytes, &value, out->element_bytes);
            }
        if (in->op_class == OP_ATOMIC) {
            uint64_t b = in->atomic_op == ATOMIC_CAS ? operand(&out->value[1], i) : 0;
            uint64_t old =
                atomic_apply(in->atomic_op, in->atomic_type, place, operand(&out->value[0], i), b);
            memcpy(data + 16 * i, &old, 8);
        }
    }
    if (out->async == ASYNC_COPY) {
        uint16_t offset[WARP_LANES];
        for (unsigned i = 0; i < WARP_LANES; i++)
            offset[i] = (uint16_t)(i * 16);
        async_copy_deliver(&out->copy, w->block->shared, out->active, data, offset);
    } else if (in->op_class == OP_LOAD ||
               (in->op_class == OP_ATOMIC && !(in->flags & INSTRUCTION_NO_RETURN))) {
        late->of[late->n] = (struct late_load){.pc = pc, .lanes = out->active};
        memcpy(late->of[late->n++].data, data, sizeof data);
        if (!h->late)
            deliver_late(late, w);
    }
}

/* Runs w until it exits or waits at a barrier. False: h->fault is set. */
static bool run_warp(struct harness *h, struct warp_context *w, struct arrival *arrival)
{
    static struct issued out;
    static struct late_loads late;
    late.n = 0;
    while (w->active != 0) {
        uint32_t pc = w->pc;
        wait_for_loads(&late, w);
        if (pc >= w->code->n_instructions || ++h->issued >= MAX_ISSUES)
            ck_abort_msg("pc %u after %u instructions", pc, h->issued);
        h->ahead += w->n_steps > 1;
        if (!w->code->ops->issue(w, h->issued, &out)) {
            h->fault = out.fault;
            h->fault_lane = out.fault_lane;
            return false;
        }
        h->divergences += out.diverged;
        if (out.output)
            g_string_append(h->output, out.output);
        g_free(out.output);
        access_memory(h, w, pc, &out, &late);
        if (w->code->instructions[pc].op_class != OP_BARRIER || out.active == 0 ||
            out.barrier_kind == BARRIER_ARRIVE || out.barrier_kind == BARRIER_CLUSTER_ARRIVE)
            continue;
        *arrival = (struct arrival){pc, out.active, out.barrier_true, out.barrier_kind};
        deliver_late(&late, w);
        return true;
    }
    return true;
}

/* All warps stand at a reducing barrier, or have exited: hands them its result. */
static void reduce(struct warp_context *warps, const struct arrival *arrivals, unsigned n)
{
    static const uint16_t one_place[WARP_LANES] = {0};
    uint32_t lanes = 0, yes = 0;
    for (unsigned i = 0; i < n; i++) {
        lanes += (uint32_t)__builtin_popcount(arrivals[i].lanes);
        yes += (uint32_t)__builtin_popcount(arrivals[i].yes);
    }
    for (unsigned i = 0; i < n; i++) {
        uint8_t kind = arrivals[i].kind;
        uint32_t result = kind == BARRIER_AND ? yes == lanes : kind == BARRIER_OR ? yes > 0 : yes;
        if (arrivals[i].lanes != 0 && kind >= BARRIER_AND && kind <= BARRIER_COUNT)
            warps[i].code->ops->deliver(&warps[i], arrivals[i].pc, arrivals[i].lanes,
                                        (const uint8_t *)&result, one_place);
    }
}

bool harness_run(struct harness *h)
{
    struct launch_services services = {.data = h, .read = read_memory, .texture = the_texture};
    if (h->heap) {
        services.allocate = allocate;
        services.release = release;
    }
    struct launch launch = {.code = h->code,
                            .services = &services,
                            .grid = {2, 3, 4},
                            .block = {h->block[0], h->block[1], h->block[2]},
                            .dynamic_shared_bytes = h->dynamic_shared_bytes,
                            .independent_lanes = h->independent_lanes,
                            .spin_limit = h->spin_limit,
                            .params = h->params};
    struct block_context block = {.launch = &launch, .index = {1, 2, 3}, .sm = 5};
    unsigned threads = h->block[0] * h->block[1] * h->block[2];
    unsigned n = (threads + WARP_LANES - 1) / WARP_LANES;
    struct warp_context warps[MAX_WARPS];
    g_free(h->shared);
    g_clear_pointer(&h->fault, g_free);
    g_string_truncate(h->output, 0);
    h->issued = h->ahead = h->divergences = 0;
    h->shared = g_malloc0(h->code->static_shared_bytes + h->dynamic_shared_bytes + 1);
    block.shared = h->shared;
    ck_assert_uint_le(n, MAX_WARPS);
    for (unsigned i = 0; i < n; i++) {
        warps[i] = (struct warp_context){
            .code = h->code, .block = &block, .in_block = i, .slot = 7 + i, .ahead = !h->in_order};
        warps[i].state = aligned_alloc(64, (h->code->warp_state_bytes + 63) / 64 * 64);
        h->code->ops->warp_start(&warps[i]);
    }
    bool good = true, running = true;
    while (good && running) {
        struct arrival arrivals[MAX_WARPS] = {0};
        running = false;
        for (unsigned i = 0; i < n && good; i++) {
            good = run_warp(h, &warps[i], &arrivals[i]);
            running |= warps[i].active != 0;
        }
        reduce(warps, arrivals, n);
    }
    for (unsigned i = 0; i < n; i++)
        free(warps[i].state);
    return good;
}
