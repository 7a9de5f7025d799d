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
    const struct ring *packets; /* the inbox's, of struct message, each one packet or several */
    uint32_t output;            /* of the head */
    uint32_t parts, flits;      /* of the head, that have not gone: its packets */
    uint32_t group, at; /* messages from the first on whose packets take turns; which is next */
    uint64_t ready;     /* cycle from which the next one may */
};

/* ASSUMED: of so many requests for one output those for the same line are near each other. */
enum { SWITCH_LINES = 16 };

struct switch_output {
    struct wire *wire;
    uint64_t *heads; /* inputs whose head is for it, as bits in n_words */
    uint32_t n_heads;
    uint32_t last;                     /* input served last */
    uint32_t lines[SWITCH_LINES];      /* low bits: for which several sectors were asked last ... */
    uint32_t lines_from[SWITCH_LINES]; /* ... by these inputs */
    uint32_t newest;                   /* of these */
    uint32_t held, held_at; /* input + 1, whose message there has packets that have gone with nobody
                               else asking, and aren't sent yet; 0: none */
    uint64_t held_line;     /* for which that asks */
    uint64_t free_cycle;    /* takes a packet from here on */
    uint64_t wire_cycle;    /* its wire is idle from here on */
    uint64_t credit_cycle;  /* no slot at the destination before: CYCLE_NEVER, not known */
    uint64_t blocked_since; /* cycle; CYCLE_NEVER when no packet waits for a slot */
    uint64_t due;  /* cycle in which it may start a packet; CYCLE_NEVER: no head is for it, or it is
                      not known when there is a slot at the destination */
    uint32_t slot; /* of crossbar_switch.slots, that it is in */
};

/* A cycle has a slot of outputs that may start a packet in it. Those that may start one later than
 * slots reach are in the last one, and are put into another slot there. */
enum { SWITCH_SLOTS = 64 };

struct crossbar_switch {
    struct unit unit;
    const struct crossbar_config *config;
    const struct address_map
        *map;                    /* requests: to the bank of the address; NULL: to the requester */
    struct clock_divisor width;  /* of the direction's packets */
    struct switch_input *inputs; /* by unit.incoming */
    struct switch_output *outputs;
    uint32_t n_outputs, n_words;
    uint32_t whole;        /* a request of more packets may be taken apart */
    uint64_t *heads;       /* of the outputs */
    uint32_t output_words; /* of bits of all outputs */
    uint64_t now;          /* outputs were looked at in all cycles before it */
    uint64_t *slots;       /* by cycle modulo SWITCH_SLOTS: outputs to look at, as output_words */
    uint64_t slots_used;   /* as bits: those that may have an output */
    uint64_t *blocked;     /* outputs of which it is not known when there is a slot, as bits */
    struct port_counters counters;
};

#endif
