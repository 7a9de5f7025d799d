/* SPDX-License-Identifier: BSD-3-Clause */
/* GC: the mark phase of a garbage collector: finds all objects of a heap that can be reached from
 * the roots.
 *
 * The objects found in one round are the frontier of the next, one thread each. A thread first
 * loads the header of its object, outside the loop, then goes through the object's fields one by
 * one: word after word of the same line, so a warp reuses up to 32 lines as long as they stay in
 * the L1 cache. For each field it touches the header of the object referred to, anywhere in the
 * heap. Small objects and long arrays side by side make the lanes of a warp leave the loop at very
 * different times.
 *
 * Source: M. Maas et al., "GPUs as an opportunity for offloading garbage collection", ISMM 2012:
 *   breadth-first marking with a frontier queue filled by atomic additions. Mark bits in the
 *   headers of the objects, as K. Barabash and E. Petrank, "Tracing garbage collection on highly
 *   parallel platforms", ISMM 2010, describe it for the CPU.
 */
#include "../common/program.h"

constexpr int BLOCK = 256;
constexpr unsigned MARK = 1;          /* bit of a header; the others are twice the field count */
constexpr unsigned PAYLOAD = 6;       /* at most so many words that are no fields, ASSUMED */
constexpr unsigned POPULAR = 64;      /* objects that many others refer to, ASSUMED */
constexpr unsigned FIELDS = 10;       /* of an ordinary object at most, ASSUMED */
constexpr unsigned ARRAY_FIELDS = 32; /* of an array, ASSUMED */
constexpr unsigned ARRAY_RATE = 32;   /* one object in that many is an array, ASSUMED */

/* Queue of addresses of objects (word numbers in the heap). */
struct queue {
    unsigned *addresses;
    unsigned *length;
};

/* The first thread that reaches an object marks it and queues it. */
__device__ void reach(unsigned *heap, unsigned address, struct queue next)
{
    if (heap[address] & MARK)
        return;
    if (atomicOr(&heap[address], MARK) & MARK)
        return;
    next.addresses[atomicAdd(next.length, 1u)] = address;
}

__global__ void mark_roots(unsigned *heap, const unsigned *roots, unsigned count, struct queue next)
{
    unsigned index = blockIdx.x * BLOCK + threadIdx.x;
    if (index < count)
        reach(heap, roots[index], next);
}

/* Thread of an object of the frontier: reaches what the object's fields refer to. */
__global__ void mark_frontier(unsigned *heap, const unsigned *frontier, unsigned count,
                              struct queue next)
{
    unsigned index = blockIdx.x * BLOCK + threadIdx.x;
    if (index >= count)
        return;
    unsigned object = frontier[index];
    unsigned fields = heap[object] / 2;
    for (unsigned i = 1; i <= fields; i++) {
        unsigned address = heap[object + i];
        if (address != 0)
            reach(heap, address, next);
    }
}

struct object_heap {
    unsigned *words; /* object: header, fields (0 refers to nothing), payload; word 0 is unused */
    unsigned length;
    unsigned *objects; /* addresses */
    unsigned object_count;
    unsigned *roots; /* addresses */
    unsigned root_count;
};

/* Every fourth object is garbage: only garbage refers to it. Of eight references two are to
 * nothing, two to one of a few popular objects, three to an object made soon after, and one to any.
 */
static unsigned pick_target(uint64_t *state, const struct object_heap *heap, unsigned from)
{
    unsigned kind = random_below(state, 8);
    unsigned target = random_below(state, heap->object_count);
    if (kind < 2)
        return 0;
    if (kind < 4)
        target %= POPULAR;
    else if (kind < 7)
        target = (from + target % 256) % heap->object_count;
    if (from % 4 != 3 && target % 4 == 3)
        target--;
    return heap->objects[target];
}

