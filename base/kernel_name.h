/* SPDX-License-Identifier: BSD-3-Clause */
/* The short name of a kernel: C++ makes long names of short ones. Messages, summaries and reports
 * have the short name. Results (--json, --csv) have the PTX's name, which is unique in a module.
 */
#ifndef SIMGPU_BASE_KERNEL_NAME_H
#define SIMGPU_BASE_KERNEL_NAME_H

#include <glib.h>

/* "compute_cost" for "_Z12compute_costiii" and for "_ZN3foo12compute_costIfEEvPT_": the last name
 * before parameters. A name that is not mangled stays as it is. g_free. */
char *kernel_plain_name(const char *name);

#endif
