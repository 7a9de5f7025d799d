/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs from a folder that the user has, in place of a study's own: "original" of a study file,
 * simgpu study --programs DIR. */
#ifndef SIMGPU_STUDY_ORIGINALS_H
#define SIMGPU_STUDY_ORIGINALS_H

#include "study/study.h"

/* Commands whose original is an executable in the folder become that one, with its arguments; the
 * study's name and title get "originals", so that its results stand beside those of its own
 * programs. To be called before study_points. Returns the labels of the others, joined by ", ", or
 * "" (g_free); NULL on error: the folder has none of them. */
char *study_use_originals(struct study *study, const char *folder, GError **error);

#endif
