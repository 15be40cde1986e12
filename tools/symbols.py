#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: symbols.py CROSS_FILE ARCHIVE_OR_OBJECT...

Checks that freestanding objects ask nothing of the world: they call only each
other, memcpy, memset and the compiler's helpers which the cross file lists;
they have no data and no bss; they hold no floating-point instruction."""
import fnmatch
import re
import sys

from cross import Cross

LIBRARY = ['memcpy', 'memset']

# What a floating-point or vector instruction looks like in `objdump -d`; of
# another family its cross file says it, floating = 'f(ld|sw|add)'.
FLOAT = {
    'arm': re.compile(r'\t(v[a-z]+[.\t]|f(ld|st|cmp|add|sub|mul|div|mr|ms|cv|si|'
                      r'ui|to|cp|neg|abs|sqrt)[a-z]*\t)'),
    # Not the target of a branch: d0 may be an address.
    'aarch64': re.compile(r'\t(?!(bl?|b\.[a-z]+|cbn?z|tbn?z|adrp?)\t)'
                          r'[a-z0-9.]+\t.*\b[vqdsh]([12]?[0-9]|3[01])\b'),
    'ppc': re.compile(r'\t(lf[sd]|stf[sdi]|ev|ef[sd]|mff|mtf|fmr|fn?m?(add|sub|'
                      r'mul|div|neg|abs|sqrt|rsp|cti|cmp|sel))[a-z]*\.?\s'),
}
WRITABLE = re.compile(r'\.(s|t)?(data|bss)(\.|$)')


def undefined(cross, files):
    """Undefined names -> the objects that want them, less those defined."""
    wanted, defined = {}, set()
    for line in cross.run('nm', '-A', '-g', *files).splitlines():
        where, _, rest = line.rpartition(':')
        words = rest.split()
        kind, name = words[-2], words[-1]
        if kind in 'Uw':
            wanted.setdefault(name, set()).add(where.split(':')[-1])
        else:
            defined.add(name)
    return {name: places for name, places in wanted.items()
            if name not in defined}


def foreign(cross, files):
    allowed = LIBRARY + cross.helpers
    for name, places in sorted(undefined(cross, files).items()):
        if not any(fnmatch.fnmatchcase(name, glob) for glob in allowed):
            yield f'{", ".join(sorted(places))} calls {name}'


def writable(cross, files):
    place = '?'
    for line in cross.run('size', '-A', *files).splitlines():
        words = line.split()
        if line.rstrip().endswith(':'):
            place = words[0]
        elif len(words) == 3 and WRITABLE.match(words[0]) and int(words[1]):
            yield f'{place} has {words[1]} bytes of {words[0]}'
    for line in cross.run('nm', '-A', *files).splitlines():
        words = line.split()
        if words[-2] == 'C':
            yield f'{words[0]} has the common variable {words[-1]}'


def floating(cross, files):
    place = '?'
    looks = FLOAT.get(cross.family)
    if not looks:
        if not cross.floating:
            yield (f"{cross.path} has no floating = '...' among its "
                   'properties: how such an instruction begins, as a regular '
                   'expression')
            return
        looks = re.compile(rf'\t({cross.floating})[a-z.]*\s')
    for line in cross.run('objdump', '-d', *files).splitlines():
        if line.endswith('>:'):
            place = line.split('<')[1][:-2]
        elif looks.search(line):
            yield f'{place} uses floating point: {line.strip()}'


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    cross, files = Cross(arguments[0]), arguments[1:]
    if not cross.run('nm', *files).strip():
        sys.exit(f'symbols.py: nothing in {" ".join(files)}')
    complaints = [*foreign(cross, files), *writable(cross, files),
                  *floating(cross, files)]
    for complaint in complaints:
        print(f'{cross.path}: {complaint}')
    return 1 if complaints else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
