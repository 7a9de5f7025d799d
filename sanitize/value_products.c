/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts: workloads/value_flow.h. */
#include "sanitize/value_products.h"
#include <glib.h>

enum { ROWS = 16, COLUMNS = 8, GROUP = 4 /* lanes that share a row */, HALF_BITS = 16 };

/* Which rows of a and columns of b have something undefined, and which elements of c. */
struct undefined_parts {
    uint32_t rows, columns;
    uint32_t sums[ROWS]; /* by row: a bit a column */
    uint32_t origin;
};

static lane_mask look(struct undefined_parts *parts, const struct warp_values *values,
                      uint16_t slot)
{
    const lane_mask lanes = values_lanes(values, slot);
    if (lanes)
        parts->origin = values->of[slot]->origin;
    return lanes;
}

static void look_at_factors(struct undefined_parts *parts, const struct warp_values *values,
                            const struct value_product *product)
{
    for (unsigned r = 0; r < product->n_a; r++)
        for (lane_mask left = look(parts, values, product->a[r]); left; left &= left - 1)
            parts->rows |= 1u << ((unsigned)__builtin_ctz(left) / GROUP +
                                  (product->rows == ROWS ? r % 2 * (ROWS / 2) : 0));
    for (unsigned r = 0; r < product->n_b; r++)
        for (lane_mask left = look(parts, values, product->b[r]); left; left &= left - 1)
            parts->columns |= 1u << (unsigned)__builtin_ctz(left) / GROUP;
}

/* Of register r of c or d. */
static unsigned row_of(unsigned r, unsigned lane, bool pairs)
{
    return lane / GROUP + (pairs ? r : r / 2) * (ROWS / 2);
}

/* The columns that it has, a bit each. */
static uint32_t columns_of(unsigned r, unsigned lane, bool pairs)
{
    return pairs ? 3u << 2 * (lane % GROUP) : 1u << (2 * (lane % GROUP) + r % 2);
}

static void look_at_sums(struct undefined_parts *parts, const struct warp_values *values,
                         const struct value_product *product)
{
    for (unsigned r = 0; r < product->n_c; r++)
        for (lane_mask left = look(parts, values, product->c[r]); left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            const uint64_t bits = values->of[product->c[r]]->bits[lane];
            uint32_t columns = columns_of(r, lane, product->pairs_c);
            if (product->pairs_c && !(bits >> HALF_BITS))
                columns &= columns >> 1; /* the first one of the two */
            else if (product->pairs_c && !(bits & UINT16_MAX))
                columns &= columns << 1;
            parts->sums[row_of(r, lane, product->pairs_c)] |= columns;
        }
}

static uint64_t undefined_bits(const struct undefined_parts *parts, unsigned row, uint32_t columns,
                               bool pairs)
{
    const uint32_t open =
        parts->rows >> row & 1 ? columns : columns & (parts->columns | parts->sums[row]);
    if (!pairs || open == 0)
        return open ? UINT64_MAX : 0;
    const uint32_t first = columns & -columns;
    return (open & first ? UINT16_MAX : 0) |
           (open & ~first ? (uint64_t)UINT16_MAX << HALF_BITS : 0);
}

void values_multiply(struct warp_values *values, const struct value_product *product)
{
    struct undefined_parts parts = {0};
    look_at_factors(&parts, values, product);
    look_at_sums(&parts, values, product);
    for (unsigned r = 0; r < product->n_d; r++) {
        uint64_t bits[WARP_LANES];
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            bits[lane] = undefined_bits(&parts, row_of(r, lane, product->pairs_d),
                                        columns_of(r, lane, product->pairs_d), product->pairs_d);
        values_set(values, product->d[r], UINT32_MAX, bits, UINT32_MAX, parts.origin);
    }
}
