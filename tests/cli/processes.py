# SPDX-License-Identifier: MIT
"""Processes of the command, for tests that do something to them."""
import pathlib
import time

PATIENCE = 90


def children(pid):
    path = f'/proc/{pid}/task/{pid}/children'
    return [int(word) for word in pathlib.Path(path).read_text().split()]


def name_of(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/comm').read_text().strip()
    except OSError:
        return ''


def board_of(pid):
    """The process of its simulated board, once it is there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for child in children(pid):
            if name_of(child) == 'tally-board':
                return child
        time.sleep(0.02)
    raise AssertionError('no board was started')
