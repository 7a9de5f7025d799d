/* SPDX-License-Identifier: BSD-3-Clause */
/* Launch steps: reading them, and checking them against the kernel and CUDA's limits. */
#include "workloads/launch.h"
#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/cluster.h"
#include "workloads/loader/shapes.h"
#include "workloads/loader/step.h"

/* Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": grid and
 * block sizes of compute capability 3.0 and later (2.x differs: a grid's x is 65535 at most, which
 * is left to the platform), and 255 registers a thread (63 for 2.x). */
static const int64_t max_grid[3] = {0x7fffffff, 65535, 65535};
static const int64_t max_block[3] = {1024, 1024, 64};
static const int64_t max_cluster[3] = {CLUSTER_MOST_BLOCKS, CLUSTER_MOST_BLOCKS,
                                       CLUSTER_MOST_BLOCKS};
enum { MAX_BLOCK_THREADS = 1024, MAX_REGISTERS = 255, MAX_ARGUMENTS = 4096 };

static bool read_dimensions(const struct json_place *place, JsonObject *object, const char *member,
                            struct operand operands[3], unsigned *rank, GError **error)
{
    const struct json_place here = json_place_member(place, member);
    JsonArray *array;
    if (!json_read_array(&here, json_object_get_member(object, member), 1, 3, &array, error))
        return false;
    *rank = json_array_get_length(array);
    for (unsigned i = 0; i < *rank; i++) {
        const struct json_place entry = json_place_index(&here, i);
        if (!operand_read(&entry, json_array_get_element(array, i), &operands[i], error))
            return false;
    }
    return true;
}

/* "cluster" may be missing. */
static bool read_cluster(struct launch_step *launch, const struct json_place *place,
                         JsonObject *object, GError **error)
{
    return !json_object_has_member(object, "cluster") ||
           read_dimensions(place, object, "cluster", launch->cluster_operands,
                           &launch->cluster_rank, error);
}

static void argument_clear(void *argument)
{
    operand_finish(argument);
}

static bool read_arguments(struct launch_step *launch, const struct json_place *place,
                           JsonObject *object, GError **error)
{
    const struct json_place here = json_place_member(place, "args");
    JsonArray *array;
    if (!json_read_array(&here, json_object_get_member(object, "args"), 0, MAX_ARGUMENTS, &array,
                         error))
        return false;
    launch->arguments = g_array_new(FALSE, TRUE, sizeof(struct operand));
    g_array_set_clear_func(launch->arguments, argument_clear);
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place entry = json_place_index(&here, i);
        g_array_set_size(launch->arguments, i + 1);
        if (!operand_read(&entry, json_array_get_element(array, i),
                          &g_array_index(launch->arguments, struct operand, i), error))
            return false;
    }
    return true;
}

static bool read_module(struct launch_step *launch, const struct json_place *place,
                        JsonObject *object, const struct step_names *names, GError **error)
{
    if (json_object_has_member(object, "module"))
        return json_read_named_member(place, object, "module", "module", names->modules,
                                      &launch->module, error);
    if (names->modules->len == 1)
        return true;
    g_autofree char *known = named_list(names->modules);
    return json_place_error(place, error, "member \"module\" is missing; there are several: %s",
                            known);
}

bool launch_read(struct launch_step *launch, const struct json_place *place, JsonNode *node,
                 const struct step_names *names, GError **error)
{
    JsonObject *object;
    const char *kernel;
    if (!json_read_object(place, node, shape_get(SHAPE_LAUNCH), &object, NULL, error) ||
        !json_read_string_member(place, object, "kernel", &kernel, error))
        return false;
    launch->kernel = g_strdup(kernel);
    return read_module(launch, place, object, names, error) &&
           read_dimensions(place, object, "grid", launch->grid_operands, &launch->grid_rank,
                           error) &&
           read_dimensions(place, object, "block", launch->block_operands, &launch->block_rank,
                           error) &&
           read_cluster(launch, place, object, error) &&
           operand_read_member(place, object, "shared_bytes", &launch->shared_operand, error) &&
           operand_read_member(place, object, "registers", &launch->registers_operand, error) &&
           read_arguments(launch, place, object, error);
}

void launch_finish(struct launch_step *launch)
{
    g_free(launch->kernel);
    for (unsigned i = 0; i < 3; i++) {
        operand_finish(&launch->grid_operands[i]);
        operand_finish(&launch->block_operands[i]);
        operand_finish(&launch->cluster_operands[i]);
    }
    operand_finish(&launch->shared_operand);
    operand_finish(&launch->registers_operand);
    g_clear_pointer(&launch->arguments, g_array_unref);
    g_clear_pointer(&launch->addresses, g_array_unref);
    g_free(launch->params);
    *launch = (struct launch_step){0};
}

static bool evaluate_dimensions(const struct operand operands[3], unsigned rank,
                                const int64_t max[3], const struct scalars *scalars,
                                uint32_t out[3], GError **error)
{
    for (unsigned i = 0; i < 3; i++) {
        int64_t value = 1;
        if (i < rank && !operand_integer(&operands[i], scalars, 1, max[i], &value, error))
            return false;
        out[i] = (uint32_t)value;
    }
    return true;
}

/* 0 if the file leaves it out. */
static bool evaluate_optional(const struct operand *operand, int64_t min, int64_t max,
                              const struct scalars *scalars, uint32_t *out, GError **error)
{
    int64_t value = 0;
    if (operand->path && !operand_integer(operand, scalars, min, max, &value, error))
        return false;
    *out = (uint32_t)value;
    return true;
}

static bool check_threads(const struct launch *launch, const char *path,
                          const struct scalars *scalars, GError **error)
{
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    if (threads > MAX_BLOCK_THREADS)
        return input_error_in(error, scalars->file, path,
                              "a block of %u threads; at most %d are possible", threads,
                              MAX_BLOCK_THREADS);
    if (launch->code->max_threads != 0 && threads > launch->code->max_threads)
        return input_error_in(error, scalars->file, path,
                              "a block of %u threads; kernel \"%s\" allows %u (.maxntid)", threads,
                              launch->code->name, launch->code->max_threads);
    return true;
}

/* The cluster of the launch or of its kernel. Whether the GPU has such clusters is the platform's.
 */
static bool evaluate_cluster(const struct launch_step *step, const char *path,
                             const struct scalars *scalars, struct launch *out, GError **error)
{
    if (step->cluster_rank > 0 && !evaluate_dimensions(step->cluster_operands, step->cluster_rank,
                                                       max_cluster, scalars, out->cluster, error))
        return false;
    cluster_complete(out);
    g_autofree char *problem = cluster_problem(out, CLUSTER_MOST_BLOCKS);
    return !problem || input_error_in(error, scalars->file, path, "%s", problem);
}

bool launch_evaluate(struct launch_step *launch, const char *path, const struct step_names *names,
                     GError **error)
{
    const struct scalars *scalars = names->scalars;
    struct launch *out = &launch->launch;
    uint32_t registers;
    if (!evaluate_dimensions(launch->grid_operands, launch->grid_rank, max_grid, scalars, out->grid,
                             error) ||
        !evaluate_dimensions(launch->block_operands, launch->block_rank, max_block, scalars,
                             out->block, error) ||
        !evaluate_optional(&launch->shared_operand, 0, INT32_MAX, scalars,
                           &out->dynamic_shared_bytes, error) ||
        !evaluate_optional(&launch->registers_operand, 1, MAX_REGISTERS, scalars, &registers,
                           error))
        return false;
    out->code = module_kernel(names->modules->pdata[launch->module], scalars->file, path,
                              launch->kernel, registers, error);
    return out->code && check_threads(out, path, scalars, error) &&
           evaluate_cluster(launch, path, scalars, out, error) &&
           arguments_pack(launch, path, names, error);
}
