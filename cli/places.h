/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of the platforms and workloads that have names (base/named_files.h). */
#ifndef SIMGPU_CLI_PLACES_H
#define SIMGPU_CLI_PLACES_H

/* Names with what they stand for, a line each. g_free. */
char *places_list_platforms(void);
char *places_list_workloads(void);

#endif
