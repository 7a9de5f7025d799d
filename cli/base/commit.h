/* SPDX-License-Identifier: BSD-3-Clause */
/* The commit that this simgpu was built of, by scripts/commit.sh. */
#ifndef SIMGPU_CLI_BASE_COMMIT_H
#define SIMGPU_CLI_BASE_COMMIT_H

/* As git describes it, with "-dirty" behind it when files had changed; or "unknown". */
const char *simgpu_commit(void);

#endif
