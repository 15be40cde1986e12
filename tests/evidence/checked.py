# SPDX-License-Identifier: MIT
"""Lines with check sums, made by zlib and not as the command makes them."""
import zlib


def line(text):
    return f'{text} *{zlib.crc32(text.encode()):08x}'


def log(data):
    """The lines of a log's bytes, as doc/log.md has them."""
    lines = [f'# tally log 1 size={len(data):x}']
    for at in range(0, len(data), 32):
        part = data[at:at + 32]
        if at < 64 or any(part):
            lines.append(f'log {len(lines):x} {at:x} {part.hex()}')
    total = 0
    for text in lines:
        total = zlib.crc32(zlib.crc32(text.encode()).to_bytes(4, 'little'),
                           total)
    lines.append(f'# end log {len(lines) - 1:x} lines, all *{total:08x}')
    return [line(text) for text in lines]


def proof(rows, **head):
    """`rows`: of what stands behind the number: ('ok', 'known: x # ...')."""
    told = {'monitor': 'arm1176', 'version': '0.1.0', 'by': 'kit',
            'on': '410fb767', 'where': 'bench', **head}
    lines = ['TAP version 13', '# tally proof 1 ' + ' '.join(
        f'{key}={value}' for key, value in told.items())]
    lines += [f'{outcome} {number} - {text}'
              for number, (outcome, text) in enumerate(rows, 1)]
    lines.append(f'1..{len(rows)}')
    total = zlib.crc32(''.join(text + '\n' for text in lines).encode())
    skipped = sum(' # SKIP' in text for _, text in rows)
    bad = sum(outcome == 'not ok' for outcome, _ in rows)
    lines.append(f'# end {len(rows)} lines, {len(rows) - bad - skipped} ok, '
                 f'{bad} not ok, {skipped} skipped, all *{total:08x}')
    return [line(text) for text in lines]
