/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX: marks and ranges for profilers. simgpu has none that listen, so nothing is recorded; ranges
 * count their depth, since nvtxRangePush and nvtxRangePop answer with it.
 *
 * Source: NVTX reference, "NVTX C API" 3.
 */
#ifndef SIMGPU_NVTX3_NVTOOLSEXT_H
#define SIMGPU_NVTX3_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define NVTX_VERSION                  3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_SUCCESS                  0
#define NVTX_NO_PUSH_POP_TRACKING     ((int)-2)

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN,
    NVTX_MESSAGE_TYPE_ASCII,
    NVTX_MESSAGE_TYPE_UNICODE,
    NVTX_MESSAGE_TYPE_REGISTERED
};
enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
    NVTX_PAYLOAD_TYPE_INT64,
    NVTX_PAYLOAD_TYPE_DOUBLE,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
    NVTX_PAYLOAD_TYPE_INT32,
    NVTX_PAYLOAD_TYPE_FLOAT
};

/* Kinds of resources are numbers in classes of 65,536. */
enum {
    NVTX_RESOURCE_CLASS_GENERIC = 1,
    NVTX_RESOURCE_TYPE_UNKNOWN = 0,
    NVTX_RESOURCE_TYPE_GENERIC_POINTER = 0x10001,
    NVTX_RESOURCE_TYPE_GENERIC_HANDLE = 0x10002,
    NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE = 0x10003,
    NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = 0x10004
};

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

typedef union nvtxResourceIdentifier {
    const void *pValue;
    uint64_t ullValue;
} nvtxResourceIdentifier_t;

typedef struct nvtxResourceAttributes_v0 {
    uint16_t version, size;
    int32_t identifierType;
    nvtxResourceIdentifier_t identifier;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxResourceAttributes_t;

#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxResourceAttributes_t))

/* What this thread has pushed and not popped. */
static inline int *simgpu_nvtx_depth(void)
{
    static __thread int depth;
    return &depth;
}
static inline int simgpu_nvtx_push(void)
{
    return (*simgpu_nvtx_depth())++;
}
static inline int simgpu_nvtx_pop(void)
{
    int *depth = simgpu_nvtx_depth();
    return *depth > 0 ? --*depth : NVTX_NO_PUSH_POP_TRACKING;
}

/* ---- functions without a domain ---- */

#define SIMGPU_NVTX(type, name, parameters, ...)                                                   \
    static inline type name parameters                                                             \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
SIMGPU_NVTX(void, nvtxInitialize, (const void *reserved), (void)reserved)
SIMGPU_NVTX(void, nvtxMarkA, (const char *message), (void)message)
SIMGPU_NVTX(void, nvtxMarkW, (const wchar_t *message), (void)message)
SIMGPU_NVTX(void, nvtxMarkEx, (const nvtxEventAttributes_t *event), (void)event)
SIMGPU_NVTX(int, nvtxRangePushA, (const char *message), (void)message; return simgpu_nvtx_push())
SIMGPU_NVTX(int, nvtxRangePushW, (const wchar_t *message), (void)message; return simgpu_nvtx_push())
SIMGPU_NVTX(int, nvtxRangePushEx, (const nvtxEventAttributes_t *event), (void)event;
            return simgpu_nvtx_push())
SIMGPU_NVTX(int, nvtxRangePop, (void), return simgpu_nvtx_pop())
SIMGPU_NVTX(nvtxRangeId_t, nvtxRangeStartA, (const char *message), (void)message; return 0)
SIMGPU_NVTX(nvtxRangeId_t, nvtxRangeStartW, (const wchar_t *message), (void)message; return 0)
SIMGPU_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (const nvtxEventAttributes_t *event), (void)event;
            return 0)
SIMGPU_NVTX(void, nvtxRangeEnd, (nvtxRangeId_t range), (void)range)
SIMGPU_NVTX(void, nvtxNameCategoryA, (uint32_t category, const char *name), (void)category;
            (void)name)
SIMGPU_NVTX(void, nvtxNameCategoryW, (uint32_t category, const wchar_t *name), (void)category;
            (void)name)
SIMGPU_NVTX(void, nvtxNameOsThreadA, (uint32_t thread, const char *name), (void)thread; (void)name)
SIMGPU_NVTX(void, nvtxNameOsThreadW, (uint32_t thread, const wchar_t *name), (void)thread;
            (void)name)

/* ---- domains ---- */

SIMGPU_NVTX(nvtxDomainHandle_t, nvtxDomainCreateA, (const char *name), (void)name; return NULL)
SIMGPU_NVTX(nvtxDomainHandle_t, nvtxDomainCreateW, (const wchar_t *name), (void)name; return NULL)
SIMGPU_NVTX(void, nvtxDomainDestroy, (nvtxDomainHandle_t domain), (void)domain)
SIMGPU_NVTX(void, nvtxDomainMarkEx, (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event),
            (void)domain;
            (void)event)
SIMGPU_NVTX(int, nvtxDomainRangePushEx,
            (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event), (void)domain;
            (void)event; return simgpu_nvtx_push())
SIMGPU_NVTX(int, nvtxDomainRangePop, (nvtxDomainHandle_t domain), (void)domain;
            return simgpu_nvtx_pop())
SIMGPU_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx,
            (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event), (void)domain;
            (void)event; return 0)
SIMGPU_NVTX(void, nvtxDomainRangeEnd, (nvtxDomainHandle_t domain, nvtxRangeId_t range),
            (void)domain;
            (void)range)
SIMGPU_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringA,
            (nvtxDomainHandle_t domain, const char *text), (void)domain;
            (void)text; return NULL)
SIMGPU_NVTX(void, nvtxDomainNameCategoryA,
            (nvtxDomainHandle_t domain, uint32_t category, const char *name), (void)domain;
            (void)category; (void)name)
SIMGPU_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringW,
            (nvtxDomainHandle_t domain, const wchar_t *text), (void)domain;
            (void)text; return NULL)
SIMGPU_NVTX(void, nvtxDomainNameCategoryW,
            (nvtxDomainHandle_t domain, uint32_t category, const wchar_t *name), (void)domain;
            (void)category; (void)name)
SIMGPU_NVTX(nvtxResourceHandle_t, nvtxDomainResourceCreate,
            (nvtxDomainHandle_t domain, nvtxResourceAttributes_t *attributes), (void)domain;
            (void)attributes; return NULL)
SIMGPU_NVTX(void, nvtxDomainResourceDestroy, (nvtxResourceHandle_t resource), (void)resource)
#undef SIMGPU_NVTX

#ifdef UNICODE
#define nvtxMark                 nvtxMarkW
#define nvtxRangePush            nvtxRangePushW
#define nvtxRangeStart           nvtxRangeStartW
#define nvtxNameCategory         nvtxNameCategoryW
#define nvtxNameOsThread         nvtxNameOsThreadW
#define nvtxDomainCreate         nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory   nvtxDomainNameCategoryW
#else
#define nvtxMark                 nvtxMarkA
#define nvtxRangePush            nvtxRangePushA
#define nvtxRangeStart           nvtxRangeStartA
#define nvtxNameCategory         nvtxNameCategoryA
#define nvtxNameOsThread         nvtxNameOsThreadA
#define nvtxDomainCreate         nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory   nvtxDomainNameCategoryA
#endif

#endif
