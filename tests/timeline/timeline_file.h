/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a timeline and checks its form; ends the test with a message about the line that is wrong.
 *
 * - The whole is JSON, an event a line.
 * - Slices of a track ("B"/"E", "X") are in the order of their times and nest; those that last
 *   don't overlap, and everything that begins ends.
 * - Each asynchronous slice has one begin and one end, of the same name and process; ids are
 *   unique in the file.
 * - Each arrow has its start, step and end, in the order of their times, each inside a slice of its
 *   track, of a load or atomic in the first case.
 * - Counters are in the order of their times.
 * - Tracks and processes have names, and no tid is used in two processes.
 *
 * Units: ps, made from the file's text.
 */
#ifndef SIMGPU_TESTS_TIMELINE_FILE_H
#define SIMGPU_TESTS_TIMELINE_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* What is in a file. */
struct timeline_facts {
    uint64_t bytes;
    uint64_t first_ps, last_ps;    /* of all slices: the first start, the last end */
    uint64_t stays;                /* of warps */
    uint64_t warp_slices, warp_ps; /* all slices of warps, and their durations */
    uint64_t instructions;         /* in slices of warps */
    uint64_t l2_services, sm_requests, l2_requests, dram_requests, arrows;
    uint64_t kernels, copies, counters;
    bool truncated;
    uint64_t end_cycle;
};

void timeline_file_check(const char *path, struct timeline_facts *facts);

#endif
