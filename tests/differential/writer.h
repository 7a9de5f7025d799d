/* SPDX-License-Identifier: BSD-3-Clause */
/* Inside the generator: a program being written, and patterns of instructions.
 *
 * A pattern is PTX in which
 *   <a|b|c>  is one of a, b, c;
 *   $p $h $r $d $f $g  is a register of the class: predicates, 16, 32, 64 bits, .f32, .f64;
 *   $P  is a predicate, perhaps negated; $H $R $D $F $G are a register or a number;
 *   $s  is an amount to shift by; $b a byte as a number;
 *   $t $T  are the register class of the instruction's type, $w $W that of twice its width, and
 *   @   behind a dot is the type itself.
 * Temporaries (%t0-%t3, %u0-%u3, %q0-%q3, %tf0, %tg0) have no meaning from one chunk to the next.
 */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_WRITER_H
#define SIMGPU_TESTS_DIFFERENTIAL_WRITER_H

#include "tests/differential/generator.h"
#include "tests/differential/layout.h"
#include "tests/differential/random.h"

enum { MAX_FUNCTIONS = 5, MAX_ARGUMENTS = 4, MAX_LOOPS = 3 };

/* A device function: (scratch, input, depth, arguments) -> result. Types are letters: h r d f g,
 * and s for a structure of 16 bytes (a number of 64 bits, one of 32, a .f32). */
struct gen_function {
    char arguments[MAX_ARGUMENTS + 1];
    char result; /* 0: none */
    bool recursive;
};

struct gen_loop {
    unsigned again, out; /* labels */
};

struct gen {
    uint64_t state; /* of the random stream */
    struct program *program;
    GArray *chunks; /* struct chunk */
    unsigned labels;
    struct gen_function functions[MAX_FUNCTIONS];
    unsigned n_functions; /* that are written */
    int self;             /* the function being written; -1: the kernel */
    struct gen_loop loops[MAX_LOOPS];
    unsigned n_loops;
    unsigned calls; /* written in the function so far */
    bool exits;     /* threads may end early: there are no instructions of whole warps then */
    bool full_warps;
};

static inline uint32_t gen_below(struct gen *g, uint32_t n)
{
    return random_below(&g->state, n);
}

static inline bool gen_percent(struct gen *g, uint32_t percent)
{
    return random_percent(&g->state, percent);
}

unsigned gen_label(struct gen *g);
/* Takes the text. */
void gen_add(struct gen *g, char *text, bool fixed);
/* One chunk, formatted. */
void gen_fixed(struct gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_chunk(struct gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One chunk from a pattern; type may be NULL. gen_expand gives its text instead; g_free. */
void gen_pattern(struct gen *g, const char *pattern, const char *type);
char *gen_expand(struct gen *g, const char *pattern, const char *type);
/* Inserts a chunk before chunk `at`. */
void gen_insert(struct gen *g, unsigned at, char *text);
/* The word'th space-separated one of words, random; g_free. */
char *gen_word(struct gen *g, const char *words);

/* The bits of a type's name; the letter of its registers. */
unsigned gen_bits(const char *type);
char gen_class(const char *type);

/* gen_arithmetic.c: an instruction that only touches registers. */
void gen_arithmetic(struct gen *g);
/* gen_memory.c: a load, store or atomic. */
void gen_memory(struct gen *g);
/* gen_call.c: a call of a function below g->n_functions, or of g->self; all functions. */
void gen_call(struct gen *g, unsigned callee);
void gen_functions(struct gen *g);
/* gen_flow.c: statements with about `budget` instructions. */
void gen_phase(struct gen *g, unsigned budget);
/* gen_together.c: something all threads do at the same time. */
void gen_together(struct gen *g, unsigned budget);
/* gen_registers.c: declarations, and values for all registers; what is the same in the kernel and
 * in functions. */
void gen_declare(struct gen *g);
void gen_initialize(struct gen *g);

#endif
