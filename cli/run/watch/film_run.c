/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/watch/film_run.h"
#include "cli/base/output.h"

bool film_run_listen(struct film **film, const struct film_options *options,
                     const struct gpu_config *config, struct observation *observation,
                     GError **error)
{
    const struct observer *observers[2];
    if (!options->file)
        return true;
    *film = film_new(options, config, error);
    if (!*film)
        return false;
    const unsigned n = film_observers(*film, observers);
    for (unsigned i = 0; i < n; i++)
        observation_add(observation, observers[i]);
    return true;
}

void film_run_end(struct film *film, const struct film_title *title, enum gpu_end end,
                  GPtrArray *lost)
{
    GError *problem = NULL;
    output_note(lost, film_end(film, end, title, &problem), &problem);
}
