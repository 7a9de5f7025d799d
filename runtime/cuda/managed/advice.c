/* SPDX-License-Identifier: BSD-3-Clause */
/* Advice about managed memory, prefetches, and what they were when the program asks.
 *
 * Source: CUDA Runtime API, "Memory Management": cudaMemAdvise, cudaMemPrefetchAsync,
 * cudaMemRangeGetAttribute.
 * Differs: no page moves here, so advice and prefetches are only noted, and take no time.
 */
#include <stdlib.h>

#include "runtime/cuda/device_properties.h"
#include "runtime/cuda/graphs/capture.h"
#include "runtime/cuda/managed.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/streams.h"

enum note_kind { NOTE_READ_MOSTLY, NOTE_PREFERRED, NOTE_ACCESSED_BY, NOTE_PREFETCHED };

struct managed_note {
    struct managed_note *next; /* older */
    uint64_t begin, end;       /* whole pages */
    enum note_kind kind;
    bool is_set; /* else: no longer so */
    struct cudaMemLocation location;
};

enum { NOTE_PAGE = 4096 };

void managed_forget_notes(struct managed_range *range)
{
    while (range->notes) {
        struct managed_note *note = range->notes;
        range->notes = note->next;
        free(note);
    }
}

/* Older notes that the new one covers go. */
static void add_note(struct managed_range *range, const struct managed_note *given)
{
    struct managed_note **at = &range->notes;
    while (*at) {
        struct managed_note *old = *at;
        if (old->kind != given->kind || old->begin < given->begin || old->end > given->end) {
            at = &old->next;
            continue;
        }
        *at = old->next;
        free(old);
    }
    struct managed_note *note = message_allocate(sizeof *note);
    *note = *given;
    note->next = range->notes;
    range->notes = note;
}

/* The range that has all these bytes; NULL: they are not managed. */
static struct managed_range *find(struct runtime *runtime, const void *pointer, size_t count)
{
    const struct managed_range *range = managed_find(runtime, pointer);
    const uint64_t offset = range ? (uintptr_t)pointer - range->address : 0;
    return range && count > 0 && count <= range->bytes - offset ? (struct managed_range *)range
                                                                : NULL;
}

static bool is_place(const struct runtime *runtime, struct cudaMemLocation location)
{
    switch (location.type) {
    case cudaMemLocationTypeDevice:
        return runtime_has_device(runtime, location.id);
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent:
        return true;
    default:
        return false;
    }
}

/* What a device's number means where CUDA 12 and earlier take one. */
static struct cudaMemLocation place_of(int device)
{
    if (device == cudaCpuDeviceId)
        return (struct cudaMemLocation){cudaMemLocationTypeHost, 0};
    return (struct cudaMemLocation){
        device >= 0 ? cudaMemLocationTypeDevice : cudaMemLocationTypeInvalid, device};
}

static cudaError_t note(struct runtime *runtime, const void *pointer, size_t count,
                        struct managed_note note)
{
    struct managed_range *range = find(runtime, pointer, count);
    if (!range)
        return cudaErrorInvalidValue;
    note.begin = (uintptr_t)pointer / NOTE_PAGE * NOTE_PAGE;
    note.end = ((uintptr_t)pointer + count + NOTE_PAGE - 1) / NOTE_PAGE * NOTE_PAGE;
    add_note(range, &note);
    return cudaSuccess;
}

/* ---- advice -----------------------------------------------------------------------------------
 */

static bool read_advice(const struct runtime *runtime, enum cudaMemoryAdvise advice,
                        struct managed_note *note)
{
    switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
        note->kind = NOTE_READ_MOSTLY;
        note->is_set = advice == cudaMemAdviseSetReadMostly;
        return true;
    case cudaMemAdviseSetPreferredLocation:
    case cudaMemAdviseUnsetPreferredLocation:
        note->kind = NOTE_PREFERRED;
        note->is_set = advice == cudaMemAdviseSetPreferredLocation;
        return !note->is_set || is_place(runtime, note->location);
    case cudaMemAdviseSetAccessedBy:
    case cudaMemAdviseUnsetAccessedBy:
        note->kind = NOTE_ACCESSED_BY;
        note->is_set = advice == cudaMemAdviseSetAccessedBy;
        return is_place(runtime, note->location);
    }
    return false;
}

cudaError_t cudaMemAdvise_v2(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                             struct cudaMemLocation location)
{
    struct managed_note given = {.location = location};
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = read_advice(runtime, advice, &given) ? note(runtime, pointer, count, given)
                 : is_place(runtime, location)        ? cudaErrorInvalidValue
                                                      : cudaErrorInvalidDevice;
    return runtime_leave(runtime, status);
}

/* Programs of CUDA 13 give the location, which two ints of one register make, others a device. */
static struct cudaMemLocation read_place(uint64_t given)
{
    if (runtime_generation != 13)
        return place_of((int)given);
    return (struct cudaMemLocation){(enum cudaMemLocationType)(uint32_t)given, (int)(given >> 32)};
}

cudaError_t advise(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                   uint64_t place) __asm__("cudaMemAdvise");
cudaError_t advise(const void *pointer, size_t count, enum cudaMemoryAdvise advice, uint64_t place)
{
    return cudaMemAdvise_v2(pointer, count, advice, read_place(place));
}

/* ---- prefetches -------------------------------------------------------------------------------
 */

cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t count,
                                    struct cudaMemLocation location, unsigned int flags,
                                    cudaStream_t stream)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess)
        status = capture_forbid(runtime, number);
    if (status == cudaSuccess && flags != 0)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess && !is_place(runtime, location))
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess)
        status = note(
            runtime, pointer, count,
            (struct managed_note){.kind = NOTE_PREFETCHED, .is_set = true, .location = location});
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaMemPrefetchAsync_v2, cudaMemPrefetchAsync_v2_ptsz)

