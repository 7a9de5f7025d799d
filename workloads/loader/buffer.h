/* SPDX-License-Identifier: BSD-3-Clause */
/* Buffers of a workload: their type, size and initial contents. */
#ifndef SIMGPU_WORKLOADS_LOADER_BUFFER_H
#define SIMGPU_WORKLOADS_LOADER_BUFFER_H

#include "workloads/loader/element.h"
#include "workloads/loader/graph.h"

enum init_kind {
    INIT_ZERO,
    INIT_CSR,     /* a part of a graph */
    INIT_UNIFORM, /* first to second: min to max; both included for integers */
    INIT_NORMAL,  /* first: mean, second: deviation */
    INIT_FILL,    /* first everywhere, but for the exceptions */
    INIT_IOTA,    /* first + i * second */
    INIT_FILE
};

/* One element of a fill that differs. */
struct fill_exception {
    struct operand index_operand, value_operand;
    int64_t index;
    struct number value;
};

struct init {
    enum init_kind kind;
    char *path; /* of what is inside "init", for messages; NULL for INIT_ZERO */
    unsigned graph;
    bool columns; /* INIT_CSR: columns, not offsets */
    struct operand first_operand, second_operand, seed_operand;
    GArray *exceptions; /* struct fill_exception; NULL if none */
    char *file;         /* INIT_FILE, as the workload names it */
    /* From buffer_evaluate. */
    struct number first, second;
    int64_t seed;
    char *found; /* INIT_FILE, where it lies */
};

struct buffer {
    char *name; /* first: see named_find */
    char *path; /* for messages */
    const struct element_type *type;
    struct operand count_operand; /* not given with INIT_CSR */
    struct init init;
    uint64_t count, bytes; /* from buffer_evaluate */
    uint64_t address;      /* on the device, once the command source has started; 0 before */
};

/* Reads one entry of "buffers"; graphs: struct graph *. NULL on error. */
struct buffer *buffer_read(const struct json_place *place, const char *name, JsonNode *node,
                           const GPtrArray *graphs, GError **error);
void buffer_free(struct buffer *buffer);

/* Reads the value of "init". *init is zeroed, and is to be finished in any case. */
bool init_read(struct init *init, const struct json_place *place, JsonNode *node,
               const struct element_type *type, const GPtrArray *graphs, GError **error);
void init_finish(struct init *init);

/* The graphs are evaluated. directory: where the workload file lies. */
bool buffer_evaluate(struct buffer *buffer, const GPtrArray *graphs, const struct scalars *scalars,
                     const char *directory, GError **error);
bool init_evaluate(struct init *init, const struct buffer *buffer, const struct scalars *scalars,
                   const char *directory, GError **error);

/* The initial contents, the same at every call: buffer->bytes bytes, to be freed with g_free.
 * NULL on error (no host memory, a file that changed since). Builds the graph if need be. */
uint8_t *buffer_contents(const struct buffer *buffer, const GPtrArray *graphs,
                         const char *workload_file, GError **error);

#endif
