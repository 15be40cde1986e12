# SPDX-License-Identifier: MIT
"""A terminal of 80 columns and 24 lines with a command in it: what it shows,
what is typed, and how it is left."""
import codecs
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time


def children(pid):
    """The processes that this one has started."""
    path = pathlib.Path(f'/proc/{pid}/task/{pid}/children')
    return [int(word) for word in path.read_text().split()]


class Screen:
    """What a terminal like xterm shows of what it is sent; a sequence that it
    does not know is an error, so that nothing is shown wrongly unseen."""

    def __init__(self, columns, lines):
        self.resize(columns, lines)
        self.decoder = codecs.getincrementaldecoder('utf-8')()
        self.rest = ''

    def resize(self, columns, lines):
        self.columns, self.lines = columns, lines
        self.rows = [[' '] * columns for _ in range(lines)]
        self.x = self.y = self.top = 0
        self.bottom = lines - 1
        self.last = ' '

    def feed(self, data):
        text = self.rest + self.decoder.decode(data)
        at = 0
        while at < len(text):
            match = re.compile(
                r'\x1b\[([?>]?)([\d;]*)([A-Za-z@`])|\x1b[()][AB0]|\x1b[78=>M]|'
                r'[^\x1b]').match(text, at)
            if not match:
                break  # a sequence that is not whole yet
            at = match.end()
            if match[3]:
                self.control(match[1], match[3], [
                    int(n or 0) for n in match[2].split(';')])
            elif match[0][0] != '\x1b':
                self.put(match[0])
            elif match[0] == '\x1bM' and self.y == self.top:
                self.scroll(self.top, -1)
            elif match[0] == '\x1bM':
                self.y = max(self.y - 1, 0)
        self.rest = text[at:]
        assert len(self.rest) < 32, repr(self.rest)

    def put(self, character):
        if character == '\r':
            self.x = 0
        elif character == '\n':
            if self.y == self.bottom:
                self.scroll(self.top, 1)
            else:
                self.y = min(self.y + 1, self.lines - 1)
        elif character == '\b':
            self.x = max(self.x - 1, 0)
        elif character not in '\a\x0e\x0f':
            if self.x == self.columns:
                self.put('\r')
                self.put('\n')
            self.rows[self.y][self.x] = self.last = character
            self.x += 1

    def scroll(self, top, count):
        """Up, or down where it is below 0, from there to the bottom."""
        for _ in range(abs(count)):
            self.rows.pop(top if count > 0 else self.bottom)
            self.rows.insert(self.bottom if count > 0 else top,
                             [' '] * self.columns)

    def blank(self, y, begin, end):
        for x in range(begin, min(end, self.columns)):
            self.rows[y][x] = ' '

    def control(self, private, letter, numbers):
        first = max(numbers[0], 1)
        if private or letter in 'mtlh':
            return
        if letter == 'H':
            self.y = min(first, self.lines) - 1
            self.x = min(max(numbers[1] if len(numbers) > 1 else 1, 1),
                         self.columns) - 1
        elif letter in 'ABCDGd':
            self.y = {'A': self.y - first, 'B': self.y + first,
                      'd': first - 1}.get(letter, self.y)
            self.x = {'C': self.x + first, 'D': self.x - first,
                      'G': first - 1}.get(letter, self.x)
            self.y = min(max(self.y, 0), self.lines - 1)
            self.x = min(max(self.x, 0), self.columns - 1)
        elif letter == 'K':
            self.blank(self.y, 0 if numbers[0] else self.x,
                       self.x + 1 if numbers[0] == 1 else self.columns)
        elif letter == 'J':
            for y in range(0 if numbers[0] else self.y + 1, self.lines):
                self.blank(y, 0, self.columns)
            self.blank(self.y, self.x, self.columns)
        elif letter == 'X':
            self.blank(self.y, self.x, self.x + first)
        elif letter == 'P':
            row = self.rows[self.y]
            self.rows[self.y] = (row[:self.x] + row[self.x + first:] +
                                 [' '] * first)[:self.columns]
        elif letter == '@':
            row = self.rows[self.y]
            self.rows[self.y] = (row[:self.x] + [' '] * first +
                                 row[self.x:])[:self.columns]
        elif letter == 'r':
            self.top = first - 1
            self.bottom = (numbers[1:] or [0])[0] or self.lines
            self.bottom -= 1
            self.x = self.y = 0
        elif letter in 'ST':
            self.scroll(self.top, first if letter == 'S' else -first)
        elif letter in 'LM':
            self.scroll(self.y, first if letter == 'M' else -first)
        elif letter == 'b':
            for _ in range(first):
                self.put(self.last)
        else:
            raise AssertionError(f'unknown: {letter} {numbers}')

    @property
    def display(self):
        return [''.join(row) for row in self.rows]


class Terminal:
    def __init__(self, *words, columns=80, lines=24, **change):
        self.ours, self.theirs = pty.openpty()
        self.size(columns, lines)
        self.before = termios.tcgetattr(self.theirs)
        self.screen = Screen(columns, lines)
        self.bytes = b''
        env = dict(os.environ) | {'TERM': 'xterm', 'LC_ALL': 'C.UTF-8'} | change
        self.process = subprocess.Popen(
            [*map(str, words)], stdin=self.theirs, stdout=self.theirs,
            stderr=subprocess.PIPE, env=env, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def size(self, columns, lines):
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ,
                    struct.pack('HHHH', lines, columns, 0, 0))

    def resize(self, columns, lines):
        self.screen.resize(columns, lines)
        self.size(columns, lines)
        self.process.send_signal(signal.SIGWINCH)

    def read(self, seconds=0.05):
        ready, _, _ = select.select([self.ours], [], [], seconds)
        if ready:
            more = os.read(self.ours, 65536)
            self.bytes += more
            self.screen.feed(more)

    def shown(self):
        return '\n'.join(line.rstrip() for line in self.screen.display)

    def until(self, what, seconds=90):
        """Reads until the screen has it, a function of its text."""
        end = time.monotonic() + seconds
        while not what(self.shown()):
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f'{self.process.poll()}\n{self.shown()}\n'
                                     f'{self.said()}')
            self.read()
        return self.shown()

    def said(self):
        return (self.process.stderr.read().decode()
                if self.process.poll() is not None else '')

    def type(self, keys):
        os.write(self.ours, keys.encode())

    def left(self, seconds=90):
        """Waits for its end; its status, and what it said on the side.  The
        terminal has to be as it was."""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            self.read()
            assert time.monotonic() < end, self.shown()
        while select.select([self.ours], [], [], 0.05)[0]:
            self.read()
        # Switched to the other screen and back, the cursor shown.
        assert self.bytes.rfind(b'\x1b[?1049l') > \
            self.bytes.rfind(b'\x1b[?1049h') >= 0, self.bytes[-200:]
        hidden = self.bytes.rfind(b'\x1b[?25l')
        assert max(self.bytes.rfind(b'\x1b[?25h'),
                   self.bytes.rfind(b'\x1b[?12l\x1b[?25h')) > hidden
        assert termios.tcgetattr(self.theirs) == self.before
        return self.process.returncode, self.said()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        os.close(self.ours)
        os.close(self.theirs)
