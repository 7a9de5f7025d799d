/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_names.h"

const char *event_kind_name(unsigned kind)
{
    static const char *const names[EVENT_KINDS] = {
        [EVENT_WARP_ENDED] = "ends",    [EVENT_WARP_STARTED] = "starts",
        [EVENT_RECEIVED] = "receives",  [EVENT_WARP_WAITS] = "waits",
        [EVENT_LOOKED_UP] = "looks-up", [EVENT_QUEUED] = "queues",
        [EVENT_ISSUED] = "issues",      [EVENT_SERVED] = "looks-up",
        [EVENT_BURST] = "bursts",       [EVENT_POSTED] = "sends"};
    return names[kind];
}

const char *event_message_name(unsigned message_kind)
{
    static const char *const names[MESSAGE_KINDS] = {
        [MESSAGE_READ] = "READ",
        [MESSAGE_WRITE] = "WRITE",
        [MESSAGE_ATOMIC] = "ATOMIC",
        [MESSAGE_FETCH] = "FETCH",
        [MESSAGE_READ_REPLY] = "READ_REPLY",
        [MESSAGE_WRITE_ACK] = "WRITE_ACK",
        [MESSAGE_ATOMIC_REPLY] = "ATOMIC_REPLY",
        [MESSAGE_FETCH_REPLY] = "FETCH_REPLY",
        [MESSAGE_REPLY_PART] = "REPLY_PART",
        [MESSAGE_DRAM_READ] = "DRAM_READ",
        [MESSAGE_DRAM_WRITE] = "DRAM_WRITE",
        [MESSAGE_DRAM_DATA] = "DRAM_DATA",
        [MESSAGE_SHARED_READ] = "SHARED_READ",
        [MESSAGE_SHARED_WRITE] = "SHARED_WRITE",
        [MESSAGE_SHARED_ATOMIC] = "SHARED_ATOMIC",
        [MESSAGE_SHARED_READ_REPLY] = "SHARED_READ_REPLY",
        [MESSAGE_SHARED_WRITE_ACK] = "SHARED_WRITE_ACK",
        [MESSAGE_SHARED_ATOMIC_REPLY] = "SHARED_ATOMIC_REPLY",
        [MESSAGE_CLUSTER_SIGNAL] = "CLUSTER_SIGNAL",
        [MESSAGE_KERNEL_START] = "KERNEL_START",
        [MESSAGE_KERNEL_DONE] = "KERNEL_DONE",
        [MESSAGE_CHILDREN] = "CHILDREN",
        [MESSAGE_BLOCK_START] = "BLOCK_START",
        [MESSAGE_BLOCK_ENDS] = "BLOCK_ENDS",
        [MESSAGE_BLOCK_DONE] = "BLOCK_DONE",
        [MESSAGE_BLOCK_FAULT] = "BLOCK_FAULT",
        [MESSAGE_SAMPLE] = "SAMPLE",
        [MESSAGE_PROGRESS] = "PROGRESS",
        [MESSAGE_LAUNCH_STOP] = "LAUNCH_STOP",
        [MESSAGE_KERNEL_END] = "KERNEL_END",
        [MESSAGE_POLICY_WORD] = "POLICY_WORD",
        [MESSAGE_TRANSFER_DONE] = "TRANSFER_DONE"};
    return names[message_kind];
}

const char *event_row_name(unsigned row_state)
{
    static const char *const names[] = {
        [DRAM_ROW_HIT] = "hit", [DRAM_ROW_MISS] = "opened", [DRAM_ROW_CONFLICT] = "conflict"};
    return names[row_state];
}

void event_sectors(uint8_t sectors, char text[5])
{
    for (int i = 0; i < 4; i++)
        text[i] = sectors >> i & 1 ? (char)('0' + i) : '-';
    text[4] = '\0';
}

/* An edge lies up to a picosecond before its exact time, and a sum of them a few. */
enum { EDGES_ROUND_PS = 2 };

uint64_t event_cycle(const struct clock *clock, sim_time time)
{
    return clock_cycle_at_or_before(clock, time + EDGES_ROUND_PS);
}

void event_cycles(GString *text, const struct clock *clock, sim_time time)
{
    enum { PARTS = 100, TENTH = 10 };
    const __uint128_t ps = (__uint128_t)1000000000000;
    const uint64_t parts =
        (uint64_t)(((__uint128_t)time * clock->frequency_hz * PARTS + ps / 2) / ps);
    const unsigned rest = (unsigned)(parts % PARTS);
    g_string_append_printf(text, "%" G_GUINT64_FORMAT, parts / PARTS);
    if (rest > 0)
        g_string_append_printf(text, rest % TENTH > 0 ? ".%02u" : ".%u",
                               rest % TENTH > 0 ? rest : rest / TENTH);
}
