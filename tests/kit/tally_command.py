# SPDX-License-Identifier: MIT
"""The command under test, for every Python test, and what it knows of itself.
tools/tap.py sets TALLY."""
import functools
import json
import os
import pathlib
import re
import subprocess
import tempfile

# What is left on a target is told in files there.
STATE = tempfile.TemporaryDirectory()
os.environ['XDG_STATE_HOME'] = STATE.name
ROOT = pathlib.Path(__file__).resolve().parents[2]
TALLY = 'tally'
# Cores of 32-bit ARM that reach a monitor this way.
ARM_CORES = {'CP15': ('arm1136jf-s', 'arm1156t2-s', 'arm1176jzf-s'),
             'CP14': ('xscale',), 'CP14_XSC2': ('xscale',),
             'MMIO': ('arm926ej-s',)}


def tally(*words, timeout=300, cwd=None):
    """The finished command, whatever its status."""
    return subprocess.run([TALLY, *map(str, words)], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, check=False,
                          timeout=timeout, cwd=cwd)


def printed(*words):
    """What the command printed; that it failed is the test's failure."""
    done = tally(*words)
    if done.returncode:
        raise AssertionError(f'tally {" ".join(map(str, words))}: '
                             f'{done.stdout}{done.stderr}')
    return done.stdout


def seed():
    """Of the commit: another one tries other cases."""
    done = subprocess.run(['git', '-C', ROOT, 'rev-parse', 'HEAD'],
                          capture_output=True, text=True, check=False)
    return int(done.stdout[:12] or '0', 16)


@functools.lru_cache(maxsize=None)
def listed(kind):
    """The rows of `tally list`; none where this build has none."""
    done = tally('list', kind, '--json')
    return json.loads(done.stdout)[kind] if done.returncode == 0 else []


@functools.lru_cache(maxsize=None)
def boards(compiler=''):
    """By name all that is known of the boards that this compiler is for."""
    rows = [json.loads(printed('board', row['name'], '--json'))
            for row in listed('boards')]
    found = {row['name']: row for row in rows
             if (row['cc'] or '').startswith(compiler)}
    assert found, f'{compiler} is for no board'  # a loop over none tests none
    return found


def boards_in_turn():
    """Every other board where ./test --all says which ones, by a number of the
    commit; else all.  For sweeps that hold what a person sees of each board."""
    found, number = boards(), os.environ.get('TALLY_PART')
    return dict(list(found.items())[int(number) % 2::2]) if number else found


@functools.lru_cache(maxsize=None)
def alike():
    """The cores that are rows of Arm's lists alone, but for a few, which differ
    in more than their events: tests in C go over all of them."""
    return set(by_lists()) - {'pmuv3/cortex-a34', 'pmuv3/cortex-r82',
                              'pmuv3/neoverse-n3', 'cortex-a7', 'cortex-r8',
                              'pmuv3a32/cortex-r52'}


def by_lists():
    """Cores whose facts are Arm's lists alone: the file that has them."""
    return {name: str(path.relative_to(ROOT))
            for path in sorted((ROOT / 'tests/documents').glob('*_arm.txt'))
            for line in re.findall(r'(?m)^of (.*)$',
                                   path.read_text(encoding='utf-8'))
            for name in line.split() if '*' not in name}


def differing(monitors):
    """Of these rows of `list monitors`, or names, those that differ by more than
    a list of events."""
    return [row for row in monitors
            if (row if isinstance(row, str) else row['monitor']) not in alike()]


@functools.lru_cache(maxsize=None)
def core_boards(ways=('CP', 'A32')):
    """Those with a 32-bit ARM whose monitor is in the core."""
    inside = {row['monitor'] for row in listed('monitors')
              if row['native'].startswith(ways)}
    return {name: row for name, row in boards('arm-none-eabi-').items()
            if row['monitors'][0] in inside}


def arm_boards():
    """Those of them whose core is an ARM11 or an XScale."""
    return core_boards(('CP',))


def arm_core(monitor):
    """What -mcpu is for a row of `list monitors`: the core of its name, or one
    that reaches it as well; None if no 32-bit ARM has it."""
    if monitor['native'] == 'A32':
        return monitor['monitor'].split('/')[-1]
    cores = ARM_CORES.get(monitor['native'], (None,))
    return next((core for core in cores
                 if core and core.startswith(monitor['monitor'])), cores[0])


@functools.cache
def record_schema(command):
    """The JSON Schema of a record, as the command prints it."""
    done = subprocess.run([command, 'report', '--schema'], timeout=60,
                          check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


@functools.cache
def record_validator(command):
    """Its validate(document); the schema itself is looked at once, which takes
    twenty times as long as a document."""
    import jsonschema  # few tests need it
    jsonschema.Draft7Validator.check_schema(record_schema(command))
    return jsonschema.Draft7Validator(record_schema(command))


def closed(schema):
    """The schema, with no members beyond those that it names."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: closed(part) for key, part in schema.items()}
    if isinstance(schema.get('properties'), dict):
        parts.setdefault('additionalProperties', False)
    return parts
