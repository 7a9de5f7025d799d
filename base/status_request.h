/* SPDX-License-Identifier: BSD-3-Clause */
/* A signal asks a long task how far it is. The signal's handler only notes the request. The task
 * looks now and then, answers, and goes on. */
#ifndef SIMGPU_BASE_STATUS_REQUEST_H
#define SIMGPU_BASE_STATUS_REQUEST_H

#include <glib.h>

struct status_request {
    volatile int *asked; /* becomes non-zero */
    /* what: a line, without its end, about the current work if this is not simulation; NULL: it is.
     */
    void (*tell)(void *data, const char *what);
    void *data;
};

/* Whether somebody waits for an answer. request may be NULL. */
static inline gboolean status_is_asked(const struct status_request *request)
{
    return G_UNLIKELY(request && *request->asked);
}

static inline void status_tell(const struct status_request *request, const char *what)
{
    *request->asked = 0;
    request->tell(request->data, what);
}

#endif
