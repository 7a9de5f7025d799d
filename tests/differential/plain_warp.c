/* SPDX-License-Identifier: BSD-3-Clause */
/* What threads that waited for each other get: barriers with reductions, votes, shuffles, matches.
 *
 * Source: PTX ISA, "Parallel Synchronization and Communication Instructions", "Data Movement:
 *   shfl.sync" (whose pseudo-code shuffle() follows).
 */
#include "tests/differential/plain_machine.h"

#include <string.h>

void plain_finish_barrier(struct plain_block *block)
{
    unsigned n = block->run->launch->block, yes = 0, present = 0;
    for (unsigned i = 0; i < n; i++) {
        struct plain_thread *t = &block->threads[i];
        if (t->status != PLAIN_AT_BARRIER || !t->waits->word[WORD_red])
            continue;
        const struct ptx_instruction *in = t->waits->in;
        yes += plain_source(t, &in->operands[in->n_operands - 1], PTX_PRED) != 0;
        present++;
    }
    for (unsigned i = 0; i < n; i++) {
        struct plain_thread *t = &block->threads[i];
        if (t->status != PLAIN_AT_BARRIER)
            continue;
        if (t->waits->word[WORD_red])
            plain_out(t, t->waits,
                      t->waits->word[WORD_popc]  ? yes
                      : t->waits->word[WORD_and] ? yes == present
                                                 : yes > 0);
        t->status = PLAIN_RUNS;
    }
}

/* Destination d or d|p. */
static void put(struct plain_thread *t, uint64_t d, bool p)
{
    const struct ptx_operand *to = &t->waits->in->operands[0];
    if (to->kind != PTX_OPERAND_PAIR) {
        plain_set(t, to, d);
        return;
    }
    plain_set(t, &to->elements[0], d);
    plain_set(t, &to->elements[1], p);
}

static void shuffle(struct plain_thread *t, unsigned lane, const uint64_t a[PLAIN_WARP])
{
    const struct plain_op *op = t->waits;
    uint32_t b = (uint32_t)plain_source(t, &op->in->operands[2], PTX_U32);
    uint32_t c = (uint32_t)plain_source(t, &op->in->operands[3], PTX_U32);
    int bval = b & 31, cval = c & 31, segment = c >> 8 & 31, own = (int)lane;
    int most = (own & segment) | (cval & ~segment), least = own & segment, j;
    bool p;
    if (op->word[WORD_up])
        j = own - bval, p = j >= most;
    else if (op->word[WORD_down])
        j = own + bval, p = j <= most;
    else if (op->word[WORD_bfly])
        j = own ^ bval, p = j <= most;
    else
        j = least | (bval & ~segment), p = j <= most;
    put(t, a[p ? j : own], p);
}

static void vote(struct plain_thread *t, const uint64_t a[PLAIN_WARP], uint32_t members)
{
    uint32_t ballot = 0;
    for (unsigned i = 0; i < PLAIN_WARP; i++)
        if (members >> i & 1)
            ballot |= (uint32_t)(a[i] != 0) << i;
    const struct plain_op *op = t->waits;
    plain_out(t, op,
              op->word[WORD_ballot] ? ballot
              : op->word[WORD_all]  ? ballot == members
              : op->word[WORD_any]  ? ballot != 0
                                    : ballot == 0 || ballot == members);
}

static void match(struct plain_thread *t, unsigned lane, const uint64_t a[PLAIN_WARP],
                  uint32_t members)
{
    uint32_t same = 0;
    for (unsigned i = 0; i < PLAIN_WARP; i++)
        if ((members >> i & 1) && a[i] == a[lane])
            same |= UINT32_C(1) << i;
    bool all = same == members;
    put(t, t->waits->word[WORD_any] ? same : all ? members : 0, all);
}

static void reduce(struct plain_thread *t, unsigned lane, const uint64_t a[PLAIN_WARP],
                   uint32_t members)
{
    const struct plain_op *op = t->waits;
    plain_number sum = 0, least = plain_value(a[lane], op->type), most = least;
    uint64_t both = UINT32_MAX, either = 0, odd = 0;
    for (unsigned i = 0; i < PLAIN_WARP; i++) {
        if (!(members >> i & 1))
            continue;
        plain_number value = plain_value(a[i], op->type);
        sum += value;
        least = MIN(least, value);
        most = MAX(most, value);
        both &= a[i];
        either |= a[i];
        odd ^= a[i];
    }
    plain_out(t, op,
              op->word[WORD_add]   ? sum
              : op->word[WORD_min] ? least
              : op->word[WORD_max] ? most
              : op->word[WORD_and] ? (plain_number)both
              : op->word[WORD_or]  ? (plain_number)either
                                   : (plain_number)odd);
}

void plain_finish_warp_op(struct plain_thread *const lanes[PLAIN_WARP], uint32_t members)
{
    uint64_t a[PLAIN_WARP] = {0};
    for (unsigned i = 0; i < PLAIN_WARP; i++)
        if (members >> i & 1) {
            const struct plain_op *op = lanes[i]->waits;
            bool votes = op->in->opcode[0] == 'v';
            a[i] = plain_source(lanes[i], &op->in->operands[1], votes ? PTX_PRED : op->type);
        }
    for (unsigned i = 0; i < PLAIN_WARP; i++) {
        if (!(members >> i & 1))
            continue;
        struct plain_thread *t = lanes[i];
        switch (t->waits->in->opcode[0]) {
        case 's':
            shuffle(t, i, a);
            break;
        case 'v':
            vote(t, a, members);
            break;
        case 'm':
            match(t, i, a, members);
            break;
        default:
            reduce(t, i, a, members);
        }
        t->status = PLAIN_RUNS;
    }
}
