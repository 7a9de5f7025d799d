/* SPDX-License-Identifier: BSD-3-Clause */
/* HeteroPDP's figures over several draws of the kernels that are trained with.
 *
 * Which kernels the passes of cross-validation draw depends on the seed, and what is predicted
 * depends on the kernels; one draw is no result. Each draw is a whole evaluation with the next
 * seed, with models that are trained with all programs (EVALUATED_SEEN). A choice is foretold well
 * or not by whether its own kernel was drawn, so both kinds are counted apart.
 *
 * Differs: S.-Y. Lee's dissertation (Arizona State University, 2017) states one draw.
 */
#ifndef SIMGPU_CLI_OFFLOAD_EVALUATE_DRAWS_H
#define SIMGPU_CLI_OFFLOAD_EVALUATE_DRAWS_H

#include "cli/offload/evaluate/models.h"

struct evaluated_draws {
    char *text; /* Markdown: least, median and most of each measure */
    char *csv;  /* a row a seed */
};

/* n seeds, the first of which is that of setup. False with an error. To be finished in any case. */
bool evaluated_draws_make(struct evaluated_draws *draws, const struct evaluation_setup *setup,
                          unsigned n, GError **error);
void evaluated_draws_finish(struct evaluated_draws *draws);

#endif
