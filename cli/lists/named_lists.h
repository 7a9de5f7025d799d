/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of the platforms and workloads that have names (base/named_files.h). */
#ifndef SIMGPU_CLI_LISTS_NAMED_LISTS_H
#define SIMGPU_CLI_LISTS_NAMED_LISTS_H

/* Names with what they stand for, a line each. g_free. */
char *named_list_platforms(void);
char *named_list_workloads(void);

#endif
