/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of curand_kernel.h: the state of the generator MTGP32 (Saito, Matsumoto 2013), which
 * programs name in lists of all generators. Nothing makes one: curandCreateGenerator and the calls
 * that fill a state refuse, since its parameters are a long table. A kernel that draws stops.
 *
 * Source: curand_kernel.h and curand_mtgp32.h as the cuRAND 12.x documentation describes them.
 */

#define MTGP32_STATE_SIZE        1024
#define CURAND_NUM_MTGP32_PARAMS 200
#define MTGP32_TABLE_SIZE        16

typedef struct mtgp32_kernel_params {
    unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][MTGP32_TABLE_SIZE];
    unsigned int temper_tbl[CURAND_NUM_MTGP32_PARAMS][MTGP32_TABLE_SIZE];
    unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][MTGP32_TABLE_SIZE];
    unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int sh2_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int mask[1];
} mtgp32_kernel_params_t;

struct curandStateMtgp32 {
    unsigned int s[MTGP32_STATE_SIZE];
    int offset;
    int pIdx;
    mtgp32_kernel_params_t *k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

SIMGPU_CURAND unsigned int curand(curandStateMtgp32_t *)
{
    printf("simgpu: curand: the generator MTGP32 is not supported\n");
    __trap();
    return 0;
}
