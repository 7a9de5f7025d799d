/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of the switch's outputs: which inputs' heads are for an output, which input's turn it
 * is, and when to look at the output. Cycles in which no output can start a packet cost nothing.
 * For switch.c and switch_parts.c. */
#ifndef SIMGPU_ICNT_SWITCH_OUTPUTS_H
#define SIMGPU_ICNT_SWITCH_OUTPUTS_H

#include "models/icnt/switch_state.h"

static inline uint64_t switch_bit(uint32_t index)
{
    return UINT64_C(1) << (index % 64);
}

/* The message whose packet is next. */
static inline struct message *switch_head(const struct switch_input *input)
{
    return ring_at(input->packets, input->at, sizeof(struct message));
}

static inline void switch_put_into_slot(struct crossbar_switch *s, uint32_t to)
{
    struct switch_output *output = &s->outputs[to];
    uint64_t cycle = MIN(MAX(output->due, s->now), s->now + SWITCH_SLOTS - 1);
    output->slot = cycle % SWITCH_SLOTS;
    s->slots[output->slot * s->output_words + to / 64] |= switch_bit(to);
    s->slots_used |= switch_bit(output->slot);
}

/* The output has heads and may start a packet in that cycle, or in an earlier one that it knows of.
 */
static inline void switch_look_at(struct crossbar_switch *s, uint32_t to, uint64_t cycle)
{
    struct switch_output *output = &s->outputs[to];
    if (cycle >= output->due)
        return;
    if (output->due != CYCLE_NEVER)
        s->slots[output->slot * s->output_words + to / 64] &= ~switch_bit(to);
    output->due = cycle;
    switch_put_into_slot(s, to);
}

/* The first cycle whose slot may have an output. */
static inline uint64_t switch_next_look(const struct crossbar_switch *s)
{
    const uint32_t turned = s->now % SWITCH_SLOTS;
    const uint64_t from_now = s->slots_used >> turned | s->slots_used << (-turned % SWITCH_SLOTS);
    return from_now ? s->now + (uint32_t)__builtin_ctzll(from_now) : CYCLE_NEVER;
}

/* Only the input served last has a head for the output: mostly more packets of the same message. */
static inline bool switch_last_goes_on(const struct switch_output *output)
{
    return output->n_heads == 1 && (output->heads[output->last / 64] & switch_bit(output->last));
}

/* Of those inputs, in their order, the first whose head may go; see switch_next_input. */
static inline uint32_t switch_first_ready(const struct crossbar_switch *s, uint64_t inputs,
                                          uint64_t cycle, uint64_t *ready)
{
    for (; inputs; inputs &= inputs - 1) {
        const uint32_t index = (uint32_t)__builtin_ctzll(inputs);
        if (s->inputs[index].ready <= cycle)
            return index;
        *ready = MIN(*ready, s->inputs[index].ready);
    }
    return UINT32_MAX;
}

/* switch_next_input for at most 64 inputs. */
static inline uint32_t switch_next_of_word(const struct crossbar_switch *s,
                                           const struct switch_output *output, uint64_t cycle,
                                           uint64_t *ready)
{
    const uint64_t heads = *output->heads, behind = heads & (UINT64_MAX - 1) << output->last % 64;
    const uint32_t index = switch_first_ready(s, behind, cycle, ready);
    return index != UINT32_MAX ? index : switch_first_ready(s, heads & ~behind, cycle, ready);
}

/* The next input in turn, after the one served last, whose head may go. UINT32_MAX if none may in
 * this cycle; *ready is then the first cycle in which one may. */
static inline uint32_t switch_next_input(const struct crossbar_switch *s,
                                         const struct switch_output *output, uint64_t cycle,
                                         uint64_t *ready)
{
    if (switch_last_goes_on(output) && s->inputs[output->last].ready <= cycle)
        return output->last;
    if (G_LIKELY(s->n_words == 1))
        return switch_next_of_word(s, output, cycle, ready);
    uint32_t start = output->last + 1 < s->n_words * 64 ? output->last + 1 : 0;
    uint32_t word = start / 64;
    uint64_t bits = output->heads[word] & (UINT64_MAX << (start % 64));
    for (uint32_t seen = 0; seen < output->n_heads;) {
        while (!bits) {
            word = word + 1 < s->n_words ? word + 1 : 0;
            bits = output->heads[word];
        }
        uint32_t index = word * 64 + (uint32_t)__builtin_ctzll(bits);
        if (s->inputs[index].ready <= cycle)
            return index;
        *ready = MIN(*ready, s->inputs[index].ready);
        bits &= bits - 1;
        seen++;
    }
    return UINT32_MAX;
}

/* The input's head is no longer for this output. */
static inline void switch_take_back(struct crossbar_switch *s, uint32_t to, uint32_t index)
{
    struct switch_output *output = &s->outputs[to];
    output->heads[index / 64] &= ~switch_bit(index);
    output->n_heads--;
}

#endif
