/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run with --representative says of all launches: estimates and their intervals. */
#ifndef SIMGPU_CLI_RUN_SAMPLING_REPRESENTED_H
#define SIMGPU_CLI_RUN_SAMPLING_REPRESENTED_H

#include "cli/run/sampling/representative.h"
#include "sampling/estimate.h"
#include <json-glib/json-glib.h>

/* After the run. Each figure of all launches is made of one of the timed ones. */
struct represented_figure {
    double *values, *half_widths;    /* by timed launch */
    double floor;                    /* see struct sampling_figures */
    double parts[SAMPLING_MODELLED]; /* of the model's figures in it; all 0: it has none */
};

/* Of cycles, if table is NULL; else of a counter of the units. */
struct represented_figure represented_figure(const struct representative *representative,
                                             const struct counter *table,
                                             const struct counter *counter);
void represented_figure_clear(struct represented_figure *figure);

/* Lines of the summary, and a member of --json. */
void represented_add_summary(GString *text, const struct representative *representative);
void represented_add_json(JsonBuilder *json, const struct representative *representative);

#endif
