/* SPDX-License-Identifier: BSD-3-Clause */
/* A name that CUDA gives to a part of cufftXt.h. */
#include "cufftXt.h"
