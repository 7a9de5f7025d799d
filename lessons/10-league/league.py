#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Ranks warp schedulers of students: a league table of speedups over round robin.

    lessons/10-league/league.py FOLDER [--simgpu COMMAND] [--seed N] [--csv FILE] [-j N]

FOLDER has a NAME.c or a NAME/my_policy.c for each student. Each is compiled as a plug-in whose policy
is called my_policy. `simgpu study` runs all of them and lrr, gto and ccws on the programs of
programs.json, each point in a process of its own with a limit of time. So a policy that hangs or
crashes is a line of the table. Results stay in FOLDER/league.sqlite: what has not changed is not run
again.

--seed N changes the sizes of the programs, so that nobody can tune a policy to them.
Exit code: 0, also if policies failed; 1 if the study could not run; 2 for a wrong command line.
"""
import argparse
import csv
import io
import json
import math
import os
import pathlib
import random
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
REFERENCES = ("lrr", "gto", "ccws")
# Points for a geometric mean: as in lesson.json.
STEPS = (("over lrr", 1), ("over gto", 2), ("over 1.3", 3), ("near ccws", 2), ("over ccws", 1))


def fail(code, text):
    print(f"league: {text}", file=sys.stderr)
    sys.exit(code)


def plugin_flags(simgpu):
    """Compiler flags that find the headers: those of a build beside the sources, or the installed ones."""
    top = HERE.parent.parent
    build = pathlib.Path(simgpu[0]).resolve().parent.parent
    if (build / "policies" / "abi.h").exists():
        flags = [f"-I{build}", f"-I{top}"]
        package = "glib-2.0"
    else:
        flags, package = [], "simgpu"
    found = subprocess.run(["pkg-config", "--cflags", package], capture_output=True, text=True)
    if found.returncode:
        fail(1, f"pkg-config does not find {package}: {found.stderr.strip()}")
    return flags + shlex.split(found.stdout)


def students_of(folder):
    files = {path.stem: path for path in folder.glob("*.c")}
    files.update({path.parent.name: path for path in folder.glob("*/my_policy.c")})
    return dict(sorted(files.items()))


def compile_all(students, made, flags):
    """Returns the plug-in of each student, and the first line of the compiler's text for those without one."""
    plugins, broken = {}, {}
    for name, source in students.items():
        target = made / f"{name}.so"
        command = ["gcc", "-shared", "-fPIC", "-O2", *flags, str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if "error" in line]
            broken[name] = "does not compile: " + (errors or done.stderr.splitlines() or ["?"])[0]
        else:
            plugins[name] = target
    return plugins, broken


def programs_of(seed):
    """The programs, with the sizes that the seed draws. No seed: the default sizes."""
    draw = random.Random(seed)
    values = []
    for program in json.loads((HERE / "programs.json").read_text())["programs"]:
        sets = list(program["set"])
        for key, sizes in program["sizes"].items():
            sets.append(f"{key}={sizes[0] if seed is None else draw.choice(sizes)}")
        values.append({"label": program["name"], "workload": str(HERE / program["workload"]), "set": sets})
    return values


def study_of(programs, plugins):
    policies = [{"label": name, "policy": {"warp_scheduler": name}} for name in REFERENCES]
    policies += [{"label": f"by {name}", "policy": {"warp_scheduler": "my_policy"}, "plugins": [str(path)]}
                 for name, path in plugins.items()]
    return {"name": "league", "title": "League of warp schedulers", "platform": "teaching/one-sm", "timeout_s": 5,
            "options": ["--max-cycles", "1000000"],
            "axes": [{"name": "program", "values": programs}, {"name": "policy", "values": policies}],
            "derive": [{"name": "speedup", "kind": "speedup", "metric": "cycles", "over": {"policy": "lrr"}}],
            "show": ["cycles"]}


def speedups_of(simgpu, made, jobs):
    """Speedups by policy and program; a failed point is missing."""
    study, results = made / "league.json", made.parent / "league.sqlite"
    command = [*simgpu, "study", str(study), "-o", str(results)]
    ran = subprocess.run([*command, "-j", str(jobs)], capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        fail(1, ran.stderr.strip())
    shown = subprocess.run([*command, "--show", "--csv"], capture_output=True, text=True)
    table = {}
    for row in csv.DictReader(io.StringIO(shown.stdout)):
        try:
            table.setdefault(row["policy"], {})[row["program"]] = float(row["speedup"])
        except (KeyError, TypeError, ValueError):
            continue
    if "lrr" not in table:
        fail(1, "the study has no results of lrr:\n" + ran.stderr.strip())
    return table


def mean_of(speedups, programs):
    """The geometric mean over all programs; None if one is missing."""
    if any(program not in speedups for program in programs):
        return None
    return math.exp(sum(math.log(speedups[program]) for program in programs) / len(programs))


def points_of(mean, speedups, means):
    if mean is None:
        return 0
    bounds = {"over lrr": means["lrr"], "over gto": means["gto"], "over 1.3": 1.3,
              "near ccws": means["ccws"] / 1.05, "over ccws": means["ccws"]}
    points = sum(worth for step, worth in STEPS if mean > bounds[step])
    return points + sum(1 for speedup in speedups.values() if speedup >= 0.95)


def print_table(rows, programs):
    head = ["", "policy", *programs, "mean", "points"]
    width = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        cells = [cell.ljust(w) if i == 1 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, width))]
        print("  ".join(cells).rstrip())


def rows_of(table, plugins, programs):
    means = {name: mean_of(table.get(name, {}), programs) for name in (*REFERENCES, *(f"by {n}" for n in plugins))}
    ranked = sorted(means, key=lambda name: (-(means[name] or 0), name))
    rows, rank = [], 0
    for name in ranked:
        own = table.get(name, {})
        ours = name in REFERENCES
        rank += not ours
        cells = [f"{own[program]:.3f}" if program in own else "failed" for program in programs]
        rows.append(["" if ours else str(rank), name.removeprefix("by "), *cells,
                     "-" if means[name] is None else f"{means[name]:.3f}",
                     "" if ours else str(points_of(means[name], own, means))])
    return rows


def main():
    parser = argparse.ArgumentParser(description="A league table of students' warp schedulers.")
    parser.add_argument("folder", type=pathlib.Path, help="a NAME.c or a NAME/my_policy.c for each student")
    parser.add_argument("--simgpu", default="build/cli/simgpu", help="the command (build/cli/simgpu)")
    parser.add_argument("--seed", type=int, help="draw other sizes of the programs")
    parser.add_argument("--csv", type=pathlib.Path, help="write the table to this file, too")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1, help="points at a time")
    given = parser.parse_args()
    simgpu = shlex.split(given.simgpu)
    students = students_of(given.folder)
    if not students:
        fail(2, f"{given.folder} has no NAME.c and no NAME/my_policy.c")
    made = given.folder / "made"
    made.mkdir(exist_ok=True)
    plugins, broken = compile_all(students, made, plugin_flags(simgpu))
    programs = programs_of(given.seed)
    names = [program["label"] for program in programs]
    (made / "league.json").write_text(json.dumps(study_of(programs, {n: p.resolve() for n, p in plugins.items()}), indent=4))
    rows = rows_of(speedups_of(simgpu, made, given.j), plugins, names)
    print_table(rows, names)
    for name, why in broken.items():
        print(f"{name} {why}")
    if given.csv:
        with given.csv.open("w", newline="") as file:
            csv.writer(file).writerows([["rank", "policy", *names, "mean", "points"], *rows])


if __name__ == "__main__":
    main()
