/* SPDX-License-Identifier: BSD-3-Clause */
/* MEMC: GET requests to a key-value store, batch after batch, one thread a request.
 *
 * A thread hashes its key, follows the chain of its bucket, compares keys and copies the value of
 * the item it finds. Request, items and response of a thread lie in lines of their own, and the
 * thread goes through each byte by byte or word by word: the next iteration finds its data in the
 * same line, if the other 31 lanes and the other warps have left it in the L1 cache. Keys, chains
 * and values differ in length, so the lanes leave the loops at different times. This makes it one
 * of the most cache-sensitive and most divergent programs.
 *
 * Source: T. Hetherington et al., "Characterizing and evaluating a key-value store application on
 *   heterogeneous CPU-GPU systems", ISPASS 2012: batches of GETs, one work item a request, hash
 *   table with chains and fixed-size slots in device memory. The hash is R. Jenkins,
 *   "one-at-a-time", Dr. Dobb's Journal, September 1997.
 * Differs: keys arrive cut out of their network packets, in slots as if of packets; values are
 * copied into the response on the device, not later by the host.
 */
#include "../common/program.h"

constexpr int BLOCK = 256;
constexpr int RESIDENT_BLOCKS = 4; /* on a multiprocessor at once, as far as registers go */
constexpr int KEY_LIMIT = 52;      /* bytes */
constexpr int VALUE_WORDS = 15;    /* of 4 bytes */
constexpr unsigned NO_ITEM = 0xffffffff;
constexpr unsigned NOT_FOUND = 0xffffffff;
constexpr unsigned MISS_RATE =
    10; /* one request in that many asks for a key there is not, ASSUMED */

/* A slot of 128 bytes. */
struct item {
    unsigned next; /* item of the same bucket, or NO_ITEM */
    unsigned hash;
    unsigned key_length;  /* bytes */
    unsigned value_words; /* words */
    unsigned char key[KEY_LIMIT];
    unsigned value[VALUE_WORDS];
};

/* In a packet's slot of 128 bytes, ASSUMED. */
struct request {
    unsigned key_length;
    unsigned char key[KEY_LIMIT];
    unsigned char unused[128 - sizeof(unsigned) - KEY_LIMIT];
};

struct response {
    unsigned value_words; /* NOT_FOUND if there is no such item */
    unsigned value[VALUE_WORDS];
};

/* The store; bucket_count is a power of two. */
struct store {
    unsigned *buckets; /* first item, or NO_ITEM */
    struct item *items;
    unsigned bucket_count;
    unsigned item_count;
};

__host__ __device__ inline unsigned hash_key(const unsigned char *key, unsigned length)
{
    unsigned hash = 0;
    /* A byte an iteration, as DAWS's loops are. */
#pragma unroll 1
    for (unsigned i = 0; i < length; i++) {
        hash += key[i];
        hash += hash << 10;
        hash ^= hash >> 6;
    }
    hash += hash << 3;
    hash ^= hash >> 11;
    return hash + (hash << 15);
}

__device__ bool same_key(const struct item *item, const struct request *request, unsigned hash)
{
    if (item->hash != hash || item->key_length != request->key_length)
        return false;
    for (unsigned i = 0; i < request->key_length; i++) {
        if (item->key[i] != request->key[i])
            return false;
    }
    return true;
}

/* Thread of a request of the batch. */
__global__ void __launch_bounds__(BLOCK, RESIDENT_BLOCKS)
    get(struct store store, const struct request *requests, struct response *responses, int count)
{
    int index = blockIdx.x * BLOCK + threadIdx.x;
    if (index >= count)
        return;
    const struct request *request = &requests[index];
    struct response *response = &responses[index];

    unsigned hash = hash_key(request->key, request->key_length);
    unsigned found = store.buckets[hash & (store.bucket_count - 1)];
    while (found != NO_ITEM && !same_key(&store.items[found], request, hash))
        found = store.items[found].next;
    if (found == NO_ITEM) {
        response->value_words = NOT_FOUND;
        return;
    }
    const struct item *item = &store.items[found];
    response->value_words = item->value_words;
    for (unsigned i = 0; i < item->value_words; i++)
        response->value[i] = item->value[i];
}

/* The n-th key: letters, as many as its number likes, then the number. */
static unsigned make_key(unsigned char *key, unsigned n)
{
    uint64_t state = n + 1;
    char text[KEY_LIMIT + 1];
    unsigned letters = 4 + random_below(&state, KEY_LIMIT - 16);
    for (unsigned i = 0; i < letters; i++)
        text[i] = (char)('a' + random_below(&state, 26));
    unsigned length = letters + (unsigned)snprintf(text + letters, 12, "%u", n);
    memcpy(key, text, length);
    return length;
}