/* The fourth parameter is flags for programs of CUDA 13, and the stream for others. */
cudaError_t prefetch(const void *pointer, size_t count, uint64_t place, uint64_t fourth,
                     cudaStream_t fifth) __asm__("cudaMemPrefetchAsync");
cudaError_t prefetch(const void *pointer, size_t count, uint64_t place, uint64_t fourth,
                     cudaStream_t fifth)
{
    if (runtime_generation == 13)
        return cudaMemPrefetchAsync_v2(pointer, count, read_place(place), (unsigned int)fourth,
                                       fifth);
    return cudaMemPrefetchAsync_v2(pointer, count, read_place(place), 0,
                                   (cudaStream_t)(uintptr_t)fourth);
}
cudaError_t prefetch_per_thread(const void *pointer, size_t count, uint64_t place, uint64_t fourth,
                                cudaStream_t fifth) __asm__("cudaMemPrefetchAsync_ptsz");
cudaError_t prefetch_per_thread(const void *pointer, size_t count, uint64_t place, uint64_t fourth,
                                cudaStream_t fifth)
{
    return prefetch(pointer, count, place, fourth, fifth);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t length,
                                     unsigned int flags)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess && (!find(runtime, pointer, length > 0 ? length : 1) ||
                                  (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
                                   flags != cudaMemAttachSingle)))
        status = cudaErrorInvalidValue;
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamAttachMemAsync, cudaStreamAttachMemAsync_ptsz)

/* ---- questions --------------------------------------------------------------------------------
 */

/* The newest note of a kind about one address, and, if type is not invalid, about one place. */
static const struct managed_note *newest(const struct managed_range *range, enum note_kind kind,
                                         uint64_t address, enum cudaMemLocationType type)
{
    for (const struct managed_note *at = range->notes; at; at = at->next)
        if (at->kind == kind && at->begin <= address && address < at->end &&
            (type == cudaMemLocationTypeInvalid || at->location.type == type))
            return at->is_set ? at : NULL;
    return NULL;
}

static bool is_same(const struct managed_note *a, const struct managed_note *b)
{
    return (!a && !b) ||
           (a && b && a->location.type == b->location.type && a->location.id == b->location.id);
}

/* What holds for all of the bytes; NULL if nothing does. */
static const struct managed_note *common(const struct managed_range *range, enum note_kind kind,
                                         uint64_t begin, uint64_t end,
                                         enum cudaMemLocationType type)
{
    const struct managed_note *first = newest(range, kind, begin, type);
    for (const struct managed_note *at = range->notes; at; at = at->next) {
        const uint64_t edges[] = {at->begin, at->end};
        for (int i = 0; i < 2; i++)
            if (edges[i] > begin && edges[i] < end &&
                !is_same(first, newest(range, kind, edges[i], type)))
                return NULL;
    }
    return first;
}

static int device_of(const struct managed_note *note)
{
    if (!note)
        return cudaInvalidDeviceId;
    return note->location.type == cudaMemLocationTypeDevice ? note->location.id : cudaCpuDeviceId;
}

static void list_accessors(const struct managed_range *range, uint64_t begin, uint64_t end,
                           int *list, size_t count)
{
    size_t n = 0;
    if (n < count && common(range, NOTE_ACCESSED_BY, begin, end, cudaMemLocationTypeDevice))
        list[n++] = 0;
    if (n < count && common(range, NOTE_ACCESSED_BY, begin, end, cudaMemLocationTypeHost))
        list[n++] = cudaCpuDeviceId;
    while (n < count)
        list[n++] = cudaInvalidDeviceId;
}

static cudaError_t answer(const struct managed_range *range, const void *pointer, size_t count,
                          enum cudaMemRangeAttribute attribute, void *data, size_t data_size)
{
    const uint64_t begin = (uintptr_t)pointer, end = begin + count;
    const enum cudaMemLocationType any = cudaMemLocationTypeInvalid;
    const struct managed_note *preferred = common(range, NOTE_PREFERRED, begin, end, any);
    const struct managed_note *prefetched = common(range, NOTE_PREFETCHED, begin, end, any);
    int *value = data;
    if (attribute == cudaMemRangeAttributeAccessedBy && data_size % sizeof *value == 0 &&
        data_size > 0) {
        list_accessors(range, begin, end, value, data_size / sizeof *value);
        return cudaSuccess;
    }
    if (data_size != sizeof *value)
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
        *value = common(range, NOTE_READ_MOSTLY, begin, end, any) != NULL;
        return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation:
        *value = device_of(preferred);
        return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation:
        *value = device_of(prefetched);
        return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationType:
        *value = (int)(preferred ? preferred->location.type : any);
        return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationId:
        *value = preferred ? preferred->location.id : cudaInvalidDeviceId;
        return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationType:
        *value = (int)(prefetched ? prefetched->location.type : any);
        return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationId:
        *value = prefetched ? prefetched->location.id : cudaInvalidDeviceId;
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *data_sizes,
                                      enum cudaMemRangeAttribute *attributes, size_t n_attributes,
                                      const void *pointer, size_t count)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    const struct managed_range *range =
        status == cudaSuccess ? find(runtime, pointer, count) : NULL;
    if (status == cudaSuccess && (!range || !data || !data_sizes || !attributes))
        status = cudaErrorInvalidValue;
    for (size_t i = 0; status == cudaSuccess && i < n_attributes; i++)
        status = data[i] ? answer(range, pointer, count, attributes[i], data[i], data_sizes[i])
                         : cudaErrorInvalidValue;
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_size,
                                     enum cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t count)
{
    return cudaMemRangeGetAttributes(&data, &data_size, &attribute, 1, pointer, count);
}
