# SPDX-License-Identifier: MIT
"""A page of HTML as a test sees it: its elements, whether they are closed, what
its table cells and numbers are."""
import html.parser

VOID = {'meta', 'wbr', 'br', 'link', 'img', 'input', 'hr'}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.faults = [], []
        self.elements = []      # (tag, attributes, words of all within)
        self.numbers = []       # (value, shown)
        self.rows = {}          # a row's heading: its numbers, in order
        self.kept = None        # the document in the page
        self._current = [None, []]
        self.feed(text)
        self.close()
        self.faults += [f'<{tag}> is not closed' for tag, _, _ in self.open]

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        if len(set(names)) != len(names):
            self.faults.append(f'<{tag}> has an attribute twice: {attrs}')
        if tag == 'tr':
            self._current = [None, []]
        element = (tag, dict(attrs), [])
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.faults.append(f'</{tag}> closes nothing')
            return
        _, attributes, words = self.open.pop()
        text = ''.join(words)
        if tag == 'data':
            self.numbers.append((attributes['value'], text))
            self._current[1].append((attributes['value'], text))
        elif tag == 'th' and attributes.get('scope') == 'row':
            self._current[0] = text
        elif tag == 'tr' and self._current[0]:
            name, numbers = self._current
            self.rows.setdefault(name, []).append(numbers)
            self._current = [None, []]
        elif tag == 'script' and attributes.get('id') == 'tally':
            self.kept = text

    def handle_data(self, data):
        for _, _, words in self.open:
            words.append(data)

    def texts(self, tag):
        return [''.join(words) for name, _, words in self.elements
                if name == tag]

    def attributes(self, tag):
        return [attributes for name, attributes, _ in self.elements
                if name == tag]


def shown_is(value, shown):
    """Is what is shown the value, as far as it has digits?"""
    text = shown.strip().replace(',', '')
    if text.startswith('<'):
        return 0 < float(value) < float(text[1:])
    if text.startswith('>-'):
        return float('-' + text[2:]) < float(value) < 0
    text = text.split()[0]
    mantissa, _, power = text.partition('e')
    places = len(mantissa.partition('.')[2])
    unit = 10.0 ** (int(power or 0) - places)
    scale = 1e6 if shown.endswith(' MHz') else 1
    if scale > 1:
        return abs(float(value) / scale - float(text)) <= 1e-5 * float(text)
    return abs(float(value) - float(text)) <= 0.5001 * unit
