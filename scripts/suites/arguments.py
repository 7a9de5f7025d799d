# SPDX-License-Identifier: BSD-3-Clause
"""How a suite's program is called: as a file of the user's says, or its makefile's target run, or without arguments."""
import os
import re
import shlex
import subprocess

import programs


SEPARATORS = ('&&', '||', ';', '|', '&', '(', ')')
NUMBERED = re.compile(r'(?<=\s)[12]>(?!=)')  # "2> file", "2>&1": digits that belong to the operator
ASSIGNMENT = re.compile(r'(\w+)=(.*)', re.DOTALL)


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


class Call:
    """A command: its words, the folder in which it starts, what it changes in the environment, a file that it reads."""

    def __init__(self, words, folder, changed=None, given=None):
        self.words = words
        self.folder = folder
        self.changed = changed or {}
        self.given = given


def simple_commands(line):
    """The commands of a shell's line, each a list of words; operators that redirect are words of their own."""
    lexer = shlex.shlex(NUMBERED.sub(' >', line), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ''
    commands = [[]]
    for word in lexer:
        if word in SEPARATORS:
            commands.append([])
        else:
            commands[-1].append(word)
    return commands


def call_of(command, folder):
    """A simple command as a call: without what it redirects, and with its assignments and its input apart."""
    words, changed, given = [], {}, None
    rest = iter(command)
    for word in rest:
        assignment = ASSIGNMENT.match(word)
        if word in ('>', '>>', '&>', '>&'):
            next(rest, None)
        elif word == '<':
            given = next(rest, None)
        elif assignment and not words:
            changed[assignment.group(1)] = assignment.group(2)
        else:
            words.append(word)
    return Call(words[1:] if words[:1] == ['time'] else words, folder, changed, given)


def of_line(line, folder):
    """The programs that a line of `make -n run` calls."""
    calls = []
    try:
        commands = simple_commands(line)
    except ValueError:
        return calls  # a part of some longer command
    for command in commands:
        call = call_of(command, folder)
        if len(call.words) == 2 and call.words[0] == 'cd':
            folder = os.path.join(folder, call.words[1])
        elif call.words and programs.is_program(os.path.join(folder, call.words[0])):
            calls.append(call)
    return calls


def of_makefile(folder, environment):
    """Calls that `make run` would make; none if there is no such target."""
    asked = subprocess.run(['make', '-n', 'run'], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8', errors='replace',
                           check=False)
    lines = asked.stdout.replace('\\\n', ' ').splitlines() if asked.returncode == 0 else []
    return [call for line in lines for call in of_line(line, folder)]


def calls_of(program, built, given, environment):
    """What to run of a program. `built` are the executables that its build has linked."""
    if program.name in given:
        return [Call([built[-1]] + words, program.folder) for words in given[program.name]] if built else []
    calls = of_makefile(program.folder, environment) if program.how == 'make' else []
    return calls or [Call([path], os.path.dirname(path) if program.how == 'cmake' else program.folder) for path in built]
