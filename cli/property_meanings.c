/* SPDX-License-Identifier: BSD-3-Clause */
/* Units and ranges are not here: the readers say them, and the two can't disagree. A test holds
 * this table against what the readers ask for. */
#include "cli/property_meanings.h"
#include <glib.h>

/* The four properties that wires have; the width is their sender's port's. */
#define WIRE(model, prefix, from_to)                                                               \
    {model, prefix ".latency", "Time that a packet takes from " from_to "."},                      \
        {model, prefix ".credit_latency",                                                          \
         "Time until a freed slot of the buffer there is known to the sender again."},             \
    {                                                                                              \
        model, prefix ".slots", "Packets that the buffer behind the way from " from_to " holds."   \
    }

const struct property_meaning property_meanings[] = {
    {"host", "launch.latency", "Time from a launch's issue to its departure to the GPU."},
    {"host", "dispatcher.latency", "Time of a message between the host and the dispatcher."},
    {"host", "call.time", "Time that a call of the CUDA runtime takes on the host."},
    {"host", "copy.latency", "Time from a copy's begin to its first byte on the link."},
    {"host", "move.latency",
     "Time before the first byte of a copy or fill inside the GPU's memory."},
    {"host", "copy.engines", "Copies between host and GPU that run at a time."},
    {"host", "concurrent.kernels", "Kernels that are with the dispatcher at a time."},

    {"gpu", "name", "Name of the product."},
    {"gpu", "compute_capability", "CUDA compute capability that programs see."},
    {"gpu", "lanes", "How lanes of a warp that have diverged take turns."},
    {"gpu", "lanes.spin_limit",
     "Rounds of a loop in which nothing changes before lanes in lock step are said to be stuck."},
    {"gpu", "code.addresses",
     "Whether kernels' code lies apart, or all at one address, as another simulator has it."},
    {"gpu", "memory.size", "Device memory."},
    {"gpu", "memory.interleave",
     "Consecutive pieces of memory of this size go to consecutive L2 banks."},
    {"gpu", "memory.bank_hash", "How the L2 bank of an address is mixed with its higher bits."},
    {"gpu", "memory.address_bits",
     "Which address bits number channels, banks, rows and columns, as letters; none: they follow "
     "from the interleaving."},

    {"dispatcher", "clock", "Frequency of the dispatcher."},
    {"dispatcher", "dispatch.interval", "Cycles from sending blocks to sending the next."},
    {"dispatcher", "dispatch.width", "Blocks that are sent in one cycle."},
    {"dispatcher", "dispatch.ahead",
     "Blocks that an SM may be sent beyond what it has room for, to wait there."},
    {"dispatcher", "kernel.counted",
     "Whether a kernel's cycles include the ways between the dispatcher and the SMs."},
    {"dispatcher", "kernel.setup", "Cycles from a kernel's start to its first block."},
    {"dispatcher", "block_scheduler", "Policy that says which SM gets the next block."},
    {"dispatcher", "partition", "Policy that divides the SMs among kernels side by side."},
    {"dispatcher", "sm.latency", "Time of a message between the dispatcher and an SM."},
    {"dispatcher", "sm.slots", "Messages on a way between the dispatcher and an SM."},

    {"sm", "clock", "Frequency of the SMs; `cycles` of the results are its."},
    {"sm", "warps", "Warps that an SM has room for."},
    {"sm", "blocks", "Blocks that an SM has room for."},
    {"sm", "threads", "Threads that an SM has room for."},
    {"sm", "threads.per_block", "The most threads of a block."},
    {"sm", "registers", "Registers of 32 bits that an SM has."},
    {"sm", "registers.allocation", "A warp's registers are rounded up to this number."},
    {"sm", "registers.warp_granularity",
     "For registers, a block's warps are rounded up to this number."},
    {"sm", "registers.banks", "Banks of the register file."},
    {"sm", "registers.reads", "Registers that a bank delivers in a cycle."},
    {"sm", "shared.size", "Shared memory that an SM has for its blocks, at most."},
    {"sm", "shared.allocation", "A block's shared memory is rounded up to this size."},
    {"sm", "shared.latency", "Cycles from shared memory to the issue of what needs its answer."},
    {"sm", "shared.banks", "Banks of shared memory, each of which serves a word a cycle."},
    {"sm", "fetch.width", "Instructions that a fetch brings."},
    {"sm", "fetch.warps", "Warps that fetch in one cycle."},
    {"sm", "fetch.latency", "Cycles from a fetch to the issue of what it brings."},
    {"sm", "fetch.branches",
     "Whether a taken branch empties the instruction buffer, or fetches follow its way."},
    {"sm", "ibuffer.entries", "Instructions that a warp's buffer holds."},
    {"sm", "l1i.size", "Size of the instruction cache."},
    {"sm", "l1i.ways", "Lines of a set of the instruction cache."},
    {"sm", "l1i.mshrs", "Instruction lines that may be on their way at a time."},
    {"sm", "instruction.size", "Size of an instruction in memory."},
    {"sm", "schedulers", "Warp schedulers of an SM, among which its warps are divided."},
    {"sm", "warp_scheduler", "Policy that picks the warp that issues."},
    {"sm", "criticality", "Policy that says how critical each warp is."},
    {"sm", "l1_replacement", "Policy that picks the line of L1D that goes."},
    {"sm", "l1_bypass", "Policy that says which loads take no line of L1D."},
    {"sm", "issue.width", "Instructions of a warp that a scheduler issues in a cycle."},
    {"sm", "issue.order",
     "Whether the same scheduler comes first in each cycle, or they take turns."},
    {"sm", "units.private", "Whether each scheduler has units of its own; if not, they share."},
    {"sm", "units.queue", "Instructions that may wait for a busy unit after their issue."},
    {"sm", "units.*", "Units of this kind, for all schedulers or, if private, for each; 0: none."},
    {"sm", "op.*.unit", "The unit that operations of this class use."},
    {"sm", "op.*.latency", "Cycles from their issue to that of an instruction that needs them."},
    {"sm", "op.*.interval", "Cycles for which one keeps its unit busy."},
    {"sm", "ldst.issue_latency", "Cycles from issue to the load/store unit's caches."},
    {"sm", "ldst.queue", "Instructions that the load/store unit's queue holds."},
    {"sm", "ldst.pipeline",
     "Accesses between the load/store unit and L1D's tags that hold no place of the queue."},
    {"sm", "coalesce.size", "Most bytes of a request that a warp's access is cut into."},
    {"sm", "coalesce.narrow",
     "Whether accesses of 1 and 2 bytes are coalesced in lines or in segments of 32 and 64 bytes."},
    {"sm", "constant.size", "Size of the constant cache."},
    {"sm", "constant.ways", "Lines of a set of the constant cache."},
    {"sm", "constant.hit_latency", "Cycles from the constant cache to dependent issue."},
    {"sm", "texture.size", "Size of the texture cache."},
    {"sm", "texture.ways", "Lines of a set of the texture cache."},
    {"sm", "texture.hit_latency", "Cycles from the texture cache, or a fill, to dependent issue."},
    {"sm", "texture.mshr_merges", "Fetches that may wait for one line of the texture cache."},
    {"sm", "l1d.size", "Size of the L1 data cache, or of the memory that it shares."},
    {"sm", "l1d.ways", "Lines of a set of L1D."},
    {"sm", "l1d.set_index", "How the set of L1D follows from the address."},
    {"sm", "l1d.sector", "What a miss asks for; a line has 128 bytes."},
    {"sm", "l1d.banks",
     "Sectors that L1D serves in a cycle, each bank one; of whole lines, lines."},
    {"sm", "l1d.write", "Whether stores drop L1D's line, update it, or take a line as well."},
    {"sm", "l1d.allocate", "Whether a line is taken at the miss, or when its data come."},
    {"sm", "l1d.carveout", "Sizes of shared memory in the memory that L1D shares with it."},
    {"sm", "l1d.hit_latency", "Cycles from L1D to the issue of what needs its answer."},
    {"sm", "l1d.fill_latency", "Cycles from a reply's arrival to dependent issue."},
    {"sm", "l1d.mshrs", "Lines of L1D that may be on their way at a time."},
    {"sm", "l1d.mshr_merges", "Accesses that may wait for one of them."},
    {"sm", "l1d.miss_queue", "Requests that wait for the SM's port into the crossbar."},

    {"crossbar", "clock", "Frequency of the crossbar."},
    {"crossbar", "queues", "Whether packets queue at the crossbar's outputs or at its inputs."},
    {"crossbar", "width", "Bytes that a port carries in a cycle."},
    {"crossbar", "speedup",
     "How many times as fast as its wires a crossbar with queues at its inputs is inside."},
    {"crossbar", "packet.header", "Size of a packet without data."},
    {"crossbar", "packet.data", "Data of a request that one packet carries at most."},
    {"crossbar", "packet.reply_data", "Data of a reply that one packet carries at most."},
    WIRE("crossbar", "sm_to_port", "an SM to the crossbar"),
    {"crossbar", "sm_to_port.fetch",
     "Latency of a way for instructions and constants alone, from an SM; 0: they share the other."},
    WIRE("crossbar", "port_to_bank", "the crossbar to an L2 bank"),
    WIRE("crossbar", "bank_to_port", "an L2 bank to the crossbar"),
    WIRE("crossbar", "port_to_sm", "the crossbar to an SM"),

    {"l2_bank", "l2_replacement", "Policy that picks the line of L2 that goes."},
    {"l2_bank", "clock", "Frequency of L2."},
    {"l2_bank", "size", "Size of a bank."},
    {"l2_bank", "ways", "Lines of a set of a bank."},
    {"l2_bank", "sector", "Parts of a line that are dirty and written back by themselves."},
    {"l2_bank", "fetch", "Whether a miss reads a whole line or the sectors that it needs."},
    {"l2_bank", "data.width", "Bytes that a bank reads or writes in a cycle."},
    {"l2_bank", "set_index", "How the set of a bank follows from the address."},
    {"l2_bank", "mshrs", "Misses of a bank that may be on their way at a time."},
    {"l2_bank", "mshr_merges", "Requests that may wait for one of them."},
    {"l2_bank", "write_miss",
     "Whether a write that misses stays in L2, or goes on to DRAM while its line is read."},
    {"l2_bank", "atomic.interval", "Cycles from an atomic operation to the next on a bank."},
    {"l2_bank", "to_dram.width", "Bytes that a bank sends to DRAM in a cycle."},
    WIRE("l2_bank", "to_dram", "a bank to its DRAM channel"),

    {"dram_channel", "clock", "Frequency of commands."},
    {"dram_channel", "width", "Bytes that a channel's data bus carries in a cycle."},
    {"dram_channel", "burst", "Bytes that one column command reads or writes."},
    {"dram_channel", "burst.shared", "Whether sectors of a request share bursts."},
    {"dram_channel", "command_bus", "Whether a row and a column command go in one cycle."},
    {"dram_channel", "queue", "Bursts among which the scheduler chooses."},
    {"dram_channel", "queue.row_hit_cap", "Row hits that may go before the oldest request."},
    {"dram_channel", "queue.writes", "Whether writes are kept back and written together."},
    {"dram_channel", "banks", "Banks of a channel."},
    {"dram_channel", "bank_groups", "Groups of banks; a group's share some circuits."},
    {"dram_channel", "bank.interleave",
     "Consecutive pieces of a channel's memory of this size go to different banks."},
    {"dram_channel", "bank.ways", "Banks to which consecutive pieces go in turn."},
    {"dram_channel", "bank.hash", "How the bank is mixed with the row."},
    {"dram_channel", "row.size", "Size of a row."},
    {"dram_channel", "t_cl", "READ to the first of its data."},
    {"dram_channel", "t_wl", "WRITE to the first of its data."},
    {"dram_channel", "t_rp", "PRECHARGE to ACTIVATE, same bank."},
    {"dram_channel", "t_rc", "ACTIVATE to ACTIVATE, same bank."},
    {"dram_channel", "t_ras", "ACTIVATE to PRECHARGE, same bank."},
    {"dram_channel", "t_rcd", "ACTIVATE to READ, same bank."},
    {"dram_channel", "t_rcdw", "ACTIVATE to WRITE, same bank."},
    {"dram_channel", "t_rrd", "ACTIVATE to ACTIVATE, another bank."},
    {"dram_channel", "t_rrdl", "ACTIVATE to ACTIVATE, another bank of the group."},
    {"dram_channel", "t_faw", "No more than four ACTIVATEs in as many cycles."},
    {"dram_channel", "t_ccd", "READ to READ or WRITE to WRITE, another group."},
    {"dram_channel", "t_ccdl", "READ to READ or WRITE to WRITE, same group."},
    {"dram_channel", "t_wr", "End of written data to PRECHARGE, same bank."},
    {"dram_channel", "t_wtr", "End of written data to READ, another group."},
    {"dram_channel", "t_wtrl", "End of written data to READ, same group."},
    {"dram_channel", "t_rtp", "READ to PRECHARGE, same bank."},
    {"dram_channel", "t_rtpl", "READ to PRECHARGE, another bank of the group."},
    {"dram_channel", "t_rtw", "READ to WRITE."},
    {"dram_channel", "to_l2.width", "Bytes that a channel sends to L2 in a cycle of L2."},
    WIRE("dram_channel", "to_l2", "a channel to an L2 bank"),
    {NULL, NULL, NULL}};

/* Whether the name is the pattern's, whose star stands for one word. */
static gboolean matches(const char *pattern, const char *name)
{
    g_auto(GStrv) wanted = g_strsplit(pattern, ".", -1);
    g_auto(GStrv) words = g_strsplit(name, ".", -1);
    guint n = g_strv_length(words);
    if (g_strv_length(wanted) != n)
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!g_str_equal(wanted[i], "*") && !g_str_equal(wanted[i], words[i]))
            return FALSE;
    return TRUE;
}

const struct property_meaning *property_meaning(const char *model, const char *name)
{
    for (const struct property_meaning *row = property_meanings; row->model; row++)
        if (g_str_equal(row->model, model) && matches(row->name, name))
            return row;
    return NULL;
}
