/* SPDX-License-Identifier: BSD-3-Clause */
/* The sums of a product, of one type of numbers. A file that includes this defines
 *   NUMBER         float, double or int32_t,
 *   WIDTH          numbers of a vector: 4, 8 or 16,
 *   ELEMENTS       of a register of 32 or 64 bits, at most,
 *   NAME(word)     a name of its own,
 *   ADD(a, b, c)   a b + c of vectors.
 * It undefines them. No include guard: each includer is another type.
 */

typedef NUMBER NAME(vector)
    __attribute__((vector_size(WIDTH * sizeof(NUMBER)), aligned(16), may_alias));
typedef NUMBER NAME(four) __attribute__((vector_size(4 * sizeof(NUMBER)), aligned(16), may_alias));

/* Four lanes all through a vector. */
static inline __attribute__((always_inline)) NAME(vector) NAME(repeat)(const NUMBER *numbers)
{
    const NAME(four) v = *(const NAME(four) *)numbers;
    return (NAME(vector))REPEAT(WIDTH, v);
}

/* B's register by rows: to[step][column % 2][column / 2], step the place of a lane among four. */
static inline __attribute__((always_inline)) void NAME(turn)(const NUMBER lanes[32], NUMBER *to,
                                                             unsigned stride)
{
    for (unsigned c = 0; c < 2; c++) {
        const NAME(four) *from = (const NAME(four) *)(lanes + 4 * c);
        const NAME(four) p = from[0], q = from[2], r = from[4], s = from[6];
        const NAME(four) low = __builtin_shufflevector(p, q, 0, 4, 1, 5);
        const NAME(four) low2 = __builtin_shufflevector(r, s, 0, 4, 1, 5);
        const NAME(four) high = __builtin_shufflevector(p, q, 2, 6, 3, 7);
        const NAME(four) high2 = __builtin_shufflevector(r, s, 2, 6, 3, 7);
        NUMBER *row = to + 4 * c;
        *(NAME(four) *)row = __builtin_shufflevector(low, low2, 0, 1, 4, 5);
        *(NAME(four) *)(row + stride) = __builtin_shufflevector(low, low2, 2, 3, 6, 7);
        *(NAME(four) *)(row + 2 * stride) = __builtin_shufflevector(high, high2, 0, 1, 4, 5);
        *(NAME(four) *)(row + 3 * stride) = __builtin_shufflevector(high, high2, 2, 3, 6, 7);
    }
}

/* sums[2h + c], those of eight rows each, `halves` of them. a: [register][element][lane], b:
 * [k][column % 2][column / 2]. blocks: registers of B. */
static inline __attribute__((always_inline)) void
NAME(add)(NUMBER sums[4][32], const NUMBER (*a)[ELEMENTS][32], const NUMBER (*b)[2][4],
          unsigned halves, unsigned blocks, unsigned elements)
{
    for (unsigned at = 0; at < 32; at += 2 * WIDTH) {
        NAME(vector) * s[4];
        for (unsigned i = 0; i < 4; i++)
            s[i] = (NAME(vector) *)(sums[i] + at);
        NAME(vector) s00 = s[0][0], s01 = s[0][1], s10 = s[1][0], s11 = s[1][1];
        NAME(vector) s20 = s[2][0], s21 = s[2][1], s30 = s[3][0], s31 = s[3][1];
        const NUMBER(*row)[2][4] = b;
        for (unsigned block = 0; block < blocks; block++) {
            const NUMBER(*const top)[32] = a[block * halves];
            const NUMBER(*const low)[32] = a[block * halves + halves - 1];
/* Lane `place` of each four has the elements. */
#define STEP(place)                                                                                \
    for (unsigned e = 0; e < elements; e++, row++) {                                               \
        const NAME(vector) even = NAME(repeat)((*row)[0]), odd = NAME(repeat)((*row)[1]);          \
        const NAME(vector) *x = (const NAME(vector) *)(top[e] + at);                               \
        const NAME(vector) x0 = SPREAD(WIDTH, x[0], place), x1 = SPREAD(WIDTH, x[1], place);       \
        s00 = ADD(x0, even, s00), s01 = ADD(x1, even, s01);                                        \
        s10 = ADD(x0, odd, s10), s11 = ADD(x1, odd, s11);                                          \
        if (halves == 1)                                                                           \
            continue;                                                                              \
        const NAME(vector) *y = (const NAME(vector) *)(low[e] + at);                               \
        const NAME(vector) y0 = SPREAD(WIDTH, y[0], place), y1 = SPREAD(WIDTH, y[1], place);       \
        s20 = ADD(y0, even, s20), s21 = ADD(y1, even, s21);                                        \
        s30 = ADD(y0, odd, s30), s31 = ADD(y1, odd, s31);                                          \
    }
            STEP(0)
            STEP(1)
            STEP(2)
            STEP(3)
#undef STEP
        }
        s[0][0] = s00, s[0][1] = s01, s[1][0] = s10, s[1][1] = s11;
        s[2][0] = s20, s[2][1] = s21, s[3][0] = s30, s[3][1] = s31;
    }
}

#undef NUMBER
#undef WIDTH
#undef ELEMENTS
#undef NAME
#undef ADD
