/* SPDX-License-Identifier: BSD-3-Clause */
/* A signal asks whoever works for long where it stands. The signal's handler only notes it; what
 * works looks now and then, tells, and goes on. */
#ifndef SIMGPU_BASE_STATUS_REQUEST_H
#define SIMGPU_BASE_STATUS_REQUEST_H

#include <glib.h>

struct status_request {
    volatile int *asked; /* becomes non-zero */
    /* what: what is being done besides simulating, a line without its end; NULL: nothing. */
    void (*tell)(void *data, const char *what);
    void *data;
};

/* Is somebody waiting for an answer? request may be NULL. */
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
