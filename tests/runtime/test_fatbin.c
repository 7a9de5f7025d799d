/* SPDX-License-Identifier: BSD-3-Clause */
/* Containers of PTX: hand-made ones, sound and damaged. Those of a real nvcc: nvcc_fatbins.sh. */
#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "runtime/cuda/fatbin.h"
#include "runtime/cuda/lz4.h"

enum { PTX = 1, MACHINE_CODE = 2, LZ4 = 0x2000, ZSTD = 0x8000, ENTRY_HEADER = 64 };

struct container {
    unsigned char bytes[4096];
    size_t size;
};

static void put(unsigned char *at, uint64_t value, size_t size)
{
    memcpy(at, &value, size); /* little-endian, as the machine */
}

static void begin(struct container *container)
{
    memset(container, 0, sizeof *container);
    put(container->bytes, 0xba55ed50, 4);
    put(container->bytes + 4, 1, 2);
    put(container->bytes + 6, 16, 2);
    container->size = 16;
}

static void add(struct container *container, unsigned kind, unsigned arch, unsigned flags,
                const void *bytes, size_t size, size_t unpacked)
{
    unsigned char *entry = container->bytes + container->size;
    size_t padded = (size + 7) / 8 * 8;
    put(entry, kind, 2);
    put(entry + 4, ENTRY_HEADER, 4);
    put(entry + 8, padded, 8);
    put(entry + 16, flags ? size : 0, 4);
    put(entry + 28, arch, 4);
    put(entry + 40, flags, 8);
    put(entry + 56, flags ? unpacked : 0, 8);
    memcpy(entry + ENTRY_HEADER, bytes, size);
    container->size += ENTRY_HEADER + padded;
    put(container->bytes + 8, container->size - 16, 8);
}

/* What is found in a copy that ends exactly where the container does, so that the sanitizers see
 * any step beyond. */
static const char *find(const struct container *container, size_t size, unsigned arch,
                        struct fatbin_ptx *ptx)
{
    unsigned char *copy = malloc(size > 0 ? size : 1);
    memcpy(copy, container->bytes, size);
    const char *problem = fatbin_container_find_ptx(copy, size, arch, ptx);
    free(copy);
    return problem;
}

static void check_text(const struct container *container, unsigned arch, const char *text)
{
    struct fatbin_ptx ptx;
    ck_assert_ptr_null(find(container, container->size, arch, &ptx));
    ck_assert_str_eq(ptx.text, text);
    ck_assert_uint_eq(ptx.bytes, strlen(text) + 1);
    free(ptx.owned);
}

START_TEST(plain_text)
{
    const struct {
        uint32_t magic, version;
        const void *data, *none;
    } image = {0x466243b1, 1, "//\n.version 6.0", NULL};
    struct fatbin_ptx ptx;
    ck_assert_ptr_null(fatbin_find_ptx(&image, 70, &ptx));
    ck_assert_ptr_eq(ptx.text, image.data);
    ck_assert_uint_eq(ptx.bytes, 16);
    ck_assert_ptr_null(ptx.owned);
    ck_assert_str_eq(fatbin_find_ptx("????????????????", 70, &ptx),
                     "what its compiler registered is of an unknown kind");
}
END_TEST

START_TEST(newest_that_the_device_has)
{
    struct container container;
    begin(&container);
    add(&container, MACHINE_CODE, 70, 0, "machine", 7, 0);
    add(&container, PTX, 75, 0, "seventy-five", 12, 0);
    add(&container, PTX, 50, 0, "fifty", 5, 0);
    add(&container, PTX, 90, 0, "ninety", 6, 0);
    check_text(&container, 75, "seventy-five");
    check_text(&container, 80, "seventy-five");
    check_text(&container, 60, "fifty");
    check_text(&container, 100, "ninety");
    check_text(&container, 20, "fifty"); /* none fits: the oldest */
}
END_TEST

/* "abcabcabcabcab" as 3 literals and a match of 6 at distance 3 that overlaps itself, and 5 more
 * literals. */
static const unsigned char lz4_block[] = {0x32, 'a', 'b', 'c', 3, 0, 0x50, 'a', 'b', 'c', 'a', 'b'};

START_TEST(lz4)
{
    unsigned char text[300], block[300];
    struct container container;
    ck_assert(lz4_unpack(lz4_block, sizeof lz4_block, text, 14));
    ck_assert_mem_eq(text, "abcabcabcabcab", 14);
    ck_assert(!lz4_unpack(lz4_block, sizeof lz4_block, text, 13));
    ck_assert(!lz4_unpack(lz4_block, sizeof lz4_block, text, 15));
    ck_assert(!lz4_unpack(lz4_block, sizeof lz4_block - 1, text, 14));
    ck_assert(!lz4_unpack(lz4_block, 0, text, 0));
    /* lengths of more than 15: 285 = 15 + 255 + 15 literals */
    block[0] = 0xf0;
    block[1] = 255;
    block[2] = 15;
    memset(block + 3, 'q', 285);
    ck_assert(lz4_unpack(block, 288, text, 285));
    ck_assert_int_eq(text[284], 'q');
    /* a match before the beginning */
    const unsigned char before[] = {0x10, 'a', 2, 0, 0x00};
    ck_assert(!lz4_unpack(before, sizeof before, text, 5));
    begin(&container);
    add(&container, PTX, 70, LZ4, lz4_block, sizeof lz4_block, 14);
    check_text(&container, 70, "abcabcabcabcab");
}
END_TEST

