/* SPDX-License-Identifier: BSD-3-Clause */
/* What the instructions of a kernel's code cost: the waits of the warps that issue them, and what
 * their accesses ask of shared memory and L1D.
 *
 * A warp's wait is charged to the instruction that ends it by issuing. That is where profilers of
 * hardware show it, too: a load is cheap, and the first use of what it brings is dear. What a warp
 * waits for behind its last instruction (drain) is charged to none.
 *
 * Units: cycles of the SM.
 */
#include "models/sm/access/coalescer.h"
#include "models/sm/access/shared_conflicts.h"
#include "observers/latency_internal.h"
#include "results/format.h"
#include "workloads/instruction_source.h"

static void instruction_free(void *instruction)
{
    struct latency_instruction *own = instruction;
    if (own)
        g_free((char *)own->opcode);
    g_free(own);
}

void latency_code_free(void *code)
{
    struct latency_code *own = code;
    g_ptr_array_unref(own->instructions);
    g_free((char *)own->name);
    g_free((char *)own->file);
    g_free(own);
}

struct latency_code *latency_code_of(struct latency *latency, const struct kernel_code *code)
{
    const char *file = code->file ? code->file : "";
    g_autofree char *key = g_strconcat(file, "\n", code->name, NULL);
    struct latency_code *own = g_hash_table_lookup(latency->codes, key);
    if (own)
        return own;
    own = g_new0(struct latency_code, 1);
    own->name = g_strdup(code->name);
    own->file = g_strdup(file);
    own->instructions = g_ptr_array_new_with_free_func(instruction_free);
    g_hash_table_insert(latency->codes, g_steal_pointer(&key), own);
    return own;
}

/* Modules may be gone when the run ends: what is told of an instruction is copied. */
static struct latency_instruction *instruction_new(const struct latency_code *own,
                                                   const struct kernel_code *code, uint32_t pc)
{
    struct latency_instruction *made = g_new0(struct latency_instruction, 1);
    const struct instruction *instruction = &code->instructions[pc];
    const struct source_place *place = code->places ? &code->places[pc] : NULL;
    struct instruction_text text = {0};
    made->op_class = instruction->op_class;
    made->access_bytes = instruction->access_bytes;
    made->source = place && place->file && place->line > 0; /* 0: of no line of it */
    made->line = made->source ? place->line : instruction->line;
    made->file = made->source ? g_intern_string(place->file) : made->line > 0 ? own->file : NULL;
    if (code->ops->describe)
        code->ops->describe(code, pc, &text);
    made->opcode = g_strdup(text.opcode);
    return made;
}

static struct latency_instruction *instruction_at(const struct latency_code *own,
                                                  const struct kernel_code *code, uint32_t pc)
{
    if (pc >= own->instructions->len)
        g_ptr_array_set_size(own->instructions, (gint)pc + 1);
    struct latency_instruction **place =
        (struct latency_instruction **)&g_ptr_array_index(own->instructions, pc);
    if (!*place)
        *place = instruction_new(own, code, pc);
    return *place;
}

/* ---- accesses ------------------------------------------------------------------------------- */

static unsigned shared_cycles(const struct latency *latency,
                              const struct latency_instruction *instruction,
                              const struct issued *what, const uint64_t address[WARP_LANES])
{
    unsigned bytes = MIN(instruction->access_bytes, latency->shared_widest);
    return instruction->op_class == OP_ATOMIC
               ? shared_atomic_cycles(what->active, address, bytes, latency->shared_banks)
               : shared_access_cycles(what->active, address, bytes, latency->shared_banks);
}

static void charge_shared(const struct latency *latency, struct latency_instruction *instruction,
                          const struct issued *what)
{
    uint64_t neighbours[WARP_LANES];
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        neighbours[lane] = (uint64_t)lane * instruction->access_bytes;
    unsigned cycles = shared_cycles(latency, instruction, what, what->address);
    instruction->shared++;
    instruction->shared_cycles += cycles;
    instruction->shared_least += MIN(cycles, shared_cycles(latency, instruction, what, neighbours));
}

