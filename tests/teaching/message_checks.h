/* SPDX-License-Identifier: BSD-3-Clause */
/* What must hold of every list of messages (--trace-messages), and of the result of its run. */
#ifndef SIMGPU_TESTS_TEACHING_MESSAGE_CHECKS_H
#define SIMGPU_TESTS_TEACHING_MESSAGE_CHECKS_H

#include "tests/teaching/message_list.h"

/* Requests and replies are as many as the units count, and as many bytes. */
void check_requests(const GPtrArray *lines, JsonNode *result);
/* So are DRAM's reads and writes, blocks and warps. */
void check_memory_and_blocks(const GPtrArray *lines, JsonNode *result);
void check_order(const GPtrArray *lines);
/* cycle: of the crossbar, in picoseconds. */
void check_waits(const GPtrArray *lines, JsonNode *result, double cycle);
double crossbar_cycle(const char *platform);
void check_owners(const GPtrArray *lines);

#endif
