/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps of a workload: writes, launches and loops over them. */
#ifndef SIMGPU_WORKLOADS_LOADER_STEP_H
#define SIMGPU_WORKLOADS_LOADER_STEP_H

#include "workloads/launch.h"
#include "workloads/loader/buffer.h"
#include "workloads/loader/module.h"

/* ASSUMED: deeper than any use; the source keeps a stack of this size. */
enum { STEP_MAX_DEPTH = 16 };

enum step_kind { STEP_WRITE, STEP_LAUNCH, STEP_REPEAT, STEP_DO_WHILE };

/* Fills a buffer, or one element of it. */
struct write_step {
    unsigned buffer;
    struct operand value_operand, index_operand;
    struct number value;
    int64_t index; /* -1: all elements */
};

/* An argument that holds a device address, known once memory is allocated. */
struct launch_address {
    uint32_t offset; /* of its 8 bytes in params */
    unsigned buffer;
    int64_t displacement; /* bytes from the start of the buffer */
};

struct launch_step {
    char *kernel;
    unsigned module;
    /* dimensions given: 1 to 3, the others are 1; of clusters also 0: none is given */
    unsigned grid_rank, block_rank, cluster_rank;
    struct operand grid_operands[3], block_operands[3], cluster_operands[3];
    struct operand shared_operand, registers_operand;
    GArray *arguments; /* struct operand */
    /* From launch_evaluate. */
    struct launch launch; /* id 0 */
    uint8_t *params;      /* launch.params */
    GArray *addresses;    /* struct launch_address */
};

/* Both loops. */
struct loop_step {
    GPtrArray *steps; /* struct step *, at least one */
    struct operand limit_operand, index_operand;
    int64_t limit;   /* repeat: count, at least 1; do_while: max_iterations */
    unsigned buffer; /* do_while: the element that decides */
    int64_t index;
};

struct step {
    enum step_kind kind;
    char *path; /* for messages */
    struct write_step write;
    struct launch_step launch;
    struct loop_step loop;
};

/* What steps refer to. */
struct step_names {
    const GPtrArray *modules; /* struct module * */
    const GPtrArray *buffers; /* struct buffer * */
    const struct scalars *scalars;
};

/* Reads an array of steps: struct step *. NULL on error. depth: loops around it. */
GPtrArray *steps_read(const struct json_place *place, JsonNode *node,
                      const struct step_names *names, unsigned depth, GError **error);
/* Evaluates steps and what is inside them; modules are open. */
bool steps_evaluate(GPtrArray *steps, const struct step_names *names, GError **error);

/* The launch's part of these. *launch is zeroed before, and is to be finished in any case. */
bool launch_read(struct launch_step *launch, const struct json_place *place, JsonNode *node,
                 const struct step_names *names, GError **error);
bool launch_evaluate(struct launch_step *launch, const char *path, const struct step_names *names,
                     GError **error);
void launch_finish(struct launch_step *launch);

/* Packs the arguments into launch->params and fills launch->addresses. */
bool arguments_pack(struct launch_step *launch, const char *path, const struct step_names *names,
                    GError **error);

#endif
