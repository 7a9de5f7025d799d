/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/code.h"
#include "base/input_error.h"

#include <errno.h>
#include <sys/mman.h>

enum { LAYERS = CODE_INSTRUCTIONS / CODE_LAYER, MASK_DIGITS = 8 };

static void *reserve(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

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
    code->instructions = reserve(instruction_bytes());
    code->lines = code->instructions ? reserve(line_bytes()) : NULL;
    if (code->lines)
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
    if (code->lines)
        munmap(code->lines, line_bytes());
    if (code->instructions)
        munmap(code->instructions, instruction_bytes());
    g_free((char *)code->code.name);
    g_free((char *)code->code.file);
    g_free(code->key);
    g_free(code);
}

void trace_code_reset(struct trace_code *code, const char *key)
{
    /* Private anonymous pages come back as zeros. */
    madvise(code->lines, line_bytes(), MADV_DONTNEED);
    madvise(code->instructions, instruction_bytes(), MADV_DONTNEED);
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
