# SPDX-License-Identifier: MIT
"""tools/bare_root.py: a Debian that has nothing, among commands that only
pretend; and one that cannot be made is said."""
import os
import subprocess
import sys
import unittest.mock

# This comes first: it makes those of tools/ be found.
from project_tools import ROOT, TOOLS, Folder
import builds  # noqa: E402
import checks  # noqa: E402
import parts  # noqa: E402


class BareRoot(Folder):
    def setUp(self):
        super().setUp()
        self.fake('apt-get', 'echo "Debian|deb u s c|bookworm"; '
                  'echo "Other|deb v s c|x"')
        self.fake('apt-config', 'echo "Acquire::http::Proxy \\"p\\";"')
        self.fake('git', 'mkdir -p "$FAKE/there/tally"')
        self.fake('mmdebstrap', 'echo "mmdebstrap $*" >>"$FAKE/calls"; '
                  'mkdir "$FAKE/there"; [ ! -e "$FAKE/broken" ]')
        self.fake('unshare', 'for last; do :; done; sh -c "$last"')

    def fake(self, name, body):
        self.write(f'bin/{name}', f'#!/bin/sh\n{body}\n').chmod(0o755)

    def bare_root(self, *commands, path='bin:/usr/bin:/bin'):
        done = subprocess.run(
            [sys.executable, '-c', 'import os, runpy, sys; '
             'os.geteuid = lambda: int(os.environ["FAKE_ID"]); '
             'sys.argv = sys.argv[1:]; '
             'runpy.run_path(sys.argv[0], run_name="__main__")',
             TOOLS / 'bare_root.py', self.root / 'there', *commands],
            text=True, check=False, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={'PATH': path.replace('bin', f'{self.root}/bin', 1),
                 'FAKE': str(self.root), 'FAKE_ID': os.environ.get(
                     'FAKE_ID', '0')})
        self.assertFalse((self.root / 'there').exists())
        return done.returncode, done.stdout

    def test_commands_until_one_fails(self):
        self.assertEqual(
            self.bare_root('echo one', 'echo two; exit 3', 'echo three'),
            (3, '$ echo one\none\n$ echo two; exit 3\ntwo\n'))
        self.assertEqual(
            (self.root / 'calls').read_text(),
            'mmdebstrap --quiet --variant=minbase --dpkgopt=force-unsafe-io '
            '--aptopt=Acquire::http::Proxy "p"; bookworm '
            f'{self.root}/there deb u s c\n')

    def test_no_root_folder_can_be_made(self):
        self.write('broken', '')
        status, told = self.bare_root('echo one')
        self.assertEqual(status, 1)
        self.assertIn("'mmdebstrap', '--quiet'", told)
        self.assertNotIn('one\n', told)

    def test_no_mmdebstrap(self):
        (self.root / 'bin' / 'mmdebstrap').unlink()
        self.assertEqual(
            self.bare_root('echo one', path='bin'),
            (1, 'bare_root.py: mmdebstrap is missing: '
             'run tools/setup.sh all\n'))

    def test_nobody_but_root(self):
        os.environ['FAKE_ID'] = '1000'
        self.addCleanup(os.environ.pop, 'FAKE_ID')
        self.assertEqual(self.bare_root('echo one'),
                         (1, 'bare_root.py: only root can make a root folder: '
                          'run it with sudo\n'))

    def test_no_list_of_packages(self):
        self.fake('apt-get', 'true')
        self.assertEqual(self.bare_root('echo one'),
                         (1, 'bare_root.py: apt has no list of Debian packages '
                          'here: run apt-get update\n'))


class Kept(Folder):
    def given(self, *changed):
        """Which C library the bare Debian is given, after such commits."""
        with unittest.mock.patch.object(
                checks, 'command',
                return_value='2 passed, 0 failed\n3 passed, 0 failed\n'
                ) as told, unittest.mock.patch.object(
                    parts, 'changed_lately',
                    lambda: {str(ROOT / name) for name in changed}):
            self.assertEqual(checks.bare().passed, 5)
        return told.call_args.kwargs['env'].get('TALLY_KEPT')

    def test_a_library_whose_recipe_was_changed_is_made_there(self):
        kept = str(builds.BUILD / 'kept')
        self.assertEqual(self.given(), kept)
        self.assertEqual(self.given('src/core/session.c'), kept)
        for name in checks.RECIPE:
            self.assertTrue((ROOT / name).exists(), name)
            self.assertIsNone(self.given('src/core/session.c', name))
