/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/clients/several_gpus.h"
#include "base/input_error.h"
#include "policies/offload/offload.h"

/* Observers know units by a number that each GPU has; samples of launches and targets count one
 * GPU's kernels. */
bool several_gpus_check(const struct options *options, const struct gpu_config *config,
                        const struct policy_choices *chosen, GError **error)
{
    const struct policy_head *offload = chosen->of[POLICY_OFFLOAD]->policy;
    const struct {
        const char *name;
        bool asked;
    } of_one[] = {{"--observe", options->observe != NULL},
                  {"--explain", options->explain},
                  {"--sanitize", options->sanitize != NULL},
                  {"--checkpoint", options->checkpoint != NULL},
                  {"--representative", options->representative},
                  {"--targets", options->targets != NULL},
                  {"--lines-out", options->lines_out != NULL},
                  {"--film", options->film.file != NULL},
                  {"--timeline", options->over_time.timeline != NULL},
                  {"--trace-messages", options->messages.file != NULL},
                  {"--export-trace", options->export_trace != NULL},
                  {"--trace-like", options->trace_like},
                  {"--policy offload", ((const struct offload_ops *)offload)->choose != NULL}};
    for (size_t i = 0; config->peers.count > 1 && i < G_N_ELEMENTS(of_one); i++)
        if (of_one[i].asked)
            return input_error_at(error, of_one[i].name, 0,
                                  "expected a platform with one GPU, found %u (gpu.count)",
                                  config->peers.count);
    return true;
}
