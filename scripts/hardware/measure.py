#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the kit's kernels, microbenchmarks and the suite's programs on this machine's GPU, and
writes one CSV. With --platform they run in simgpu instead: to test the kit, or to see what the
columns are.

Cycles of kernels are by %clock64, of the SM that was busy longest. Cold: L2 is flushed before each
run. Warm: the same kernel has just run. Programs of the suite are measured by CUDA events around
each launch, as the program comes.
"""

import argparse
import datetime
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import kit


def lock_clock(mhz):
    """True if nvidia-smi has locked the SMs' clock."""
    done = subprocess.run(["nvidia-smi", "-lgc", f"{mhz},{mhz}"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        print(f"the clock is not locked: {done.stdout.strip()} {done.stderr.strip()}",
              file=sys.stderr)
    return done.returncode == 0


def arch_of_gpu():
    done = subprocess.run(["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout.strip():
        kit.fail("nvidia-smi finds no GPU; --platform FILE measures in simgpu")
    return "sm_" + done.stdout.split()[0].replace(".", "")


def driver_version():
    done = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"],
                          capture_output=True, text=True, check=False)
    return done.stdout.split()[0] if done.returncode == 0 and done.stdout.strip() else "unknown"


def text(name, value):
    return {"kind": "device", "name": name, "state": "-", "unit": "-", "repeats": 1, "median": "",
            "least": "", "most": "", "text": str(value)}


def options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", default="hardware.csv", help="the CSV (hardware.csv)")
    parser.add_argument("-b", "--build", default="build-hardware",
                        help="folder for the programs (build-hardware); compare.py needs it, too")
    parser.add_argument("--nvcc", help="the compiler: nvcc, or simgpucc")
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--size", choices=["tiny", "default"], default="default")
    parser.add_argument("--no-flush", action="store_true",
                        help="no flush of L2 before cold runs, of which there is one then")
    parser.add_argument("--lock-clock", type=int, metavar="MHZ",
                        help="lock the SMs' clock meanwhile (as root)")
    parser.add_argument("--platform", help="measure in simgpu, on this platform")
    parser.add_argument("--simgpu", help="the command (build/cli/simgpu)")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(),
                        help="compilers, and simulations, side by side")
    parser.add_argument("names", nargs="*", help="kernels, microbenchmarks, programs; all of them")
    return parser.parse_args()


def main():
    given = options()
    begun = time.monotonic()
    arch = "sm_80" if given.platform else arch_of_gpu()
    build = kit.Build(given.build, kit.find_nvcc(given.nvcc), arch, given.jobs)
    build.make(*kit.wanted(given.names))
    built = time.monotonic()
    simgpu = kit.find_simgpu(given.simgpu) if given.platform else None
    locked = given.lock_clock is not None and lock_clock(given.lock_clock)
    try:
        runner = kit.Runner(build, given.platform, simgpu, given.repeats, not given.no_flush,
                            given.size)
        rows = kit.measure(runner, given.names, given.jobs)
    finally:
        if locked:
            subprocess.run(["nvidia-smi", "-rgc"], stdout=subprocess.DEVNULL, check=False)
    if not rows:
        kit.fail("nothing could be measured")
    about = [text("date", datetime.date.today().isoformat()),
             text("by", "simgpu" if given.platform else "hardware"),
             text("driver", "none" if given.platform else driver_version()),
             text("compiler", "simgpucc" if build.ours else "nvcc"),
             text("clock", f"locked at {given.lock_clock} MHz" if locked else "not locked"),
             text("size", given.size), text("flush", int(not given.no_flush)),
             text("repeats", given.repeats)]
    kit.write_csv(given.output, about + rows)
    print(f"{given.output}: {len(rows)} rows; built in {built - begun:.0f} s, "
          f"measured in {time.monotonic() - built:.0f} s")
    if runner.failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
