#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns tally/fixed.h into a C file that holds its text, for programs that
stand alone.

    fold.py ROOT OUTPUT DEPFILE

A family's text is that of tally/fixed.h and all that it includes, of families
this one alone, each header once.  Files of rows are not copied: each row that
the text has a macro for is written out as what the macro makes of it.  The
arrays are declared in src/script/folded.h; DEPFILE tells ninja what they were
made of."""
import pathlib
import re
import sys

from embed import literal

FIXED = 'tally/fixed.h'
STATUS = 'tally/status.h'
INCLUDE = re.compile(r'#include [<"]([^>"]+)[>"]')
# Where fixed.h has the families of a core: #if, their headers, #endif.
FAMILIES = re.compile(r'(#if [^\n]*\n)((?:#include <tally/\w+\.h>\n)+)#endif\n')
FAMILY = 'TALLY_FIXED_FAMILY_'
KIND = re.compile(rf'^#define {FAMILY}(\w+) +\w+$', re.M)
DEFINE = re.compile(r'#define (\w+)(?:\(([^)]*)\))?(.*)', re.S)
CONDITION = re.compile(r'#if')
GUARD = re.compile(r'#ifndef TALLY_\w+_H$')
COMMENT = re.compile(r'/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.S)


def logical(text):
    """Its lines, those that go on with a backslash as one."""
    return re.findall(r'(?:[^\n]*\\\n)*[^\n]*\n', text)


def split(text, at):
    """The arguments of a call whose '(' is at `at`; where it ends."""
    depth, start, found = 0, at + 1, []
    for token in re.compile(r'"(?:\\.|[^"\\])*"|[(),]').finditer(text, at):
        if token[0] == '(':
            depth += 1
        elif token[0] == ')':
            depth -= 1
        if depth == 0 or (depth == 1 and token[0] == ','):
            found.append(text[start:token.start()].strip())
            start = token.end()
        if depth == 0:
            return found, token.end()
    raise ValueError(f'a row without an end: {text[at:at + 60]}')


class Macro:
    def __init__(self, parameters, body, of_rows):
        self.parameters = parameters  # None: it takes none
        self.body = ' '.join(body.replace('\\\n', ' ').split())
        self.of_rows = of_rows        # a file of rows has defined it
        self.lines = []               # of the text, which define it

    def expanded(self, arguments):
        """Once: what is in it is the compiler's."""
        given = dict(zip(self.parameters, arguments))
        rest = ', '.join(arguments[len(self.parameters) - 1:])
        given |= {'...': rest, '__VA_ARGS__': rest}

        def put(match):
            return given.get(match[0], match[0])
        text = re.sub(r'"(?:\\.|[^"\\])*"|\w+', put, self.body)
        return re.sub(r'\s*##\s*', '', text)


