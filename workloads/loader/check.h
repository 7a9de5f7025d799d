/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of a workload: what a buffer must hold after the last step. */
#ifndef SIMGPU_WORKLOADS_LOADER_CHECK_H
#define SIMGPU_WORKLOADS_LOADER_CHECK_H

#include "workloads/loader/buffer.h"
#include "workloads/reference.h"
#include <gmodule.h>

enum check_kind { CHECK_REFERENCE, CHECK_EQUALS, CHECK_CHECKSUM };

/* A function that a workload's build provides. */
typedef void (*reference_function)(struct reference_case *c);

struct check {
    enum check_kind kind;
    char *path; /* for messages */
    unsigned buffer;
    char *library, *function; /* CHECK_REFERENCE */
    unsigned other;           /* CHECK_EQUALS: the buffer that is right */
    uint64_t checksum;        /* CHECK_CHECKSUM */
    struct operand absolute_operand, relative_operand;
    /* From check_prepare. */
    double absolute, relative;
    GModule *module;
    reference_function call;
};

/* Reads an array of checks: struct check *. NULL on error. */
GPtrArray *checks_read(const struct json_place *place, JsonNode *node, const GPtrArray *buffers,
                       GError **error);

/* Evaluates tolerances, finds and opens the reference library; buffers are evaluated.
 * directory, search: see find_built_file. */
bool check_prepare(struct check *check, const GPtrArray *buffers, const struct scalars *scalars,
                   const char *directory, const char *const *search, GError **error);

/* FNV-1a, 64 bits. Source: G. Fowler, L. Noll, K.-P. Vo, "The FNV non-cryptographic hash
 * algorithm", IETF draft-eastlake-fnv. */
uint64_t check_fnv1a64(const void *bytes, size_t n_bytes);

/* A run of a reference function over the initial contents of all buffers. */
struct reference_run;

/* NULL with an error when the function gives up or the host has no memory. */
struct reference_run *reference_run_new(const struct check *check, const GPtrArray *buffers,
                                        const GPtrArray *graphs, const struct scalars *scalars,
                                        GError **error);
void reference_run_free(struct reference_run *run);
/* What the function left in a buffer. */
const uint8_t *reference_run_bytes(const struct reference_run *run, unsigned buffer);

#endif
