/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled once a library, with RUNTIME_GENERATION set: see device_properties.h. */
#include "runtime/cuda/device_properties.h"

const int runtime_generation = RUNTIME_GENERATION;
