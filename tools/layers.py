#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: layers.py [ROOT]

Holds who may look at whom: reads the #include lines of include/, src/, boards/
and the guests among the tests, and names each one that points the wrong way.
Also: inline assembly only in src/bus/native, the engine behind one file, and
messages in src/cli."""
import pathlib
import re
import sys

# What the freestanding rooms may use of a C library: types only.
TYPES = {'stdint.h', 'stdbool.h', 'stddef.h', 'limits.h'}

# room -> rooms that it looks at; it may look at what these look at, too.
# 'tally' is include/tally.  tools/circles.py names an arrow that nobody uses.
# A folder in which there are rooms is one itself, of the files beside them; a
# file that stands above them is named as one.
ARROWS = {
    'tally': set(),
    'core': {'tally'},
    'monitors': {'core'},
    'bus/native': {'tally'},
    'bus': {'tally'},
    'base': set(),
    'option': {'base'},
    'json': {'base'},
    'plan': {'base'},
    'metric': {'base'},
    'catalog': {'tally', 'base'},
    'program': {'base'},
    'target/told.h': {'tally'},
    'boards': {'program', 'option', 'target/told.h'},
    'gdb': {'base'},
    'kernel': {'catalog'},
    'target': {'target/told.h', 'base'},
    'space': {'tally', 'base'},
    'target/dialogue': {'target', 'program', 'space'},
    'target/simulated': {'target', 'boards', 'catalog', 'space'},
    'target/linux': {'target', 'kernel'},
    'target/memory': {'target/linux'},
    'target/probe/server': {'target', 'gdb', 'program', 'space'},
    'target/probe/view': {'target/probe/server', 'catalog'},
    'target/probe/inside': {'target/probe/server', 'catalog'},
    'target/probe': {'target/probe/view', 'target/probe/inside', 'option'},
    'target/find.c': {'target/simulated', 'target/memory', 'target/probe'},
    'serve': {'target', 'gdb', 'program'},
    'request': {'plan', 'metric', 'catalog'},
    'script': {'request', 'json', 'space'},
    'amalgam': {'request'},
    'explain': {'script', 'boards'},
    'user': {'metric', 'catalog'},
    'record': {'json', 'metric', 'catalog', 'option'},
    'run': {'target/linux', 'program', 'request', 'record'},
    'proof': {'amalgam', 'run', 'space'},
    'sample': {'json', 'metric'},
    'suite': {'base'},
    'history': {'suite', 'record'},
    'dump': {'tally', 'base'},
    'evidence': {'base'},
    'gather': {'run', 'sample', 'dump', 'target/simulated'},
    'report': {'record', 'sample'},
    'chart': {'base'},
    'export': {'report'},
    'html': {'report', 'chart', 'history'},
    'cli': {'gather', 'html', 'explain', 'export'},
    'cli/options': {'cli', 'target/find.c'},
    'cli/linux': {'cli/options'},
    'cli/stat': {'cli/linux'},
    'cli/verbs': {'cli/stat', 'cli/board', 'proof', 'evidence', 'user', 'suite'},
    'cli/why': {'cli/stat'},
    'cli/top': {'cli/stat'},
    'cli/board': {'cli/options', 'serve'},
    'cli/bench': {'cli', 'user'},
    'cli/diff': {'cli'},
    'cli/history': {'cli'},
    'cli/export': {'cli'},
    'cli/list': {'cli'},
    'cli/find': {'cli/list'},
    'cli/verbs.c': {'cli/verbs', 'cli/top', 'cli/why', 'cli/board', 'cli/bench', 'cli/diff',
                    'cli/export', 'cli/find', 'cli/history'},
    'cli/main.c': {'cli/verbs.c'},
    'firmware': {'tally'},
}
# What may use no C library.
FREESTANDING = {'tally', 'core', 'monitors', 'bus/native', 'bus'}


def reached(room):
    """The rooms that arrows lead to."""
    return set().union(*({one} | reached(one) for one in ARROWS[room]))


MAY = {room: reached(room) for room in ARROWS}

# The rooms of boards/src, each with those that it may look at.  All of them see
# board.h, which is the only header that other rooms see, and what it looks at.
BOARD_MAY = {
    # Headers only: what happened, and what every simulated monitor has.
    'ledger': set(),
    'engine': set(),
    'ieee': set(),
    'parts': set(),
    'layout': set(),
    'ahb': {'ledger'},
    'pmu': {'ledger'},
    'core': {'ledger', 'ahb', 'parts', 'layout'},
    'pq3': {'ledger', 'parts'},
    'device': {'core', 'pmu'},
    'operands': {'core'},
    'inorder': {'operands', 'core'},
    'outoforder': {'operands', 'core'},
    'machine': {'ledger', 'core', 'pmu', 'device', 'layout'},
    'block': {'machine', 'core'},
    'a32': {'block', 'machine', 'engine', 'inorder', 'outoforder',
            'operands', 'core', 'pmu', 'device', 'ahb'},
    'a64': {'block', 'machine', 'engine', 'ieee', 'inorder', 'outoforder',
            'operands', 'core', 'pmu'},
    'ppc': {'block', 'machine', 'core', 'pmu', 'device', 'pq3'},
    # What can be injected is what a row's monitor has events for.
    'boards': {'a32', 'a64', 'ppc', 'machine', 'device', 'pmu'},
    'link': {'machine', 'boards'},
}
MAY |= {f'boards/{room}': MAY['boards'] | {'boards'} | {f'boards/{other}'
                                                        for other in others}
        for room, others in BOARD_MAY.items()}

# A board's monitor is written from the manual afresh: it may know how a
# register is named and reached, and nothing of the drivers.
BOARD_TALLY = {'tally/bus.h', 'tally/reg.h', 'tally/status.h',
               'tally/script.h'}

# The headers with instructions that must stand in the user's code.
NATIVE = {pathlib.PurePath('include/tally', name) for name in (
    'native.h', 'fixed_access.h', 'fixed_access_a64.h',
    'fixed_access_arm.h', 'fixed_access_m.h', 'fixed_access_ppc.h')}
# And what a program on Linux reads of the processor by itself.
NATIVE |= {pathlib.PurePath('src/kernel/counter.h')}

# Where programs for boards are, the room firmware.
PROGRAMS = 'boards/firmware', 'tests/guests', 'tests/truth'

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
ASSEMBLY = re.compile(r'\b(asm|__asm|__asm__)\b')
# A library in somebody's program, which prints messages as the command does.
LIBRARY = pathlib.PurePath('src/kernel/regions.c')
MESSAGE = re.compile(r'\b(stderr|cli_error\w*)\b')
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)


def without(keep_strings, text):
    """The text with comments blanked, and strings too if wanted; lines stay."""
    def blank(match):
        if match[0][0] == '"' and keep_strings:
            return match[0]
        return re.sub(r'[^\n]', ' ', match[0])
    return COMMENT.sub(blank, text)


# The parts of src in which there are rooms that ARROWS names.
PARTED = {room.partition('/')[0] for room in ARROWS if '/' in room} - {'bus'}


def part_of(parts):
    """The room of a file in one of PARTED, by its path from src."""
    file = '/'.join(parts)
    return file if file in MAY else '/'.join(parts[:-1])


def room_of(path):
    """The room of a file, by its path from the root."""
    parts = path.parts
    if parts[0] == 'include':
        return 'tally'
    if '/'.join(parts[:2]) in PROGRAMS:
        return 'firmware'
    if parts[:3] == ('src', 'bus', 'native'):
        return 'bus/native'
    if parts[0] == 'boards':
        return f'boards/{parts[2]}' if len(parts) > 3 else 'boards'
    return part_of(parts[1:]) if parts[1] in PARTED else parts[1]


def target_of(root, path, quote, name):
    """The room an include leads to, or None for a header of the system."""
    if name.startswith('tally/'):
        return 'tally'
    if quote == '<':
        return None
    if '/' not in name:
        return room_of(path)
    if (root / path.parent / name).exists():
        return room_of((root / path.parent / name).resolve()
                       .relative_to(root.resolve()))
    if name.startswith('boards/'):
        return room_of(pathlib.PurePath(name))
    for top in (('boards/firmware', 'tests') if room_of(path) == 'firmware'
                else ('src',)):
        if (root / top / name).exists():
            return room_of(pathlib.PurePath(top, name))
    return room_of(pathlib.PurePath('src', name))


def refuse_room(room, target):
    """Why a room may not look at another, or at its own, or None."""
    for each in room, target:
        if each not in MAY:
            return f'room {each} is not in tools/layers.py'
    if target != room and target not in MAY[room]:
        return f'{room} may not look at {target}'
    return None


def refuse(root, path, quote, name):
    """Why the file may not include this, or None."""
    room = room_of(path)
    target = target_of(root, path, quote, name)
    why = refuse_room(room, target or room)
    if why:
        return f'{why}: {name}'
    if target is None:
        if room in FREESTANDING and name not in TYPES:
            return f'{room} is freestanding: no <{name}>'
        return None
    if (room.startswith('boards') and target == 'tally'
            and name not in BOARD_TALLY):
        return f'a board may not see the driver side: {name}'
    return None


def files_of(root):
    """What is looked at, by its path from the root."""
    return sorted(path.relative_to(root)
                  for top in ('include', 'src', 'boards/src', *PROGRAMS)
                  for path in (root / top).rglob('*')
                  if path.suffix in ('.c', '.h', '.def', '.S'))


def includes_of(text):
    """(line, quote, name) of each #include."""
    for match in INCLUDE.finditer(without(True, text)):
        yield text.count('\n', 0, match.start(2)) + 1, match[1], match[2]


