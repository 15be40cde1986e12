#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: manuals.py FOLDER [DEPFILE]

Makes the manual pages of section 3 in FOLDER, in place of those that are there,
from the public headers: one for each function and macro, of the comment that
stands before it, which may be before several, and of what the header says at its
beginning.  DEPFILE then says to ninja what they are made of."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / 'include'
DATE = 'November 29, 2026'
COMMENT = re.compile(r'/\*.*?\*/', re.S)
# A function: the last name before its parentheses, at the beginning of a line.
FUNCTION = re.compile(r'^(?!#|\s|typedef|enum \w+ \{|struct \w+ \{)'
                      r'[\w *\n\t()]*?\b(tally_\w+)\(.*?\)(?=;|\n\{)',
                      re.S | re.M)
MACRO = re.compile(r'^#define (TALLY_[A-Z]\w*)(\([^)]*\)|(?=[ \t]))', re.M)
# What the compiler needs and a reader does not.
NOISE = re.compile(r'TALLY_MUST_CHECK|__attribute__\(\(\w+\)\)|\bstatic\b|'
                   r'\binline\b')
# What macros are made of, and what only <tally/native.def> spells out.
INNER = re.compile(r'_$|_H$|^TALLY_(IN|IN_\w+|MRC|A32_ISB|CONTROL|REGION_NAME|MUST_CHECK|'
                   r'REGION_FUNCTIONS|FIXED_F\w+|FIXED_\w+_BY_CORE)$')


class Page:
    def __init__(self, header, text, names, context):
        self.header, self.text, self.names = header, text, names
        self.context = context  # the header's own comment, or ''


def headers():
    """The public headers, but for those that tally/fixed.h is made of."""
    return [path for path in sorted(INCLUDE.rglob('*.h'))
            if not re.match(r'fixed_(?!cores)|words\.h', path.name) and
            path.parent.name != 'words']


def words(comment):
    """A comment as paragraphs: [(is it code, text)]."""
    lines = [re.sub(r'^\s*/?\*+/? ?', '', line.rstrip().removesuffix('*/'))
             .rstrip() for line in comment.splitlines()]
    blocks = []
    for line in lines:
        code = line.startswith('\t')
        if not line:
            if blocks and blocks[-1][1]:
                blocks.append((blocks[-1][0], []))
        elif blocks and (not blocks[-1][1] or blocks[-1][0] == code):
            blocks[-1] = (code, blocks[-1][1] + [line])
        else:
            blocks.append((code, [line]))
    return [(code, text) for code, text in blocks if text]


def pages(path):
    """The pages of a header: what is declared after a comment without an
    empty line, or with one but without another comment, is the comment's."""
    text = path.read_text(encoding='utf-8')
    name = path.relative_to(INCLUDE).as_posix()
    found, context = [], ''
    spans = [(m.start(), m.end()) for m in COMMENT.finditer(text)]
    begins = [(a, b) for a, b in spans
              if a == 0 or text[a - 1] == '\n']
    for n, (begin, end) in enumerate(begins):
        stop = begins[n + 1][0] if n + 1 < len(begins) else len(text)
        body = COMMENT.sub('', text[end:stop])
        names = [(m.start(), m[1], m[0]) for m in FUNCTION.finditer(body)]
        names += [(m.start(), m[1], m[1] + m[2])
                  for m in MACRO.finditer(body) if not INNER.search(m[1])]
        if names:
            found.append(Page(name, text[begin:end],
                              [row[1:] for row in sorted(names)], context))
        if not context and 'SPDX' not in text[begin:end]:
            context = text[begin:end]
    return found


def all_pages():
    taken, found = set(), []
    for path in headers():
        for page in pages(path):
            new = []
            for row in page.names:
                if row[0] not in taken:
                    new.append(row)
                    taken.add(row[0])
            page.names = new
            if new:
                found.append(page)
    return found


def escape(line):
    line = line.replace('\\', r'\e').replace('-', r'\-')
    return r'\&' + line if line[:1] in ".'" else line


def lines_of(text):
    """A sentence begins a line."""
    return [escape(line) for line in re.split(r'(?<=[.?]) +(?=[A-Z])', text)]


def summary(page):
    text = ' '.join(line for code, block in words(page.text) if not code
                    for line in block)
    first = re.split(r'(?<=[.:;?])\s', text)[0].rstrip('.:;')
    return first[:1].lower() + first[1:] if first[1:2].islower() else first


def prototype(text):
    return re.sub(r'\s+', ' ', NOISE.sub('', text)).strip()


def described(comment):
    out = []
    for n, (code, block) in enumerate(words(comment)):
        if code:
            out += ['.Bd -literal -offset indent',
                    *[escape(line[1:].expandtabs(8)) for line in block],
                    '.Ed']
        else:
            out += ['.Pp'] * (n > 0) + [part for line in block
                                        for part in lines_of(line)]
    return out


def render(page, title, beside):
    names = [name for name, _ in page.names]
    out = ['.\\" Made by tools/manuals.py from ' + page.header + '.',
           f'.Dd {DATE}', f'.Dt {title.upper()} 3', '.Os', '.Sh NAME']
    out += [f'.Nm {name}' + (' ,' if name != names[-1] else '')
            for name in names]
    out += [f'.Nd {escape(summary(page))}', '.Sh SYNOPSIS',
            f'.In {page.header}']
    for name, text in page.names:
        out += ['.Bd -literal',
                escape(prototype(text) + ('' if name.isupper() else ';')),
                '.Ed']
    out += ['.Sh DESCRIPTION', *described(page.text)]
    if page.context:
        out += ['.Sh THE HEADER', *described(page.context)]
    others = [f'{name} 3' for name in sorted(beside, key=str.lower)
              if name not in names]
    out += ['.Sh SEE ALSO', '.Xr ' + ' ,\n.Xr '.join(['tally 1', *others])]
    return '\n'.join(out) + '\n'


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[0].startswith('-'):
        sys.exit(__doc__)
    found = all_pages()
    folder = pathlib.Path(arguments[0])
    folder.mkdir(exist_ok=True)
    for old in folder.glob('*.3'):
        old.unlink()
    for page in found:
        beside = sorted(other.names[0][0] for other in found
                        if other.header == page.header)
        for name, _ in page.names:
            (folder / f'{name}.3').write_text(render(page, name, beside),
                                              encoding='utf-8')
    if len(arguments) == 2:
        made_of = headers() + sorted({path.parent for path in headers()})
        pathlib.Path(arguments[1]).write_text(
            f'{folder}: ' + ' '.join(map(str, made_of)) + '\n',
            encoding='utf-8')


if __name__ == '__main__':
    main(sys.argv[1:])
