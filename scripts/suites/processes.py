# SPDX-License-Identifier: BSD-3-Clause
"""Runs a command with all that it starts, and stops it when it has used up its processor time."""
import os
import shutil
import signal
import subprocess
import tempfile
import time

TICKS = os.sysconf('SC_CLK_TCK')
SHORTEST, LONGEST = 0.02, 1  # seconds between two looks at a command
WALL = 10  # a command that sleeps is stopped after so many times its processor time


class Outcome:
    """How a command ended: `code` is None if it was stopped; `seconds` are of a processor, with all that it started."""

    def __init__(self, code, seconds, text):
        self.code = code
        self.seconds = seconds
        self.text = text


def family(leader):
    """(process, processor seconds) of a process and of all below it, from /proc."""
    parents, used = {}, {}
    for name in os.listdir('/proc'):
        if not name.isdigit():
            continue
        try:
            with open('/proc/%s/stat' % name, encoding='ascii', errors='replace') as file:
                fields = file.read().rpartition(')')[2].split()
        except OSError:
            continue  # it has ended
        parents[int(name)] = int(fields[1])
        used[int(name)] = sum(int(field) for field in fields[11:15]) / TICKS
    members = {leader}
    grown = True
    while grown:
        more = {one for one, parent in parents.items() if parent in members} - members
        grown = bool(more)
        members |= more
    return [(one, used[one]) for one in members if one in used]


def stop(leader):
    for one, _ in family(leader):
        try:
            os.kill(one, signal.SIGKILL)
        except OSError:
            pass  # it has ended


def run(words, folder, environment, limit):
    """Runs a command in a folder; `limit` is in seconds of a processor. Its output and errors are one text."""
    if '/' not in words[0] and not shutil.which(words[0], path=environment.get('PATH')):
        return Outcome(127, 0, words[0] + ': there is no such command')
    with tempfile.TemporaryFile() as output:
        begin = time.monotonic()
        try:
            child = subprocess.Popen(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                                     stderr=subprocess.STDOUT)
        except OSError as error:
            return Outcome(127, 0, '%s: %s' % (words[0], error.strerror))
        seconds, stopped, pause = 0, False, SHORTEST
        while not os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            seconds = max(seconds, sum(used for _, used in family(child.pid)))
            if seconds > limit or time.monotonic() - begin > WALL * limit:
                stop(child.pid)
                stopped = True
                break
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode('utf-8', errors='replace')
    return Outcome(None if stopped else child.returncode, max(seconds, usage.ru_utime + usage.ru_stime), text)
