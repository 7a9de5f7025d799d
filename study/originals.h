/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs from a folder of the user, in place of a study's own: "original" of a study file, and
 * simgpu study --programs DIR. */
#ifndef SIMGPU_STUDY_ORIGINALS_H
#define SIMGPU_STUDY_ORIGINALS_H

#include "study/study.h"

/* Replaces each command whose original is an executable in the folder by that executable, with its
 * arguments. The study's name and title get "originals", so its results stand beside those of its
 * own programs. Call it before study_points. Returns the labels of the other commands, joined by ",
 * ", or
 * "" (g_free). NULL on error: the folder has none of the originals. */
char *study_use_originals(struct study *study, const char *folder, GError **error);

#endif