static void store_init(struct store *store, unsigned item_count, unsigned bucket_count)
{
    uint64_t state = 10;
    store->item_count = item_count;
    store->bucket_count = bucket_count;
    store->items = host_array<struct item>(item_count);
    store->buckets = host_array<unsigned>(bucket_count);
    for (unsigned i = 0; i < bucket_count; i++)
        store->buckets[i] = NO_ITEM;
    for (unsigned i = 0; i < item_count; i++) {
        struct item *item = &store->items[i];
        item->key_length = make_key(item->key, i);
        item->hash = hash_key(item->key, item->key_length);
        item->value_words = 1 + random_below(&state, VALUE_WORDS);
        for (unsigned k = 0; k < item->value_words; k++)
            item->value[k] = (unsigned)random_next(&state);
        unsigned *bucket = &store->buckets[item->hash & (bucket_count - 1)];
        item->next = *bucket;
        *bucket = i;
    }
}

/* Requests and the numbers of the keys they ask for: some keys often, most of them rarely. */
static void make_requests(struct request *requests, unsigned *asked, int count, unsigned item_count)
{
    uint64_t state = 11;
    for (int i = 0; i < count; i++) {
        bool miss = random_below(&state, MISS_RATE) == 0;
        asked[i] = random_below(&state, 1 + random_below(&state, item_count));
        if (miss)
            asked[i] += item_count;
        requests[i].key_length = make_key(requests[i].key, asked[i]);
    }
}

/* The store moves to the device once, then each batch travels there and its responses back. */
static void device_get(const struct store *host, const struct request *requests,
                       struct response *responses, int count, int batch)
{
    struct store store = *host;
    store.buckets = device_copy(host->buckets, host->bucket_count);
    store.items = device_copy(host->items, host->item_count);
    struct request *device_requests = device_array<struct request>(batch);
    struct response *device_responses = device_array<struct response>(batch);

    for (int first = 0; first < count; first += batch) {
        int now = count - first < batch ? count - first : batch;
        CHECK(cudaMemcpy(device_requests, requests + first, now * sizeof(struct request),
                         cudaMemcpyHostToDevice));
        get<<<(now + BLOCK - 1) / BLOCK, BLOCK>>>(store, device_requests, device_responses, now);
        CHECK(cudaGetLastError());
        copy_back(responses + first, device_responses, now);
    }
    CHECK(cudaFree(store.buckets));
    CHECK(cudaFree(store.items));
    CHECK(cudaFree(device_requests));
    CHECK(cudaFree(device_responses));
}

/* The reference needs no hash table: it knows which item each request asks for. */
static size_t count_wrong_responses(const struct store *store, const struct response *responses,
                                    const unsigned *asked, int count)
{
    size_t wrong = 0;
    for (int i = 0; i < count; i++) {
        const struct item *item = asked[i] < store->item_count ? &store->items[asked[i]] : NULL;
        unsigned words = item != NULL ? item->value_words : NOT_FOUND;
        if (responses[i].value_words == words &&
            (item == NULL ||
             memcmp(responses[i].value, item->value, words * sizeof(unsigned)) == 0))
            continue;
        if (wrong++ == 0)
            printf("response %d has %d words or others than key %u, which has %d\n", i,
                   (int)responses[i].value_words, asked[i], (int)words);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int count = (int)program_argument(argc, argv, 1, "REQUESTS", 16384, 1, 1 << 24);
    int log_items = (int)program_argument(argc, argv, 2, "LOG2_ITEMS", 14, 1, 22);
    int batch = (int)program_argument(argc, argv, 3, "BATCH", 8192, 1, 1 << 20);
    unsigned item_count = 1u << log_items;
    struct request *requests = host_array<struct request>(count);
    struct response *responses = host_array<struct response>(count);
    unsigned *asked = host_array<unsigned>(count);
    struct store store;

    store_init(&store, item_count, item_count / 2);
    make_requests(requests, asked, count, item_count);
    device_get(&store, requests, responses, count, batch);
    size_t wrong = count_wrong_responses(&store, responses, asked, count);

    free(store.buckets);
    free(store.items);
    free(requests);
    free(responses);
    free(asked);
    return program_verdict("memcached", wrong);
}
