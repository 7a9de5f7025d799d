/* SPDX-License-Identifier: BSD-3-Clause */
/* What a person wants to know after a run, on one screen. */
#ifndef SIMGPU_CLI_WRITE_SUMMARY_H
#define SIMGPU_CLI_WRITE_SUMMARY_H

#include "cli/run/session.h"

/* g_free. */
char *summary_text(const struct session *session);

/* 1234567 as 1,234,567; g_free. */
char *summary_grouped(uint64_t value);

#endif
