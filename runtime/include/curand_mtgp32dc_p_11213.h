/* SPDX-License-Identifier: BSD-3-Clause */
/* Where cuRAND has MTGP32's parameters. The calls that take them are refused, so there are none. */
#ifndef SIMGPU_CURAND_MTGP32DC_P_11213_H
#define SIMGPU_CURAND_MTGP32DC_P_11213_H

typedef struct mtgp32_params_fast {
    int mexp, pos, sh1, sh2;
    unsigned int tbl[16], tmp_tbl[16], flt_tmp_tbl[16], mask;
    unsigned char poly_sha1[21];
} mtgp32_params_fast_t;
static mtgp32_params_fast_t mtgp32dc_params_fast_11213[1] __attribute__((unused));

#endif
