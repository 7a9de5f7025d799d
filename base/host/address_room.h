/* SPDX-License-Identifier: BSD-3-Clause */
/* How many addresses this process may still take: batch systems limit them (ulimit -v). */
#ifndef SIMGPU_BASE_HOST_ADDRESS_ROOM_H
#define SIMGPU_BASE_HOST_ADDRESS_ROOM_H

#include <stdint.h>

/* Bytes below the limit of this process; UINT64_MAX: it has none. */
uint64_t address_room(void);

#endif
