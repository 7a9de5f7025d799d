/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts: workloads/value_flow.h. */
#include "sanitize/values/value_products.h"
#include <glib.h>

enum { ROWS = 16, COLUMNS = 8, GROUP = 4 /* lanes that share a row */, HALF_BITS = 16, QUADS = 4 };

/* Which rows of a and columns of b have something undefined, and which elements of c. */
struct undefined_parts {
    uint32_t rows, columns;
    uint32_t sums[ROWS]; /* by row: a bit a column */
};

/* A product: all lanes of a warp, or those of a quad. */
struct multiplying {
    const struct value_product *product;
    const struct warp_values *values;
    struct undefined_parts parts[QUADS]; /* of each quad; of the warp: the first */
    uint32_t origin;
};

static lane_mask look(struct multiplying *m, uint16_t slot)
{
    const lane_mask lanes = values_lanes(m->values, slot);
    if (lanes)
        m->origin = m->values->of[slot]->origin;
    return lanes;
}

/* ---- places in matrices ---------------------------------------------------------------------- */

static struct undefined_parts *parts_of(struct multiplying *m, unsigned lane)
{
    return &m->parts[m->product->is_quads ? lane / GROUP % QUADS : 0];
}

/* Of a quad: the lane's number in it. */
static unsigned number_of(unsigned lane)
{
    return lane % GROUP + lane / (GROUP * QUADS) * GROUP;
}

/* A bit for the line of a or b that element i of a quad's lane has. lines: i is along the line. */
static uint32_t quad_line(unsigned lane, unsigned i, bool lines)
{
    const unsigned k = number_of(lane);
    return lines ? 1u << k : 1u << (i + k / GROUP * GROUP);
}

static uint32_t quad_lines(const struct multiplying *m, uint16_t slot, unsigned r, unsigned lane,
                           bool lines)
{
    const uint64_t bits = m->values->of[slot]->bits[lane];
    return (bits & UINT16_MAX ? quad_line(lane, 2 * r, lines) : 0) |
           (bits >> HALF_BITS ? quad_line(lane, 2 * r + 1, lines) : 0);
}

/* Of register r of c or d. */
static unsigned row_of(const struct value_product *product, unsigned r, unsigned lane, bool pairs)
{
    const unsigned k = number_of(lane);
    if (!product->is_quads)
        return lane / GROUP + (pairs ? r : r / 2) * (ROWS / 2);
    return pairs ? k : (k & 1) + (r & 2) + k / GROUP * GROUP;
}

/* The columns that it has, a bit each. */
static uint32_t columns_of(const struct value_product *product, unsigned r, unsigned lane,
                           bool pairs)
{
    if (!product->is_quads)
        return pairs ? 3u << 2 * (lane % GROUP) : 1u << (2 * (lane % GROUP) + r % 2);
    return pairs ? 3u << 2 * r : 1u << ((r & 4) + (number_of(lane) & 2) + (r & 1));
}

/* ---- operands -------------------------------------------------------------------------------- */

static void look_at_factors(struct multiplying *m)
{
    const struct value_product *product = m->product;
    const bool quads = product->is_quads;
    for (unsigned r = 0; r < product->n_a; r++)
        for (lane_mask left = look(m, product->a[r]); left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            parts_of(m, lane)->rows |=
                quads ? quad_lines(m, product->a[r], r, lane, !product->column_a)
                      : 1u << (lane / GROUP + (product->rows == ROWS ? r % 2 * (ROWS / 2) : 0));
        }
    for (unsigned r = 0; r < product->n_b; r++)
        for (lane_mask left = look(m, product->b[r]); left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            parts_of(m, lane)->columns |=
                quads ? quad_lines(m, product->b[r], r, lane, product->column_b)
                      : 1u << lane / GROUP;
        }
}

static void look_at_sums(struct multiplying *m)
{
    const struct value_product *product = m->product;
    for (unsigned r = 0; r < product->n_c; r++)
        for (lane_mask left = look(m, product->c[r]); left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            const uint64_t bits = m->values->of[product->c[r]]->bits[lane];
            uint32_t columns = columns_of(product, r, lane, product->pairs_c);
            if (product->pairs_c && !(bits >> HALF_BITS))
                columns &= columns >> 1; /* the first one of the two */
            else if (product->pairs_c && !(bits & UINT16_MAX))
                columns &= columns << 1;
            parts_of(m, lane)->sums[row_of(product, r, lane, product->pairs_c)] |= columns;
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

void values_multiply(struct warp_values *values, const struct value_product *product,
                     const struct value_operands *memory)
{
    struct multiplying m = {.product = product, .values = values};
    const bool pairs = product->pairs_d;
    if (memory) {
        m.parts[0] = (struct undefined_parts){.rows = memory->rows, .columns = memory->columns};
        m.origin = memory->origin;
    }
    look_at_factors(&m);
    look_at_sums(&m);
    for (unsigned r = 0; r < product->n_d; r++) {
        uint64_t bits[WARP_LANES];
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            bits[lane] = undefined_bits(parts_of(&m, lane), row_of(product, r, lane, pairs),
                                        columns_of(product, r, lane, pairs), pairs);
        values_set(values, product->d[r], UINT32_MAX, bits, UINT32_MAX, m.origin);
    }
}
