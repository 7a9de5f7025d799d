/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines of device memory that each block of each launch reads, as a file for block schedulers
 * in another run (policies/locality/block_lines_file.h): --lines-out.
 *
 * A launch's lines are written when its last warp has ended, or at the end of the run. Reads are
 * those of the observer "sharing": transactions of loads of global memory, whether or not L1 has
 * the line, and texture fetches. Atomics are not among them.
 *
 * Source: PAVER, section 3.3, names profiles as the other way to know what blocks share.
 */
#ifndef SIMGPU_OBSERVERS_BLOCK_LINES_OUT_H
#define SIMGPU_OBSERVERS_BLOCK_LINES_OUT_H

#include "models/gpu.h"
#include "models/sm/sm_view.h"

struct block_lines_out;

struct block_lines_out *block_lines_out_new(const struct gpu_config *config);
/* NULL is fine. */
void block_lines_out_free(struct block_lines_out *reads);
const struct observer *block_lines_out_observer(struct block_lines_out *reads);

/* After the run: the file's text. g_free. */
char *block_lines_out_text(struct block_lines_out *reads);

/* The parts of the observer. Tests call them by hand. */
void block_lines_out_warp_started(struct block_lines_out *reads, unsigned sm, unsigned slot,
                                  const struct warp_identity *warp, const struct launch *launch);
void block_lines_out_warp_ended(struct block_lines_out *reads, unsigned sm, unsigned slot);
void block_lines_out_l1_access(void *data, const struct l1_access *access);

#endif
