/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX under its older name. */
#ifndef SIMGPU_NVTOOLSEXT_H
#define SIMGPU_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif
