/* SPDX-License-Identifier: BSD-3-Clause */
/* Student's t distribution: how wide an interval is that few samples give. */
#ifndef SIMGPU_SAMPLING_STUDENT_H
#define SIMGPU_SAMPLING_STUDENT_H

/* The factor of a standard error for an interval that holds the true value in 95 of 100 cases, with
 * so many degrees of freedom; infinite for 0. Parts of degrees lie between. */
double student_95(double degrees);

#endif
