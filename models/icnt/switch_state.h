/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of a switch, for its parts. Everybody else includes switch.h. */
#ifndef SIMGPU_ICNT_SWITCH_STATE_H
#define SIMGPU_ICNT_SWITCH_STATE_H

#include "models/core/ring.h"
#include "models/icnt/port.h"
#include "models/memory/address_map.h"

/* Wires in: those of each SM, or one from each bank. */
enum { SWITCH_MAX_INPUTS = MAX(CROSSBAR_MAX_SMS * CROSSBAR_MAX_WIRES, CROSSBAR_MAX_BANKS) };

struct switch_input {
    const struct ring *packets; /* the inbox's, of struct message, each one packet or more */
    uint32_t output;            /* that the head goes to */
    uint32_t parts, flits;      /* packets of the head that have not gone */
    uint32_t group, at;         /* messages whose packets take turns; which is next */
    uint64_t ready;             /* cycle from which on the next packet may go */
};

/* ASSUMED: among so many requests for one output, those for the same line are near each other. */
enum { SWITCH_LINES = 16 };

struct switch_output {
    struct wire *wire;
    uint64_t *heads; /* inputs whose head is for it, as bits in n_words */
    uint32_t n_heads;
    uint32_t last;                /* input served last */
    uint32_t lines[SWITCH_LINES]; /* low bits of the lines of which several sectors were asked for
                                     last */
    uint32_t lines_from[SWITCH_LINES]; /* the inputs that asked for these */
    uint32_t newest;                   /* index of the last of these */
    uint32_t held, held_at; /* an input + 1, and a place there: packets of that message have gone
                               without a rival and aren't sent yet; 0: none */
    uint64_t held_line;     /* the line that this message asks for */
    uint64_t free_cycle;    /* it takes a packet from this cycle on */
    uint64_t wire_cycle;    /* its wire is idle from this cycle on */
    uint64_t credit_cycle;  /* no slot at the destination before this; CYCLE_NEVER: not known */
    uint64_t blocked_since; /* cycle; CYCLE_NEVER when no packet waits for a slot */
    uint64_t due; /* cycle in which it may start a packet. CYCLE_NEVER: no head is for it, or nobody
                     knows when the destination has a slot */
    uint32_t slot; /* the one of crossbar_switch.slots that it is in */
};

/* Each cycle has a slot, with the outputs that may start a packet in it. Outputs for cycles beyond
 * the slots are in the last slot, and move to another one there. */
enum { SWITCH_SLOTS = 64 };

struct crossbar_switch {
    struct unit unit;
    const struct crossbar_config *config;
    const struct address_map
        *map; /* requests: finds the bank of the address; NULL: to the requester */
    struct clock_divisor width;  /* of the direction's packets */
    struct switch_input *inputs; /* by unit.incoming */
    struct switch_output *outputs;
    uint32_t n_outputs, n_words;
    uint32_t whole;        /* requests of more packets may be taken apart */
    uint64_t *heads;       /* of the outputs */
    uint32_t output_words; /* of bits of all outputs */
    uint64_t now;          /* all cycles before this one have looked at outputs */
    uint64_t *slots;       /* by cycle modulo SWITCH_SLOTS: outputs to look at, as output_words */
    uint64_t slots_used;   /* slots that may have an output, as bits */
    uint64_t *blocked;     /* outputs that wait for a slot at an unknown time, as bits */
    struct port_counters counters;
};

#endif
