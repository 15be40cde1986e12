#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: pictures.py TALLY FIRMWARE_DIR [--check]

Makes the pictures of README.md (doc/pictures/NAME.svg) with the command itself:
each is `tally report --svg` of a run on a virtual board.  --check: says which
would be other ones, and changes none."""
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent / 'doc/pictures'
# Name: the picture, the words of `tally stat`, the program.
PICTURES = {
    'caches': ('kiviat',
               '-t board:pb1176 --l2 on -m arm1176,l220 -M dcache_miss_rate,'
               'data_stall_share,lsu_full_share,branch_miss_ratio,'
               'l2_read_hit_ratio,l2_inst_hit_ratio,l2_data_read_hit_ratio,'
               'l2_data_write_hit_ratio',
               'pb1176/matmul_blocked.elf'),
    'bus': ('gantt',
            '-t board:versatile -g overview --traffic exp:burst=mix,every=60',
            'versatile/bus.elf'),
}


def run(*words):
    return subprocess.run(list(map(str, words)), check=True, text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout


def make(tally, firmware, picture, words, program):
    """The picture as text."""
    with tempfile.TemporaryDirectory() as folder:
        kept = pathlib.Path(folder, 'kept.json')
        run(tally, 'stat', *words.split(), '--json', '-o', kept,
            pathlib.Path(firmware, program))
        return run(tally, 'report', '--svg', picture, kept)


def main(arguments):
    check = '--check' in arguments
    paths = [word for word in arguments if word != '--check']
    if len(paths) != 2:
        sys.exit(__doc__)
    other = []
    for name, row in PICTURES.items():
        path = FOLDER / f'{name}.svg'
        text = make(*paths, *row)
        if check and (not path.exists() or path.read_text() != text):
            other.append(path.name)
        elif not check:
            path.write_text(text)
    if other:
        sys.exit(f'other than the command makes them: {", ".join(other)}; '
                 'tools/pictures.py makes them again')


if __name__ == '__main__':
    main(sys.argv[1:])
