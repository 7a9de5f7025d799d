/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDART_PI_F and its like.
 *
 * Source: CUDA Toolkit documentation, math constants, for the names; the values are mathematics.
 */
#ifndef SIMGPU_MATH_CONSTANTS_H
#define SIMGPU_MATH_CONSTANTS_H

#define CUDART_INF_F            __builtin_inff()
#define CUDART_NAN_F            __builtin_nanf("")
#define CUDART_MIN_DENORM_F     0x1p-149f
#define CUDART_MAX_NORMAL_F     0x1.fffffep127f
#define CUDART_NEG_ZERO_F       (-0.0f)
#define CUDART_ZERO_F           0.0f
#define CUDART_ONE_F            1.0f
#define CUDART_SQRT_HALF_F      0.707106781f
#define CUDART_SQRT_TWO_F       1.414213562f
#define CUDART_THIRD_F          0.333333333f
#define CUDART_PIO4_F           0.785398163f
#define CUDART_PIO2_F           1.570796327f
#define CUDART_3PIO4_F          2.356194490f
#define CUDART_2_OVER_PI_F      0.636619772f
#define CUDART_SQRT_2_OVER_PI_F 0.797884561f
#define CUDART_PI_F             3.141592654f
#define CUDART_L2E_F            1.442695041f
#define CUDART_L2T_F            3.321928094f
#define CUDART_LG2_F            0.301029996f
#define CUDART_LGE_F            0.434294482f
#define CUDART_LN2_F            0.693147181f
#define CUDART_LNT_F            2.302585093f
#define CUDART_LNPI_F           1.144729886f

#define CUDART_INF            __builtin_inf()
#define CUDART_NAN            __builtin_nan("")
#define CUDART_NEG_ZERO       (-0.0)
#define CUDART_MIN_DENORM     0x1p-1074
#define CUDART_ZERO           0.0
#define CUDART_ONE            1.0
#define CUDART_SQRT_TWO       1.4142135623730951
#define CUDART_SQRT_HALF      0.70710678118654757
#define CUDART_THIRD          0.33333333333333331
#define CUDART_TWOTHIRD       0.66666666666666663
#define CUDART_PIO4           0.78539816339744828
#define CUDART_PIO2           1.5707963267948966
#define CUDART_3PIO4          2.3561944901923448
#define CUDART_2_OVER_PI      0.63661977236758138
#define CUDART_PI             3.1415926535897931
#define CUDART_SQRT_2PI       2.5066282746310007
#define CUDART_SQRT_2_OVER_PI 0.79788456080286541
#define CUDART_L2E            1.4426950408889634
#define CUDART_L2T            3.3219280948873622
#define CUDART_LG2            0.30102999566398120
#define CUDART_LGE            0.43429448190325182
#define CUDART_LN2            0.69314718055994529
#define CUDART_LNT            2.3025850929940459
#define CUDART_LNPI           1.1447298858494002

/* Numbers in two parts, and what few programs name. */
#define CUDART_L2E_HI         1.4426950408889634
#define CUDART_L2E_LO         2.0355273740931033e-17
#define CUDART_LG2_HI         0.3010299956639812
#define CUDART_LG2_LO         -2.8037281277851704e-18
#define CUDART_LGE_HI         0.4342944819032518
#define CUDART_LGE_LO         1.098319650216765e-17
#define CUDART_LNT_HI         2.302585092994046
#define CUDART_LNT_LO         -2.1707562233822494e-16
#define CUDART_PIO2_HI        1.5707963267948966
#define CUDART_PIO2_LO        6.123233995736766e-17
#define CUDART_PIO4_HI        0.7853981633974483
#define CUDART_PIO4_LO        3.061616997868383e-17
#define CUDART_PI_HI          3.141592653589793
#define CUDART_PI_LO          1.2246467991473532e-16
#define CUDART_SQRT_2PI_HI    2.5066282746310007
#define CUDART_SQRT_2PI_LO    -1.8328579980459167e-16
#define CUDART_SQRT_HALF_HI   0.7071067811865476
#define CUDART_SQRT_HALF_LO   -4.833646656726457e-17
#define CUDART_SQRT_PIO2_HI   1.2533141373155003
#define CUDART_SQRT_PIO2_LO   -9.164289990229583e-17
#define CUDART_LN2_HI         0x1.62e42feep-1 /* its product with a small integer is exact */
#define CUDART_LN2_LO         1.9082149292705877e-10
#define CUDART_LG2_X_1024     308.25471555991675
#define CUDART_LG2_X_1075     323.60724533877976
#define CUDART_LN2_X_1024     709.782712893384
#define CUDART_LN2_X_1025     710.475860073944
#define CUDART_LN2_X_1075     745.1332191019412
#define CUDART_SQRT_2OPI      0.7978845608028654
#define CUDART_SQRT_PIO2      1.2533141373155003
#define CUDART_TWO_TO_23      0x1p23
#define CUDART_TWO_TO_52      0x1p52
#define CUDART_TWO_TO_53      0x1p53
#define CUDART_TWO_TO_54      0x1p54
#define CUDART_TWO_TO_M54     0x1p-54
#define CUDART_TWO_TO_M1022   0x1p-1022
#define CUDART_TRIG_PLOSS     0x1p31
#define CUDART_DBL2INT_CVT    0x1.8p52
#define CUDART_TWO_TO_126_F   0x1p126f
#define CUDART_TWO_TO_23_F    0x1p23f
#define CUDART_TWO_TO_24_F    0x1p24f
#define CUDART_TWO_TO_31_F    0x1p31f
#define CUDART_TWO_TO_32_F    0x1p32f
#define CUDART_TWO_TO_M126_F  0x1p-126f
#define CUDART_REMQUO_BITS_F  3u
#define CUDART_REMQUO_MASK_F  0x7u
#define CUDART_TRIG_PLOSS_F   105615.0f
#define CUDART_SQRT_HALF_HI_F 0x1.6a09e60000000p-1f
#define CUDART_SQRT_HALF_LO_F 1.21016175e-08f

#endif
