/* SPDX-License-Identifier: BSD-3-Clause */
/* Named numbers, and the operands of a workload file: numbers or expressions over them.
 *
 * A scalar is an integer (int64_t), a real number (double), or an integer expression over the
 * scalars before it in the file. An operand, wherever the file wants a number, is the same, plus
 * the bare name of a real scalar.
 */
#ifndef SIMGPU_WORKLOADS_LOADER_SCALARS_H
#define SIMGPU_WORKLOADS_LOADER_SCALARS_H

#include "base/json/place.h"
#include <json-glib/json-glib.h>
#include <stdint.h>

struct number {
    bool is_real;
    int64_t integer; /* 0 if is_real */
    double real;     /* always */
};

struct number number_of_integer(int64_t value);
struct number number_of_real(double value);
/* "12" or "1.5", for messages. */
char *number_text(struct number value);

struct operand {
    char *path; /* for messages; NULL: the file does not give this operand */
    char *text; /* an expression, or NULL: the literal holds */
    struct number literal;
};

bool operand_read(const struct json_place *place, JsonNode *node, struct operand *out,
                  GError **error);
/* The same for a member of an object; a member that is not there leaves *out zeroed. */
bool operand_read_member(const struct json_place *place, JsonObject *object, const char *member,
                         struct operand *out, GError **error);
void operand_finish(struct operand *operand);

struct scalar {
    char *name; /* first: see named_find */
    struct operand operand;
    struct number value;
};

struct scalars {
    const char *file;   /* borrowed; for messages */
    GPtrArray *entries; /* struct scalar *, in file order */
    unsigned evaluated; /* the first so many have their value */
};

void scalars_init(struct scalars *scalars, const char *file);
void scalars_finish(struct scalars *scalars);
bool scalars_read(struct scalars *scalars, const struct json_place *place, JsonNode *node,
                  GError **error);
/* Replaces the value of a scalar, before evaluation. */
bool scalars_set(struct scalars *scalars, const char *name, const char *value, GError **error);
bool scalars_evaluate(struct scalars *scalars, GError **error);

/* An integer expression, which `path` of the file holds. */
bool scalars_expression(const struct scalars *scalars, const char *path, const char *text,
                        int64_t *out, GError **error);
bool operand_number(const struct operand *operand, const struct scalars *scalars,
                    struct number *out, GError **error);
/* An integer from min to max. */
bool operand_integer(const struct operand *operand, const struct scalars *scalars, int64_t min,
                     int64_t max, int64_t *out, GError **error);
/* A real number from min to max; integers count. */
bool operand_real(const struct operand *operand, const struct scalars *scalars, double min,
                  double max, double *out, GError **error);

#endif
