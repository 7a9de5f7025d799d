/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/line_text.h"
#include "workloads/instruction_source.h"
#include "workloads/sass_trace/header.h"
#include "workloads/trace_writer/opcode_name.h"
#include "workloads/trace_writer/sync_text.h"

#include <inttypes.h>

enum { MAX_SOURCES = 4 };

uint16_t *line_text_registers(const struct kernel_code *code)
{
    uint16_t *registers = g_new(uint16_t, code->n_register_slots + 1);
    uint32_t next = 0;
    registers[0] = LINE_NO_REGISTER;
    for (uint32_t slot = 1; slot < code->n_register_slots; slot++) {
        bool left_out = code->predicate_slots && code->predicate_slots[slot];
        registers[slot] = left_out ? LINE_NO_REGISTER : (uint16_t)(next++ % LINE_REGISTERS);
    }
    return registers;
}

/* The place of instruction `index` in a kernel's bytes: what sass_ordinal takes back. */
static uint64_t byte_offset(const struct sass_isa *isa, uint64_t index)
{
    uint64_t slot = index;
    if (isa->bundle_slots > 0)
        slot = index / (isa->bundle_slots - 1) * isa->bundle_slots +
               index % (isa->bundle_slots - 1) + 1;
    return slot * isa->instruction_bytes;
}

/* " 2 R4 R5": those of n slots that are registers, at most `most`. */
static unsigned append_registers(GString *out, const uint16_t *slots, unsigned n, unsigned most,
                                 const uint16_t *registers)
{
    unsigned count = 0;
    g_autoptr(GString) names = g_string_new(NULL);
    for (unsigned i = 0; i < n && count < most; i++) {
        uint16_t number = registers[slots[i]];
        if (number == LINE_NO_REGISTER)
            continue;
        g_string_append_printf(names, " R%u", number);
        count++;
    }
    g_string_append_printf(out, " %u%s", count, names->str);
    return count;
}

/* " 2 R4 UR63": as many as an instruction on mbarriers or a bulk copy names. */
static void append_sync_registers(GString *out, const struct instruction *facts,
                                  const uint16_t *registers)
{
    unsigned count = 0;
    g_string_append_printf(out, " %d", SYNC_TEXT_SOURCES);
    for (unsigned i = 0; i < facts->n_sources && count < SYNC_TEXT_SOURCES; i++) {
        const uint16_t number = registers[facts->registers[facts->n_destinations + i]];
        if (number == LINE_NO_REGISTER)
            continue;
        g_string_append_printf(out, " R%u", number);
        count++;
    }
    for (; count < SYNC_TEXT_SOURCES; count++)
        g_string_append(out, " UR63");
}

static bool has_addresses(const struct instruction *facts)
{
    bool accesses =
        facts->op_class == OP_LOAD || facts->op_class == OP_STORE || facts->op_class == OP_ATOMIC;
    return accesses && facts->space != SPACE_TEXTURE && facts->access_bytes > 0;
}

/* A product of a warp group, whose line says from version 6 on whether it ends a group. */
static bool is_group(const struct sass_isa *isa, const char *opcode)
{
    const struct opcode_fact *fact = sass_opcode_find(isa, opcode, strcspn(opcode, "."));
    return fact && fact->kind == OPCODE_GROUP_PRODUCT;
}

/* How many groups of asynchronous copies or products a wait leaves unfinished. A wait for all of
 * them and a commit have UINT32_MAX. */
static unsigned immediate_of(const struct instruction *facts, const char *opcode, int64_t immediate)
{
    if (facts->op_class == OP_SYNC) /* of TMA's stores */
        return g_str_has_prefix(opcode, "DEPBAR") ? (unsigned)CLAMP(immediate, 0, INT32_MAX) : 0;
    if (facts->op_class == OP_INT && (facts->flags & INSTRUCTION_GROUP))
        return facts->group_step == GROUP_WAIT ? facts->group_allowed : 0;
    return facts->op_class == OP_FENCE && immediate != UINT32_MAX
               ? (unsigned)CLAMP(immediate, 0, INT32_MAX)
               : 0;
}

const char *line_text_end(unsigned version)
{
    return version >= TRACE_VERSION_WITH_VALUES ? " 0 0 NoVal\n" : " 0\n";
}

static enum line_tail tail_of(const struct instruction *facts, const char *opcode, unsigned version)
{
    if (has_addresses(facts))
        return LINE_HAS_ADDRESSES;
    if (version < TRACE_VERSION_WITH_VALUES)
        return LINE_HAS_NONE;
    if (facts->op_class == OP_BARRIER && g_str_has_prefix(opcode, "BAR"))
        return LINE_HAS_BARRIER;
    if (facts->op_class != OP_SYNC)
        return LINE_HAS_NONE;
    if (g_str_has_prefix(opcode, "SYNCS.") || g_str_has_prefix(opcode, "ARRIVES."))
        return LINE_HAS_MBARRIER;
    return sync_text_is_transfer(opcode) ? LINE_HAS_TRANSFER : LINE_HAS_NONE;
}

/* From the width on. */
static void append_width(GString *out, enum line_tail tail, const struct instruction *facts,
                         const struct instruction_text *words, const char *opcode, unsigned version)
{
    switch (tail) {
    case LINE_HAS_ADDRESSES:
        g_string_append_printf(out, " %u ", facts->access_bytes);
        return;
    case LINE_HAS_MBARRIER:
        g_string_append(out, " 8 ");
        return;
    case LINE_HAS_TRANSFER:
        g_string_append_printf(out, " %d ", SYNC_TEXT_WIDTH);
        return;
    case LINE_HAS_BARRIER:
        g_string_append(out, " 0 ");
        return;
    default:
        g_string_append_printf(out, " 0 %u%s", immediate_of(facts, opcode, words->immediate),
                               version >= TRACE_VERSION_WITH_VALUES ? " 0 NoVal\n" : "\n");
    }
}

