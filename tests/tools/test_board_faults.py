# SPDX-License-Identifier: MIT
"""tools/board_faults.py: which faults it plants in the boards, and where."""
import pathlib
import unittest
import unittest.mock

# This comes first: it makes those of tools/ be found.
from project_tools import ROOT, Folder
import board_faults  # noqa: E402

TEXT = '''# what it is
a wrong wrap; pb1176; boards/src/a.c
- 	a = 1;
+ 	a = 2;

wrong event; lubbock; boards/src/b.c
- - x
+ + y
'''


class Faults(Folder):
    def test_groups_of_three_lines(self):
        self.assertEqual(list(board_faults.rows(TEXT)), [
            ('a wrong wrap', 'pb1176', 'boards/src/a.c', '\ta = 1;', '\ta = 2;'),
            ('wrong event', 'lubbock', 'boards/src/b.c', '- x', '+ y')])
        for text in (TEXT.replace('- \t', '\t'), TEXT.replace('; pb1176', ''),
                     TEXT.replace('+ \t', '- \t')):
            with self.assertRaises((AssertionError, ValueError)):
                list(board_faults.rows(text))

    def test_the_first_of_lines_alike_has_it(self):
        fault = next(board_faults.rows(TEXT))
        self.assertEqual(board_faults.planted('b\n\ta = 1;\n\ta = 1;\n', fault),
                         'b\n\ta = 2;\n\ta = 1;\n')
        with self.assertRaisesRegex(SystemExit, 'a.c has no line'):
            board_faults.planted('\ta = 1; /* else */\n', fault)

    def test_every_row_applies(self):
        """Each changes its file, and no two are the same."""
        faults = list(board_faults.rows(
            board_faults.ROWS.read_text(encoding='ascii')))
        self.assertGreater(len(faults), 50)
        self.assertEqual(len(set(faults)), len(faults))
        for fault in faults:
            with self.subTest(fault=fault):
                text = (ROOT / fault.path).read_text(encoding='utf-8')
                self.assertNotEqual(board_faults.planted(text, fault), text)
                self.assertEqual(fault.path.split('/')[:2], ['boards', 'src'])

    def test_what_a_kit_says_is_wrong(self):
        """Checks of lines that are not ok; a proof that ends early, too."""
        for said, checks in (
                ('not ok 3 - wrap: a # expected 1 counted 2\n'
                 'not ok 4 - wrap: b # expected 1 counted 2\n', ['no end', 'wrap']),
                ('', ['no end'])):
            with unittest.mock.patch('tally_command.tally') as tally:
                tally.return_value.stdout = said
                self.assertEqual(board_faults.checks_that_fail(
                    'pb1176', pathlib.Path('proof.elf')), checks)


if __name__ == '__main__':
    unittest.main()
