/* SPDX-License-Identifier: BSD-3-Clause */
/* The suite as a study, which simgpu study runs: an axis of programs, a point each. */
#ifndef SIMGPU_PROGRAMS_SUITE_STUDY_H
#define SIMGPU_PROGRAMS_SUITE_STUDY_H

#include "workloads/suite/suite_list.h"

/* The same for all programs of a call. Borrowed. */
struct suite_setup {
    const char *simgpu, *programs, *platform; /* suite_paths.h */
    const char *const *options;               /* more of them for simgpu; NULL-terminated */
    enum suite_size size;
    bool functional;
};

/* What the study is called; g_free. */
char *suite_study_name(const struct suite_setup *setup);

/* The study file of these programs (struct suite_program); g_free. */
char *suite_study_text(const struct suite_setup *setup, const GPtrArray *programs);

#endif
