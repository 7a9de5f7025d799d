/* SPDX-License-Identifier: BSD-3-Clause */
/* Managed memory, advice about it, and managed variables. */
#include "cases.h"

enum { N = 256 };

struct pair {
    int whole;
    float part;
};

struct link {
    int value;
    link *next;
};

__managed__ int number = 5;
__device__ __managed__ int row[N];
static __managed__ pair both = {3, 0.25f};
__managed__ link *list;
__managed__ double zero_at_first;

__global__ void use(int *first)
{
    number += 7;
    row[threadIdx.x] += threadIdx.x;
    if (threadIdx.x == 0) {
        both.whole *= 2;
        both.part += 1;
        zero_at_first += 1.5;
        first[3] = 1000; /* the host gave it the row's address */
    }
}

__global__ void sum(int *to)
{
    int total = 0;
    for (link *at = list; at; at = at->next)
        total += at->value;
    *to = total;
}

/* Both sides read and write the same bytes, at the same addresses. */
static void variables(const long *)
{
    int copied = 11;
    link *links;
    number++; /* before anything of CUDA */
    for (int &word : row)
        word = 2;
    use<<<1, 1>>>(row);
    CHECK(cudaDeviceSynchronize());
    printf("number %d\nrow %d %d\nboth %d %g\nzero %g\n", number, row[0], row[3], both.whole,
           both.part, zero_at_first);
    CHECK(cudaMallocManaged(&links, 3 * sizeof(link)));
    for (int i = 0; i < 3; i++)
        links[i] = {10 * i + 1, i < 2 ? &links[i + 1] : nullptr};
    list = links;
    sum<<<1, 1>>>(&row[7]);
    CHECK(cudaDeviceSynchronize());
    printf("sum %d\n", row[7]);
    CHECK(cudaMemcpyToSymbol(number, &copied, sizeof copied));
    CHECK(cudaMemcpy(&copied, &row[7], sizeof copied, cudaMemcpyDefault));
    void *address;
    CHECK(cudaGetSymbolAddress(&address, both));
    printf("copied %d %d\naddress %d\n", number, copied, address == &both);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, row));
    printf("type %d\n", attributes.type == cudaMemoryTypeManaged);
}

static void print_error(const char *name, cudaError_t status)
{
    printf("%s %s\n", name, cudaGetErrorName(status));
    cudaGetLastError();
}

static int query(const void *pointer, size_t bytes, cudaMemRangeAttribute which)
{
    int value = 0;
    CHECK(cudaMemRangeGetAttribute(&value, sizeof value, which, pointer, bytes));
    return value;
}

static void advice(const long *)
{
    char *bytes;
    int *plain = device_array<int>(N), accessors[3];
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    CHECK(cudaMallocManaged(&bytes, 64 << 10));
    printf("nothing %d %d %d\n", query(bytes, 64 << 10, cudaMemRangeAttributeReadMostly),
           query(bytes, 64 << 10, cudaMemRangeAttributePreferredLocation),
           query(bytes, 64 << 10, cudaMemRangeAttributeLastPrefetchLocation));
    CHECK(cudaMemAdvise(bytes, 32 << 10, cudaMemAdviseSetReadMostly, 0));
    CHECK(cudaMemAdvise(bytes, 64 << 10, cudaMemAdviseSetPreferredLocation, host));
    CHECK(cudaMemAdvise(bytes, 64 << 10, cudaMemAdviseSetAccessedBy, 0));
    CHECK(cudaMemPrefetchAsync(bytes, 64 << 10, 0));
    CHECK(cudaMemPrefetchAsync(bytes + (48 << 10), 16 << 10, host, 0, (cudaStream_t)0));
    printf("read_mostly %d %d %d\n", query(bytes, 32 << 10, cudaMemRangeAttributeReadMostly),
           query(bytes, 64 << 10, cudaMemRangeAttributeReadMostly),
           query(bytes + (40 << 10), 8, cudaMemRangeAttributeReadMostly));
    printf("preferred %d\n", query(bytes, 64 << 10, cudaMemRangeAttributePreferredLocation));
    printf("prefetched %d %d %d\n",
           query(bytes, 48 << 10, cudaMemRangeAttributeLastPrefetchLocation),
           query(bytes + (48 << 10), 1, cudaMemRangeAttributeLastPrefetchLocation),
           query(bytes, 64 << 10, cudaMemRangeAttributeLastPrefetchLocation));
    CHECK(cudaMemRangeGetAttribute(accessors, sizeof accessors, cudaMemRangeAttributeAccessedBy,
                                   bytes, 64 << 10));
    printf("accessors %d %d %d\n", accessors[0], accessors[1], accessors[2]);
    CHECK(cudaMemAdvise(bytes, 64 << 10, cudaMemAdviseUnsetPreferredLocation, device));
    printf("unset %d\n", query(bytes, 64 << 10, cudaMemRangeAttributePreferredLocation));
    print_error("plain", cudaMemPrefetchAsync(plain, N * sizeof(int), 0));
    print_error("beyond", cudaMemPrefetchAsync(bytes, (64 << 10) + 1, 0));
    print_error("device_7", cudaMemPrefetchAsync(bytes, 8, 7));
    CHECK(cudaStreamAttachMemAsync(new_stream(), bytes));
}

