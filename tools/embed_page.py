#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns what pages have in them into a C file.

    embed_page.py SCRIPT STYLE OUTPUT

The arrays are declared in src/html/inner.h: the lines of both, of the script
less those that are a comment, but for the first, and the hash by which a page's
policy allows the one script and no other."""
import base64
import hashlib
import pathlib
import sys

from embed import literal

MOST = 60000  # bytes of script that each page carries


def lines_of(path):
    text = pathlib.Path(path).read_text(encoding='ascii')
    if '<!--' in text or '</' in text:
        sys.exit(f'{path}: a page would take "</" or "<!--" for its own')
    return text


def code_of(text):
    """What a page carries of the script: nobody reads comments there."""
    first, *rest = text.splitlines(keepends=True)
    return first + ''.join(line for line in rest
                           if not line.lstrip().startswith('//'))


def array(name, text):
    # Line by line: a compiler need not take long strings.
    return [f'const char *const {name}[] = {{',
            *(f'\t{literal(line)},' for line in text.splitlines(keepends=True)),
            '\tNULL,', '};', '']


def main(script, style, output):
    text = code_of(lines_of(script))
    if len(text) > MOST:
        sys.exit(f'{script}: {len(text)} bytes, and a page is to carry at most '
                 f'{MOST}')
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    out = ['/* Made by tools/embed_page.py. */', '#include "html/inner.h"', '',
           *array('html_script', text), *array('html_style', lines_of(style)),
           f'const char html_script_hash[] = "sha256-{digest}";', '']
    pathlib.Path(output).write_text('\n'.join(out), encoding='ascii')


if __name__ == '__main__':
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
