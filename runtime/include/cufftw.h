/* SPDX-License-Identifier: BSD-3-Clause */
/* FFTW's interface over cuFFT: the data may lie on the host, and each execution copies them to the
 * device and back.
 *
 * Source: cuFFT 12.x documentation, "FFTW Interface to cuFFT"; FFTW 3 manual, "FFTW Reference".
 * Differs: of the guru interface, plans are refused by name: they are NULL. Flags change nothing.
 */
#ifndef SIMGPU_CUFFTW_H
#define SIMGPU_CUFFTW_H
#define _CUFFTW_H_

#include <stddef.h>
#include <stdio.h>

#include "cufft.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FFTW_FORWARD         -1
#define FFTW_BACKWARD        1
#define FFTW_INVERSE         1
#define FFTW_MEASURE         0x00
#define FFTW_DESTROY_INPUT   0x01
#define FFTW_UNALIGNED       0x02
#define FFTW_EXHAUSTIVE      0x08
#define FFTW_PRESERVE_INPUT  0x10
#define FFTW_PATIENT         0x20
#define FFTW_ESTIMATE        0x40
#define FFTW_WISDOM_ONLY     0x200000
#define FFTW_NO_TIMELIMIT    -1.0

#if !defined(__cplusplus) && defined(_Complex_I) && defined(complex) && defined(I)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif
typedef struct simgpu_fftw_plan *fftw_plan;
typedef struct simgpu_fftw_plan *fftwf_plan;
typedef struct {
    int n, is, os;
} fftw_iodim;
typedef fftw_iodim fftwf_iodim;

/* P: how names begin; R, C: real and complex numbers. */
#define SIMGPU_FFTW(P, R, C)                                                                       \
    void *P##malloc(size_t bytes);                                                                 \
    void P##free(void *pointer);                                                                   \
    void P##execute(const P##plan plan);                                                           \
    void P##destroy_plan(P##plan plan);                                                            \
    void P##cleanup(void);                                                                         \
    void P##print_plan(const P##plan plan);                                                        \
    void P##set_timelimit(double seconds);                                                         \
    double P##cost(const P##plan plan);                                                            \
    void P##flops(const P##plan plan, double *add, double *mul, double *fma);                      \
    int P##init_threads(void);                                                                     \
    void P##plan_with_nthreads(int threads);                                                       \
    void P##cleanup_threads(void);                                                                 \
    P##plan P##plan_dft_1d(int n, C *in, C *out, int sign, unsigned flags);                        \
    P##plan P##plan_dft_2d(int n0, int n1, C *in, C *out, int sign, unsigned flags);               \
    P##plan P##plan_dft_3d(int n0, int n1, int n2, C *in, C *out, int sign, unsigned flags);       \
    P##plan P##plan_dft(int rank, const int *n, C *in, C *out, int sign, unsigned flags);          \
    P##plan P##plan_many_dft(int rank, const int *n, int batch, C *in, const int *inembed,         \
                             int istride, int idist, C *out, const int *onembed, int ostride,      \
                             int odist, int sign, unsigned flags);                                 \
    P##plan P##plan_dft_r2c_1d(int n, R *in, C *out, unsigned flags);                              \
    P##plan P##plan_dft_r2c_2d(int n0, int n1, R *in, C *out, unsigned flags);                     \
    P##plan P##plan_dft_r2c_3d(int n0, int n1, int n2, R *in, C *out, unsigned flags);             \
    P##plan P##plan_dft_r2c(int rank, const int *n, R *in, C *out, unsigned flags);                \
    P##plan P##plan_many_dft_r2c(int rank, const int *n, int batch, R *in, const int *inembed,     \
                                 int istride, int idist, C *out, const int *onembed, int ostride,  \
                                 int odist, unsigned flags);                                       \
    P##plan P##plan_dft_c2r_1d(int n, C *in, R *out, unsigned flags);                              \
    P##plan P##plan_dft_c2r_2d(int n0, int n1, C *in, R *out, unsigned flags);                     \
    P##plan P##plan_dft_c2r_3d(int n0, int n1, int n2, C *in, R *out, unsigned flags);             \
    P##plan P##plan_dft_c2r(int rank, const int *n, C *in, R *out, unsigned flags);                \
    P##plan P##plan_many_dft_c2r(int rank, const int *n, int batch, C *in, const int *inembed,     \
                                 int istride, int idist, R *out, const int *onembed, int ostride,  \
                                 int odist, unsigned flags);                                       \
    P##plan P##plan_guru_dft(SIMGPU_REFUSED_ARGUMENTS);                                            \
    P##plan P##plan_guru_dft_r2c(SIMGPU_REFUSED_ARGUMENTS);                                        \
    P##plan P##plan_guru_dft_c2r(SIMGPU_REFUSED_ARGUMENTS);                                        \
    void P##execute_dft(const P##plan plan, C *in, C *out);                                        \
    void P##execute_dft_r2c(const P##plan plan, R *in, C *out);                                    \
    void P##execute_dft_c2r(const P##plan plan, C *in, R *out)
SIMGPU_FFTW(fftw_, double, fftw_complex);
SIMGPU_FFTW(fftwf_, float, fftwf_complex);
#undef SIMGPU_FFTW

#ifdef __cplusplus
}
#endif

#endif
