/* SPDX-License-Identifier: BSD-3-Clause */
/* The instructions behind mma.h, as functions that a macro makes for each form.
 *
 * SIMGPU_WMMA_NAMES_n and SIMGPU_WMMA_ARGS_n are n operands p0, p1, ... of an asm statement: in its
 * text, and behind its colons, of the array r with the constraint c. On the host there is no asm.
 */
#ifndef SIMGPU_CUDA_WMMA_ASM_H
#define SIMGPU_CUDA_WMMA_ASM_H

#ifdef __CUDA_ARCH__
#define SIMGPU_WMMA_ASM(...) asm volatile(__VA_ARGS__)
#else
#define SIMGPU_WMMA_ASM(...) ((void)0)
#endif

#define SIMGPU_WMMA_LIST_1(p) "%[" #p "0]"
#define SIMGPU_WMMA_LIST_2(p) SIMGPU_WMMA_LIST_1(p) ", %[" #p "1]"
#define SIMGPU_WMMA_LIST_4(p) SIMGPU_WMMA_LIST_2(p) ", %[" #p "2], %[" #p "3]"
#define SIMGPU_WMMA_LIST_8(p)                                                                      \
    SIMGPU_WMMA_LIST_4(p) ", %[" #p "4], %[" #p "5], %[" #p "6], %[" #p "7]"
#define SIMGPU_WMMA_NAMES(n, p) "{" SIMGPU_WMMA_LIST_##n(p) "}"

#define SIMGPU_WMMA_ARGS_1(p, c, r) [p##0] c(r[0])
#define SIMGPU_WMMA_ARGS_2(p, c, r) SIMGPU_WMMA_ARGS_1(p, c, r), [p##1] c(r[1])
#define SIMGPU_WMMA_ARGS_4(p, c, r) SIMGPU_WMMA_ARGS_2(p, c, r), [p##2] c(r[2]), [p##3] c(r[3])
#define SIMGPU_WMMA_ARGS_8(p, c, r)                                                                \
    SIMGPU_WMMA_ARGS_4(p, c, r), [p##4] c(r[4]), [p##5] c(r[5]), [p##6] c(r[6]), [p##7] c(r[7])

/* A fragment's registers. */
#define SIMGPU_WMMA_TAKE(word, n, r, fragment)                                                     \
    word r[n];                                                                                     \
    __builtin_memcpy(r, (fragment).x, sizeof r)

/* load_matrix_sync of A or B. use: matrix_a, "a"; layout: row_major, "row"; n words of a type whose
 * constraint is c. */
#define SIMGPU_WMMA_LOAD(use, letter, layout, way, m, n, k, type, pointed, name, count, word, c)   \
    SIMGPU_WMMA_DEVICE void load_matrix_sync(fragment<use, m, n, k, type, layout> &f,              \
                                             const pointed *at, unsigned ldm)                      \
    {                                                                                              \
        word r[count] = {};                                                                        \
        SIMGPU_WMMA_ASM("wmma.load." letter ".sync.aligned." way ".m" #m "n" #n "k" #k "." name    \
                        " " SIMGPU_WMMA_NAMES(count, r) ", [%[at]], %[ldm];"                       \
                        : SIMGPU_WMMA_ARGS_##count(r, "=" c, r)                                    \
                        : [at] "l"(at), [ldm] "r"(ldm)                                             \
                        : "memory");                                                               \
        __builtin_memcpy(f.x, r, sizeof r);                                                        \
    }

#define SIMGPU_WMMA_LOAD_SUMS_BY(way, m, n, k, name, count, c)                                     \
    SIMGPU_WMMA_ASM("wmma.load.c.sync.aligned." way ".m" #m "n" #n "k" #k "." name                 \
                    " " SIMGPU_WMMA_NAMES(count, r) ", [%[at]], %[ldm];"                           \
                    : SIMGPU_WMMA_ARGS_##count(r, "=" c, r)                                        \
                    : [at] "l"(at), [ldm] "r"(ldm)                                                 \
                    : "memory")

#define SIMGPU_WMMA_STORE_SUMS_BY(way, m, n, k, name, count, c)                                    \
    SIMGPU_WMMA_ASM("wmma.store.d.sync.aligned." way ".m" #m "n" #n "k" #k "." name                \
                    " [%[at]], " SIMGPU_WMMA_NAMES(count, r) ", %[ldm];" ::[at] "l"(at),           \
                    [ldm] "r"(ldm), SIMGPU_WMMA_ARGS_##count(r, c, r)                              \
                    : "memory")

/* The accumulators' fragment, its load and its store. */
#define SIMGPU_WMMA_SUMS(m, n, k, type, elements, name, count, word, c)                            \
    template <>                                                                                    \
    class fragment<accumulator, m, n, k, type, void>                                               \
        : public simgpu_elements<type, type, elements>                                             \
    {                                                                                              \
    };                                                                                             \
    SIMGPU_WMMA_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, type> &f,              \
                                             const type *at, unsigned ldm, layout_t layout)        \
    {                                                                                              \
        word r[count] = {};                                                                        \
        if (layout == mem_row_major)                                                               \
            SIMGPU_WMMA_LOAD_SUMS_BY("row", m, n, k, name, count, c);                              \
        else                                                                                       \
            SIMGPU_WMMA_LOAD_SUMS_BY("col", m, n, k, name, count, c);                              \
        __builtin_memcpy(f.x, r, sizeof r);                                                        \
    }                                                                                              \
    SIMGPU_WMMA_DEVICE void store_matrix_sync(                                                     \
        type *at, const fragment<accumulator, m, n, k, type> &f, unsigned ldm, layout_t layout)    \
    {                                                                                              \
        SIMGPU_WMMA_TAKE(word, count, r, f);                                                       \
        if (layout == mem_row_major)                                                               \
            SIMGPU_WMMA_STORE_SUMS_BY("row", m, n, k, name, count, c);                             \
        else                                                                                       \
            SIMGPU_WMMA_STORE_SUMS_BY("col", m, n, k, name, count, c);                             \
    }

