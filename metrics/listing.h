/* SPDX-License-Identifier: BSD-3-Clause */
/* The registry as text: what `simgpu list-metrics` prints. */
#ifndef SIMGPU_METRICS_LISTING_H
#define SIMGPU_METRICS_LISTING_H

/* Each returns a text that ends with a newline; g_free. */
char *metrics_list_plain(void);
char *metrics_list_json(void);
char *metrics_list_markdown(void); /* docs/reference/metrics.md */

#endif