__global__ void negate(int *to, const int *from)
{
    to[threadIdx.x] = -from[threadIdx.x];
}

/* A kernel reads one kind of host memory and writes another. */
static void mapped(const long *)
{
    int *both, *pinned, *device, *registered, *own = device_array<int>(N);
    int *heap = (int *)malloc(3 * 4096), *middle = heap + 1024; /* not at the begin of a page */
    cudaPointerAttributes attributes;
    for (int i = 0; i < 3 * 1024; i++)
        heap[i] = 7;
    CHECK(cudaHostAlloc(&both, N * sizeof(int), cudaHostAllocMapped));
    CHECK(cudaMallocHost(&pinned, N * sizeof(int)));
    CHECK(cudaHostRegister(middle, N * sizeof(int), cudaHostRegisterMapped));
    for (int i = 0; i < N; i++) {
        both[i] = i;
        pinned[i] = 1000 + i;
    }
    CHECK(cudaHostGetDevicePointer(&device, both, 0));
    printf("same %d\n", device == both);
    CHECK(cudaHostGetDevicePointer(&device, pinned, 0));
    negate<<<1, N>>>(device, both);
    CHECK(cudaHostGetDevicePointer(&registered, middle, 0));
    negate<<<1, N>>>(registered, device);
    CHECK(cudaDeviceSynchronize());
    printf("pinned %d\nregistered %d %d\n", pinned[5], middle[5], heap[3]);
    CHECK(cudaMemcpyAsync(own, pinned, N * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyAsync(both, own, N * sizeof(int), cudaMemcpyDefault));
    CHECK(cudaDeviceSynchronize());
    printf("copied %d\n", both[6]);
    CHECK(cudaPointerGetAttributes(&attributes, pinned + 2));
    printf("type %d %d\n", attributes.type == cudaMemoryTypeHost,
           attributes.devicePointer == device + 2);
    CHECK(cudaHostUnregister(middle));
    middle[5] += 100;
    printf("after %d %d\n", middle[5], heap[3 * 1024 - 1]);
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFreeHost(both));
    CHECK(cudaMallocHost(&pinned, N * sizeof(int)));
    pinned[0] = 3;
    printf("again %d\n", pinned[0]);
    print_error("plain", cudaHostGetDevicePointer(&device, heap, 0));
}

struct place {
    int *words;
    const char *text;
};

/* Follows pointers that nobody has asked a device pointer for. */
__global__ void follow(const place *places, int *sum)
{
    atomicAdd(&places[blockIdx.x].words[threadIdx.x], 1);
    atomicAdd(sum, places[blockIdx.x].words[threadIdx.x]);
    if (threadIdx.x == 0 && blockIdx.x == 1)
        printf("text %s\n", places[1].text);
}

static void unified(const long *)
{
    int *first, *second, *sum, *own = device_array<int>(N);
    place *places;
    char *text;
    CHECK(cudaMallocHost(&first, N * sizeof(int)));
    CHECK(cudaHostAlloc(&second, N * sizeof(int), cudaHostAllocPortable));
    CHECK(cudaHostAlloc(&places, 2 * sizeof *places, cudaHostAllocMapped));
    CHECK(cudaMallocHost(&text, 32));
    CHECK(cudaMallocHost(&sum, sizeof *sum));
    strcpy(text, "in pinned memory");
    places[0] = {first, text};
    places[1] = {second, text};
    for (int i = 0; i < N; i++)
        first[i] = 1000 * (second[i] = i);
    *sum = 0;
    follow<<<2, N>>>(places, sum);
    CHECK(cudaDeviceSynchronize());
    printf("unified %d %d %d\n", first[5], second[5], *sum - 1001 * (N * (N - 1) / 2) - 2 * N);
    CHECK(cudaMemset(first, 1, 8));
    CHECK(cudaMemcpy(own, second, N * sizeof(int), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(first + 2, own + 5, 4, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(first + 3, own + 6, 4, cudaMemcpyDefault));
    CHECK(cudaMemcpy(first + 4, second + 7, 4, cudaMemcpyHostToHost));
    printf("copies %x %d %d %d\n", first[1], first[2], first[3], first[4]);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"variables", variables}, {"advice", advice}, {"mapped", mapped},
                                      {"unified", unified}};
    return run_case(cases, argc, argv);
}
