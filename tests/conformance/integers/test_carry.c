/* SPDX-License-Identifier: BSD-3-Clause */
/* Extended precision: chains of instructions through the carry, against 128-bit numbers.
 * Source: PTX ISA 8.6, section 9.7.2 "Extended-Precision Integer Arithmetic Instructions".
 */
#include "tests/conformance/family.h"

#include <check.h>
#include <glib.h>

typedef unsigned __int128 wide;

/* Numbers of `bits` bits, least first, added up with carries as on paper. */
static void store_sum(const struct conformance_row *row, uint64_t out[], unsigned k, wide sum,
                      unsigned *carry)
{
    unsigned bits = (unsigned)row->detail[0];
    out[k] = (uint64_t)(sum & bits_below(bits));
    *carry = (unsigned)(sum >> bits) & 1;
}

static void add_chain(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned carry = 0;
    store_sum(row, out, 0, (wide)in[0] + in[2], &carry);
    store_sum(row, out, 1, (wide)in[1] + in[3] + carry, &carry);
    out[2] = carry;
}

static void sub_chain(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned borrow = 0;
    store_sum(row, out, 0, (wide)in[0] - in[2], &borrow);
    store_sum(row, out, 1, (wide)in[1] - in[3] - borrow, &borrow);
    out[2] = 0 - (uint64_t)borrow;
}

/* The half of a product that .lo or .hi names. */
static uint64_t half(const struct conformance_row *row, uint64_t a, uint64_t b, bool high)
{
    unsigned bits = (unsigned)row->detail[0];
    wide product =
        row->detail[1] ? (wide)(family_value(row, a) * family_value(row, b)) : (wide)a * b;
    return (uint64_t)(high ? product >> bits : product) & bits_below(bits);
}

static void mad_chain(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned carry = 0;
    store_sum(row, out, 0, (wide)half(row, in[0], in[1], false) + in[2], &carry);
    store_sum(row, out, 1, (wide)half(row, in[0], in[1], true) + in[3] + carry, &carry);
    out[2] = carry;
}

static void mad_chain_reversed(const struct conformance_row *row, const uint64_t in[],
                               uint64_t out[])
{
    unsigned carry = 0;
    store_sum(row, out, 0, (wide)half(row, in[0], in[1], true) + in[2], &carry);
    store_sum(row, out, 1, (wide)half(row, in[0], in[1], false) + in[3] + carry, &carry);
    out[2] = carry;
}

static void mad_ends(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned carry = 0, ignored;
    store_sum(row, out, 0, (wide)in[0] + in[1], &carry);
    store_sum(row, out, 1, (wide)half(row, in[0], in[1], false) + in[2] + carry, &ignored);
    store_sum(row, out, 2, (wide)half(row, in[0], in[1], true) + in[3] + carry, &ignored);
}

/* addc after sub.cc: 1 if nothing was borrowed; subc after add.cc borrows 1 without a carry. */
static void mixed(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned borrow = 0, carry = 0, ignored;
    store_sum(row, out, 0, (wide)in[0] - in[1], &borrow);
    out[1] = !borrow;
    store_sum(row, out, 2, (wide)in[2] + in[3], &carry);
    store_sum(row, out, 3, (wide)in[0] - in[3] - !carry, &ignored);
}

#define TYPES "u32 s32 u64 s64"

static const struct row_family families[] = {
    {"add.cc.@ addc.cc.@ addc.@", TYPES, "@ @ @ = @ @ @ @", add_chain, 0, 0,
     "add.cc.@ $0, $3, $5; addc.cc.@ $1, $4, $6; addc.@ $2, 0, 0;", 0},
    {"sub.cc.@ subc.cc.@ subc.@", TYPES, "@ @ @ = @ @ @ @", sub_chain, 0, 0,
     "sub.cc.@ $0, $3, $5; subc.cc.@ $1, $4, $6; subc.@ $2, 0, 0;", 0},
    {"mad.lo.cc.@ madc.hi.cc.@", TYPES, "@ @ @ = @ @ @ @", mad_chain, 0, 0,
     "mad.lo.cc.@ $0, $3, $4, $5; madc.hi.cc.@ $1, $3, $4, $6; addc.@ $2, 0, 0;", 0},
    {"mad.hi.cc.@ madc.lo.cc.@", TYPES, "@ @ @ = @ @ @ @", mad_chain_reversed, 0, 0,
     "mad.hi.cc.@ $0, $3, $4, $5; madc.lo.cc.@ $1, $3, $4, $6; addc.@ $2, 0, 0;", 0},
    {"sub.cc.@ addc.@ add.cc.@ subc.@", TYPES, "@ @ @ @ = @ @ @ @", mixed, 0, 0,
     "sub.cc.@ $0, $4, $5; addc.@ $1, 0, 0; add.cc.@ $2, $6, $7; subc.@ $3, $4, $7;", 0},
    {"madc.lo.@ madc.hi.@", TYPES, "@ @ @ = @ @ @ @", mad_ends, 0, 0,
     "add.cc.@ $0, $3, $4; madc.lo.@ $1, $3, $4, $5; madc.hi.@ $2, $3, $4, $6;", 0},
};

static void fill(struct conformance *c)
{
    conformance_check_families(c, families, G_N_ELEMENTS(families));
}

CONFORMANCE_MAIN("carry", fill)
