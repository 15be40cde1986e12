#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: circles.py BUILD_FOLDER [ROOT]

Holds who calls whom: reads the symbols of the objects under src and boards/src
in a build folder, names each one that a room may not link to (tools/layers.py
has the rooms), each circle of rooms, and the objects that call each other in
circles inside a room, where there are more than KNOTS allows.  With the
sources' ROOT also each arrow of tools/layers.py that nobody uses, neither by a
symbol nor by an #include, and each number of KNOTS that has become too large."""
import graphlib
import pathlib
import re
import subprocess
import sys

import layers

# Of each part of src, and of the boards: how many of its objects are in
# circles.  A number only falls; a part without one has no circle.
KNOTS = {'boards': 35}

# In an archive, "link_child.c.o" is link/child.c of the same folder, and
# ".._core_bus.c.o" is core/bus.c beside it, and what the build has made of a
# template there has "meson-generated_.._" before that.
BESIDE = re.compile(r'(?:meson-generated_\.\._)?\.\._([^_.]+)_')


def room_of(path):
    """The room of an object, by its path without src."""
    beside = BESIDE.match(path.name)
    if beside:
        return beside[1]
    words = [path.parts[0], *path.name.split('.')[0].split('_')]
    if '/'.join(words) + '.c' in layers.MAY:
        return '/'.join(words) + '.c'
    for count in range(len(words) - 1, 1, -1):
        if '/'.join(words[:count]) in layers.MAY:
            return '/'.join(words[:count])
    folder = path.parent.parent.as_posix()  # boards/pmu has an archive of its own
    return folder if folder in layers.MAY else path.parts[0]


def symbols(objects):
    """Each object, whether it defines or wants a symbol, and which."""
    told = subprocess.run(['nm', '-A', '-g', *objects], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    for line in told.splitlines():
        where, _, rest = line.partition(':')
        *_, kind, name = rest.split()
        yield pathlib.Path(where), kind not in 'Uwv', name


def place_of(path):
    """An object's path without src: ROOM/..., or boards/..., of which rooms are
    part of an object's name."""
    return pathlib.Path(*(part for part in path.parts if part != 'src'))


def calls(source):
    """Which object wants which symbol of which other one."""
    objects = [*source.glob('src/**/*.o'), *source.glob('boards/src/**/*.o')]
    if not objects:
        sys.exit(f'circles.py: no objects under {source}/src')
    defined, wanted = {}, []
    for path, is_defined, name in symbols(sorted(objects)):
        place = place_of(path.relative_to(source))
        if is_defined:
            defined[name] = place
        else:
            wanted.append((place, name))
    return [(place, name, defined[name]) for place, name in wanted
            if defined.get(name, place) != place]


def arrows(wanted):
    """(room, room) -> for each object and symbol that leads there."""
    result = {}
    for place, name, there in wanted:
        pair = room_of(place), room_of(there)
        if pair[0] != pair[1]:
            result.setdefault(pair, []).append((place.name, name))
    return result


def knots(wanted):
    """The sets of objects of which each one leads to all others of its set."""
    leads = {}
    for place, _, there in wanted:
        leads.setdefault(place, set()).add(there)

    def reached(start):
        seen, ahead = set(), [start]
        while ahead:
            new = leads.get(ahead.pop(), set()) - seen
            seen |= new
            ahead += new
        return seen

    far = {place: reached(place) for place in leads}
    return {frozenset(other for other in far[place]
                      if place in far.get(other, ()))
            for place in far if place in far[place]}


def tied(found, exactly):
    """Complaints about parts of src with more knots than allowed, or, where
    the numbers are to be `exactly` right, with fewer."""
    tangles = {}
    for knot in found:
        tangles.setdefault(min(knot).parts[0], []).append(knot)
    for part in sorted({*tangles, *(KNOTS if exactly else ())}):
        count = sum(map(len, tangles.get(part, ())))
        allowed = KNOTS.get(part, 0)
        if count > allowed:
            yield (f'{part}: {count} objects call each other in circles, '
                   f'{allowed} may:')
            for knot in sorted(tangles[part], key=len):
                yield '  ' + ' '.join(sorted(place.name for place in knot))
        elif exactly and count < allowed:
            yield (f'tools/circles.py: KNOTS[{part!r}] is {allowed}, and '
                   f'{count} objects are in circles: write that number')


def seen_as(room, target):
    """Others see the boards, and the library, by the headers only."""
    if target.startswith('boards/') and not room.startswith('boards/'):
        return 'boards'
    if target in layers.FREESTANDING and room not in ('core', 'monitors'):
        return 'tally'
    return target


def unused(used):
    """Each arrow that layers.py has and nobody needs.  What the rooms of the
    boards use of others, boards/src does."""
    used = {(room, seen_as(room, target)) for room, target in used}
    used |= {('boards', target) for room, target in used
             if room.startswith('boards/')}
    allowed = [(room, target) for room, targets in layers.ARROWS.items()
               for target in targets]
    allowed += [(f'boards/{room}', f'boards/{target}')
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
    wanted = calls(pathlib.Path(arguments[0]))
    found = arrows(wanted)
    complaints = []
    for (room, target), used in sorted(found.items()):
        why = layers.refuse_room(room, seen_as(room, target))
        if why:
            complaints += [f'{name}: {why}: {symbol}'
                           for name, symbol in sorted(used)]
    around = circle(found)
    if around:
        complaints.append(f'a circle: {" -> ".join(around)}')
    complaints += tied(knots(wanted), exactly=len(arguments) == 2)
    for root in arguments[1:]:
        complaints += unused(set(found) | layers.arrows(pathlib.Path(root)))
    print('\n'.join(complaints), end='\n' if complaints else '')
    return 1 if complaints else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