/* Some text that repeats itself, packed. */
static size_t pack(char *text, size_t size, unsigned char *packed, size_t room)
{
    for (size_t i = 0; i < size; i++)
        text[i] = "mov.u32 %r1, %tid.x;\n"[i % 21];
    text[size] = '\0';
    size_t bytes = ZSTD_compress(packed, room, text, size, 3);
    ck_assert(!ZSTD_isError(bytes));
    return bytes;
}

START_TEST(zstd)
{
    char text[2001];
    unsigned char packed[1000];
    struct container container;
    struct fatbin_ptx ptx;
    size_t bytes = pack(text, 2000, packed, sizeof packed);
    begin(&container);
    add(&container, PTX, 70, ZSTD, packed, bytes, 2000);
    check_text(&container, 70, text);
    begin(&container);
    packed[bytes / 2] ^= 0x55;
    add(&container, PTX, 70, ZSTD, packed, bytes - 1, 2000);
    ck_assert_str_eq(find(&container, container.size, 70, &ptx),
                     "its PTX cannot be unpacked: the container (fatbin) is damaged");
    static const char other_size[] =
        "its PTX is not of the size it should have: the container (fatbin) is damaged";
    begin(&container);
    add(&container, PTX, 70, ZSTD, packed, bytes, 1999);
    ck_assert_str_eq(find(&container, container.size, 70, &ptx), other_size);
    begin(&container);
    add(&container, PTX, 70, LZ4, packed, 8, (size_t)1 << 20);
    ck_assert_str_eq(find(&container, container.size, 70, &ptx), other_size);
}
END_TEST

START_TEST(without_ptx)
{
    struct container container;
    struct fatbin_ptx ptx;
    begin(&container);
    ck_assert_str_eq(find(&container, container.size, 70, &ptx), "its container (fatbin) is empty");
    add(&container, MACHINE_CODE, 70, 0, "machine", 7, 0);
    ck_assert_str_eq(find(&container, container.size, 70, &ptx),
                     "it has machine code only: compile it with PTX (nvcc -arch=compute_70)");
    ck_assert_str_eq(find(&container, 15, 70, &ptx), "its container (fatbin) is cut short");
    container.bytes[0] ^= 1;
    ck_assert_str_eq(find(&container, container.size, 70, &ptx),
                     "its container (fatbin) has an unknown header");
}
END_TEST

/* xorshift64*, Vigna 2016 */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

START_TEST(damaged)
{
    enum { MUTATIONS = 5000 };
    char text[1001];
    unsigned char packed[600];
    struct container sound;
    size_t bytes = pack(text, 1000, packed, sizeof packed);
    uint64_t state = 42;
    int found = 0, refused = 0;
    begin(&sound);
    add(&sound, PTX, 60, LZ4, lz4_block, sizeof lz4_block, 14);
    add(&sound, PTX, 70, ZSTD, packed, bytes, 1000);
    add(&sound, PTX, 80, 0, ".version 8.0", 12, 0);
    for (int i = 0; i < MUTATIONS; i++) {
        static const unsigned archs[] = {60, 70, 80};
        struct container container = sound;
        struct fatbin_ptx ptx = {.owned = NULL};
        int changes = 1 + (int)(draw(&state) % 4);
        for (int j = 0; j < changes; j++)
            container.bytes[draw(&state) % container.size] = (unsigned char)draw(&state);
        size_t size = draw(&state) % 4 ? container.size : draw(&state) % container.size;
        const char *problem = find(&container, size, archs[draw(&state) % 3], &ptx);
        *(problem ? &refused : &found) += 1;
        if (!problem)
            ck_assert_uint_eq(ptx.bytes, strlen(ptx.text) + 1);
        free(ptx.owned);
    }
    ck_assert_int_gt(found, MUTATIONS / 10);
    ck_assert_int_gt(refused, MUTATIONS / 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fatbin");
    TCase *tests = tcase_create("fatbin");
    tcase_add_test(tests, plain_text);
    tcase_add_test(tests, newest_that_the_device_has);
    tcase_add_test(tests, lz4);
    tcase_add_test(tests, zstd);
    tcase_add_test(tests, without_ptx);
    tcase_add_test(tests, damaged);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
