#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns source files into a C file that holds their text.

    embed.py ROOT OUTPUT DEPFILE FOLDER...

Takes the .c, .h, .def, .inc, .S and .ld of the folders, named relative to ROOT; the
array is declared in src/amalgam/sources.h.  DEPFILE tells ninja what it was
made of: the folders too, which a new file changes."""
import pathlib
import sys

ESCAPES = {'\\': '\\\\', '"': '\\"', '\t': '\\t', '\n': '\\n'}
SUFFIXES = {'.c', '.h', '.def', '.inc', '.S', '.ld'}


def literal(line):
    return '"' + ''.join(ESCAPES.get(c, c) for c in line) + '"'


def main(root, output, depfile, *folders):
    root = pathlib.Path(root).resolve()
    files = sorted(path for folder in folders
                   for path in (root / folder).rglob('*')
                   if path.suffix in SUFFIXES)
    out = ['/* Made by tools/embed.py. */', '#include "amalgam/sources.h"', '',
           'const struct source sources[] = {']
    for path in files:
        # Line by line: a compiler need not take long strings.
        out.append(f'\t{{ "{path.relative_to(root)}", (const char *const[]){{')
        out += [f'\t\t{literal(line)},' for line in
                path.read_text(encoding='ascii').splitlines(keepends=True)]
        out.append('\t\tNULL } },')
    out += ['};', '',
            'const unsigned source_count =',
            '\tsizeof(sources) / sizeof(sources[0]);', '']
    pathlib.Path(output).write_text('\n'.join(out), encoding='ascii')
    made_of = {*files, *(path.parent for path in files)}
    pathlib.Path(depfile).write_text(
        f'{output}: {" ".join(map(str, sorted(made_of)))}\n',
        encoding='utf-8')


if __name__ == '__main__':
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
