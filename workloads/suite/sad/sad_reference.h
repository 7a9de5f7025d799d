/* SPDX-License-Identifier: BSD-3-Clause */
/* CPU reference of sad: every sum anew from the pixels, whatever the size of the block. */
#ifndef SIMGPU_PROGRAMS_SAD_REFERENCE_H
#define SIMGPU_PROGRAMS_SAD_REFERENCE_H

#include "../common/program.h"

constexpr int SHAPE_COUNT = 7;

/* The shapes in the order in which their sums are stored: `quarter` is the side of the square that
 * two (or four, or one) of make up the shape. */
struct shape {
    int width, height;
    int quarter;
};

static const struct shape SHAPES[SHAPE_COUNT] = {{4, 4, 4},  {8, 4, 4},  {4, 8, 4},   {8, 8, 8},
                                                 {16, 8, 8}, {8, 16, 8}, {16, 16, 16}};

struct frames {
    int width, height; /* multiples of 16 */
    int range;         /* of displacements, both ways, in pixels */
    unsigned char *before, *now;
};

static inline int frame_displacements(const struct frames *frames)
{
    return (2 * frames->range + 1) * (2 * frames->range + 1);
}

/* Where the sums of a shape begin; of SHAPE_COUNT: how many sums there are in all. */
static inline size_t sad_offset(const struct frames *frames, int shape)
{
    size_t offset = 0;
    for (int i = 0; i < shape; i++) {
        size_t blocks =
            (size_t)(frames->width / SHAPES[i].width) * (size_t)(frames->height / SHAPES[i].height);
        offset += blocks * (size_t)frame_displacements(frames);
    }
    return offset;
}

static inline int clamped(int value, int size)
{
    return value < 0 ? 0 : value >= size ? size - 1 : value;
}

/* Corner of the index-th block of a shape within its macroblock: blocks of 4 x 4 and 8 x 8 go by
 * quarters; the halves of a block go from top to bottom or from left to right. */
static inline void shape_corner(const struct shape *shape, int index, int *x, int *y)
{
    *x = *y = 0;
    bool halves = shape->width != shape->height;
    int whole = halves ? 2 * shape->quarter : shape->quarter;
    if (halves) {
        int second = index % 2;
        *x = shape->width < shape->height ? second * shape->width : 0;
        *y = shape->height < shape->width ? second * shape->height : 0;
        index /= 2;
    }
    for (int side = whole; side < 16; side *= 2) {
        *x += index % 2 * side;
        *y += index / 2 % 2 * side;
        index /= 4;
    }
}

static inline int reference_sad(const struct frames *frames, const struct shape *shape, int x,
                                int y, int dx, int dy)
{
    int sum = 0;
    for (int row = y; row < y + shape->height; row++) {
        for (int column = x; column < x + shape->width; column++) {
            int before = frames->before[clamped(row + dy, frames->height) * frames->width +
                                        clamped(column + dx, frames->width)];
            sum += abs(frames->now[row * frames->width + column] - before);
        }
    }
    return sum;
}

static inline size_t count_wrong_sads(const struct frames *frames, const unsigned short *sads)
{
    int side = 2 * frames->range + 1;
    int across = frames->width / 16;
    size_t wrong = 0;
    for (int s = 0; s < SHAPE_COUNT; s++) {
        const struct shape *shape = &SHAPES[s];
        int per_macroblock = 256 / (shape->width * shape->height);
        size_t begin = sad_offset(frames, s);
        for (size_t i = begin; i < sad_offset(frames, s + 1); i++) {
            int displacement = (int)((i - begin) % (size_t)(side * side));
            int block = (int)((i - begin) / (size_t)(side * side));
            int macroblock = block / per_macroblock;
            int x, y;
            shape_corner(shape, block % per_macroblock, &x, &y);
            int expected = reference_sad(
                frames, shape, macroblock % across * 16 + x, macroblock / across * 16 + y,
                displacement % side - frames->range, displacement / side - frames->range);
            if (sads[i] != expected && wrong++ == 0)
                printf("block %d of %d x %d, displacement %d: %d, expected %d\n", block,
                       shape->width, shape->height, displacement, sads[i], expected);
        }
    }
    return wrong;
}

#endif
