/* SPDX-License-Identifier: BSD-3-Clause */
/* One colour for each part of stacks, by its name, in all charts of a report. */
#ifndef SIMGPU_REPORT_PART_COLOURS_H
#define SIMGPU_REPORT_PART_COLOURS_H

#include "report/chart.h"

/* charts: struct chart *. Stacks among them get their `colours`. */
void part_colours_choose(const GPtrArray *charts);

#endif