static void heap_init(struct object_heap *heap, unsigned object_count)
{
    uint64_t state = 12;
    size_t limit = (size_t)object_count * (1 + ARRAY_FIELDS + PAYLOAD) + 1;
    heap->words = host_array<unsigned>(limit);
    heap->length = 1;
    heap->objects = host_array<unsigned>(object_count);
    heap->object_count = object_count;
    heap->root_count = object_count / 256 + 1;
    heap->roots = host_array<unsigned>(heap->root_count);

    for (unsigned i = 0; i < object_count; i++) {
        bool array = random_below(&state, ARRAY_RATE) == 0;
        unsigned fields = array ? ARRAY_FIELDS : 1 + random_below(&state, FIELDS);
        heap->objects[i] = heap->length;
        heap->words[heap->length] = 2 * fields;
        heap->length += 1 + fields + random_below(&state, PAYLOAD + 1);
    }
    for (unsigned i = 0; i < object_count; i++) {
        unsigned *object = &heap->words[heap->objects[i]];
        unsigned fields = object[0] / 2;
        for (unsigned field = 1; field <= fields; field++)
            object[field] = pick_target(&state, heap, i);
    }
    for (unsigned i = 0; i < heap->root_count; i++)
        heap->roots[i] = heap->objects[random_below(&state, object_count) / 4 * 4];
}

/* How many objects the kernel has queued; the queue is empty afterwards. */
static unsigned take_length(struct queue queue)
{
    unsigned length;
    CHECK(cudaMemcpy(&length, queue.length, sizeof(length), cudaMemcpyDeviceToHost));
    CHECK(cudaMemset(queue.length, 0, sizeof(length)));
    return length;
}

/* Marks what can be reached in `words`; the host launches one kernel a round. */
static void device_mark(const struct object_heap *heap, unsigned *words)
{
    unsigned *device_heap = device_copy(words, heap->length);
    unsigned *roots = device_copy(heap->roots, heap->root_count);
    unsigned *frontier = device_array<unsigned>(heap->object_count);
    struct queue next = {device_array<unsigned>(heap->object_count), device_array<unsigned>(1)};
    CHECK(cudaMemset(next.length, 0, sizeof(unsigned)));

    mark_roots<<<(heap->root_count + BLOCK - 1) / BLOCK, BLOCK>>>(device_heap, roots,
                                                                  heap->root_count, next);
    CHECK(cudaGetLastError());
    for (unsigned count = take_length(next); count > 0; count = take_length(next)) {
        unsigned *found = next.addresses;
        next.addresses = frontier;
        frontier = found;
        mark_frontier<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(device_heap, frontier, count, next);
        CHECK(cudaGetLastError());
    }
    copy_back(words, device_heap, heap->length);
    CHECK(cudaFree(device_heap));
    CHECK(cudaFree(roots));
    CHECK(cudaFree(frontier));
    CHECK(cudaFree(next.addresses));
    CHECK(cudaFree(next.length));
}

/* Depth first with a stack, as a collector on one CPU would. */
static void reference_mark(const struct object_heap *heap, unsigned *words)
{
    unsigned *stack = host_array<unsigned>(heap->object_count + heap->root_count);
    unsigned depth = 0;
    for (unsigned i = 0; i < heap->root_count; i++) {
        if ((words[heap->roots[i]] & MARK) == 0)
            stack[depth++] = heap->roots[i];
        words[heap->roots[i]] |= MARK;
    }
    while (depth > 0) {
        unsigned object = stack[--depth];
        for (unsigned field = 1; field <= words[object] / 2; field++) {
            unsigned address = words[object + field];
            if (address == 0 || words[address] & MARK)
                continue;
            words[address] |= MARK;
            stack[depth++] = address;
        }
    }
    free(stack);
}

int main(int argc, char **argv)
{
    unsigned count = (unsigned)program_argument(argc, argv, 1, "OBJECTS", 65536, POPULAR, 1 << 24);
    struct object_heap heap;
    heap_init(&heap, count / 4 * 4);
    unsigned *marked = host_array<unsigned>(heap.length);
    unsigned *expected = host_array<unsigned>(heap.length);
    memcpy(marked, heap.words, heap.length * sizeof(unsigned));
    memcpy(expected, heap.words, heap.length * sizeof(unsigned));

    device_mark(&heap, marked);
    reference_mark(&heap, expected);
    size_t wrong = count_different("heap word", marked, expected, heap.length);
    free(heap.words);
    free(heap.objects);
    free(heap.roots);
    free(marked);
    free(expected);
    return program_verdict("gcmark", wrong);
}