/* One wmma.mma: `head` is all before the registers. */
#define SIMGPU_WMMA_MMA_BY(head, dn, dc, an, ac, bn, cn, cc)                                       \
    SIMGPU_WMMA_ASM(head " " SIMGPU_WMMA_NAMES(dn, d) ", " SIMGPU_WMMA_NAMES(                      \
                        an, a) ", " SIMGPU_WMMA_NAMES(bn, b) ", " SIMGPU_WMMA_NAMES(cn, c) ";"     \
                    : SIMGPU_WMMA_ARGS_##dn(d, "=" dc, rd)                                         \
                    : SIMGPU_WMMA_ARGS_##an(a, ac, ra), SIMGPU_WMMA_ARGS_##bn(b, ac, rb),          \
                      SIMGPU_WMMA_ARGS_##cn(c, cc, rc))

/* mma_sync of fragments with given layouts. types: what follows the shape in PTX. */
#define SIMGPU_WMMA_MMA_OF(la, wa, lb, wb, m, n, k, type, types, an, aw, ac, bn, dtype, dn, dw,    \
                           dc, ctype, cn, cw, cc)                                                  \
    SIMGPU_WMMA_DEVICE void mma_sync(                                                              \
        fragment<accumulator, m, n, k, dtype> &d, const fragment<matrix_a, m, n, k, type, la> &a,  \
        const fragment<matrix_b, m, n, k, type, lb> &b,                                            \
        const fragment<accumulator, m, n, k, ctype> &c, bool satf = false)                         \
    {                                                                                              \
        SIMGPU_WMMA_TAKE(aw, an, ra, a);                                                           \
        SIMGPU_WMMA_TAKE(aw, bn, rb, b);                                                           \
        SIMGPU_WMMA_TAKE(cw, cn, rc, c);                                                           \
        dw rd[dn] = {};                                                                            \
        if (satf)                                                                                  \
            SIMGPU_WMMA_MMA_BY("wmma.mma.sync.aligned." wa "." wb ".m" #m "n" #n "k" #k "." types  \
                               ".satfinite",                                                       \
                               dn, dc, an, ac, bn, cn, cc);                                        \
        else                                                                                       \
            SIMGPU_WMMA_MMA_BY("wmma.mma.sync.aligned." wa "." wb ".m" #m "n" #n "k" #k "." types, \
                               dn, dc, an, ac, bn, cn, cc);                                        \
        __builtin_memcpy(d.x, rd, sizeof rd);                                                      \
    }

/* The same of all four pairs of layouts. */
#define SIMGPU_WMMA_MMA(...)                                                                       \
    SIMGPU_WMMA_MMA_OF(row_major, "row", row_major, "row", __VA_ARGS__)                            \
    SIMGPU_WMMA_MMA_OF(row_major, "row", col_major, "col", __VA_ARGS__)                            \
    SIMGPU_WMMA_MMA_OF(col_major, "col", row_major, "row", __VA_ARGS__)                            \
    SIMGPU_WMMA_MMA_OF(col_major, "col", col_major, "col", __VA_ARGS__)

/* The fragment of A or B, and its loads. */
#define SIMGPU_WMMA_MULTIPLICAND(use, letter, m, n, k, type, element, elements, name, count, word, \
                                 c)                                                                \
    template <typename Layout>                                                                     \
    class fragment<use, m, n, k, type, Layout> : public simgpu_elements<type, element, elements>   \
    {                                                                                              \
    };                                                                                             \
    SIMGPU_WMMA_LOAD(use, letter, row_major, "row", m, n, k, type, element, name, count, word, c)  \
    SIMGPU_WMMA_LOAD(use, letter, col_major, "col", m, n, k, type, element, name, count, word, c)

#endif
