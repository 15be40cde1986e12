# SPDX-License-Identifier: MIT
"""usage: tap.py test_schema_members.py TALLY=COMMAND FIRMWARE=FOLDER

What a record's schema names is what the unit tests' documents have.  A build
with boards alone knows the options of machines, which are members, too."""
import json
import os
import pathlib
import re
import unittest

import jsonschema

import tally_command

TALLY = FIRMWARE = ''
ROOT = pathlib.Path(os.environ['TALLY_ROOT'])


def members(schema, path=''):
    """The paths of all members that a schema names."""
    for name, part in schema.get('properties', {}).items():
        yield f'{path}/{name}'
        yield from members(part, f'{path}/{name}')
    if isinstance(schema.get('items'), dict):
        yield from members(schema['items'], path)


def had(value, path=''):
    """The paths of all members that a document has."""
    for name, part in value.items() if isinstance(value, dict) else ():
        yield f'{path}/{name}'
        yield from had(part, f'{path}/{name}')
    for part in value if isinstance(value, list) else ():
        yield from had(part, path)


class ByHand(unittest.TestCase):
    """What the unit tests write and read, member by member, is all that the
    schema has, and nothing that it has not."""

    def test_the_schema_names_each_member(self):
        seen = set()
        options = {'/board/' + name for name in re.findall(
            r'--([a-z0-9-]+)', ''.join(
                tally_command.tally(verb, '--help').stdout
                for verb in ('board', 'stat')))}
        schema = tally_command.record_schema(TALLY)
        jsonschema.Draft7Validator.check_schema(schema)
        for path in sorted((ROOT / 'tests/record').glob('hand*.json')):
            document = json.loads(path.read_text())
            with self.subTest(path.name):
                jsonschema.validate(document, tally_command.closed(schema))
            seen.update(had(document))
        # test_headline has what a headline is made of, test_machine_recorded
        # each option of a machine; the same number as a text besides is one
        # function's.
        self.assertEqual([path for path in sorted({*members(schema)} - seen)
                          if not path.startswith('/headline/') and
                          path.replace('_', '-') not in options and
                          not path.endswith('_text')], [])


if __name__ == '__main__':
    unittest.main()
