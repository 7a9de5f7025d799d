#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does each library have what its headers declare, and nothing else?

    test_calls.py SOURCE FOLDER_OF_LIBRARIES
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
source, folder = sys.argv[1:]
sys.path.insert(0, os.path.join(source, 'scripts'))
from reference_libraries import LIBRARIES, calls_of, wide_calls_of

FILES = {'cuBLAS, without handles': 'libcublas.so', 'cuBLASLt': 'libcublas.so', 'cublasXt': 'libcublas.so',
         'cuSOLVER, dense': 'libcusolver.so', 'cuSOLVER, sparse': 'libcusolver.so',
         'cuSOLVER, refactorization': 'libcusolver.so', 'NVML': 'libnvidia-ml.so',
         'cuSOLVER, several GPUs': 'libcusolverMg.so', 'nvJitLink': 'libnvJitLink.so'}

bad = 0
declared, exported = {}, {}
for title, header, prefix in LIBRARIES:
    file = FILES.get(title, 'lib' + title.lower() + '.so')
    works, refused = calls_of(source, header, prefix)
    declared.setdefault(file, set()).update(works | refused)
    symbols = subprocess.run(['nm', '-D', '--defined-only', os.path.join(folder, file)], check=True,
                             stdout=subprocess.PIPE, encoding='utf-8').stdout
    names = {line.split()[-1].split('@')[0] for line in symbols.splitlines()}
    exported[file] = {name[:-3] if name.endswith('_v2') else name for name in names if not name.endswith('_64')}
    if title == 'cuBLAS':  # calls with numbers of 64 bits: a header's for C is the library's
        wide = {name for name in names if name.endswith('_64')}
        for name in sorted(wide_calls_of(source, header) ^ wide):
            print(file, 'and', header, 'do not agree on', name)
            bad += 1

for file, names in sorted(declared.items()):
    for name in sorted(names ^ exported[file]):
        print(file, 'lacks' if name in names else 'has, and no header declares,', name)
        bad += 1
print(sum(map(len, declared.values())), 'calls,', bad, 'wrong')
sys.exit(bad > 0)
