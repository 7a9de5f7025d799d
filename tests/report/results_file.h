/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes results of studies as study/store.h describes them, small and made up. */
#ifndef SIMGPU_TESTS_REPORT_RESULTS_FILE_H
#define SIMGPU_TESTS_REPORT_RESULTS_FILE_H

/* A study "s" of two schedulers, "old" and "new <&>", and three workloads, "a", "b" and "c, d".
 * cycles: 100, 200, 400 with the old one; 50, 100 with the new one, whose last point has failed.
 * figures: the study's member of this name; NULL: none. */
void results_file_write(const char *path, const char *figures);

/* A run as --json writes it, with what observers leave. */
extern const char results_file_run[];

#endif
