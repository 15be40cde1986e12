#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bare_root.py FOLDER COMMAND...

Makes a Debian in FOLDER that has nothing but apt (mmdebstrap's minbase, from
where this machine's own packages come from), clones the project's last commit
into it, and runs each COMMAND there, in the clone, until one fails.  What they
print is printed; the exit status is that of the last one.  FOLDER is made anew,
and is removed at the end.  What compilers made of the same text before is taken
from $CCACHE_DIR, if that is set, and C libraries that were made before from
$TALLY_KEPT."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLONE = 'tally'
# Everything that the commands start ends with them, and no mount outlives them.
INSIDE = '''set -eu
mount -t proc proc "$1/proc"
mount -t sysfs sysfs "$1/sys"
mount --rbind /dev "$1/dev"
if [ -d "${CCACHE_DIR-}" ]; then
	mkdir -p "$1/$2/build/ccache"
	mount --bind "$CCACHE_DIR" "$1/$2/build/ccache"
fi
if [ -d "${TALLY_KEPT-}" ]; then
	mkdir -p "$1/$2/build/kept"
	mount --bind "$TALLY_KEPT" "$1/$2/build/kept"
fi
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/ LANG=C.UTF-8 \\
	chroot "$1" sh -c 'cd "$1" && exec sh -c "$2"' sh "$2" "$3"
'''


def output(*words):
    return subprocess.run(words, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def sources():
    """Lines of sources.list for Debian's packages, as apt has them here."""
    rows = output('apt-get', 'indextargets', '--format',
                  '$(ORIGIN)|deb $(REPO_URI) $(RELEASE) $(COMPONENT)'
                  '|$(CODENAME)',
                  'Created-By: Packages')
    found = [row.split('|') for row in rows.splitlines()]
    lines = sorted({line for origin, line, _ in found if origin == 'Debian'})
    suites = [name for origin, _, name in found
              if origin == 'Debian' and '-' not in name]
    if not suites:
        sys.exit('bare_root.py: apt has no list of Debian packages here: '
                 'run apt-get update')
    return suites[0], lines


def fetching():
    """How this machine's apt reaches them, as options of mmdebstrap."""
    for line in output('apt-config', 'dump', 'Acquire').splitlines():
        name, value = line.split(' ', 1)
        if 'proxy' in name.lower() and value != '"";':
            yield f'--aptopt={line}'


def make_root(folder):
    suite, lines = sources()
    # The folder is thrown away: no package has to be on the disk before the next.
    subprocess.run(['mmdebstrap', '--quiet', '--variant=minbase',
                    '--dpkgopt=force-unsafe-io', *fetching(), suite, folder,
                    *lines], check=True)


def make(folder):
    make_root(folder)
    subprocess.run(['git', '-c', 'safe.directory=*', 'clone', '--quiet',
                    '--no-hardlinks', ROOT, folder / CLONE], check=True)


def run(folder, command, where=CLONE):
    print(f'$ {command}', flush=True)
    return subprocess.run(
        ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c',
         INSIDE, 'sh', folder, where, command], check=False,
        stdin=subprocess.DEVNULL).returncode


def check():
    if os.geteuid():
        sys.exit('bare_root.py: only root can make a root folder: run it '
                 'with sudo')
    if not shutil.which('mmdebstrap'):
        sys.exit('bare_root.py: mmdebstrap is missing: run tools/setup.sh all')


def main(arguments):
    if len(arguments) < 2 or arguments[0].startswith('-'):
        sys.exit(__doc__)
    check()
    folder = pathlib.Path(arguments[0]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    try:
        make(folder)
        for command in arguments[1:]:
            status = run(folder, command)
            if status:
                return status
        return 0
    except subprocess.CalledProcessError as failed:
        print(f'bare_root.py: {failed}')
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
