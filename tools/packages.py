#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: packages.py FOLDER JOBS [WORD-FOR-MESON]...

Makes the Debian packages of the last commit in FOLDER and holds them to
Debian's policy (lintian).  Then it installs them in a Debian that has nothing
else, where README's first example is compiled and measured, and removes them
again: nothing of theirs may be left.  The packages stay in FOLDER."""
import os
import pathlib
import shutil
import subprocess
import sys

import bare_root

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = '''set -eu
apt-get -q update
install="apt-get -q install -y --no-install-recommends"
$install ./*.deb gcc-arm-none-eabi libnewlib-arm-none-eabi pkgconf
pkg-config --print-errors --exists tally tally-hosted tally-linux
tally board pb1176 --run --cc \\
	/usr/share/doc/tally-boards/examples/matmul_naive.c -o matmul_naive.elf
tally stat -t board:pb1176 --region matmul \\
	-M cpi,data_stall_share,dcache_miss_rate matmul_naive.elf
apt-get -q purge -y tally tally-boards libtally-dev libtally-linux0
'''
# What was installed and measured; the log of apt may remember.
LEFT = '''find / -xdev -path /packages -prune -o -path /var/log -prune \\
	-o -path /var/cache/apt -prune -o -name '*tally*' -print'''


def make(folder, jobs, words):
    """The tree itself is left alone: this works in a copy of the commit."""
    source = folder / 'tally'
    subprocess.run(['git', '-c', 'safe.directory=*', 'clone', '--quiet', ROOT,
                    source], check=True)
    options = f'nocheck parallel={jobs}'
    subprocess.run(['dpkg-buildpackage', '-b', '-uc', '-us'], check=True,
                   cwd=source, stdin=subprocess.DEVNULL,
                   env={**os.environ, 'DEB_BUILD_OPTIONS': options,
                        'TALLY_CONFIGURE': ' '.join(words)})
    shutil.rmtree(source)
    changes, = folder.glob('*.changes')
    subprocess.run(['lintian', '--fail-on', 'error,warning', changes],
                   check=True)


def use(folder):
    """Whether all went well, in a Debian of its own."""
    root = folder / 'root'
    bare_root.make_root(root)
    (root / 'packages').mkdir()
    for package in folder.glob('*.deb'):
        if 'dbgsym' not in package.name:
            shutil.copy(package, root / 'packages')
    for command in EXAMPLE, f'left=$({LEFT}); echo "$left"; [ -z "$left" ]':
        if bare_root.run(root, command, 'packages'):
            return False
    return True


def main(arguments):
    if len(arguments) < 2 or arguments[0].startswith('-'):
        sys.exit(__doc__)
    bare_root.check()
    folder = pathlib.Path(arguments[0]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        make(folder, arguments[1], arguments[2:])
        return 0 if use(folder) else 1
    except subprocess.CalledProcessError as failed:
        print(f'packages.py: {failed}')
        return 1
    finally:
        shutil.rmtree(folder / 'root', ignore_errors=True)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
