/* SPDX-License-Identifier: BSD-3-Clause */
/* What people call a kernel: C++ makes long names of short ones. Messages, summaries and reports
 * say the short one; results (--json, --csv) have the PTX's, which no two kernels of a module
 * share.
 */
#ifndef SIMGPU_BASE_KERNEL_NAME_H
#define SIMGPU_BASE_KERNEL_NAME_H

#include <glib.h>

/* "compute_cost" of "_Z12compute_costiii" and of "_ZN3foo12compute_costIfEEvPT_": the last name
 * before parameters; a name that is not mangled is its own. g_free. */
char *kernel_plain_name(const char *name);

#endif
