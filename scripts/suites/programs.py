# SPDX-License-Identifier: BSD-3-Clause
"""Finds the programs of a suite, and builds them as its users do.

A program is a folder with a makefile or a CMakeLists.txt that is the nearest one to some .cu file, or a .cu file
with a main function and neither of them above it.
"""
import os
import random
import re

MAKEFILES = ('Makefile', 'makefile', 'GNUmakefile')
CMAKE_FOLDER = 'built-with-simgpu'


class Program:
    """What is built: `folder`, and `source` where it is a single file. `how` is make, cmake or nvcc."""

    def __init__(self, suite, folder, how, source=None):
        self.folder = folder
        self.how = how
        self.source = source
        name = os.path.relpath(os.path.join(folder, source or '.'), suite)
        self.name = os.path.basename(suite) if name == '.' else name

    def commands(self, cores):
        """Each is a list of words, called in the program's folder one after the other."""
        if self.how == 'make':
            return [['make', '-j', str(cores)]]
        if self.how == 'cmake':
            return [['cmake', '-S', '.', '-B', CMAKE_FOLDER, '-DCMAKE_BUILD_TYPE=Release'],
                    ['cmake', '--build', CMAKE_FOLDER, '-j', str(cores)]]
        return [['nvcc', '-O3', self.source, '-o', os.path.splitext(self.source)[0]]]


def builder_of(folder):
    """make, cmake or None: what a folder is built with. Who has both means the makefile for people."""
    names = set(os.listdir(folder))
    if names.intersection(MAKEFILES):
        return 'make'
    return 'cmake' if 'CMakeLists.txt' in names else None


def has_main(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return re.search(r'\bmain\s*\(', file.read()) is not None


def programs_of(suite):
    """All programs of a folder, sorted by name."""
    suite = os.path.abspath(suite)
    found = {}
    nearest = {}  # of each folder: the folder with a makefile that builds it, or None
    for folder, inner, files in os.walk(suite):
        inner[:] = sorted(name for name in inner if not name.startswith('.') and name != CMAKE_FOLDER)
        nearest[folder] = folder if builder_of(folder) else nearest.get(os.path.dirname(folder))
        for name in files:
            if not name.endswith('.cu'):
                continue
            place = nearest[folder]
            if place:
                found[place] = Program(suite, place, builder_of(place))
            elif has_main(os.path.join(folder, name)):
                found[os.path.join(folder, name)] = Program(suite, folder, 'nvcc', name)
    return sorted(found.values(), key=lambda program: program.name)


def drawn(programs, number, seed):
    """So many of the programs, by chance. The same seed draws the same ones."""
    if number is None or number >= len(programs):
        return programs
    shuffled = list(programs)
    random.Random(seed).shuffle(shuffled)
    return sorted(shuffled[:number], key=lambda program: program.name)


def executables(folder):
    """Programs below a folder, the one that was linked last behind the others."""
    found = []
    for place, inner, files in os.walk(folder):
        inner[:] = [name for name in inner if name not in ('CMakeFiles', '.git')]
        for name in files:
            path = os.path.join(place, name)
            if is_program(path):
                found.append(path)
    return sorted(found, key=lambda path: (os.stat(path).st_mtime, path))


def is_program(path):
    """An executable file of Linux, and no library or object."""
    if not os.path.isfile(path) or not os.access(path, os.X_OK) or re.search(r'\.(so|o|a)(\.|$)', path):
        return False
    with open(path, 'rb') as file:
        return file.read(4) == b'\x7fELF'
