/* SPDX-License-Identifier: BSD-3-Clause */
/* mma.h under its newer name. */
#include "../mma.h"
