/* SPDX-License-Identifier: BSD-3-Clause */
/* What all kinds of policies share: a name, a parameter table, values for it, and how a plug-in
 * presents itself.
 *
 * A policy decides and does nothing else: no clock, no I/O, no SimGrid, no memory of other
 * actors. The framework allocates one state for each actor that uses it. This header is
 * installed for plug-ins, which use its structs and call none of its functions.
 */
#ifndef SIMGPU_POLICIES_POLICY_H
#define SIMGPU_POLICIES_POLICY_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Raised when a struct of this header changes. The ABI of every kind contains it. */
#define POLICY_ABI 1

enum policy_value_type { POLICY_INTEGER, POLICY_REAL, POLICY_BOOLEAN };

union policy_value {
    int64_t integer;
    double real;
    bool boolean;
};

/* One row of a policy's parameter table. */
struct policy_parameter {
    const char *name; /* a-z, 0-9 and _ */
    enum policy_value_type type;
    const char *unit; /* "cycles", "warps", "1" for none */
    union policy_value initial;
    double minimum, maximum; /* inclusive; of an integer, whole and within +-2^53; unused by
                                a boolean */
    const char *why;         /* meaning and source of the default: paper and section, or ASSUMED */
};

/* What a policy finds out and tells after a run: a number, or `n` of them, by launch and unit. */
struct policy_result {
    const char *name; /* a-z, 0-9 and _ */
    const char *unit; /* "cycles", "warps", "1" for none */
    unsigned n;       /* 1: a number; more: a list of so many at most, without its last zeros */
    const char *meaning;
};

/* The same head begins the ops struct of every kind. */
struct policy_head {
    const char *name;                          /* as on the command line: a-z, 0-9 and _ */
    const char *summary;                       /* one line */
    const char *source;                        /* paper and section, or document */
    const struct policy_parameter *parameters; /* ends with a NULL name; may be NULL */
    size_t state_bytes;                        /* of one actor's state; zeroed before init */
};

/* Values of a policy's parameters in table order, defaults first. */
struct policy_values {
    const struct policy_head *policy; /* borrowed */
    union policy_value *values;
};

/* What a plug-in defines, under the name simgpu_plugin. This struct never changes, so that a
 * plug-in of any age can be told from one that fits. */
struct policy_plugin {
    const char *kind; /* such as WARP_SCHEDULER_KIND */
    unsigned abi;     /* such as WARP_SCHEDULER_ABI */
    const struct policy_head *policy;
};

struct policy_values *policy_values_new(const struct policy_head *policy);
void policy_values_free(struct policy_values *values);

/* Sets one value from text: decimal integers with an optional sign, reals ("-1.5e3"), and true or
 * false. On an error, which lists the known names or the range, nothing changes. */
bool policy_values_set(struct policy_values *values, const char *name, const char *text,
                       GError **error);

/* What is wrong with a head or its parameter table; NULL when nothing is. Free with g_free. */
char *policy_problem(const struct policy_head *policy);

/* Appends what --list-policies shows: name, summary and source, and a line for each parameter
 * with its unit, range, default and reason. `origin` is a plug-in's file, NULL when built in. */
void policy_describe(const struct policy_head *policy, const char *origin, GString *text);

#endif