static void charge_memory(const struct latency *latency, struct latency_instruction *instruction,
                          const struct issued *what)
{
    if (what->active == 0 || instruction->access_bytes == 0)
        return;
    if (what->space == SPACE_SHARED) {
        charge_shared(latency, instruction, what);
    } else if (what->space == SPACE_GLOBAL || what->space == SPACE_LOCAL) {
        uint64_t bytes = (uint64_t)__builtin_popcount(what->active) * instruction->access_bytes;
        instruction->accesses++;
        instruction->sectors_least += (bytes + COALESCER_SECTOR_BYTES - 1) / COALESCER_SECTOR_BYTES;
    }
}

void latency_charge_access(struct latency_sm *own, const struct l1_access *access)
{
    const struct latency_code *code = own->warps[access->warp].code;
    if (access->space != SPACE_GLOBAL && access->space != SPACE_LOCAL)
        return;
    struct latency_instruction *instruction = g_ptr_array_index(code->instructions, access->pc);
    instruction->transactions++;
    instruction->sectors += (unsigned)__builtin_popcount(access->sectors);
}

/* ---- waits ---------------------------------------------------------------------------------- */

void latency_charge(struct latency *latency, struct latency_sm *own, unsigned slot, uint32_t pc,
                    const struct issued *what)
{
    struct latency_running *warp = &own->warps[slot];
    struct latency_instruction *instruction =
        instruction_at(warp->code, sm_view_code(own->sm, slot), pc);
    uint64_t bit = UINT64_C(1) << slot;
    instruction->issued++;
    for (unsigned i = 0; i < LATENCY_EXECUTION; i++) {
        if (own->touched[i] & bit) {
            own->touched[i] &= ~bit;
            warp->counted[i] += vertical_take(&own->counters[i], slot);
        }
        instruction->parts[i] += warp->counted[i] - warp->settled[i];
        warp->settled[i] = warp->counted[i];
    }
    if (instruction->op_class >= OP_LOAD)
        charge_memory(latency, instruction, what);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void add_integer(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

static void add_text(JsonBuilder *json, const char *name, const char *value)
{
    if (!value)
        return;
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

static void add_instruction(JsonBuilder *json, const struct latency_instruction *own, guint pc)
{
    json_builder_begin_object(json);
    add_integer(json, "pc", pc);
    add_text(json, "opcode", own->opcode);
    add_text(json, "file", own->file);
    if (own->file)
        add_integer(json, "line", own->line);
    add_integer(json, "issued", own->issued);
    json_builder_set_member_name(json, "parts");
    json_builder_begin_object(json);
    for (unsigned i = 0; i < LATENCY_EXECUTION; i++)
        if (own->parts[i] > 0)
            add_integer(json, latency_part_name(i), own->parts[i]);
    json_builder_end_object(json);
    if (own->shared > 0) {
        add_integer(json, "shared_accesses", own->shared);
        add_integer(json, "shared_cycles", own->shared_cycles);
        add_integer(json, "shared_least_cycles", own->shared_least);
    }
    if (own->accesses > 0) {
        add_integer(json, "accesses", own->accesses);
        add_integer(json, "transactions", own->transactions);
        add_integer(json, "sectors", own->sectors);
        add_integer(json, "least_sectors", own->sectors_least);
    }
    json_builder_end_object(json);
}

static void add_code(JsonBuilder *json, const struct latency_code *code)
{
    json_builder_begin_object(json);
    add_text(json, RESULT_KERNEL, code->name);
    json_builder_set_member_name(json, "instructions");
    json_builder_begin_array(json);
    for (guint pc = 0; pc < code->instructions->len; pc++)
        if (g_ptr_array_index(code->instructions, pc))
            add_instruction(json, g_ptr_array_index(code->instructions, pc), pc);
    json_builder_end_array(json);
    json_builder_end_object(json);
}

void latency_write_codes(const struct latency *latency, JsonBuilder *json)
{
    g_autoptr(GList) keys = g_hash_table_get_keys(latency->codes);
    keys = g_list_sort(keys, (GCompareFunc)strcmp);
    json_builder_set_member_name(json, "code");
    json_builder_begin_array(json);
    for (const GList *key = keys; key; key = key->next)
        add_code(json, g_hash_table_lookup(latency->codes, key->data));
    json_builder_end_array(json);
}
