/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls that a library refuses by name: it says so on standard error, and answers that they are not
 * supported. They are declared without arguments, so that programs that name them compile.
 */
#ifndef SIMGPU_REFUSED_H
#define SIMGPU_REFUSED_H

#ifdef __cplusplus
#define SIMGPU_REFUSED_ARGUMENTS ...
#else
#define SIMGPU_REFUSED_ARGUMENTS
#endif

#endif
