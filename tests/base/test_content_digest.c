/* SPDX-License-Identifier: BSD-3-Clause */
/* With whatever vectors, digests are those of XXH3: results that are kept on disk are found by
 * them, on another machine, too. */
#include "base/content_digest.h"
#include "base/host/content_digest_wide.h"
#include <check.h>
#include <stdlib.h>
#include <xxhash.h>

enum { MOST = 5000 };

START_TEST(vectors_make_no_difference)
{
    unsigned char bytes[MOST];
    for (unsigned i = 0; i < MOST; i++)
        bytes[i] = (unsigned char)(i * 0x9e3779b1u >> 24);
    for (size_t n = 0; n <= MOST; n += n < 300 ? 1 : 97) {
        const XXH128_hash_t right = XXH3_128bits(bytes, n);
        const uint64_t both[] = {0, 0, right.low64, right.high64};
        const XXH128_hash_t behind = XXH3_128bits(both, sizeof both);
        const struct content_digest got =
            content_digest_add((struct content_digest){{0}}, bytes, n);
        ck_assert_uint_eq(got.word[0], behind.low64);
        ck_assert_uint_eq(got.word[1], behind.high64);
#if CONTENT_DIGEST_WIDE
        if (!__builtin_cpu_supports("avx2"))
            continue;
        uint64_t wide[2];
        content_digest_wide(bytes, n, wide);
        ck_assert_uint_eq(wide[0], right.low64);
        ck_assert_uint_eq(wide[1], right.high64);
#endif
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("content digest");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, vectors_make_no_difference);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
