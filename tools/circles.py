#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: circles.py BUILD_FOLDER [ROOT]

Holds who calls whom: reads the symbols of the objects under src in a build
folder, names each one that a room may not link to (tools/layers.py has the
rooms), and each circle of rooms.  With the sources' ROOT also each arrow of
tools/layers.py that nobody uses, neither by a symbol nor by an #include."""
import graphlib
import pathlib
import re
import subprocess
import sys

import layers

# In an archive, "link_child.c.o" is link/child.c of the same folder, and
# ".._core_bus.c.o" is core/bus.c beside it.
INSIDE = re.compile(r'([^_.]+)_')
BESIDE = re.compile(r'\.\._([^_.]+)_')


def room_of(path):
    """The room of an object, by its path from the build's src."""
    beside, inside = BESIDE.match(path.name), INSIDE.match(path.name)
    if beside:
        return beside[1]
    if inside and f'{path.parts[0]}/{inside[1]}' in layers.MAY:
        return f'{path.parts[0]}/{inside[1]}'
    folder = path.parent.parent.as_posix()  # board/pmu has an archive of its own
    return folder if folder in layers.MAY else path.parts[0]


def symbols(objects):
    """Each object, whether it defines or wants a symbol, and which."""
    told = subprocess.run(['nm', '-A', '-g', *objects], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    for line in told.splitlines():
        where, _, rest = line.partition(':')
        *_, kind, name = rest.split()
        yield pathlib.Path(where), kind not in 'Uwv', name


def arrows(source):
    """(room, room) -> for each object and symbol that leads there."""
    objects = sorted(source.rglob('*.o'))
    if not objects:
        sys.exit(f'circles.py: no objects under {source}')
    defined, wanted = {}, []
    for path, is_defined, name in symbols(objects):
        place = path.relative_to(source)
        if is_defined:
            defined[name] = room_of(place)
        else:
            wanted.append((place, name))
    result = {}
    for place, name in wanted:
        pair = room_of(place), defined.get(name, room_of(place))
        if pair[0] != pair[1]:
            result.setdefault(pair, []).append((place.name, name))
    return result


def seen_as(room, target):
    """Others see the boards, and the library, by the headers only."""
    if target.startswith('board/') and not room.startswith('board/'):
        return 'board'
    if target in layers.FREESTANDING and room not in ('core', 'monitors'):
        return 'tally'
    return target


def unused(used):
    """Each arrow that layers.py has and nobody needs.  What the rooms of the
    boards use of others, src/board does."""
    used = {(room, seen_as(room, target)) for room, target in used}
    used |= {('board', target) for room, target in used
             if room.startswith('board/')}
    allowed = [(room, target) for room, targets in layers.ARROWS.items()
               for target in targets]
    allowed += [(f'board/{room}', f'board/{target}')
                for room, targets in layers.BOARD_MAY.items()
                for target in targets]
    for room, target in sorted(set(allowed) - used):
        yield (f'tools/layers.py: {room} may look at {target}, and does not: '
               'take the arrow out')


def circle(pairs):
    """The rooms of a circle, or None."""
    graph = {}
    for room, target in pairs:
        graph.setdefault(room, set()).add(target)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return list(reversed(error.args[1]))
    return None


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[0].startswith('-'):
        sys.exit(__doc__)
    found = arrows(pathlib.Path(arguments[0]) / 'src')
    complaints = []
    for (room, target), calls in sorted(found.items()):
        why = layers.refuse_room(room, seen_as(room, target))
        if why:
            complaints += [f'{name}: {why}: {symbol}'
                           for name, symbol in sorted(calls)]
    around = circle(found)
    if around:
        complaints.append(f'a circle: {" -> ".join(around)}')
    for root in arguments[1:]:
        complaints += unused(set(found) | layers.arrows(pathlib.Path(root)))
    print('\n'.join(complaints), end='\n' if complaints else '')
    return 1 if complaints else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
