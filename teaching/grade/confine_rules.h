/* SPDX-License-Identifier: BSD-3-Clause */
/* What a confined program may do (confine.h). The functions put it on the calling process, for
 * good. They are called between fork and exec, so nothing here allocates.
 *
 * Units: seconds, bytes.
 */
#ifndef SIMGPU_TEACHING_GRADE_CONFINE_RULES_H
#define SIMGPU_TEACHING_GRADE_CONFINE_RULES_H

#include <glib.h>
#include <stdbool.h>

struct confine_rules {
    const char *const *read; /* files and folders, with all below; NULL-terminated */
    const char *write;       /* the folder it may write to, and where it runs */
    bool forks;              /* it may start other programs, under the same rules */
    double seconds;          /* of wall time; then it is killed with all that it has started */
    guint64 memory;          /* resident, of it alone; then it is killed */
};

/* False: a rule that the kernel knows could not be set. */
bool confine_files(const struct confine_rules *rules);
bool confine_calls(const struct confine_rules *rules);
bool confine_limits(const struct confine_rules *rules);

/* Whether the kernel knows them. */
bool confine_knows_files(void);
bool confine_knows_calls(void);

#endif
