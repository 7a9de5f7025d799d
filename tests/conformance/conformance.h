/* SPDX-License-Identifier: BSD-3-Clause */
/* The conformance suite: every PTX instruction against a reference that shares no code with it.
 *
 * A row names one form of an instruction, the types of its operands, and a C function that says
 * what the result must be. The suite writes a kernel for the row, runs it on every combination
 * of edge values of the operand types (up to a limit) and on seeded random ones, and compares
 * whole registers bit by bit. It does so under a guard that is false for some lanes, whose
 * destination must not change, with the destination being one of the sources, and with an
 * immediate for a source.
 *
 * References compute from bits with plain loops, __int128, or MPFR (exact.h), never with what is
 * in workloads/ptx/exec.
 */
#ifndef SIMGPU_TESTS_CONFORMANCE_CONFORMANCE_H
#define SIMGPU_TESTS_CONFORMANCE_CONFORMANCE_H

#include "tests/conformance/operand_type.h"

enum { ROW_DESTINATIONS = 4, ROW_SOURCES = 6 };

struct conformance_row;

/* From the sources' bits (zero-extended; a predicate is 0 or 1, before negation) to those of the
 * destinations' registers. */
typedef void conformance_reference(const struct conformance_row *row, const uint64_t in[],
                                   uint64_t out[]);
/* Whether got is within the bounds that PTX promises. */
typedef bool conformance_judge(const struct conformance_row *row, const uint64_t in[],
                               const uint64_t got[]);
/* Whether PTX says what the result is. */
typedef bool conformance_domain(const struct conformance_row *row, const uint64_t in[]);

struct conformance_row {
    const char *form;     /* "add.sat.s32", as written */
    const char *operands; /* types, destinations first: "s32 = s32 s32", "pred pred = f32 f32" */
    conformance_reference *expected;
    conformance_judge *accept; /* instead of expected, for approximations */
    conformance_domain *domain;
    const char *suffix; /* behind the operands, as in ", 0x1f" */
    const char *body;   /* instead of `form operands suffix;`: statements in which $0, $1, ... are
                         * the operands. It may set up the form that is tested. */
    const char *functions; /* in front of the kernel */
    unsigned edge_limit;   /* combinations of edge values at most; 0: the usual limit */
    uint64_t detail[4];    /* the reference's own */
    const void *data;      /* so too */
};

/* The rows of one executable, and what was found. */
struct conformance;

struct conformance *conformance_new(void);
/* Runs a row, and remembers what is wrong. */
void conformance_check(struct conformance *c, const struct conformance_row *row);
void conformance_check_all(struct conformance *c, const struct conformance_row *rows, unsigned n);
/* For checks outside rows: form was verified with n vectors. */
void conformance_record(struct conformance *c, const char *form, uint64_t n);
void conformance_fail(struct conformance *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Fails the Check test if anything was wrong. Else, if the environment names a file in
 * SIMGPU_CONFORMANCE, appends a line "form<tab>vectors" for each form. */
void conformance_finish(struct conformance *c);

/* A Check suite of one test that calls fill; the exit status for main. */
#define CONFORMANCE_MAIN(name, fill)                                                               \
    START_TEST(every_row)                                                                          \
    {                                                                                              \
        struct conformance *c = conformance_new();                                                 \
        fill(c);                                                                                   \
        conformance_finish(c);                                                                     \
    }                                                                                              \
    END_TEST                                                                                       \
                                                                                                   \
    int main(void)                                                                                 \
    {                                                                                              \
        Suite *suite = suite_create("conformance " name);                                          \
        TCase *tcase = tcase_create(name);                                                         \
        tcase_add_test(tcase, every_row);                                                          \
        tcase_set_timeout(tcase, 300);                                                             \
        suite_add_tcase(suite, tcase);                                                             \
        SRunner *runner = srunner_create(suite);                                                   \
        srunner_run_all(runner, CK_NORMAL);                                                        \
        int failed = srunner_ntests_failed(runner);                                                \
        srunner_free(runner);                                                                      \
        return failed != 0;                                                                        \
    }

/* A reference with one result, an expression of the sources a, b, c, d. */
#define REFERENCE(name, expression)                                                                \
    static void name(const struct conformance_row *row, const uint64_t in[], uint64_t out[])       \
    {                                                                                              \
        uint64_t a = in[0], b = in[1], c = in[2], d = in[3];                                       \
        (void)row, (void)a, (void)b, (void)c, (void)d;                                             \
        out[0] = (uint64_t)(expression);                                                           \
    }

/* Bits to values and back. Any NaN becomes 0x7fffffff as .f32, the one that PTX's instructions
 * make. */
float float_of(uint64_t bits);
double double_of(uint64_t bits);
uint64_t bits_of_float(float x);
uint64_t bits_of_double(double x);

#endif
