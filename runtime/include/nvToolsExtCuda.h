/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX's names of the driver's objects, under the older name of their header. */
#include "nvtx3/nvToolsExtCuda.h"
