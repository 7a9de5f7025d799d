/* SPDX-License-Identifier: BSD-3-Clause */
/* All of the math functions' implementations, under their own names: simgpu_sinf, simgpu_pow, ...
 */
#include "simgpu/math_bits.h"
#include "simgpu/math_erf.h"
#include "simgpu/math_exp.h"
#include "simgpu/math_gamma.h"
#include "simgpu/math_hyperbolic.h"
#include "simgpu/math_inverse_trig.h"
#include "simgpu/math_log.h"
#include "simgpu/math_pow.h"
#include "simgpu/math_root.h"
#include "simgpu/math_trig.h"
