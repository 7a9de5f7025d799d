/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/parsed_line.h"
#include "workloads/sass_trace/sync/sync_record.h"
#include "workloads/tensor_form.h"

/* Of a bulk copy's address. */
enum { LINE_WIDTH_MOST = 1 << 15 };

static void set_registers(struct instruction *facts, const struct parsed_line *line)
{
    unsigned n = 0;
    for (unsigned i = 0; i < line->n_destinations; i++)
        facts->registers[n++] = line->destinations[i];
    facts->n_destinations = (uint8_t)n;
    for (unsigned i = 0; i < line->n_sources && n < INSTRUCTION_MAX_REGISTERS; i++)
        facts->registers[n++] = line->sources[i];
    facts->n_sources = (uint8_t)(n - facts->n_destinations);
}

static enum bulk_kind bulk_kind_of(const struct parsed_line *line)
{
    static const struct {
        const char *name;
        enum bulk_kind kind;
    } names[] = {{"UTMALDG", BULK_LOAD},   {"UTMASTG", BULK_STORE},   {"UTMAREDG", BULK_REDUCE},
                 {"UBLKRED", BULK_REDUCE}, {"UTMAPF", BULK_PREFETCH}, {"UBLKPF", BULK_PREFETCH}};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(line->fact->name, names[i].name) == 0)
            return names[i].kind;
    if (!parsed_line_has(line, "G")) /* UBLKCP.S.S */
        return BULK_LOCAL;
    return g_strstr_len(line->opcode, (gssize)line->opcode_length, ".G.S") ? BULK_STORE : BULK_LOAD;
}

/* The operand is the second register that the instruction reads: the first is the address.
 * Source: Accel-Sim 2.0's reader (sync/sync_record.h). */
static void set_mbarrier(struct instruction *facts, struct code_line *code,
                         const struct parsed_line *line)
{
    code->sync = (uint8_t)traced_step_of(line->opcode, line->opcode_length);
    if (line->rest != REST_MBARRIER || code->sync == TRACED_NOTHING)
        return;
    facts->op_class = OP_SYNC;
    code->async = ASYNC_ARRIVED;
    code->value_at = (uint16_t)(line->n_written + 1);
    code->keeps_addresses = true;
}

static void set_kind(struct instruction *facts, struct code_line *code,
                     const struct opcode_fact *fact, const struct parsed_line *line)
{
    switch ((enum opcode_kind)fact->kind) {
    case OPCODE_USUAL:
    case OPCODE_TEXTURE:
    case OPCODE_MATRICES:
        return;
    case OPCODE_BULK_COPY:
        code->async = ASYNC_BULK;
        code->sync = (uint8_t)bulk_kind_of(line);
        code->width = (uint16_t)MIN(line->width, LINE_WIDTH_MOST);
        return;
    case OPCODE_BULK_COMMIT:
        code->async = ASYNC_BULK_COMMIT;
        return;
    case OPCODE_MBARRIER:
        set_mbarrier(facts, code, line);
        return;
    case OPCODE_GROUP_PRODUCT:
        facts->flags |= INSTRUCTION_GROUP;
        facts->tensor_columns |= line->ends_group ? TENSOR_ENDS_GROUP : 0;
        return;
    case OPCODE_GROUP_STEP:
        facts->flags |= INSTRUCTION_GROUP;
        facts->group_step = sass_group_step(line->opcode, line->opcode_length);
        facts->group_allowed = (uint8_t)CLAMP(line->immediate, 0, UINT8_MAX);
        return;
    case OPCODE_ASYNC_COPY: /* no register waits for it */
        code->async = ASYNC_COPY;
        facts->n_sources = (uint8_t)(facts->n_sources + facts->n_destinations);
        facts->n_destinations = 0;
        return;
    case OPCODE_ASYNC_COMMIT:
        code->async = ASYNC_COMMIT;
        return;
    case OPCODE_ASYNC_WAIT:
        code->async = ASYNC_WAIT;
        code->async_groups = parsed_line_has(line, "LE")
                                 ? (uint32_t)CLAMP(line->immediate, 0, INT32_MAX)
                                 : UINT32_MAX;
        return;
    case OPCODE_FENCE:
        facts->flags |=
            parsed_line_has(line, "CTA") || parsed_line_has(line, "SM") ? 0 : INSTRUCTION_RELEASE;
        return;
    case OPCODE_CACHE_CONTROL:
        if (parsed_line_has(line, "IVALL")) {
            facts->op_class = OP_FENCE;
            facts->flags |= INSTRUCTION_ACQUIRE;
        }
        return;
    }
}

static bool is_opcode(const struct parsed_line *line, const char *name)
{
    return line->opcode_length == strlen(name) &&
           memcmp(line->opcode, name, line->opcode_length) == 0;
}

/* Marks around spin loops, which a tracer writes as if they were instructions. */
enum line_effect parsed_line_mark(const struct trace_parser *parser, const struct parsed_line *line)
{
    if (parser->header->version < TRACE_VERSION_WITH_VALUES)
        return LINE_USUAL;
    return is_opcode(line, "REPLAY_START") ? LINE_REPLAY_START
           : is_opcode(line, "REPLAY_END") ? LINE_REPLAY_END
                                           : LINE_USUAL;
}

