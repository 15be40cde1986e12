# SPDX-License-Identifier: MIT
"""tools/setup.sh: what is missing is installed, or named."""
import subprocess

from project_tools import TOOLS, Folder


class Setup(Folder):
    """tools/setup.sh among commands that only pretend."""

    def setUp(self):
        super().setUp()
        self.calls = self.root / 'calls'
        self.fake('dpkg-query', 'for p; do case $p in -*|\'$\'*) ;; *) '
                  '[ -e "$FAKE/missing-$p" ] || echo "installed $p";; esac; '
                  'done')
        self.fake('apt-get', 'echo "apt-get $*" >>"$FAKE/calls"; '
                  'echo noise; [ ! -e "$FAKE/broken" ]')
        self.fake('id', 'echo "${FAKE_ID:-0}"')
        self.fake('sudo', 'exit 1')

    def fake(self, name, body):
        path = self.write(f'bin/{name}', f'#!/bin/sh\n{body}\n')
        path.chmod(0o755)

    def setup_sh(self, *words, user='0'):
        done = subprocess.run(
            ['sh', TOOLS / 'setup.sh', *words], text=True, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={'PATH': f'{self.root}/bin:/usr/bin:/bin',
                 'FAKE': str(self.root), 'FAKE_ID': user})
        return done.returncode, done.stdout

    def missing(self, name):
        self.write(f'missing-{name}', '')

    def test_nothing_to_do(self):
        for group in 'build', 'test', 'all':
            self.assertEqual(self.setup_sh(group), (0, ''))
        self.assertFalse(self.calls.exists())

    def test_root_installs_what_is_missing(self):
        self.missing('meson')
        self.missing('libcmocka-dev')
        status, told = self.setup_sh('test')
        self.assertEqual(status, 0, told)
        self.assertEqual(told, 'setup: installing meson libcmocka-dev\n')
        self.assertEqual(self.calls.read_text().splitlines(), [
            'apt-get -q update',
            'apt-get -q install -y --no-install-recommends meson '
            'libcmocka-dev'])

    def test_groups(self):
        self.missing('libcmocka-dev')
        self.missing('valgrind')
        self.assertEqual(self.setup_sh('build'), (0, ''))
        self.assertNotIn('valgrind', self.setup_sh('test')[1])
        self.assertIn('valgrind', self.setup_sh('all')[1])

    def test_others_are_told_the_command(self):
        self.missing('meson')
        status, told = self.setup_sh('build', user='1000')
        self.assertEqual(status, 1)
        self.assertIn('apt-get install --no-install-recommends meson\n', told)
        self.assertFalse(self.calls.exists())

    def test_sudo_without_a_password(self):
        self.fake('sudo', '[ "$1" = -n ] && shift; "$@"')
        self.missing('meson')
        self.assertEqual(self.setup_sh('build', user='1000')[0], 0)
        self.assertIn('install -y', self.calls.read_text())

    def test_apt_fails(self):
        self.missing('meson')
        self.write('broken', '')
        status, told = self.setup_sh('build')
        self.assertEqual(status, 1)
        self.assertIn('noise', told)

    def test_usage(self):
        self.assertEqual(self.setup_sh('nonsense')[0], 2)
        self.assertIn('usage:', self.setup_sh()[1])