def arrows(root):
    """(room, room) of each #include that leads from one to another."""
    found = set()
    for path in files_of(root):
        text = (root / path).read_text(encoding='utf-8')
        found |= {(room_of(path), target_of(root, path, quote, name))
                  for _, quote, name in includes_of(text)}
    return {(room, target) for room, target in found
            if target not in (None, room)}


def messages(path, text):
    """A room gives back a struct error, which src/cli prints."""
    if path.parts[0] != 'src' or path.parts[1] == 'cli' or path == LIBRARY:
        return
    for match in MESSAGE.finditer(without(False, text)):
        line = text.count('\n', 0, match.start()) + 1
        yield (f'{path}:{line}: messages are printed by src/cli: give back a '
               'struct error')


def check_file(root, path, engine):
    text = (root / path).read_text(encoding='utf-8')
    yield from messages(path, text)
    for line, quote, name in includes_of(text):
        why = refuse(root, path, quote, name)
        if why:
            yield f'{path}:{line}: {why}'
        if name.startswith('unicorn/'):
            engine.add(str(path))
    if (room_of(path) in ('bus/native', 'firmware')
            or path in NATIVE):
        return
    for match in ASSEMBLY.finditer(without(False, text)):
        line = text.count('\n', 0, match.start()) + 1
        yield f'{path}:{line}: inline assembly belongs into src/bus/native'


def main(arguments):
    if len(arguments) > 1 or arguments[:1] == ['--help']:
        sys.exit(__doc__)
    root = pathlib.Path(arguments[0] if arguments
                        else pathlib.Path(__file__).parent.parent)
    files = files_of(root)
    if not files:
        sys.exit(f'layers.py: no sources under {root}')
    engine, complaints = set(), []
    for path in files:
        complaints += check_file(root, path, engine)
    if len(engine) > 1:
        complaints.append('the engine belongs behind one file, not '
                          + ' and '.join(sorted(engine)))
    print('\n'.join(complaints), end='\n' if complaints else '')
    return 1 if complaints else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
