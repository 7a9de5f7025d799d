/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/effects.h"

void *effects_grow(void *list, uint32_t *most, size_t bytes_each)
{
    *most = *most ? 2 * *most : 64;
    return g_realloc_n(list, *most, bytes_each);
}
