#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a microbenchmark as a trace: chains of tensor instructions.

    microbenchmark.py FOLDER [--chains K] [--length N] [--warps W] [--op HMMA|FFMA]

A chain is N instructions, each of which needs the result of the one before. K chains of a warp need nothing of
each other; their instructions take turns: the first of each chain, then the second of each, and so on. W warps of one
block do the same. So each warp executes K * N of them, and an EXIT.

Writes FOLDER/kernelslist.g and FOLDER/kernel-1.traceg, which simgpu runs.
"""
import argparse
import pathlib

HEADER = """\
-kernel name = tensor_chains
-kernel id = 1
-grid dim = (1,1,1)
-block dim = ({threads},1,1)
-shmem = 0
-nregs = {registers}
-binary version = 70
-cuda stream id = 0
-shmem base_addr = 0x00007fa000000000
-local mem base_addr = 0x00007fa001000000
-nvbit version = none
-accelsim tracer version = 5
-enable lineinfo = 0

#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses] immediate

#BEGIN_TB

thread block = 0,0,0
"""

INPUT_A, INPUT_B, FIRST = 2, 4, 8  # registers: two inputs that are there, and the first chain's result


OPCODES = {"HMMA": "HMMA.884.F16.F16", "FFMA": "FFMA"}


def warp_lines(chains, length, opcode):
    """D = A x B + D, with D of the chain: each instruction reads and writes its chain's register."""
    lines = []
    for step in range(length):
        for chain in range(chains):
            own = FIRST + chain
            lines.append(f"{16 * len(lines):04x} ffffffff 1 R{own} {opcode} 3 R{INPUT_A} R{INPUT_B} R{own} 0")
    lines.append(f"{16 * len(lines):04x} ffffffff 0 EXIT 0 0")
    return lines


def main():
    parser = argparse.ArgumentParser(description="Chains of tensor instructions, as a trace.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--chains", type=int, default=1, metavar="K", help="chains of a warp (1 to 64)")
    parser.add_argument("--length", type=int, default=16, metavar="N", help="instructions of a chain (16)")
    parser.add_argument("--warps", type=int, default=1, metavar="W", help="warps of the block (1 to 8)")
    parser.add_argument("--op", choices=OPCODES, default="HMMA", help="the instruction (HMMA)")
    given = parser.parse_args()
    if not 1 <= given.chains <= 64 or given.length < 1 or not 1 <= given.warps <= 8:
        parser.error("expected 1 to 64 chains, of 1 or more instructions, in 1 to 8 warps")
    given.folder.mkdir(parents=True, exist_ok=True)
    lines = warp_lines(given.chains, given.length, OPCODES[given.op])
    with (given.folder / "kernel-1.traceg").open("w") as trace:
        trace.write(HEADER.format(threads=32 * given.warps, registers=FIRST + given.chains))
        for warp in range(given.warps):
            trace.write(f"\nwarp = {warp}\ninsts = {len(lines)}\n" + "\n".join(lines) + "\n")
        trace.write("\n#END_TB\n")
    (given.folder / "kernelslist.g").write_text("kernel-1.traceg\n")


if __name__ == "__main__":
    main()
