/* SPDX-License-Identifier: BSD-3-Clause */
/* Device memory as a program of fuzz_protocol.c uses it: all of it is the program's. */
#ifndef SIMGPU_TESTS_FUZZ_PROTOCOL_MEMORY_H
#define SIMGPU_TESTS_FUZZ_PROTOCOL_MEMORY_H

#include "models/memory/device_peers.h"
#include "models/memory/memory_digest.h"
#include "models/memory/owed_memory.h"
#include "models/memory/reserved_memory.h"

static uint64_t allocate(void *memory, uint32_t device, const char *name, uint64_t bytes,
                         GError **error)
{
    (void)device;
    return device_memory_allocate_for(memory, 0, name, bytes, error);
}

static bool release(void *memory, uint64_t address)
{
    return device_memory_release(memory, address);
}

static uint8_t *at(void *memory, uint64_t address, uint64_t n_bytes)
{
    return device_memory_find(memory, address, n_bytes) ? device_memory_at(memory, address) : NULL;
}

static uint64_t room(void *memory, uint64_t address)
{
    const struct device_allocation *found = device_memory_find(memory, address, 1);
    return found ? found->address + found->bytes - address : 0;
}

static bool range(void *memory, uint64_t address, uint64_t *begin, uint64_t *bytes)
{
    const struct device_allocation *found = device_memory_find(memory, address, 1);
    *begin = found ? found->address : 0;
    *bytes = found ? found->bytes : 0;
    return found != NULL;
}

static uint32_t device_of(void *memory, uint64_t address)
{
    return device_memory_device_of(memory, address);
}

static void share(void *memory, uint64_t address)
{
    device_memory_share(memory, address);
}

static void changed(void *memory, uint64_t address, uint64_t bytes)
{
    device_memory_changed(memory, address, bytes);
}

static void shown(void *memory, uint64_t address)
{
    device_memory_keep_no_digest(memory, address);
}

static void arrive(void *memory, uint64_t address)
{
    device_memory_arrive(memory, address);
}

static void arrive_at(void *memory, const uint8_t *place)
{
    device_memory_arrive_at(memory, place);
}

static void hold(void *memory, bool begins)
{
    (begins ? device_memory_hold : device_memory_let_go)(memory);
}

static void let_reach(void *memory, uint32_t device, uint32_t peer, bool reach)
{
    device_memory_let_reach(memory, device, peer, reach);
}

static uint64_t left(void *memory, uint32_t device)
{
    (void)device;
    return device_memory_left(memory);
}

static void show_host(void *memory, uint8_t *bytes, uint64_t n_bytes)
{
    device_memory_show_host(memory, 0, bytes, n_bytes);
}

static uint64_t reserve(void *memory, uint64_t bytes, uint64_t wanted)
{
    return reserved_memory_new(memory, 0, bytes, wanted);
}

static bool unreserve(void *memory, uint64_t address, uint64_t bytes)
{
    return reserved_memory_free(memory, address, bytes);
}

static bool reserves(void *memory, uint64_t address, uint64_t bytes)
{
    return reserved_memory_has(memory, address, bytes);
}

static void open_reserved(void *memory, uint64_t address, uint64_t bytes, bool open)
{
    reserved_memory_open(memory, address, bytes, open);
}

static uint8_t *bytes_of(void *memory, uint64_t address)
{
    return device_memory_at(memory, address);
}

static void clear_bytes(void *memory, uint64_t address, uint64_t bytes)
{
    device_memory_clear(memory, 0, address, bytes);
}

static bool take(void *memory, uint64_t bytes)
{
    return reserved_memory_take(memory, bytes);
}

static void give_back(void *memory, uint64_t bytes)
{
    reserved_memory_give_back(memory, bytes);
}

static char *describe_nearest(void *memory, uint64_t address)
{
    (void)memory, (void)address;
    return g_strdup("");
}

#endif
