/* SPDX-License-Identifier: BSD-3-Clause */
/* Undefined values in products of warp groups: each warp's rows, from registers and from shared
 * memory. A warp computes its part as it issues the instruction. */
#include "sanitize/init_places.h"
#include "sanitize/values/value_products.h"
#include <string.h>

enum { ROWS = 16, COLUMNS = 8, PAIR = 2 };

/* Whether a line in shared memory has bytes that nobody has written. */
static bool is_open(struct sanitizer *sanitizer, const struct step *step, bool of_b, unsigned line)
{
    const struct value_group *group = step->block->launch->flows[step->pc].group;
    uint32_t places[GROUP_LINE_PAIRS];
    bool computed;
    if (!group->places(step->w, step->pc, of_b, line, places))
        return false;
    for (unsigned i = 0; i < GROUP_LINE_PAIRS; i++)
        if (written_missing(init_shared(step->block), places[i], PAIR, &computed)) {
            init_uses_origin(sanitizer, step, 0, places[i]);
            return true;
        }
    return false;
}

static uint32_t open_lines(struct sanitizer *sanitizer, const struct step *step, bool of_b,
                           unsigned first, unsigned n)
{
    uint32_t lines = 0;
    for (unsigned i = 0; i < n; i++)
        lines |= (uint32_t)is_open(sanitizer, step, of_b, first + i) << i;
    return lines;
}

/* Eight columns, as a product of the warp's own. */
static struct value_product tile_of(const struct value_group *group, unsigned tile, bool adds)
{
    const unsigned n = group->n_d * COLUMNS / group->columns;
    struct value_product product = {.n_a = group->n_a,
                                    .n_c = (uint8_t)(adds ? n : 0),
                                    .n_d = (uint8_t)n,
                                    .rows = ROWS,
                                    .pairs_c = group->pairs,
                                    .pairs_d = group->pairs};
    memcpy(product.a, group->a, group->n_a * sizeof group->a[0]);
    memcpy(product.c, &group->d[tile * n], n * sizeof group->d[0]);
    memcpy(product.d, &group->d[tile * n], n * sizeof group->d[0]);
    return product;
}

void init_check_group(struct sanitizer *sanitizer, const struct step *step)
{
    const struct value_group *group = step->block->launch->flows[step->pc].group;
    struct value_operands memory = {.origin = step->number};
    const bool adds = group->adds(step->w, step->pc);
    const lane_mask guard = values_lanes(init_values(step), group->guard);
    if (group->n_a == 0)
        memory.rows = open_lines(sanitizer, step, false, 0, ROWS);
    if (guard) {
        memory.rows = UINT32_MAX;
        memory.origin = init_values(step)->of[group->guard]->origin;
    }
    for (unsigned tile = 0; tile < group->columns / COLUMNS; tile++) {
        memory.columns = open_lines(sanitizer, step, true, tile * COLUMNS, COLUMNS);
        const struct warp_values *values = init_values(step);
        if (!(memory.rows | memory.columns) && (!values || values->n_undefined == 0))
            continue;
        const struct value_product product = tile_of(group, tile, adds);
        values_multiply(init_make_values(step), &product, &memory);
    }
}
