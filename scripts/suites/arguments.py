# SPDX-License-Identifier: BSD-3-Clause
"""How a suite's program is called: as a file of the user's says, or its makefile's target run, or without arguments."""
import os
import shlex
import subprocess

import programs


class Bad(Exception):
    """A file of arguments that can't be read; the text names file and line."""


def read(path):
    """A file of lines `PROGRAM: ARGUMENTS`, as {program: [arguments, ...]}. A line that begins with # is a remark."""
    calls = {}
    try:
        with open(path, encoding='utf-8') as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Bad('%s: %s' % (path, getattr(error, 'strerror', None) or 'not in UTF-8')) from error
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith('#'):
            continue
        name, colon, rest = line.partition(':')
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise Bad('%s:%d: %s' % (path, number, error)) from error
        if not colon or not name.strip():
            raise Bad('%s:%d: expected "PROGRAM: ARGUMENTS"' % (path, number))
        calls.setdefault(name.strip(), []).append(words)
    return calls


def of_makefile(folder, environment):
    """Calls of programs that `make run` would make, each a list of words; none if there is no such target."""
    asked = subprocess.run(['make', '-n', 'run'], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8', errors='replace',
                           check=False)
    calls = []
    for line in asked.stdout.splitlines() if asked.returncode == 0 else []:
        try:
            words = shlex.split(line)
        except ValueError:
            continue  # no simple command
        if words and programs.is_program(os.path.join(folder, words[0])):
            calls.append(words)
    return calls


def calls_of(program, built, given, environment):
    """What to run of a program: (words, folder) each. `built` are the executables that its build has linked."""
    if program.name in given:
        return [([built[-1]] + words, program.folder) for words in given[program.name]] if built else []
    if program.how == 'make':
        calls = of_makefile(program.folder, environment)
        if calls:
            return [(words, program.folder) for words in calls]
    return [([path], os.path.dirname(path) if program.how == 'cmake' else program.folder) for path in built]
