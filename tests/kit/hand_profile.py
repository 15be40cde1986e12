# SPDX-License-Identifier: MIT
"""A profile made by hand, as `tally profile --json -o FILE` keeps one: main()
calls work() twice, work() calls itself, and an interrupt came in between."""


def place(addr, function, count, cost, file=0, line=0):
    return {'addr': addr, 'word': 0xe1a00000 + addr, 'function': function,
            'file': file, 'line': line, 'count': count, 'cost': cost}


def hand_profile(**change):
    """With other members, where they are given."""
    return {
        'schema': 1, 'document': 'profile', 'simulated': True,
        'target': 'board:hand', 'title': 'By hand', 'monitors': 'hand',
        'program': 'folder/hand.elf', 'program_sha256': 'ab' * 32,
        'status': 0, 'sandboxed': True, 'not_sandboxed': None,
        'engine_knows_more': None, 'clock_hz': 1e8, 'clock_ratio': 0.0,
        'instructions': 15, 'lost_calls': 0, 'astray': 0, 'full': False,
        'columns': [
            {'name': 'cycles', 'monitor': 'hand', 'code': 65534,
             'class': 'modelled', 'asked': True},
            {'name': 'miss', 'monitor': 'hand', 'code': 11,
             'class': 'exact', 'asked': True}],
        'metrics': [{'name': 'per miss', 'formula': 'cycles / miss',
                     'operands': [0, 1], 'scale': 1.0, 'unit': 'cycles'}],
        'total': [1007, 41],
        'causes': [{'name': 'exception entry', 'cost': [7, 1]},
                   {'name': 'not told apart', 'cost': [0, 0]}],
        'functions': [{'name': '[start]', 'addr': 1},
                      {'name': 'main', 'addr': 0x8000},
                      {'name': 'work;of<int> 5', 'addr': 0x8100},
                      {'name': '[exception]', 'addr': 2}],
        'files': ['src/main.c', 'src/a|b.h'],
        'places': [place(0x8000, 1, 2, [100, 4], line=3),
                   place(0x8004, 1, 2, [50, 0], line=4),
                   place(0x8100, 2, 3, [300, 30], line=9),
                   place(0x8104, 2, 3, [450, 6], file=1, line=2),
                   place(0x8108, 2, 3, [60, 0], line=10),
                   place(0x18, 3, 2, [40, 0], file=None)],
        'calls': [{'place': 1, 'function': 2, 'count': 2, 'cost': [810, 36]},
                  {'place': 3, 'function': 2, 'count': 1, 'cost': [200, 9]}],
        'paths': [{'parent': 0, 'function': None, 'count': 0, 'cost': [0, 0]},
                  {'parent': 0, 'function': 0, 'count': 1, 'cost': [0, 0]},
                  {'parent': 1, 'function': 1, 'count': 1, 'cost': [150, 4]},
                  {'parent': 2, 'function': 2, 'count': 3,
                   'cost': [810, 36]},
                  {'parent': 0, 'function': 3, 'count': 1, 'cost': [40, 0]}],
    } | change


def hand_timeline(*spans, **change):
    """The `timeline` of a profile, with these spans."""
    return {'most': 100, 'left_out': 0, 'until_cycles': 1007,
            'contexts': ['[start]', '[exception]'],
            'spans': list(spans)} | change
