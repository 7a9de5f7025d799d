/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX's names of the runtime's objects, under the older name of their header. */
#include "nvtx3/nvToolsExtCudaRt.h"