class Text:
    """The text of headers, put together."""

    def __init__(self, include):
        self.include = include
        self.lines, self.taken, self.made_of = [], set(), set()
        self.macros = {}

    def read(self, name):
        self.made_of.add(self.include / name)
        return (self.include / name).read_text(encoding='ascii')

    def place(self, name, inner):
        """What `name` includes, from `include` on; None: it is not ours."""
        beside = str(pathlib.PurePosixPath(name).parent / inner)
        return next((path for path in (inner, beside)
                     if (self.include / path).exists()), None)

    def put(self, name, text=None):
        """A header, or a part of one; not what has been put already."""
        if text is None:
            if name in self.taken and not name.endswith('.inc'):
                return
            self.taken.add(name)
            text = self.read(name)
            self.lines.append(f'\n/* ---- {name} ---- */\n')
        within = 0  # conditions, beside the header's guard
        for line in logical(text):
            found = INCLUDE.match(line)
            if 'SPDX-License-Identifier' in line:
                continue
            within += bool(CONDITION.match(line) and not GUARD.match(line))
            within -= line.startswith('#endif')
            inner = self.place(name, found[1]) if found else None
            if not inner:
                self.lines.append(line)
                self.define(line, [len(self.lines) - 1])
            elif inner.endswith('.def'):
                self.rows(inner)
            else:
                taken = set(self.taken)
                self.put(inner)
                # Not every compiler has read it: it stands there again.
                if within > 0:
                    self.taken = taken

    def define(self, line, lines, of_rows=False):
        found = DEFINE.match(line)
        if not found:
            return
        parameters = found[2]
        if parameters is not None:
            parameters = [word.strip() for word in parameters.split(',')]
        self.macros[found[1]] = Macro(parameters, found[3], of_rows)
        self.macros[found[1]].lines = lines

    def rows(self, name):
        """What the text's macros make of a file of rows."""
        lines = iter(logical(COMMENT.sub(lambda m: m[1] or ' ',
                                         self.read(name))))
        row, kept = '', [True]
        for line in lines:
            words = line.split()
            if line.startswith('#'):
                self.directive(name, line, words, kept)
            elif kept[-1] and words:
                row += line
                if row.count('(') == 0 or self.is_whole(row):
                    self.row(row.strip())
                    row = ''
        if row:
            raise ValueError(f'{name}: not a row: {row}')

    @staticmethod
    def is_whole(row):
        bare = re.sub(r'"(?:\\.|[^"\\])*"', '', row)
        return bare.count('(') == bare.count(')')

    def directive(self, name, line, words, kept):
        if words[0] in ('#ifdef', '#ifndef'):
            there = words[1] in self.macros
            kept.append(kept[-1] and there == (words[0] == '#ifdef'))
        elif words[0] == '#endif':
            kept.pop()
        elif not kept[-1]:
            return
        elif words[0] == '#define':
            # A list of cores says with each row whose folded form it has.
            if words[1].startswith(FAMILY) and words[1] not in self.macros:
                self.lines.append(' '.join(words) + '\n')
            self.define(line, [], of_rows=True)
        elif words[0] == '#undef':
            # What was there for the rows alone is no part of the text.
            for i in self.macros[words[1]].lines if words[1] in self.macros \
                    else []:
                self.lines[i] = ''
            self.macros.pop(words[1], None)
        elif words[0] == '#include':
            self.rows(self.place(name, words[1][1:-1]))
        else:
            raise ValueError(f'{name}: {line.strip()}: not for rows')

    def row(self, text):
        """Rows: those without a macro vanish."""
        at = 0
        while at < len(text):
            call = re.compile(r'\s*(\w+)\s*').match(text, at)
            macro = self.macros.get(call[1]) if call else None
            if not call:
                self.lines.append(f'\t{text[at:].strip()}\n')
                return
            arguments, end = (split(text, call.end())
                              if text[call.end():call.end() + 1] == '('
                              else (None, call.end()))
            at = end
            if macro and macro.parameters is None:
                self.row(macro.body + text[call.end():end])
            elif macro and arguments is not None:
                made = macro.expanded(arguments)
                if macro.of_rows:
                    self.row(made)
                elif made:
                    self.lines.append(f'\t{made}\n')


def array(name, lines):
    lines = [line for group in lines if group
             for line in re.findall(r'[^\n]*\n', group)]
    return [f'static const char *const {name}[] = {{',
            *[f'\t{literal(line)},' for line in lines], '\tNULL', '};', '']


def main(root, output, depfile):
    include = pathlib.Path(root).resolve() / 'include'
    common = Text(include)
    status = Text(include)
    status.put(STATUS)
    common.taken |= {STATUS, FIXED}
    whole = common.read(FIXED)
    head = whole[:FAMILIES.search(whole).start()]
    common.put(FIXED, head)
    kinds, made_of = [], common.made_of | status.made_of
    out = ['/* Made by tools/fold.py. */', '#include <stddef.h>', '',
           '#include "script/folded.h"', '']
    out += array('status', status.lines) + array('common', common.lines)
    for condition, headers in FAMILIES.findall(whole):
        for header in INCLUDE.findall(headers):
            family = Text(include)
            family.taken |= common.taken
            family.macros = dict(common.macros)
            for macro in family.macros.values():
                macro.lines = []
            family.put(header)
            word = pathlib.PurePath(header).stem
            out += array(word, [condition, *family.lines, '#endif\n'])
            kinds += [(kind, word) for kind in
                      KIND.findall(''.join(family.lines))]
            made_of |= family.made_of
    out += ['const char *const *const folded_status = status;',
            'const char *const *const folded_common = common;', '',
            'const struct folded folded[] = {']
    out += [f'\t{{ "{kind}", {word} }},' for kind, word in kinds]
    out += ['\t{ NULL, NULL }', '};', '']
    pathlib.Path(output).write_text('\n'.join(out), encoding='ascii')
    pathlib.Path(depfile).write_text(
        f'{output}: {" ".join(map(str, sorted(made_of)))}\n',
        encoding='utf-8')


if __name__ == '__main__':
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
