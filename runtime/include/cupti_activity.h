/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of CUPTI. */
#include "cupti.h"
