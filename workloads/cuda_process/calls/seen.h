/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that a program looks at itself: what the GPU changes there between a call and its answer.
 *
 * The program's own writes are not told apart by addresses, and they may be different from process
 * to process (pointers). So there is a copy of these pages. It follows the program when a call is
 * heard, since the program then waits; what differs from it at the answer is the GPU's.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_CALLS_SEEN_H
#define SIMGPU_WORKLOADS_PROGRAM_CALLS_SEEN_H

#include "workloads/cuda_process/calls/call_log.h"

struct seen;

/* Pages of one file, mapped at `bytes`. */
struct seen *seen_new(enum program_file file, const uint8_t *bytes);
void seen_free(struct seen *seen);
/* Adds pages [begin, end), offsets in the file, multiples of 4096. empty: nobody had touched them
 * when the last call was heard. */
void seen_add(struct seen *seen, uint64_t begin, uint64_t end, bool empty);
/* The program waits: the copy becomes what there is. */
void seen_follow(struct seen *seen);
/* Adds what has changed since to the log, and follows. */
void seen_tell(struct seen *seen, struct call_log *log);

/* A run of changed bytes in the payload of a CALL_CHANGED; its bytes follow. */
struct seen_run {
    uint32_t offset, n_bytes; /* offset from the record's `at` */
};

#endif
