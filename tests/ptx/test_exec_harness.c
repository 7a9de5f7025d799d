/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs small PTX kernels; see test_exec_harness.h. */
#include "tests/ptx/test_exec_harness.h"
#include "workloads/atomic.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WARPS = 32, MAX_ISSUES = 1000000 };

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
    h->block[0] = 32;
    h->block[1] = h->block[2] = 1;
}

void harness_finish(struct harness *h)
{
    ptx_program_free(h->program);
    g_free(h->memory);
    g_free(h->shared);
    g_free(h->fault);
}

void harness_param_u64(struct harness *h, unsigned index, uint64_t value)
{
    struct ptx_param param = ptx_program_param(h->program, h->code, index);
    memcpy(h->params + param.offset, &value, param.bytes);
}

static uint8_t *at(struct harness *h, uint64_t address, unsigned bytes)
{
    ck_assert_msg(address >= DEVICE_BASE && address + bytes <= DEVICE_BASE + DEVICE_BYTES,
                  "address 0x%llx", (unsigned long long)address);
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

static void access_memory(struct harness *h, struct warp_context *w, uint32_t pc,
                          const struct issued *out)
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
    if (in->op_class == OP_LOAD ||
        (in->op_class == OP_ATOMIC && !(in->flags & INSTRUCTION_NO_RETURN)))
        deliver(w, pc, out->active, data);
}

/* Runs w until it exits or waits at a barrier. False: h->fault is set. */
static bool run_warp(struct harness *h, struct warp_context *w)
{
    static struct issued out;
    while (w->active != 0) {
        uint32_t pc = w->pc;
        ck_assert_uint_lt(pc, w->code->n_instructions);
        ck_assert_uint_lt(++h->issued, MAX_ISSUES);
        if (!w->code->ops->issue(w, h->issued, &out)) {
            h->fault = out.fault;
            return false;
        }
        h->divergences += out.diverged;
        access_memory(h, w, pc, &out);
        if (w->code->instructions[pc].op_class == OP_BARRIER)
            return true;
    }
    return true;
}

bool harness_run(struct harness *h)
{
    struct launch launch = {.code = h->code,
                            .grid = {2, 3, 4},
                            .block = {h->block[0], h->block[1], h->block[2]},
                            .dynamic_shared_bytes = h->dynamic_shared_bytes,
                            .params = h->params};
    struct block_context block = {.launch = &launch, .index = {1, 2, 3}, .sm = 5};
    unsigned threads = h->block[0] * h->block[1] * h->block[2];
    unsigned n = (threads + WARP_LANES - 1) / WARP_LANES;
    struct warp_context warps[MAX_WARPS];
    g_free(h->shared);
    g_clear_pointer(&h->fault, g_free);
    h->issued = h->divergences = 0;
    h->shared = g_malloc0(h->code->static_shared_bytes + h->dynamic_shared_bytes + 1);
    block.shared = h->shared;
    ck_assert_uint_le(n, MAX_WARPS);
    for (unsigned i = 0; i < n; i++) {
        warps[i] =
            (struct warp_context){.code = h->code, .block = &block, .in_block = i, .slot = 7 + i};
        warps[i].state = aligned_alloc(64, (h->code->warp_state_bytes + 63) / 64 * 64);
        h->code->ops->warp_start(&warps[i]);
    }
    bool good = true, running = true;
    while (good && running) {
        running = false;
        for (unsigned i = 0; i < n && good; i++) {
            good = run_warp(h, &warps[i]);
            running |= warps[i].active != 0;
        }
    }
    for (unsigned i = 0; i < n; i++)
        free(warps[i].state);
    return good;
}
