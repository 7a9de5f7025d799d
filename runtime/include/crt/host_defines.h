/* SPDX-License-Identifier: BSD-3-Clause */
/* host_defines.h under its newer name. */
#include "../host_defines.h"
