/* SPDX-License-Identifier: BSD-3-Clause */
/* The main function of tests that compile kernels. */
#ifndef SIMGPU_TESTS_MODELS_FUNCTIONAL_COMPILED_SUITE_H
#define SIMGPU_TESTS_MODELS_FUNCTIONAL_COMPILED_SUITE_H

#include <check.h>

/* Runs what add() adds, with a cache of its own. Returns the exit status; 77: this machine compiles
 * no kernels. */
int compiled_suite(const char *name, void (*add)(TCase *tcase));

#endif
