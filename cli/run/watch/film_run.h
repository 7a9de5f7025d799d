/* SPDX-License-Identifier: BSD-3-Clause */
/* A run's film: listens while the run goes, and writes its data in the end. */
#ifndef SIMGPU_CLI_RUN_WATCH_FILM_RUN_H
#define SIMGPU_CLI_RUN_WATCH_FILM_RUN_H

#include "observers/observation.h"
#include "teaching/film/film.h"

/* Before the GPU is made. *film stays NULL if none is asked for. */
bool film_run_listen(struct film **film, const struct film_options *options,
                     const struct gpu_config *config, struct observation *observation,
                     GError **error);
/* After the run. lost: see outcome.h. film: not NULL. */
void film_run_end(struct film *film, const struct film_title *title, enum gpu_end end,
                  GPtrArray *lost);

#endif
