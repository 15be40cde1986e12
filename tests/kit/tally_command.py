# SPDX-License-Identifier: MIT
"""The command under test, for every Python test.  tools/tap.py sets TALLY."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TALLY = 'tally'


def tally(*words, timeout=300):
    """The finished command, whatever its status."""
    return subprocess.run([TALLY, *map(str, words)], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, check=False,
                          timeout=timeout)


def printed(*words):
    """What the command printed; that it failed is the test's failure."""
    done = tally(*words)
    if done.returncode:
        raise AssertionError(f'tally {" ".join(map(str, words))}: '
                             f'{done.stdout}{done.stderr}')
    return done.stdout
