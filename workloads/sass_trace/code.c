/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/code.h"
#include "base/input_error.h"
#include "workloads/sass_trace/reserve.h"

#include <errno.h>

enum { LAYERS = CODE_INSTRUCTIONS / CODE_LAYER, MASK_DIGITS = 8 };

static size_t instruction_bytes(void)
{
    return CODE_INSTRUCTIONS * sizeof(struct instruction);
}

static size_t line_bytes(void)
{
    return CODE_INSTRUCTIONS * sizeof(struct code_line);
}

struct trace_code *trace_code_new(const char *key, GError **error)
{
    struct trace_code *code = g_new0(struct trace_code, 1);
    code->key = g_strdup(key);
    code->instructions = reserve_new(instruction_bytes());
    code->lines = reserve_new(line_bytes());
    if (code->instructions && code->lines && trace_segments_init(&code->segments) &&
        lane_patterns_init(&code->patterns))
        return code;
    input_error_at(error, key, 0, "cannot reserve %zu MiB of addresses for a kernel: %s",
                   (instruction_bytes() + line_bytes()) >> 20, g_strerror(errno));
    trace_code_free(code);
    return NULL;
}

void trace_code_free(struct trace_code *code)
{
    if (!code)
        return;
    lane_patterns_finish(&code->patterns);
    trace_segments_finish(&code->segments);
    reserve_free(code->lines, line_bytes());
    reserve_free(code->instructions, instruction_bytes());
    g_free((char *)code->code.name);
    g_free((char *)code->code.file);
    g_free(code->key);
    g_free(code);
}

void trace_code_reset(struct trace_code *code, const char *key)
{
    reserve_reset(code->lines, line_bytes());
    reserve_reset(code->instructions, instruction_bytes());
    trace_segments_reset(&code->segments);
    lane_patterns_reset(&code->patterns);
    code->end_words = 0;
    g_free(code->key);
    code->key = g_strdup(key);
}

static bool same_text(const struct code_line *line, const char *text, uint16_t length,
                      uint8_t mask_at)
{
    unsigned behind = mask_at + MASK_DIGITS;
    return line->length == length && line->mask_at == mask_at &&
           memcmp(line->text, text, mask_at) == 0 &&
           memcmp(line->text + behind, text + behind, length - behind) == 0;
}

uint32_t trace_code_place(const struct trace_code *code, uint64_t ordinal, const char *text,
                          uint16_t length, uint8_t mask_at)
{
    g_assert(ordinal < CODE_INSTRUCTIONS);
    for (unsigned layer = 0; layer < LAYERS; layer++) {
        uint32_t index = (uint32_t)(ordinal + layer * CODE_LAYER) % CODE_INSTRUCTIONS;
        const struct code_line *line = &code->lines[index];
        if (line->length == 0 || same_text(line, text, length, mask_at))
            return index;
    }
    return UINT32_MAX;
}
