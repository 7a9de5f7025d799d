/* SPDX-License-Identifier: BSD-3-Clause */
/* cusparse.h by its older name. */
#ifndef SIMGPU_CUSPARSE_V2_H
#define SIMGPU_CUSPARSE_V2_H

#include "cusparse.h"

#endif
