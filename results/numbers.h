/* SPDX-License-Identifier: BSD-3-Clause */
/* The numbers of a run's --json under flat names.
 *
 * A number inside objects has their names joined by points, without an outermost "totals" or
 * "metrics": "elapsed_ps", "sm.warp_instructions", "l2.accesses", "host.wall_s". True and false are
 * 1 and 0. "cycles", the SM cycles with a kernel, is "dispatcher.kernel_cycles" unless the result
 * has "cycles" itself. Numbers in arrays (of SMs, banks) have no flat names, except those of
 * kernels:
 *
 * kernel.NAME.cycles, .launches, .warp_instructions, and its counters as "kernel.NAME.sm.l1d_hits":
 *     sums over the launches of this name. NAME is kernel_plain_name (base/kernel_name.h) of the
 * kernel's name. kernel.NAME.locality.* of the observer "locality", summed in the same way.
 * kernel.NAME.policy.KIND.MEMBER
 *     the report of a kind's policy about the longest of these launches. A number is the largest
 *     over all SMs. Lists (.scores.0, .scores.1, ...) are those of the first SM that has one.
 *     Results leave out a list's last zeros, so here shorter lists end with zeros.
 * kernel.NAME.policy.one_sm.KIND.MEMBER
 *     the numbers of that SM, which belong together.
 * longest_kernel.cycles, .launches, .warp_instructions, .policy.*
 *     the same for the NAME with most cycles, so that you can compare programs.
 * program.0.ipc, program.1.sm.l1d_hits ...
 *     the numbers of each program, by its place on the command line, without the names "metrics"
 * and "counters". locality.* sums over all kernels.
 */
#ifndef SIMGPU_RESULTS_NUMBERS_H
#define SIMGPU_RESULTS_NUMBERS_H

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdbool.h>

typedef bool (*number_sink)(void *data, const char *name, double value);

/* Reads a text by --json; json_node_unref. NULL: it is no JSON object. */
JsonNode *result_root(const char *json);

/* Calls sink for each number, in the order of the text and then kernel by kernel. Stops when sink
 * returns false, and returns false. Also returns false if json is no JSON object. */
bool result_numbers_each(const char *json, number_sink sink, void *data);
bool result_numbers_of(JsonObject *result, number_sink sink, void *data);

#endif
