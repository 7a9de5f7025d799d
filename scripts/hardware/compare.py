#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs what a CSV of measure.py has in simgpu, from the same programs, and prints both beside each
other: cycles on hardware, ours, the error; then the mean error, the correlation, the same for the
third of the kernels that is held out, and what --explain says of the worst ones.

The held-out third is chosen by names alone, so it is the same for everybody. Who tunes a platform
by these figures must not look at it.
"""

import argparse
import math
import os
import sys
import zlib

sys.dont_write_bytecode = True
import kit


def held_out(name):
    return zlib.crc32(name.encode()) % 3 == 0


class Figures:
    """The rows of one side, by (kind, name, state, unit)."""

    def __init__(self, rows):
        self.text = {row["name"]: row["text"] for row in rows if row["kind"] == "device"}
        self.rows = {(row["kind"], row["name"], row["state"], row["unit"]): row for row in rows
                     if row["kind"] != "device"}

    def value(self, *key):
        found = self.rows.get(key)
        return float(found["median"]) if found else None

    def cycles(self, key):
        """Of a kernel, as measured. Of a program: its launches' time without that of as many empty
        ones, by the clock. None if it is too short to tell."""
        if key[0] != "program":
            return self.value(*key)
        empty = self.value("micro", "launch_empty", "-", "us")
        clock = self.value("micro", "clock", "-", "MHz")
        if empty is None or clock is None:
            return None
        launches = int(self.rows[key]["text"].split()[0])
        cycles = (self.value(*key) - launches * empty) * clock
        return cycles if cycles > 0 else None

    def spread(self, key):
        found = self.rows[key]
        median = float(found["median"])
        return (float(found["most"]) - float(found["least"])) / median * 100 if median else 0.0


def summary(pairs):
    """Mean absolute error in percent and correlation of (hardware, ours)."""
    if not pairs:
        return "no kernel"
    error = sum(abs(ours / hardware - 1) for hardware, ours in pairs) / len(pairs) * 100
    line = f"{len(pairs)} figures, mean absolute error {error:.2f} %"
    mean = [sum(side) / len(pairs) for side in zip(*pairs)]
    parts = [sum((p[i] - mean[i]) * (p[j] - mean[j]) for p in pairs)
             for i, j in ((0, 1), (0, 0), (1, 1))]
    if parts[1] > 0 and parts[2] > 0:
        line += f", correlation {parts[0] / math.sqrt(parts[1] * parts[2]):.4f}"
    return line


def limits(runner, key):
    """What --explain says of the limit of the longest launch."""
    kind, name = key[0], key[1]
    program = (runner.suite_program(name) if kind == "program"
               else runner.kit_program(kit.KERNELS[name], name))
    lines = (runner.output(program, extra=["--explain"]) or "").splitlines()
    found = []
    for line in lines:
        if line.startswith("  limits "):
            found = [line.split(None, 1)[1]]
        elif found and line.startswith("      "):
            found.append(line.strip())
        elif found:
            break
    return " ".join(found) or "nothing"


def print_micro(hardware, ours):
    print("| microbenchmark | unit | hardware | ours | error |\n|---|---|---|---|---|")
    for key in hardware.rows:
        theirs, mine = hardware.value(*key), ours.value(*key)
        if key[0] == "micro" and mine is not None and theirs:
            print(f"| {key[1]} | {key[3]} | {theirs:.4g} | {mine:.4g} | "
                  f"{(mine / theirs - 1) * 100:+.1f} % |")
    print()


def compare(hardware, ours):
    """Prints the table of kernels; [(key, hardware, ours)]."""
    pairs = []
    print("| kernel | state | hardware cycles | spread | ours | error | |\n|---|---|---|---|---|---|---|")
    for key in hardware.rows:
        if key not in ours.rows or (key[0], key[3]) not in (("kernel", "cycles"), ("program", "us")):
            continue
        theirs, mine = hardware.cycles(key), ours.cycles(key)
        if theirs is None or mine is None:
            print(f"| {key[1]} | {key[2]} | too short, or without launch_empty and clock | | | | |")
            continue
        pairs.append((key, theirs, mine))
        print(f"| {key[1]} | {key[2]} | {theirs:,.0f} | {hardware.spread(key):.1f} % | {mine:,.0f} "
              f"| {(mine / theirs - 1) * 100:+.1f} % | {'held out' if held_out(key[1]) else ''} |")
    print()
    return pairs


def options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", help="what measure.py has written")
    parser.add_argument("--platform", required=True, help="the GPU, as simgpu knows it")
    parser.add_argument("-b", "--build", default="build-hardware",
                        help="the folder of programs that measure.py has built (build-hardware)")
    parser.add_argument("--simgpu", help="the command (build/cli/simgpu)")
    parser.add_argument("--repeats", type=int, default=2, help="of warm runs (2)")
    parser.add_argument("--worst", type=int, default=5, help="how many to explain (5)")
    parser.add_argument("-o", "--output", help="also write our rows, as CSV")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(),
                        help="simulations side by side")
    return parser.parse_args()


def main():
    given = options()
    hardware = Figures(kit.read_csv(given.csv))
    names = {key[1] for key in hardware.rows if key[0] != "micro"}
    names |= {part for part in kit.MICRO if any(key[0] == "micro" for key in hardware.rows)}
    if not names:
        kit.fail(f"{given.csv}: there is no kernel in it")
    build = kit.Build(given.build, None, None, given.jobs)
    # L2 is cold by itself when simgpu begins, so nothing has to flush it.
    runner = kit.Runner(build, given.platform, kit.find_simgpu(given.simgpu), given.repeats, False,
                        hardware.text.get("size", "default"))
    rows = kit.measure(runner, sorted(names), given.jobs)
    if given.output:
        kit.write_csv(given.output, rows)
    ours = Figures(rows)
    about = [f"{name} {hardware.text.get(name, '?')}" for name in
             ("gpu", "by", "driver", "compiler", "clock", "date")]
    print(f"measured: {', '.join(about)}\nsimulated: {given.platform}\n")
    if any(key[0] == "micro" for key in hardware.rows):
        print_micro(hardware, ours)
    pairs = compare(hardware, ours)
    print("all:      " + summary([pair[1:] for pair in pairs]))
    print("held out: " + summary([pair[1:] for pair in pairs if held_out(pair[0][1])]))
    print("the rest: " + summary([pair[1:] for pair in pairs if not held_out(pair[0][1])]))
    runner.repeats = 1
    worst = sorted(pairs, key=lambda pair: -abs(pair[2] / pair[1] - 1))[:given.worst]
    for key, theirs, mine in worst:
        print(f"\n{key[1]} ({key[2]}), {(mine / theirs - 1) * 100:+.1f} %: {limits(runner, key)}")
    if runner.failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
