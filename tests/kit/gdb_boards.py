# SPDX-License-Identifier: MIT
"""Boards behind `tally board --gdb`, for tests of clients."""
import contextlib
import json
import pathlib
import re
import subprocess

import tally_command


def program(firmware, board, name='crc32.elf'):
    """Of the firmware's folder; virt's boards share theirs."""
    return pathlib.Path(firmware, board.split('-')[0], name)


def serve_file(board, path):
    """A board behind a server; the process and the port."""
    process = subprocess.Popen(
        [tally_command.TALLY, 'board', board, str(path), '--gdb', '0'],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    port = re.search(r'port (\d+)', process.stderr.readline())[1]
    return process, int(port)


@contextlib.contextmanager
def served(board, path):
    """Its port; it is ended after that, if it has not ended by itself."""
    process, port = serve_file(board, path)
    try:
        yield port
    finally:
        process.kill()
        process.communicate()


def scratch(path, behind):
    """So far beyond the begin of the memory where the program is."""
    entry = int(re.search(
        r'Entry point address: +0x([0-9a-f]+)', subprocess.run(
            ['readelf', '-h', str(path)], check=True, capture_output=True,
            text=True).stdout)[1], 16)
    return (entry & 0xff000000) + behind


def anchors(monitor):
    """Cycles and instructions, as that monitor of a core calls them."""
    events = json.loads(tally_command.printed(
        'list', 'events', '--json', '-m', monitor))['events']
    return [next(event['name'] for event in events
                 if word in (event['name'], *event['aliases'])
                 or event['name'] == other)
            for word, other in (('cycles', ''), (
                'instructions', 'INST_OUT_OF_RENAME_STAGE'))]
