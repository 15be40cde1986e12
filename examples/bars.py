#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bars.py FOLDER METRIC > picture.svg

Draws a bar for each job of a folder of `tally bench`, with the module tally.py
and nothing else."""
import sys
from xml.sax.saxutils import escape

import tally

WIDTH, ROW, NAME = 800, 22, 320


def picture(rows, metric):
    most = max((row[metric] or 0 for row in rows), default=0) or 1
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
           f'height="{ROW * (len(rows) + 1)}" font-family="sans-serif" '
           'font-size="13">')
    yield f'<text x="0" y="15">{escape(metric)}</text>'
    for i, row in enumerate(rows, 1):
        value = row[metric]
        size = (WIDTH - NAME - 100) * (value or 0) / most
        yield (f'<text x="0" y="{ROW * i + 15}">{escape(row["job"])}</text>'
               f'<rect x="{NAME}" y="{ROW * i + 3}" width="{size:.1f}" '
               f'height="{ROW - 6}" fill="#4477aa"/>'
               f'<text x="{NAME + size + 6:.1f}" y="{ROW * i + 15}">'
               f'{"none" if value is None else f"{value:,.4g}"}</text>')
    yield '</svg>'


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    try:
        print('\n'.join(picture(tally.Results(sys.argv[1]).rows(sys.argv[2]),
                                sys.argv[2])))
    except (tally.Error, KeyError, OSError) as error:
        sys.exit(f'bars.py: {error}')