void line_text_make(struct line_text *line, const struct sass_isa *isa,
                    const struct kernel_code *code, const uint16_t *registers, uint32_t pc,
                    unsigned version)
{
    const struct instruction *facts = &code->instructions[pc];
    struct instruction_text words = {0};
    if (code->ops->describe)
        code->ops->describe(code, pc, &words);
    g_autoptr(GString) after = g_string_new(NULL);
    line->n_written =
        (uint8_t)append_registers(after, facts->registers, facts->n_destinations, 1, registers);
    g_string_append_c(after, ' ');
    const gsize opcode_at = after->len;
    opcode_name_append(after, isa, facts, words.opcode);
    g_autofree char *opcode = g_strdup(after->str + opcode_at);
    const bool commits = version >= TRACE_VERSION_WITH_VALUES && is_group(isa, opcode);
    line->tail = (uint8_t)tail_of(facts, opcode, version);
    if (line->tail == LINE_HAS_MBARRIER || line->tail == LINE_HAS_TRANSFER)
        append_sync_registers(after, facts, registers);
    else
        append_registers(after, facts->registers + facts->n_destinations, facts->n_sources,
                         MAX_SOURCES, registers);
    line->n_read = SYNC_TEXT_SOURCES;
    line->width = SYNC_TEXT_WIDTH;
    if (commits)
        g_string_append(after, facts->tensor_columns & TENSOR_ENDS_GROUP ? " 1" : " 0");
    append_width(after, line->tail, facts, &words, opcode, version);
    line->end = line->tail == LINE_HAS_ADDRESSES ? line_text_end(version) : "";
    line->before = g_strdup_printf("%04" PRIx64 " ", byte_offset(isa, pc));
    line->after = g_string_free(g_steal_pointer(&after), FALSE);
}

void line_text_filler(GString *out, const struct line_text *line)
{
    static const char *const fillers[] = {[LINE_HAS_NONE] = "",
                                          [LINE_HAS_ADDRESSES] = "1 0x0 0",
                                          [LINE_HAS_MBARRIER] = "1 0x0 0 0 0 NoVal\n",
                                          [LINE_HAS_TRANSFER] = "0x0 0 0 0 3 0 0 0 NoVal\n",
                                          [LINE_HAS_BARRIER] = "0 0 NoVal\n"};
    g_string_append(out, fillers[line->tail]);
}

void line_text_append(GString *out, const struct line_text *line, lane_mask mask,
                      const char *addresses, size_t n_addresses)
{
    char digits[16];
    g_snprintf(digits, sizeof digits, "%08x", mask);
    g_string_append(out, line->before);
    g_string_append(out, digits);
    g_string_append(out, line->after);
    if (line->tail == LINE_HAS_NONE)
        return;
    g_string_append_len(out, addresses, (gssize)n_addresses);
    g_string_append(out, line->end);
}

void line_text_finish(struct line_text *line)
{
    g_clear_pointer(&line->before, g_free);
    g_clear_pointer(&line->after, g_free);
}

/* ---- addresses ------------------------------------------------------------------------------ */

/* Whether neighbouring lanes, and no others, access neighbouring places. */
static bool find_stride(lane_mask mask, const uint64_t address[WARP_LANES], int32_t *stride)
{
    unsigned first = (unsigned)__builtin_ctz(mask), n = (unsigned)__builtin_popcount(mask);
    lane_mask run = mask >> first;
    if (n < 2 || (run & (run + 1)) != 0)
        return false;
    int64_t distance = (int64_t)(address[first + 1] - address[first]);
    for (unsigned i = 1; i < n; i++)
        if ((int64_t)(address[first + i] - address[first + i - 1]) != distance)
            return false;
    *stride = (int32_t)distance;
    return distance == *stride;
}

static void append_deltas(GString *out, lane_mask mask, const uint64_t address[WARP_LANES])
{
    unsigned last = (unsigned)__builtin_ctz(mask);
    g_string_append_printf(out, "2 0x%" PRIx64, address[last]);
    for (lane_mask left = mask & (mask - 1); left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        g_string_append_printf(out, " %" PRId64, (int64_t)(address[lane] - address[last]));
        last = lane;
    }
}

static void append_list(GString *out, lane_mask mask, const uint64_t address[WARP_LANES])
{
    g_string_append_c(out, '0');
    for (lane_mask left = mask; left; left &= left - 1)
        g_string_append_printf(out, " 0x%" PRIx64, address[__builtin_ctz(left)]);
}

void line_addresses_append(GString *out, lane_mask mask, const uint64_t address[WARP_LANES])
{
    int32_t stride;
    if (mask == 0) {
        g_string_append(out, "1 0x0 0");
        return;
    }
    if (find_stride(mask, address, &stride)) {
        g_string_append_printf(out, "1 0x%" PRIx64 " %d", address[__builtin_ctz(mask)], stride);
        return;
    }
    gsize begin = out->len;
    append_deltas(out, mask, address);
    gsize length = out->len - begin;
    append_list(out, mask, address);
    if (out->len - begin - length < length)
        g_string_erase(out, (gssize)begin, (gssize)length);
    else
        g_string_truncate(out, begin + length);
}
