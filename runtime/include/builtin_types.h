/* SPDX-License-Identifier: BSD-3-Clause */
/* The runtime's types, without its functions. */
#ifndef SIMGPU_BUILTIN_TYPES_H
#define SIMGPU_BUILTIN_TYPES_H

#include "driver_types.h"
#include "vector_types.h"

#endif
