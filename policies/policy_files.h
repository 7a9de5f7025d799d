/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that values of policies' parameters name ("given file=order"): a path is from the folder of
 * the file that says it, a platform, workload or study, if there is such a file there, else from
 * the current folder, as on the command line. */
#ifndef SIMGPU_POLICIES_POLICY_FILES_H
#define SIMGPU_POLICIES_POLICY_FILES_H

/* "PARAMETER=VALUE" or "KIND.PARAMETER=VALUE" with the absolute path of the file that VALUE names
 * in the folder; otherwise as it is. g_free. */
char *policy_value_beside(const char *assignment, const char *folder);
/* The same of each value of "POLICY PARAMETER=VALUE...". */
char *policy_text_beside(const char *text, const char *folder);
/* ... from the folder of a file. */
char *policy_text_beside_file(const char *text, const char *file);

#endif
