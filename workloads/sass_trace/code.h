/* SPDX-License-Identifier: BSD-3-Clause */
/* The static instructions of a traced kernel, discovered while its trace is read.
 *
 * A trace repeats an instruction's text on every line that executed it. The text up to the
 * addresses (its mask apart) is the same each time, so it identifies the instruction: whoever finds
 * a line's text in this table knows all that the line says but mask and addresses, by a comparison
 * of 64 bytes. Several lines at once are found in segments.h, addresses in patterns.h.
 *
 * An instruction's index, the `pc` of the simulator, is its place in the kernel's code, so that the
 * instruction cache sees the kernel's true layout and the next instruction is the next index. Byte
 * offsets in a trace begin anew in each device function that is called: an instruction
 * whose place is taken goes one layer, CODE_LAYER places, further.
 *
 * All tables are reservations of address space that take memory where they are used, and never
 * move: the SM holds their address.
 */
#ifndef SIMGPU_SASS_TRACE_CODE_H
#define SIMGPU_SASS_TRACE_CODE_H

#include "workloads/sass_trace/patterns.h"
#include "workloads/sass_trace/segments.h"

enum {
    CODE_INDEX_BITS = 18,
    CODE_INSTRUCTIONS = 1 << CODE_INDEX_BITS,
    CODE_LAYER = 1 << 14,
    CODE_TEXT_BYTES = 192,   /* the longest static text */
    CODE_COMPARED_BYTES = 64 /* of it are compared without looking at its length */
};

/* What the parser does for a line beyond storing it. The marks around a spin loop are no
 * instructions: they are passed over. */
enum line_effect {
    LINE_USUAL,
    LINE_EXIT,
    LINE_BARRIER,
    LINE_CLUSTER, /* a step of a cluster's barrier: nothing */
    LINE_ASYNC_COPY,
    LINE_COMMIT, /* of asynchronous copies or TMA's stores: a wait is for the last kind */
    LINE_ASYNC_WAIT,
    LINE_REPLAY_START,
    LINE_REPLAY_END
};

/* What follows the static text. */
enum line_rest {
    REST_NONE,      /* the text is the whole line */
    REST_ADDRESSES, /* MODE, a lane's addresses each, and the line's end */
    REST_TRANSFER,  /* what a bulk copy of Hopper moves; see transfers.c */
    REST_MBARRIER,  /* as REST_ADDRESSES, and then values that matter */
    REST_VALUES     /* of registers */
};

/* A base address as it was last, with what ends it: shared memory's come again and again. */
struct base_text {
    uint64_t text[2];
    uint64_t value;
    uint8_t length; /* 0: nothing yet, or longer */
};

/* What followed a base address the last time, to the line's end: " 4 0\n". */
struct stride_tail {
    uint64_t text[2], compared[2]; /* compared: 0xff on the text, 0 behind it */
    int32_t stride;
    uint8_t length;  /* 0: nothing yet */
    uint8_t n_words; /* behind the stride; see line_end.h */
};

/* An instruction as the parser knows it. length == 0: the place is free. */
struct code_line {
    char text[CODE_TEXT_BYTES];
    uint8_t compared[CODE_COMPARED_BYTES]; /* 0xff, but 0 on the mask and behind the text */
    uint16_t length;
    uint8_t mask_at;      /* of the mask's eight digits in the text */
    uint8_t rest;         /* enum line_rest */
    bool keeps_addresses; /* they matter: it is an access */
    uint8_t effect;       /* enum line_effect */
    bool ends_segment;    /* no plain arithmetic */
    uint8_t async;        /* enum async_step */
    uint32_t async_groups;
    uint8_t sync;             /* enum traced_step; of a bulk copy enum bulk_kind */
    uint16_t value_at;        /* which of the line's registers has the operand of an mbarrier */
    uint16_t width;           /* bytes at each address of a bulk copy */
    uint8_t barrier;          /* enum barrier_kind: of a block, or a step of a cluster's */
    uint8_t barrier_id;       /* from version 6 on, as the next ones */
    bool id_in_value;         /* the barrier's number is the value of the line's first register */
    uint16_t barrier_threads; /* 0: all of the block */
    uint8_t n_end_words;      /* of a line without addresses: see line_end.h */
    uint16_t n_registers;     /* that the line names: values, if there are any, are of these */
    uint64_t pc;              /* byte offset */
    uint64_t *note;           /* counts an unknown opcode; NULL */
    uint32_t next;            /* index of the line that followed last time */
    struct base_text base;
    struct stride_tail stride;
    uint32_t pattern;         /* of deltas, as they were last; 0: none */
    uint8_t pattern_failures; /* texts that were all new, in a row */
};

struct trace_code {
    struct kernel_code code;
    struct instruction *instructions; /* CODE_INSTRUCTIONS */
    struct code_line *lines;          /* likewise */
    struct trace_segments segments;
    struct lane_patterns patterns;
    uint8_t end_words; /* that lines end with, at least: versions 5 and 6 have some (line_end.h) */
    char *key;         /* launches with the same one share it */
    unsigned n_launches; /* that have not ended */
    uint64_t last_used;
};

struct trace_code *trace_code_new(const char *key, GError **error);
void trace_code_free(struct trace_code *code);
/* Forgets all instructions, for another kernel. */
void trace_code_reset(struct trace_code *code, const char *key);

/* The index for a line of this text at this place, which may be new: then the line's length is 0.
 * UINT32_MAX: all layers are taken. */
uint32_t trace_code_place(const struct trace_code *code, uint64_t ordinal, const char *text,
                          uint16_t length, uint8_t mask_at);

/* Whether the line at `p` has this static text. At least CODE_TEXT_BYTES are readable there. */
static inline bool code_line_matches(const struct code_line *line, const char *p)
{
    uint64_t different = 0;
    for (unsigned i = 0; i < CODE_COMPARED_BYTES; i += 8) {
        uint64_t a, b, mask;
        memcpy(&a, p + i, 8);
        memcpy(&b, line->text + i, 8);
        memcpy(&mask, line->compared + i, 8);
        different |= (a ^ b) & mask;
    }
    if (different || line->length == 0)
        return false;
    return G_LIKELY(line->length <= CODE_COMPARED_BYTES) ||
           memcmp(p + CODE_COMPARED_BYTES, line->text + CODE_COMPARED_BYTES,
                  line->length - CODE_COMPARED_BYTES) == 0;
}

#endif
