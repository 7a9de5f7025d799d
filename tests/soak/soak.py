#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Launches kernels for a while and looks whether simgpu's memory grows. Not part of ./test.

    ninja -C build cli/simgpu runtime/simgpucc/simgpucc
    tests/soak/soak.py --seconds 600
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

# Between a quarter of the time, when all pools and tables have their size, and the end.
MOST_GROWTH_KB = 4 * 1024


def resident_kb(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


def child_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
        return int(file.read().split()[0])


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--launches", default="0", help="at most; 0: as many as there is time for")
    parser.add_argument("--build", default=os.path.join(root, "build"))
    parser.add_argument("options", nargs="*", help="simgpu's, behind --")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="simgpu-soak-") as folder:
        program, result = os.path.join(folder, "many_launches"), os.path.join(folder, "result.json")
        subprocess.run([os.path.join(arguments.build, "runtime/simgpucc/simgpucc"), "-O2",
                        os.path.join(here, "many_launches.cu"), "-o", program], check=True)
        begin = time.monotonic()
        with open(os.path.join(folder, "output"), "w+", encoding="utf-8") as output:
            simgpu = subprocess.Popen(
                [os.path.join(arguments.build, "cli/simgpu"),
                 os.path.join(root, "platforms/fermi-gtx480.xml"), *arguments.options,
                 "--json", result, "--", program, arguments.launches], stdout=output)
            memory = []
            while simgpu.poll() is None and time.monotonic() - begin < arguments.seconds:
                time.sleep(min(10, arguments.seconds / 40))
                if simgpu.poll() is not None:
                    break
                memory.append((time.monotonic() - begin, resident_kb(simgpu.pid)))
                print(f"{memory[-1][0]:6.0f} s  {memory[-1][1]:8} KB", flush=True)
            if simgpu.poll() is None:
                os.kill(child_of(simgpu.pid), signal.SIGUSR2)
            code = simgpu.wait()
            output.seek(0)
            said = re.findall(r"launched (\d+), counted (\d+)", output.read())
        with open(result, encoding="utf-8") as file:
            launches = json.load(file)["totals"]["host_commands"]["launches"]
        size = os.path.getsize(result)
    quarter = memory[len(memory) // 4][1]
    growth = memory[-1][1] - quarter
    print(f"{launches} launches in {memory[-1][0]:.0f} s; {quarter} KB after a quarter, "
          f"{memory[-1][1]} KB at the end; --json {size} bytes; exit code {code}")
    good = code == 0 and said and said[0][0] == said[0][1] and growth <= MOST_GROWTH_KB
    print("constant" if good else f"NOT GOOD: {said}, {growth} KB more, {MOST_GROWTH_KB} allowed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
