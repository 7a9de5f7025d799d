/* SPDX-License-Identifier: BSD-3-Clause */
/* cuRAND in kernels: XORWOW, Philox4x32-10, MRG32k3a, Sobol's, and the distributions of their
 * numbers.
 *
 * Source: cuRAND 12.x documentation, "Device API Overview", for names, subsequences (2^67 numbers
 * of XORWOW, 2^76 of MRG32k3a, 2^66 of Philox) and ranges; Marsaglia, Xorshift RNGs, 2003; Salmon
 * et al., Parallel random numbers: as easy as 1, 2, 3, 2011; L'Ecuyer 1999; Box and Muller 1958;
 * Knuth for Poisson's distribution. How seeds become states is what cuRAND is known to do. Differs:
 * Mersenne's generator is missing. curand_poisson draws other numbers than cuRAND's;
 * those of 64 and more are rounded normal ones.
 */
#ifndef SIMGPU_CURAND_KERNEL_H
#define SIMGPU_CURAND_KERNEL_H

#include <stdlib.h>
#include <string.h> /* programs have it from here, as from cuRAND's */

#include "cuda_runtime.h"
#include "curand.h"
#include "simgpu/curand/jumps.h"

/* From a whole number of 32 bits to one between 0 and 1, and to an angle. */
#define CURAND_2POW32_INV        2.3283064e-10f
#define CURAND_2POW32_INV_DOUBLE 2.3283064365386963e-10
#define CURAND_2POW32_INV_2PI    1.46291807e-09f
#define CURAND_2PI               6.2831855f

#define SIMGPU_CURAND static __device__ inline __attribute__((unused))

#include "simgpu/curand/states.h"

#include "simgpu/curand/distributions.h"

#include "simgpu/curand/mtgp32.h"
#include "simgpu/curand/sobol.h"

#include "simgpu/curand/discrete.h"

#endif
