/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that values of policies' parameters name ("given file=order"). A platform, workload or
 * study may have such a value. simgpu looks for the path in the folder of that file first. If the
 * folder lacks it, the path is from the current folder, as on the command line. */
#ifndef SIMGPU_POLICIES_POLICY_FILES_H
#define SIMGPU_POLICIES_POLICY_FILES_H

/* assignment: "PARAMETER=VALUE" or "KIND.PARAMETER=VALUE". Returns it with the absolute path of the
 * file, if VALUE names a file in the folder; otherwise unchanged. g_free. */
char *policy_value_beside(const char *assignment, const char *folder);
/* The same for each value of "POLICY PARAMETER=VALUE...". */
char *policy_text_beside(const char *text, const char *folder);
/* The same with the folder of a file. */
char *policy_text_beside_file(const char *text, const char *file);

#endif
