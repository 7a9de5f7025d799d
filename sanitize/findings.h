/* SPDX-License-Identifier: BSD-3-Clause */
/* What the checkers have found: one entry for each pair of source lines, with a count.
 *
 * The first occurrence is described; later ones count. Suppressions are lines of
 *     CHECKER FILE FUNCTION
 * each a glob pattern ("*" is anything). An entry is suppressed if one line fits it: FILE the end
 * of the path of one of its two lines, FUNCTION the kernel.
 */
#ifndef SIMGPU_SANITIZE_FINDINGS_H
#define SIMGPU_SANITIZE_FINDINGS_H

#include "sanitize/race/sites.h"

enum checker {
    CHECK_RACE = 1,
    CHECK_MEMORY = 2,
    CHECK_INIT = 4,
    CHECK_SYNC = 8,
    CHECK_LEAK = 16,
    CHECK_ALL = 31
};

#define NO_SITE UINT32_MAX

struct finding {
    enum checker checker;
    unsigned what;    /* the checker's own kinds */
    uint32_t site[2]; /* of the first occurrence; NO_SITE: none */
    uint64_t count;
    uint64_t when; /* of the first occurrence: instructions in the order of the run, twice */
    bool note;     /* likely harmless: it is told, and is no error */
    char *title;   /* one line; owned */
    char *detail;  /* who and where, of the first occurrence; owned, NULL: nothing */
    char *advice;  /* owned, NULL: none */
};

struct findings;

/* now: the stamp of the last instruction (race/order.h), for `when`. */
struct findings *findings_new(const struct sites *sites, const uint32_t *now);
void findings_free(struct findings *findings);
/* Reads suppressions. False with an error that names the line. */
bool findings_suppress(struct findings *findings, const char *file, GError **error);

/* Counts one occurrence. Returns the entry if it is the first one: the caller describes it. */
struct finding *findings_note(struct findings *findings, enum checker checker, unsigned what,
                              uint32_t site_a, uint32_t site_b);
/* The same of n occurrences, of which none was told of before; the first one at this stamp, which
 * may be older than others that are known. */
struct finding *findings_note_late(struct findings *findings, enum checker checker, unsigned what,
                                   uint32_t site_a, uint32_t site_b, uint64_t n, uint32_t stamp);
/* The same of something that is not in code: each is an entry of its own. */
struct finding *findings_add(struct findings *findings, enum checker checker, unsigned what);

/* What is not suppressed, the worst first: errors before notes, then by count,
 * then as they were found. g_ptr_array_unref. */
GPtrArray *findings_sorted(const struct findings *findings, uint64_t *suppressed);
/* Entries that are errors and not suppressed. */
unsigned findings_errors(const struct findings *findings);

const char *checker_name(enum checker checker);
/* "race,init" or "all"; 0 with an error. */
unsigned checkers_parse(const char *words, GError **error);

#endif
