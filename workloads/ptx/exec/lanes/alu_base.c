/* SPDX-License-Identifier: BSD-3-Clause */
/* The hot arithmetic for any host, and the choice of the best set. */
#define ALU_SET      exec_alu_base
#define ALU_SET_NAME "base"
#define ALU_BYTES    16
#include "workloads/ptx/exec/lanes/alu_template.h"

const struct exec_alu_set *exec_alu_best(void)
{
#if EXEC_ALU_VECTORS
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return &exec_alu_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &exec_alu_avx2;
#endif
    return &exec_alu_base;
}

bool exec_word_in(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

enum exec_alu_code exec_alu_code_of(const char *text, struct exec_shape *shape)
{
#define ALU_KNOWN(name, words, d, ta, tb, tc, ...)                                                 \
    [ALU_##name] = {words, {LANE_##d, {LANE_##ta, LANE_##tb, LANE_##tc}}},
    static const struct {
        const char *words;
        struct exec_shape shape;
    } known[ALU_CODES] = {
        /* clang-format off */
        EXEC_ALU_LIST(ALU_KNOWN)
        [ALU_select_32] = {"selp.b32 selp.u32 selp.s32 selp.f32 selp.b16 selp.u16 selp.s16",
                           {LANE_u32, {LANE_u32, LANE_u32, LANE_PREDICATE}}},
        [ALU_select_64] = {"selp.b64 selp.u64 selp.s64 selp.f64",
                           {LANE_u64, {LANE_u64, LANE_u64, LANE_PREDICATE}}},
        /* clang-format on */
    };
    for (unsigned i = 0; i < ALU_CODES; i++)
        if (exec_word_in(known[i].words, text)) {
            *shape = known[i].shape;
            return (enum exec_alu_code)i;
        }
    return ALU_CODES;
}

#define ALU_NAME(name, ...)     [ALU_##name] = #name,
#define COMPARE_NAME(name, ...) [COMPARE_##name] = #name,

const char *exec_alu_name(exec_alu *alu)
{
    static const char *const names[ALU_CODES] = {
        EXEC_ALU_LIST(ALU_NAME)[ALU_select_32] = "select_32", [ALU_select_64] = "select_64"};
    const struct exec_alu_set *set = exec_alu_best();
    for (unsigned i = 0; i < ALU_CODES; i++)
        if (set->alu[i] == alu)
            return names[i];
    return NULL;
}

const char *exec_compare_name(exec_compare *compare)
{
    static const char *const names[COMPARE_CODES] = {EXEC_COMPARE_LIST(COMPARE_NAME)};
    const struct exec_alu_set *set = exec_alu_best();
    for (unsigned i = 0; i < COMPARE_CODES; i++)
        if (set->compare[i] == compare)
            return names[i];
    return NULL;
}