/* Before version 6 lines say neither which mbarrier a bulk copy is for nor what a wait is for. */
static bool waits_for_nobody(const struct trace_parser *parser, const struct parsed_line *line)
{
    const unsigned kind = line->fact ? line->fact->kind : OPCODE_USUAL;
    return (kind == OPCODE_MBARRIER && line->rest != REST_MBARRIER) ||
           (kind == OPCODE_BULK_COPY && parser->header->version < TRACE_VERSION_WITH_VALUES);
}

/* What the opcode's class is. A guess is noted, and counted each time. */
static const struct opcode_fact *fact_of(struct trace_parser *parser, struct code_line *code,
                                         const struct parsed_line *line)
{
    static const struct opcode_fact unknown = {.name = "", .op_class = OP_INT, .assumed = true};
    const struct opcode_fact *fact = line->fact ? line->fact : &unknown;
    if (waits_for_nobody(parser, line))
        code->note = trace_notes_guess(parser->notes, TRACE_WAITS_FOR_NOBODY);
    if (!fact->assumed)
        return fact;
    const char *dot = memchr(line->opcode, '.', line->opcode_length);
    size_t length = dot ? (size_t)(dot - line->opcode) : line->opcode_length;
    g_autofree char *name = g_strndup(line->opcode, length);
    g_autofree char *note = g_strdup_printf(
        "%sopcode %s of %s: simgpu takes it for %s%s", line->fact ? "" : "unknown ", name,
        parser->header->isa->name,
        fact->op_class == OP_TENSOR ? "a product of matrices" : "an integer operation",
        line->fact ? ", and what else it does takes no time" : "");
    code->note = trace_notes_guess(parser->notes, note);
    return fact;
}

/* Which barrier of the block it is, and for how many threads. Before version 6 nothing says it: all
 * are one barrier of the whole block.
 * Source: Accel-Sim 2.0's reader (sync/sync_record.h). If a register has the number, the first
 * immediate is the count. */
static void set_barrier(const struct trace_parser *parser, struct code_line *code,
                        const struct parsed_line *line)
{
    enum { NUMBERS = 16 };
    if (parser->header->version < TRACE_VERSION_WITH_VALUES || code->barrier != BARRIER_SYNC)
        return;
    code->id_in_value = line->rest == REST_VALUES && line->n_written > 0 && line->second == 0;
    const int64_t id = code->id_in_value ? 0 : line->immediate;
    const int64_t threads = code->id_in_value ? line->immediate : line->second;
    code->barrier_id = (uint8_t)CLAMP(id, 0, NUMBERS);
    code->barrier_threads = (uint16_t)CLAMP(threads, 0, UINT16_MAX);
    if (parsed_line_has(line, "ARV") && threads > 0)
        code->barrier = BARRIER_ARRIVE;
}

void parsed_line_facts(struct trace_parser *parser, struct instruction *facts,
                       struct code_line *code, const struct parsed_line *line)
{
    const struct opcode_fact *fact = fact_of(parser, code, line);
    bool accesses =
        fact->op_class == OP_LOAD || fact->op_class == OP_STORE || fact->op_class == OP_ATOMIC;
    *facts = (struct instruction){
        .op_class = fact->op_class, .flags = fact->flags, .line = parser->reader->line, .loop = -1};
    set_registers(facts, line);
    if (facts->op_class == OP_TENSOR)
        facts->tensor_form =
            tensor_form_find(line->opcode, line->opcode_length, &facts->tensor_columns);
    else
        facts->own_cost = (uint8_t)sass_own_cost(fact);
    code->keeps_addresses = accesses && line->rest == REST_ADDRESSES;
    if (code->keeps_addresses)
        sass_access_facts(facts, fact, line->opcode, line->opcode_length, line->width);
    else if (accesses) /* without addresses nothing is known to be accessed */
        facts->op_class = fact->kind == OPCODE_TEXTURE ? OP_TEXTURE : OP_INT;
    if (code->keeps_addresses || !accesses)
        set_kind(facts, code, fact, line);
    code->barrier = fact->barrier;
    if (facts->op_class == OP_BARRIER)
        set_barrier(parser, code, line);
    const bool commits = code->async == ASYNC_COMMIT || code->async == ASYNC_BULK_COMMIT;
    code->effect = facts->op_class == OP_EXIT      ? LINE_EXIT
                   : commits                       ? LINE_COMMIT
                   : code->async == ASYNC_WAIT     ? LINE_ASYNC_WAIT
                   : facts->op_class == OP_BARRIER ? fact->barrier ? LINE_CLUSTER : LINE_BARRIER
                   : code->async == ASYNC_COPY     ? LINE_ASYNC_COPY
                                                   : LINE_USUAL;
    code->ends_segment = line->rest != REST_NONE || code->effect != LINE_USUAL || code->note ||
                         facts->op_class == OP_BRANCH || facts->op_class == OP_FENCE ||
                         facts->op_class == OP_SYNC;
}
