/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_modifiers.h"
#include <string.h>

bool sass_has_modifier(const char *opcode, size_t length, const char *modifier)
{
    const char *end = opcode + length;
    size_t wanted = strlen(modifier);
    for (const char *p = opcode; (p = memchr(p, '.', (size_t)(end - p)));) {
        p++;
        if ((size_t)(end - p) >= wanted && memcmp(p, modifier, wanted) == 0 &&
            (p + wanted == end || p[wanted] == '.'))
            return true;
    }
    return false;
}

enum group_step sass_group_step(const char *opcode, size_t length)
{
    if (sass_has_modifier(opcode, length, "DEPBAR") || sass_has_modifier(opcode, length, "WAIT"))
        return GROUP_WAIT;
    return sass_has_modifier(opcode, length, "COMMIT") ? GROUP_COMMIT : GROUP_FENCE;
}
