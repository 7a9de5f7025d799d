/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/sync_text.h"
#include "base/input_error.h"
#include "workloads/atomic.h"
#include "workloads/instruction_source.h"
#include "workloads/sass_modifiers.h"
#include "workloads/sass_trace/header.h"
#include "workloads/sass_trace/sync/sync_record.h"

#include <inttypes.h>
#include <string.h>

static bool has(const char *words, const char *modifier)
{
    return sass_has_modifier(words, strlen(words), modifier);
}

/* ---- opcodes ------------------------------------------------------------------------------------
 */

static const char *mbarrier_opcode(const char *words)
{
    static const struct {
        const char *modifier, *opcode;
    } known[] = {{"init", "SYNCS.EXCH.64"},
                 {"inval", "SYNCS.CCTL.IV"},
                 {"arrive_drop", "SYNCS.ARRIVE.DROP.ART0"},
                 {"try_wait", "SYNCS.PHASECHK.TRANS64.TRYWAIT"},
                 {"test_wait", "SYNCS.PHASECHK.TRANS64"},
                 {"complete_tx", "SYNCS.ARRIVE.TRANS64.A0TX"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (has(words, known[i].modifier))
            return known[i].opcode;
    if (has(words, "arrive"))
        return has(words, "expect_tx") ? "SYNCS.ARRIVE.TRANS64" : "SYNCS.ARRIVE.TRANS64.ART0";
    return has(words, "expect_tx") ? "SYNCS.ARRIVE.TRANS64.A0TR" : NULL;
}

/* Where the bytes come from and go to: the first space is the destination. */
static const char *plain_copy(const char *words)
{
    const char *global = strstr(words, ".global"), *shared = strstr(words, ".shared");
    if (g_str_has_prefix(words, "cp.reduce"))
        return "UBLKRED";
    if (has(words, "prefetch"))
        return "UBLKPF";
    if (!global || !shared)
        return "UBLKCP.S.S";
    return global < shared ? "UBLKCP.G.S" : "UBLKCP.S.G";
}

static char *tensor_copy(const char *words)
{
    static const char *const sides[] = {"1d", "2d", "3d", "4d", "5d"};
    const char *global = strstr(words, ".global"), *shared = strstr(words, ".shared");
    const char *name = g_str_has_prefix(words, "cp.reduce")     ? "UTMAREDG"
                       : has(words, "prefetch")                 ? "UTMAPF"
                       : global && (!shared || global < shared) ? "UTMASTG"
                                                                : "UTMALDG";
    for (unsigned i = 0; i < G_N_ELEMENTS(sides); i++)
        if (has(words, sides[i]))
            return g_strdup_printf("%s.%uD", name, i + 1);
    return g_strdup(name);
}

char *sync_text_opcode(const char *words)
{
    if (!words)
        return NULL;
    if (has(words, "mbarrier")) /* cp.async.mbarrier.arrive */
        return g_strdup(has(words, "noinc") ? "ARRIVES.LDGSTSBAR.64.ARVCNT"
                                            : "ARRIVES.LDGSTSBAR.64.TRANSCNT");
    if (g_str_has_prefix(words, "mbarrier."))
        return g_strdup(mbarrier_opcode(words));
    if (!has(words, "bulk"))
        return NULL;
    if (has(words, "commit_group"))
        return g_strdup("UTMACMDFLUSH");
    if (has(words, "wait_group"))
        return g_strdup("DEPBAR.LE");
    return has(words, "tensor") ? tensor_copy(words) : g_strdup(plain_copy(words));
}

bool sync_text_is_lost(const struct instruction *facts, const struct issued *what)
{
    bool is_lost = facts->op_class == OP_ATOMIC && facts->atomic_op == ATOMIC_ARRIVE;
    if (facts->op_class == OP_SYNC && what->async == ASYNC_BULK)
        for (const struct bulk_job *job = what->bulk; job; job = job->next)
            is_lost |= job->blocks != 0;
    return is_lost;
}

GError *sync_text_refusal(const struct kernel_code *code)
{
    GError *error = NULL;
    input_error_at(&error, code->file, 0,
                   "kernel %s copies to other blocks of its cluster, or arrives at their "
                   "mbarriers, which a trace cannot say yet",
                   code->name);
    return error;
}

bool sync_text_is_transfer(const char *opcode)
{
    return g_str_has_prefix(opcode, "UBLK") ||
           (g_str_has_prefix(opcode, "UTMA") && strcmp(opcode, "UTMACMDFLUSH") != 0);
}

/* ---- ends of lines ------------------------------------------------------------------------------
 */

/* " 1 V" if the lanes agree, else " 32" and one each. */
static void append_values(GString *out, lane_mask lanes, const uint32_t value[WARP_LANES])
{
    const unsigned first = lanes ? (unsigned)__builtin_ctz(lanes) : 0;
    bool uniform = true;
    for (lane_mask left = lanes; left; left &= left - 1)
        uniform = uniform && value[__builtin_ctz(left)] == value[first];
    if (uniform) {
        g_string_append_printf(out, " 1 0x%x", lanes ? value[first] : 0);
        return;
    }
    g_string_append(out, " 32");
    for (unsigned i = 0; i < WARP_LANES; i++)
        g_string_append_printf(out, " 0x%x", lanes >> i & 1 ? value[i] : 0);
}

void sync_text_mbarrier(GString *out, const char *opcode, const struct sync_registers *registers,
                        lane_mask lanes, const uint64_t address[WARP_LANES],
                        const uint32_t value[WARP_LANES])
{
    const enum traced_step step = traced_step_of(opcode, strlen(opcode));
    uint32_t base[WARP_LANES] = {0}, operand[WARP_LANES] = {0};
    for (lane_mask left = lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        base[i] = (uint32_t)address[i];
        operand[i] = traced_operand(step, value[i]);
    }
    g_string_append(out, " 0 0 Val");
    for (unsigned i = 0; i < registers->written + registers->read; i++)
        if (i == registers->written)
            append_values(out, lanes, base);
        else if (i == registers->written + 1)
            append_values(out, lanes, operand);
        else
            g_string_append(out, " 1 0x0");
    g_string_append_c(out, '\n');
}

static void append_addresses(GString *out, const struct bulk_job *jobs, uint32_t width)
{
    GString *text = g_string_new(NULL);
    uint64_t last = 0;
    uint32_t n = 0;
    for (const struct bulk_job *job = jobs; job; job = job->next)
        for (uint32_t i = 0; i < job->n_rows; i++)
            for (uint32_t at = 0; job->rows[i].global && at < job->rows[i].bytes; at += width) {
                const uint64_t address = job->rows[i].global + at;
                if (n++ > 0)
                    g_string_append_printf(text, " %" PRId64, (int64_t)(address - last));
                else
                    g_string_append_printf(out, "4 0x%" PRIx64, address);
                last = address;
            }
    if (n == 0)
        g_string_append(out, "3 0");
    else
        g_string_append_printf(out, " %u%s", n, text->str);
    g_string_free(text, TRUE);
}

bool sync_text_one_mbarrier(const struct bulk_job *jobs)
{
    for (const struct bulk_job *job = jobs; job; job = job->next)
        if (job->mbarrier != jobs->mbarrier)
            return false;
    return true;
}

bool sync_text_transfer(GString *out, const struct bulk_job *jobs, uint32_t address, uint32_t width,
                        unsigned version)
{
    const bool values = version >= TRACE_VERSION_WITH_VALUES;
    uint64_t bytes = 0, inside = 0;
    if (!sync_text_one_mbarrier(jobs))
        return false;
    for (const struct bulk_job *job = jobs; job; job = job->next) {
        bytes += job->bytes;
        for (uint32_t i = 0; i < job->n_rows; i++)
            inside += job->rows[i].global ? job->rows[i].bytes : 0;
    }
    if (values)
        g_string_append_printf(out, "0x%x 0 %" PRIu64 " %" PRIu64 " ", address, bytes,
                               bytes > inside ? bytes - inside : 0);
    append_addresses(out, jobs, MAX(width, 1));
    g_string_append(out, values ? " 0 0 NoVal\n" : " 0\n");
    return true;
}

void sync_text_barrier(GString *out, const struct issued *what)
{
    g_string_append_printf(out, "%u %u NoVal\n", what->barrier_id, what->barrier_threads);
}
