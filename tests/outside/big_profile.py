# SPDX-License-Identifier: MIT
"""A sampled profile as large as a day's: made, not measured."""
import random


def big_profile(functions=10_000, samples=1_000_000, seed=7):
    """Functions that call others of a tree with random branches, which each
    sample is somewhere in, and two tasks."""
    chance = random.Random(seed)
    paths = [{'parent': 0, 'function': None, 'count': 0, 'cost': [0]}]
    chains, children = [()], {}
    for function in range(functions):
        # Each function is there, and some are on many paths.
        for _ in range(1 + (chance.random() < 0.2) * chance.randrange(8)):
            parent = chance.randrange(max(0, len(paths) - 400), len(paths))
            chain = chains[parent]
            if (len(chain) > 60 or function in chain
                    or (parent, function) in children):
                continue
            children[parent, function] = len(paths)
            paths.append({'parent': parent, 'function': function, 'count': 0,
                          'cost': [0]})
            chains.append((*chain, function))
    places = [{'addr': 0x10000 + 16 * i, 'word': 0, 'function': i,
               'file': i % 50, 'line': 1 + i // 50, 'count': 0, 'cost': [0]}
              for i in range(functions)]
    singles = {'weight': [1000] * samples, 'column': [0] * samples,
               'task': [], 'cpu': [0] * samples, 'place': [], 'path': [],
              'time_ns': [1000 * i for i in range(samples)]}
    for _ in range(samples):
        path = 1 + int((len(paths) - 1) * chance.random() ** 2)
        place = paths[path]['function']
        singles['task'].append(chance.randrange(2))
        singles['place'].append(place)
        singles['path'].append(path)
        for row in paths[path], places[place]:
            row['count'] += 1
            row['cost'][0] += 1000
    return {
        'schema': 2, 'document': 'profile', 'simulated': True,
        'sampled': {'samples': samples, 'lost': 0, 'skid': 'Made by a test.'},
        'target': 'board:hand', 'title': 'Made', 'monitors': 'hand',
        'program': 'folder/big.elf', 'program_sha256': None, 'status': 0,
        'sandboxed': True, 'not_sandboxed': None, 'engine_knows_more': None,
        'clock_hz': 1e8, 'clock_ratio': 0.0, 'instructions': 0,
        'lost_calls': 0, 'astray': 0, 'full': False,
        'columns': [{'name': 'cycles', 'monitor': 'hand', 'code': 65534,
                     'class': 'modelled', 'asked': True, 'period': 1000}],
        'metrics': [], 'total': [1000 * samples], 'causes': [],
        'functions': [{'name': f'function_{i}', 'addr': 0x10000 + 16 * i}
                      for i in range(functions)],
        'files': [f'src/file{i}.c' for i in range(50)],
        'places': places, 'calls': [], 'paths': paths,
        'tasks': [{'name': 'first', 'process': 1, 'number': 1},
                  {'name': 'second', 'process': 1, 'number': 2}],
        'samples': singles,
    }
