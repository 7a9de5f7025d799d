/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages to the dispatcher that wait for a credit: blocks that are done, policies' words,
 * samples.
 */
#ifndef SIMGPU_SM_MAIL_H
#define SIMGPU_SM_MAIL_H

#include "models/sm/core/sm_core.h"

/* Blocks that the dispatcher may believe to be here: running, sent ahead, or done but not yet
 * reported. It sends at most as many ahead as can run. */
enum {
    /* Also blocks that end, faults, words, progress of launches, an acknowledged word, a sample.
     * Launches from kernels: a message for each launch that has blocks here. */
    SM_MAX_DONE = 6 * SM_MAX_BLOCKS + POLICY_OUTBOX_WORDS + 2
};

struct sm_mail {
    struct sm_core *core;
    struct wire *wire; /* to the dispatcher */
    unsigned n;
    unsigned words, samples;  /* among them */
    struct message *messages; /* room for SM_MAX_DONE, of which a few are used */
};

void sm_mail_init(struct sm_mail *mail, struct sm_core *core);
void sm_mail_connect(struct sm_mail *mail, struct wire *wire);
/* Puts the message behind the others; sm_mail_send sends it. */
void sm_mail_add(struct sm_mail *mail, const struct message *message);
/* Sends as many as there are credits for. */
void sm_mail_send(struct sm_mail *mail);
/* The cycle in which more can be sent. CYCLE_NEVER: no message waits, or only a credit can tell. */
uint64_t sm_mail_next(const struct sm_mail *mail);

#endif
