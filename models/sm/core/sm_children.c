/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/core/sm_children.h"
#include "models/core/message_dispatch.h"

/* The message that waits for a credit with launches of this parent; NULL: there is none. */
static struct message *waiting(struct sm_mail *mail, uint32_t parent)
{
    for (unsigned i = 0; i < mail->n; i++)
        if (mail->messages[i].kind == MESSAGE_CHILDREN && mail->messages[i].launch == parent)
            return &mail->messages[i];
    return NULL;
}

void sm_children_mail(struct sm_mail *mail, uint32_t parent, struct child_launch *first)
{
    struct message *earlier = waiting(mail, parent);
    for (struct child_launch *child = first; child; child = child->next)
        child->asked = sm_edge(mail->core, mail->core->cycle);
    if (!first)
        return;
    if (earlier) {
        message_children_append(earlier, first);
        return;
    }
    const struct message message =
        message_children(parent, first, (uint16_t)mail->core->site.index);
    sm_mail_add(mail, &message);
    sm_mail_send(mail);
}

void sm_children_forget(struct sm_mail *mail)
{
    for (unsigned i = 0; i < mail->n; i++)
        if (mail->messages[i].kind == MESSAGE_CHILDREN)
            child_launch_free_all(message_child_list(&mail->messages[i]));
}
