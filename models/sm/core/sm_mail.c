/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/core/sm_mail.h"
#include <string.h>

void sm_mail_init(struct sm_mail *mail, struct sm_core *core)
{
    mail->core = core;
    mail->messages = arena_take_rare(core->unit.engine->arena, SM_MAX_DONE, sizeof *mail->messages);
}

void sm_mail_connect(struct sm_mail *mail, struct wire *wire)
{
    mail->wire = wire;
}

void sm_mail_add(struct sm_mail *mail, const struct message *message)
{
    g_assert(mail->n < SM_MAX_DONE);
    mail->words += message->kind == MESSAGE_POLICY_WORD;
    mail->samples += message->kind == MESSAGE_SAMPLE;
    mail->messages[mail->n] = *message;
    mail->messages[mail->n++].bytes = (uint16_t)mail->core->config->header_bytes;
}

void sm_mail_send(struct sm_mail *mail)
{
    sim_time now = sm_edge(mail->core, mail->core->cycle), when;
    unsigned sent = 0;
    while (sent < mail->n && wire_has_credit(mail->wire, now, &when)) {
        mail->words -= mail->messages[sent].kind == MESSAGE_POLICY_WORD;
        mail->samples -= mail->messages[sent].kind == MESSAGE_SAMPLE;
        wire_send(mail->wire, now, &mail->messages[sent++]);
    }
    mail->n -= sent;
    memmove(mail->messages, mail->messages + sent, mail->n * sizeof mail->messages[0]);
}

uint64_t sm_mail_next(const struct sm_mail *mail)
{
    sim_time when = SIM_TIME_NEVER;
    if (mail->n == 0 || wire_has_credit(mail->wire, sm_edge(mail->core, mail->core->cycle), &when))
        return mail->n ? mail->core->cycle + 1 : CYCLE_NEVER;
    return clock_cycle_at_or_after(&mail->core->config->clock, when);
}
