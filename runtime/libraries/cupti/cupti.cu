/* SPDX-License-Identifier: BSD-3-Clause */
/* CUPTI, which is refused. */
#include <cupti.h>

#include "../common/refuse.h"

extern "C" {

CUptiResult cuptiGetVersion(uint32_t *version)
{
    if (!version)
        return CUPTI_ERROR_INVALID_PARAMETER;
    *version = CUPTI_API_VERSION;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiGetResultString(CUptiResult result, const char **text)
{
    if (!text)
        return CUPTI_ERROR_INVALID_PARAMETER;
    *text = result == CUPTI_SUCCESS               ? "CUPTI_SUCCESS"
            : result == CUPTI_ERROR_NOT_SUPPORTED ? "CUPTI_ERROR_NOT_SUPPORTED"
                                                  : "CUPTI_ERROR_UNKNOWN";
    return CUPTI_SUCCESS;
}
}

#define REFUSE(name) REFUSED_CALL(CUptiResult, CUPTI_ERROR_NOT_SUPPORTED, name)
SIMGPU_CUPTI_REFUSED(REFUSE)
