/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS without handles: each call does what that of version 2 does, to the bit; and what it says
 * of mistakes. */
#include <cstring>
#include <cublas.h>

#include "check.h"

enum { N = 7, K = 5, LD = 9, BYTES = LD * LD };

static cublasHandle_t v2;

static void equal(const void *found, const void *expected, size_t bytes, const char *what)
{
    checked++;
    if (memcmp(found, expected, bytes) == 0)
        return;
    wrong++;
    printf("%s differs\n", what);
}

/* Runs `old` and `modern` on copies of the same three arrays; c is written, b sometimes. */
template <class T, class Old, class New>
static void both(const char *what, const Old &old, const New &modern)
{
    array<T> a(BYTES), b(BYTES), c(BYTES), b2(b.host), c2(c.host);
    old(a.device, b.device, c.device);
    OK(cublasGetError());
    OK(modern(a.device, b2.device, c2.device));
    std::vector<T> found = c.get(), expected = c2.get(), other = b.get(), expected_other = b2.get();
    equal(found.data(), expected.data(), BYTES * sizeof(T), what);
    equal(other.data(), expected_other.data(), BYTES * sizeof(T), what);
    if (memcmp(found.data(), c.host.data(), BYTES * sizeof(T)) == 0) {
        wrong++;
        printf("%s writes nothing\n", what);
    }
}

#define BOTH(F, OLD, NEW)                                                                          \
    both<T>(                                                                                       \
        #F, [&](T *a, T *b, T *c) { cublas##F OLD; },                                              \
        [&](T *a, T *b, T *c) { return cublas##F##_v2 NEW; })

#define LEVELS(X)                                                                                  \
    static void levels_##X()                                                                       \
    {                                                                                              \
        BOTH(X##axpy, (N, f, a, 1, c, 2), (v2, N, &f, a, 1, c, 2));                                \
        BOTH(X##copy, (N, a, 2, c, 1), (v2, N, a, 2, c, 1));                                       \
        BOTH(X##swap, (N, b, 1, c, 2), (v2, N, b, 1, c, 2));                                       \
        BOTH(X##scal, (N, f, c, 2), (v2, N, &f, c, 2));                                            \
        BOTH(X##gemv, ('t', K, N, f, a, LD, b, 1, g, c, 2),                                        \
             (v2, CUBLAS_OP_T, K, N, &f, a, LD, b, 1, &g, c, 2));                                  \
        BOTH(X##trmv, ('U', 'N', 'U', N, a, LD, c, 1),                                             \
             (v2, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, N, a, LD, c, 1));         \
        BOTH(X##trsv, ('l', 'T', 'u', N, a, LD, c, 1),                                             \
             (v2, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, N, a, LD, c, 1));         \
        BOTH(X##gemm, ('N', 'c', N, K, N, f, a, LD, b, LD, g, c, LD),                              \
             (v2, CUBLAS_OP_N, CUBLAS_OP_C, N, K, N, &f, a, LD, b, LD, &g, c, LD));                \
        BOTH(X##symm, ('R', 'L', N, K, f, a, LD, b, LD, g, c, LD),                                 \
             (v2, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, N, K, &f, a, LD, b, LD, &g, c, LD));  \
        BOTH(X##syrk, ('U', 'n', N, K, f, a, LD, g, c, LD),                                        \
             (v2, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, N, K, &f, a, LD, &g, c, LD));               \
        BOTH(X##syr2k, ('L', 'T', N, K, f, a, LD, b, LD, g, c, LD),                                \
             (v2, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, N, K, &f, a, LD, b, LD, &g, c, LD));        \
        BOTH(X##trmm, ('L', 'U', 'N', 'N', N, K, f, a, LD, c, LD),                                 \
             (v2, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, N,  \
              K, &f, a, LD, c, LD, c, LD));                                                        \
        BOTH(X##trsm, ('R', 'L', 'T', 'U', K, N, f, a, LD, c, LD),                                 \
             (v2, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, K, N,  \
              &f, a, LD, c, LD));                                                                  \
    }

#define FACTORS(X, T_, R_)                                                                         \
    namespace of_##X                                                                               \
    {                                                                                              \
        typedef T_ T;                                                                              \
        typedef R_ R;                                                                              \
        static T f = element<T>::make(number(1.5, -0.5)), g = element<T>::make(number(0.25, 2));   \
        static R r = (R)0.75, s = (R)-1.25;                                                        \
        LEVELS(X)                                                                                  \
    }

FACTORS(S, float, float)
FACTORS(D, double, double)
FACTORS(C, cuComplex, float)
FACTORS(Z, cuDoubleComplex, double)

/* What returns a number. */
#define NUMBER(F, R, OLD, NEW)                                                                     \
    do {                                                                                           \
        R found = cublas##F OLD, expected;                                                         \
        OK(cublasGetError());                                                                      \
        OK(cublas##F##_v2 NEW);                                                                    \
        equal(&found, &expected, sizeof found, #F);                                                \
    } while (0)

#define NORMS(X, P)                                                                                \
    do {                                                                                           \
        NUMBER(P##nrm2, R, (N, x.device, 2), (v2, N, x.device, 2, &expected));                     \
        NUMBER(P##asum, R, (N, x.device, 2), (v2, N, x.device, 2, &expected));                     \
        NUMBER(I##X##amax, int, (N, x.device, 2), (v2, N, x.device, 2, &expected));                \
        NUMBER(I##X##amin, int, (N, x.device, 2), (v2, N, x.device, 2, &expected));                \
    } while (0)

#define REAL(X, P)                                                                                 \
    namespace of_##X                                                                               \
    {                                                                                              \
        static void real()                                                                         \
        {                                                                                          \
            array<T> x(BYTES), y(BYTES);                                                           \
            NUMBER(X##dot, T, (N, x.device, 2, y.device, 1),                                       \
                   (v2, N, x.device, 2, y.device, 1, &expected));                                  \
            NORMS(P, X);                                                                           \
            T old[4] = {3, 4}, now[4] = {3, 4};                                                    \
            cublas##X##rotg(&old[0], &old[1], &old[2], &old[3]);                                   \
            OK(cublas##X##rotg_v2(v2, &now[0], &now[1], &now[2], &now[3]));                        \
            equal(old, now, sizeof old, #X "rotg");                                                \
            BOTH(X##rot, (N, b, 1, c, 2, r, s), (v2, N, b, 1, c, 2, &r, &s));                      \
            BOTH(X##ger, (N, K, f, a, 1, b, 2, c, LD), (v2, N, K, &f, a, 1, b, 2, c, LD));         \
            BOTH(X##symv, ('U', N, f, a, LD, b, 1, g, c, 2),                                       \
                 (v2, CUBLAS_FILL_MODE_UPPER, N, &f, a, LD, b, 1, &g, c, 2));                      \
            BOTH(X##syr, ('L', N, r, a, 1, c, LD),                                                 \
                 (v2, CUBLAS_FILL_MODE_LOWER, N, &r, a, 1, c, LD));                                \
            BOTH(X##syr2, ('U', N, f, a, 1, b, 2, c, LD),                                          \
                 (v2, CUBLAS_FILL_MODE_UPPER, N, &f, a, 1, b, 2, c, LD));                          \
        }                                                                                          \
    }

REAL(S, s)
REAL(D, d)

#define COMPLEX(X, L, P, SCAL)                                                                     \
    namespace of_##X                                                                               \
    {                                                                                              \
        static void complex()                                                                      \
        {                                                                                          \
            array<T> x(BYTES), y(BYTES);                                                           \
            NUMBER(X##dotu, T, (N, x.device, 2, y.device, 1),                                      \
                   (v2, N, x.device, 2, y.device, 1, &expected));                                  \
            NUMBER(X##dotc, T, (N, x.device, 2, y.device, 1),                                      \
                   (v2, N, x.device, 2, y.device, 1, &expected));                                  \
            NORMS(L, P);                                                                           \
            BOTH(SCAL, (N, r, c, 2), (v2, N, &r, c, 2));                                           \
            BOTH(X##geru, (N, K, f, a, 1, b, 2, c, LD), (v2, N, K, &f, a, 1, b, 2, c, LD));        \
            BOTH(X##gerc, (N, K, f, a, 1, b, 2, c, LD), (v2, N, K, &f, a, 1, b, 2, c, LD));        \
            BOTH(X##hemv, ('U', N, f, a, LD, b, 1, g, c, 2),                                       \
                 (v2, CUBLAS_FILL_MODE_UPPER, N, &f, a, LD, b, 1, &g, c, 2));                      \
            BOTH(X##her, ('L', N, r, a, 1, c, LD),                                                 \
                 (v2, CUBLAS_FILL_MODE_LOWER, N, &r, a, 1, c, LD));                                \
            BOTH(X##her2, ('U', N, f, a, 1, b, 2, c, LD),                                          \
                 (v2, CUBLAS_FILL_MODE_UPPER, N, &f, a, 1, b, 2, c, LD));                          \
            BOTH(X##hemm, ('L', 'U', N, K, f, a, LD, b, LD, g, c, LD),                             \
                 (v2, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, N, K, &f, a, LD, b, LD, &g, c,     \
                  LD));                                                                            \
            BOTH(X##herk, ('U', 'C', N, K, r, a, LD, s, c, LD),                                    \
                 (v2, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_C, N, K, &r, a, LD, &s, c, LD));           \
            BOTH(X##her2k, ('L', 'N', N, K, f, a, LD, b, LD, s, c, LD),                            \
                 (v2, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, N, K, &f, a, LD, b, LD, &s, c, LD));    \
        }                                                                                          \
    }

COMPLEX(C, c, Sc, Csscal)
COMPLEX(Z, z, Dz, Zdscal)

static void is(int found, int expected, const char *what)
{
    equal(&found, &expected, sizeof found, what);
}

/* Before cublasInit, and with letters and sizes that are none. */
static void mistakes()
{
    array<float> a(BYTES);
    is(cublasGetError(), CUBLAS_STATUS_SUCCESS, "no error yet");
    cublasSgemm('Q', 'N', 1, 1, 1, 1, a.device, LD, a.device, LD, 0, a.device, LD);
    cublasSscal(1, 1, a.device, 1);
    is(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE, "a letter that is none");
    is(cublasGetError(), CUBLAS_STATUS_SUCCESS, "it is told once");
    cublasSgemv('Q', 1, 1, 1, a.device, LD, a.device, 1, 0, a.device, 1);
    is(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE, "a letter that is none, of gemv");
    cublasStrsm('L', 'X', 'N', 'U', 1, 1, 1, a.device, LD, a.device, LD);
    is(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE, "a half that is none");
    void *pointer;
    is(cublasAlloc(0, 4, &pointer), CUBLAS_STATUS_INVALID_VALUE, "no elements");
    is(cublasAlloc(16, 4, &pointer), CUBLAS_STATUS_SUCCESS, "cublasAlloc");
    is(cublasFree(pointer), CUBLAS_STATUS_SUCCESS, "cublasFree");
}

int main()
{
    OK(cublasCreate_v2(&v2));
    array<float> a(BYTES);
    cublasSscal(1, 1, a.device, 1);
    is(cublasGetError(), CUBLAS_STATUS_NOT_INITIALIZED, "before cublasInit");
    cublasSscal(1, 1, a.device, 1);
    OK(cublasInit());
    cublasSgemm('Q', 'N', 1, 1, 1, 1, a.device, LD, a.device, LD, 0, a.device, LD);
    is(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE, "the last of two errors");
    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    OK(cublasSetKernelStream(stream));
    OK(cublasSetKernelStream(NULL));
    of_S::levels_S(), of_D::levels_D(), of_C::levels_C(), of_Z::levels_Z();
    of_S::real(), of_D::real(), of_C::complex(), of_Z::complex();
    mistakes();
    OK(cublasShutdown());
    is(cublasShutdown(), CUBLAS_STATUS_NOT_INITIALIZED, "twice");
    printf("checked %d\nwrong %d\n", checked, wrong);
    return wrong > 0;
}
